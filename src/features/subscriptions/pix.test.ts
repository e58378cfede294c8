import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import jsQR from 'jsqr'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { crc16, pixCode, pixIssue, plain } from './pix.ts'

/** An independent reading of a BR Code: fields by their lengths, the CRC by its table. */
function decode(code: string): Record<string, string> {
  const out: Record<string, string> = {}
  for (let i = 0; i < code.length; ) {
    const length = Number(code.slice(i + 2, i + 4))
    out[code.slice(i, i + 2)] = code.slice(i + 4, i + 4 + length)
    i += 4 + length
  }
  return out
}
const TABLE = Array.from({ length: 256 }, (_, n) => {
  let c = n << 8
  for (let k = 0; k < 8; k++) c = c & 0x8000 ? (c << 1) ^ 0x1021 : c << 1
  return c & 0xffff
})
const tableCrc = (s: string) =>
  [...s]
    .reduce((crc, ch) => ((crc << 8) & 0xffff) ^ (TABLE[((crc >> 8) ^ ch.charCodeAt(0)) & 0xff] as number), 0xffff)
    .toString(16)
    .toUpperCase()
    .padStart(4, '0')
const SHOP = { pix_key: '123e4567-e12b-12d3-a456-426655440000', pix_name: 'Loja Exemplo', pix_city: 'São Paulo' }

test('the checksum is CRC-16/CCITT-FALSE, and the codes are those that others computed', () => {
  assert.equal(crc16('123456789'), '29B1')
  assert.equal(
    pixCode({ ...SHOP, pix_name: 'LOJA EXEMPLO', pix_city: 'SAO PAULO' }, 14990, 'PED000123'),
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d3-a456-4266554400005204000053039865406149.905802BR5912LOJA EXEMPLO6009SAO PAULO62130509PED0001236304384D',
  )
  assert.equal(
    pixCode(
      { pix_key: '123e4567-e12b-12d1-a456-426655440000', pix_name: 'Fulano de Tal', pix_city: 'BRASILIA' },
      0,
      '',
    ),
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
  )
})
test('whatever the amount, name and number, an independent reader finds them again, and one changed letter is noticed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.string({ minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.nat(),
      (cents, name, n, at) => {
        fc.pre(plain(name, 25) !== '')
        const txid = `MO${n}N1`
        const code = pixCode({ ...SHOP, pix_name: name }, cents, txid)
        const read = decode(code)
        assert.equal(Math.round(Number(read['54']) * 100), cents)
        assert.match(read['54'] ?? '', /^\d+\.\d\d$/)
        assert.equal(decode(read['62'] ?? '')['05'], txid)
        assert.deepEqual(decode(read['26'] ?? ''), { '00': 'br.gov.bcb.pix', '01': SHOP.pix_key })
        assert.ok((read['59'] ?? '').length <= 25 && /^[\x20-\x7e]+$/.test(read['59'] ?? ''))
        assert.equal(read['63'], tableCrc(code.slice(0, -4)))
        const i = at % (code.length - 4)
        const changed = `${code.slice(0, i)}${code[i] === 'X' ? 'Y' : 'X'}${code.slice(i + 1)}`
        assert.notEqual(tableCrc(changed.slice(0, -4)), changed.slice(-4))
      },
    ),
  )
})
test('the picture of the code holds the same text', async () => {
  const code = pixCode(SHOP, 14990, 'MO7N1')
  const png = await QRCode.toBuffer(code, { scale: 6 })
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  assert.equal(jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data, code)
})
test('each kind of key stands in the code as banks write it', () => {
  const inCode = (pix_key: string) => decode(decode(pixCode({ ...SHOP, pix_key }, 100, ''))['26'] ?? '')['01']
  const mail = (letters: number) => `${'a'.repeat(letters)}@${'b'.repeat(32)}.com`
  for (const [typed, key] of [
    [' 529.982.247-25 ', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    [' Caixa@Loja.COM.br ', 'caixa@loja.com.br'],
    [' +55 (11) 98765-4321', '+5511987654321'],
    ['+55 11 3456-7890', '+551134567890'],
    [` ${SHOP.pix_key.toUpperCase()}`, SHOP.pix_key],
    [mail(40), mail(40)],
  ] as const)
    assert.equal(inCode(typed), key, typed)
  for (const bad of [
    '529.982.247-26',
    '11987654321',
    '+1 212 555 0100',
    '+1+5511987654321',
    '+55119876543210',
    '+55 11 9876',
    'caixa@',
    mail(41),
    `x${SHOP.pix_key}`,
    `${SHOP.pix_key}x`,
    '',
  ]) {
    assert.deepEqual(Object.keys(pixIssue({ ...SHOP, pix_key: bad })), ['pix_key'], bad)
    assert.throws(() => inCode(bad), /chave Pix inválida/, bad)
  }
})
test('a name has at most 25 letters and a city 15, cut without a space at either end', () => {
  const long = { ...SHOP, pix_name: 'N'.repeat(30), pix_city: 'C'.repeat(20) }
  const read = decode(pixCode(long, 100, ''))
  assert.deepEqual([read['59']?.length, read['60']?.length], [25, 15])
  assert.deepEqual([plain('  Loja', 4), plain('AB CD', 3), plain('A  -  B', 9)], ['Loja', 'AB', 'A - B'])
})
test('a receiver that banks would refuse is refused here, by field', () => {
  assert.deepEqual(pixIssue(SHOP), {})
  assert.deepEqual(Object.keys(pixIssue({ pix_key: '11111111111', pix_name: '&&&', pix_city: '' })), [
    'pix_key',
    'pix_name',
    'pix_city',
  ])
  assert.equal(plain('JOÃO & CIA. Ltda Comércio de Alimentos', 25), 'JOAO CIA. Ltda Comercio d')
  assert.throws(() => pixCode(SHOP, 100, 'PED-1'), /txid/)
})
