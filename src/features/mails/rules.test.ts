import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainWords, renderMail, wordsOf } from './rules.ts'
import { type Template, WORDS } from './words.ts'

const withButton = (Object.keys(WORDS) as Template[]).find((t) => WORDS[t].pt.button) as Template
const bare = { template: withButton, language: 'pt' as const, params: {}, rows: [] as [string, string][], href: '' }

test('a subject is one line, whatever a name in it holds', () => {
  const template = (Object.keys(WORDS) as Template[]).find((t) => /\{\w+\}/.test(WORDS[t].pt.subject)) as Template
  const [, key = ''] = /\{(\w+)\}/.exec(WORDS[template].pt.subject) ?? []
  const { subject } = wordsOf(template, 'pt', { [key]: ' a\r\n\r\nBcc: b  c ' })
  assert.ok(!/[\r\n]|  |^ | $/.test(subject) && subject.includes('a Bcc: b c'), subject)
  assert.ok(!wordsOf(template, 'pt', {}).subject.includes('{'))
})
test('the same message as text and as HTML: its rows, its link, where it stands on paper; nothing of what it has not', () => {
  const none = renderMail(bare)
  assert.ok(!none.text.includes('http') && !/href|<table[^>]*margin:12px|undefined|false/.test(none.html), none.html)
  const { text, html } = renderMail({
    ...bare,
    rows: [
      ['Pedido', '12 <b>'],
      ['Só um título', ''],
    ],
    href: 'https://loja.test/a?b=1&c=2',
    paper: 'https://loja.test/p.pdf',
  })
  assert.match(
    text,
    /\n\nPedido: 12 <b>\nSó um título\n\nhttps:\/\/loja\.test\/a\?b=1&c=2\n\n[^\n]+: https:\/\/loja\.test\/p\.pdf/,
  )
  assert.match(html, /12 &#60;b&#62;/)
  assert.match(html, /href="https:\/\/loja\.test\/a\?b=1&#38;c=2"/)
  assert.ok(html.includes(`>${WORDS[withButton].pt.button}</a>`))
  assert.match(html, /<a href="https:\/\/loja\.test\/p\.pdf">/)
})
test('what comes after the link stands in both, where a template has it', () => {
  const template = (Object.keys(WORDS) as Template[]).find((t) => WORDS[t].pt.after) as Template
  const after = WORDS[template].pt.after as string
  const { text, html } = renderMail({ ...bare, template })
  assert.ok(text.endsWith(`\n\n${after}`) && html.includes('font-size:14px;color:#5f5751">'))
})
test('a mail of words alone holds just these, each in a paragraph, and no empty line for what was not said', () => {
  for (const template of Object.keys(WORDS) as Template[]) {
    const { lines, after } = wordsOf(template, 'pt', {})
    assert.ok(!lines.includes(''), template)
    assert.equal(renderMail({ ...bare, template }).text, [...lines, ...(after ? ['', after] : [])].join('\n'), template)
  }
  const { lines } = wordsOf('quote', 'pt', { name: 'Ana', from: 'Rui', until: '30/11' })
  assert.deepEqual(lines, ['Olá, Ana.', 'Rui preparou este orçamento para você. Ele vale até 30/11.'])
  const quote = { ...bare, template: 'quote' as const, params: { said: 'Até "já"' } }
  assert.ok(renderMail(quote).html.includes('<p style="margin:0 0 12px">Até &#34;já&#34;</p>'))
})
test('a link whose button has no words is called by its address', () => {
  const template = (Object.keys(WORDS) as Template[]).find((t) => !WORDS[t].pt.button) as Template
  assert.match(renderMail({ ...bare, template, href: 'https://a.test/x' }).html, />https:\/\/a\.test\/x<\/a>/)
})

/** What mail programs look for in text: an address with a scheme, with www, of a known ending, or of a person. */
const LINK = /[a-z][a-z0-9+.-]*:\S|www\.|[\p{L}\p{N}-]+[.\u3002\uff0e\uff61][\p{L}][\p{L}\p{N}-]+|[\w.+-]@[\w-]/iu
const TYPED = [
  'Premio liberado! Acesse bit.example/abc e confirme seu CPF',
  'https://golpe.example/x?y=1',
  'WWW.GOLPE.COM.BR',
  'mailto:quem@golpe.example',
  'golpe。com',
  'x.4you.example',
  'javascript:alert(1)',
]
test('text of strangers holds no link in subject, words and rows of any mail', () => {
  for (const typed of TYPED) {
    assert.match(typed, LINK, 'negative control: as typed it is one')
    const params = Object.fromEntries(
      [
        'name',
        'company',
        'number',
        'from',
        'said',
        'what',
        'seller',
        'own',
        'problem',
        'system',
        'consultant',
        'email',
      ].map((k) => [k, typed]),
    )
    for (const template of Object.keys(WORDS) as Template[]) {
      const { subject, text } = renderMail({ ...bare, template, params, rows: [[typed, typed]] })
      assert.doesNotMatch(`${subject}\n${text}`, LINK, `${template}: ${typed}`)
    }
  }
})
test('text of strangers is one line, in one direction, and reads as it was typed', () => {
  assert.equal(plainWords('a\r\nBcc: x\u2028y\u202ez\u200b'), 'a Bcc: x yz')
  for (const same of [
    'R$ 1.234,56',
    '10:30',
    'Ana M. Silva',
    'Obs.: frágil',
    '12/12/2026',
    '1.234.567',
    '1.234.567.890,00',
  ])
    assert.equal(plainWords(same), same)
  for (const address of ['http 1.1.1.1/x', '[1.2.3.4]', 'bit\u2024example', 'bit\ufe52example'])
    assert.doesNotMatch(plainWords(address), /[\dbt][.\u2024\ufe52][\de]/)
  assert.equal(plainWords(TYPED[0] as string).replaceAll('\u2060', ''), TYPED[0])
})
test('keeps the link of the product, with any label', () => {
  const { text, html } = renderMail({ ...bare, links: [['golpe.example', 'https://loja.test/session/reset#abc']] })
  assert.match(text, /: https:\/\/loja\.test\/session\/reset#abc/)
  assert.match(html, /<a href="https:\/\/loja\.test\/session\/reset#abc">golpe\u2060\.\u2060example<\/a>/)
})
