import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contrast, onColour, onToolbar, palette } from './colour.ts'
import { documentIssue, isCnpj, isCpf, maskDocument } from './documents.ts'
import { parseCents, roundCents, showWhole } from './money.ts'
import { spokenTo } from './spoken.ts'
import { chatLink, FALLBACK_PHONE, isPhone, showPhone, typedPhone } from './phone.ts'
import { tell } from './sentence.ts'
import { pathOfHost } from '#features/sessions/rules.ts'

test('CPF and CNPJ by their check digits; a CNPJ keeps its letters', () => {
  assert.ok(isCpf('529.982.247-25'))
  assert.ok(!isCpf('529.982.247-26'))
  assert.ok(!isCpf('111.111.111-11'))
  assert.ok(isCnpj('12.ABC.345/01DE-35'))
  assert.ok(isCnpj('00.000.000/0001-91'))
  assert.ok(!isCnpj('12.ABC.345/01DE-00'))
  assert.match(tell(documentIssue('12.ABC.345/01DE-3', { cpf: false, cnpj: true }) ?? ''), /Faltam 1/)
  assert.equal(documentIssue('', { cpf: false, cnpj: false }), null)
  assert.ok(!maskDocument('52998224725').includes('98224'))
})
test('a count is written as the language writes it', () => {
  fc.assert(fc.property(fc.nat(), (n) => assert.equal(showWhole(n), n.toLocaleString('pt-BR'))))
})
test('rounds half a cent up, exactly, in numbers and in text alike', () => {
  const halves = fc.tuple(fc.nat(9_999_998), fc.nat(9), fc.constantFrom('', '0', '00', '999'))
  fc.assert(
    fc.property(halves, ([cents, third, rest]) => {
      const decimals = `${String(cents % 100).padStart(2, '0')}${third}${rest}`
      const whole = Math.floor(cents / 100)
      const rounded = cents + (third >= 5 ? 1 : 0)
      assert.equal(roundCents(`${whole},${decimals}`), rounded)
      assert.equal(roundCents(Number(`${whole}.${decimals}`)), rounded, `${whole}.${decimals}`)
    }),
    { examples: [[[832, 5, '']], [[100, 5, '']], [[267, 5, '']], [[1000, 4, '']]] },
  )
  assert.deepEqual(
    [1.005 * 3, 1.1 * 1.05, 0.1 + 0.2, 57.099999999999994, 1e-12, '-1,005'].map(roundCents),
    [302, 116, 30, 5710, 0, -101],
  )
})
test('takes no price from text that may mean two, nor from what is no number', () => {
  for (const text of ['1.234', '12.345', '1.2345,6', '1,234.56', '1e3', '', 'abc', '12,', '99999999999999,99'])
    assert.equal(roundCents(text), null, text)
  for (const n of [Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e14]) assert.equal(roundCents(n), null, String(n))
  assert.deepEqual(
    ['0.125', '1234.565', '12.5000', '12.500000', '1.234,5000'].map(roundCents),
    [13, 123457, 1250, 1250, 123450],
  )
})
test('takes a number of at most two decimals as money, and no other', () => {
  fc.assert(fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (c) => assert.equal(parseCents(c / 100), c)))
  for (const n of [1.005, 8.325, 12.3456, 1e-7, Number.NaN, 1e21]) assert.equal(parseCents(n), null, String(n))
})
test('a chat link has digits only, exactly one 55, encoded text, and the fallback number', () => {
  assert.match(chatLink('(11) 91234-5678', 'Olá & até'), /phone=5511912345678&text=Ol%C3%A1%20%26%20at%C3%A9$/)
  assert.match(chatLink('5511912345678', ''), /phone=5511912345678&/)
  assert.match(chatLink('5511912345678', '', false), /phone=5511912345678&/)
  assert.match(chatLink('', ''), new RegExp(`phone=${FALLBACK_PHONE}`))
  assert.equal(showPhone('5511912345678'), '(11) 91234-5678')
  // While it is typed and while it is taken back, letter by letter.
  const typed = ['1', '11', '119', '119123', '1191234', '1191234567', '11912345678', '+351 912', 'Ana', '(', '']
  const shown = [
    '(1',
    '(11',
    '(11) 9',
    '(11) 9123',
    '(11) 9123-4',
    '(11) 9123-4567',
    '(11) 91234-5678',
    '+351 912',
    'Ana',
  ]
  assert.deepEqual(typed.map(typedPhone), [...shown, '', ''])
  assert.ok(!isPhone('99714-2208') && isPhone('1133334444') && isPhone('+351 912 345 678'))
})
test('text on any company colour reads: 4.5:1 in the bar, in links on light and on dark', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (n) => {
      const p = palette(`#${n.toString(16).padStart(6, '0')}`)
      assert.ok(contrast(p.bar, p.onBar) >= 4.5 && contrast(p.fill, p.on) >= 4.5, `${p.brand} bar ${p.bar}`)
      assert.ok(contrast(p.ink, '#ebe9e7') >= 4.5, `${p.brand} ink ${p.ink}`)
      assert.ok(contrast(p.inkDark, '#322e2b') >= 4.5, `${p.brand} inkDark ${p.inkDark}`)
    }),
    { numRuns: 1000 },
  )
  // 16 steps of each channel: 4,096 colours.
  for (let n = 0; n < 4096; n++) {
    const p = palette(`#${[n >> 8, (n >> 4) & 15, n & 15].map((v) => (v * 17).toString(16).padStart(2, '0')).join('')}`)
    assert.ok(
      contrast(p.bar, p.onBar) >= 4.5 &&
        contrast(p.fill, p.on) >= 4.5 &&
        contrast(p.ink, '#ebe9e7') >= 4.5 &&
        contrast(p.inkDark, '#322e2b') >= 4.5,
      p.brand,
    )
  }
  // Magenta is bright and not light, green is light and not bright: bar and button differ.
  const text = (colour: string) => [palette(colour).onBar, palette(colour).on]
  assert.deepEqual(
    [text('#ff4fa0'), text('#00b45a'), text('#b4532a')],
    [
      ['#000000', '#ffffff'],
      ['#ffffff', '#000000'],
      ['#ffffff', '#ffffff'],
    ],
  )
  assert.equal(palette('#b4532a').bar, '#b4532a')
  assert.equal(onColour('#f2c230'), '#000000')
  assert.equal(onToolbar('#3f51b5'), '#ffffff')
})
test('the company path of a host is its first label; localhost is 1; dev, sistema and www are none', () => {
  assert.deepEqual(
    [
      'acme.exemplo.com',
      'acme.localhost:3000',
      'localhost:3000',
      '127.0.0.1',
      'www.exemplo.com',
      'dev.x',
      'sistema.x',
    ].map(pathOfHost),
    ['acme', 'acme', '1', '1', '', '', ''],
  )
})
test('a person is spoken to by the first name, a company by all of its own', () => {
  assert.equal(spokenTo('Luciana Prado', 'Loja Canto da Terra'), 'Luciana')
  assert.equal(spokenTo('Loja Canto da Terra', 'Loja Canto da Terra'), 'Loja Canto da Terra')
  assert.equal(spokenTo('Luciana Prado', ''), 'Luciana')
  assert.equal(spokenTo(' Luciana  Prado', ''), 'Luciana')
  // Typed where a person's name is asked for, a shop stays one.
  for (const shop of ['Loja da Rosa', 'Empório São João', 'Bar do Zé', 'Silva & Filhos', 'Rosa Doces LTDA'])
    assert.equal(spokenTo(shop, ''), shop)
  for (const [person, first] of [
    ['Bárbara Melo', 'Bárbara'],
    ['Lojana Dias', 'Lojana'],
    ['Casandra Reis', 'Casandra'],
    ['Zoé Lima', 'Zoé'],
  ] as const)
    assert.equal(spokenTo(person, ''), first)
})
