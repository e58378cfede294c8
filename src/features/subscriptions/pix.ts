// Pix "copia e cola": the Central Bank's BR Code, a static code with amount and txid (EMV
// fields of id, length, value; CRC last).
import { isCnpj, isCpf } from '#shared/documents.ts'
import { withoutAccents } from '#shared/name.ts'
import { EMAIL } from '#shared/email.ts'

export interface PixReceiver {
  pix_key: string
  pix_name: string
  pix_city: string
}
/** Letters that every bank's reader takes: no accents, no signs. */
export const plain = (text: string, most: number) =>
  withoutAccents(text)
    .replace(/[^A-Za-z0-9 .,-]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
/** A key as the code holds it: digits of a CPF, letters kept in a CNPJ, +55 before a phone, e-mail and random key in
 * lower case; '' when it is none. */
function pixKey(key: string): string {
  const k = key.trim()
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(k)) return k.toLowerCase()
  if (k.includes('@')) return EMAIL.test(k) && k.length <= 77 ? k.toLowerCase() : ''
  if (k.startsWith('+')) return /^\+55\d{10,11}$/.test(k.replace(/[^\d+]/g, '')) ? k.replace(/[^\d+]/g, '') : ''
  const bare = k.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return isCpf(bare) || isCnpj(bare) ? bare : ''
}
/** What is wrong with a receiver, by field. */
export function pixIssue(r: PixReceiver): Record<string, string> {
  const errors: Record<string, string> = {}
  if (!pixKey(r.pix_key))
    errors.pix_key = 'Chave Pix inválida. Use CPF, CNPJ, e-mail, telefone com +55 ou a chave aleatória.'
  if (!plain(r.pix_name, 25)) errors.pix_name = 'Informe o nome de quem recebe.'
  if (!plain(r.pix_city, 15)) errors.pix_city = 'Informe a cidade de quem recebe.'
  return errors
}
/** Two digits say how long it is: the longest key, an e-mail of 77, makes a field of 99. */
const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`
/** CRC-16/CCITT-FALSE as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
/** The code to copy and to draw as QR. `cents` 0 leaves the amount to the payer; `txid` up to 25
 * letters and digits, '' for none. */
export function pixCode(to: PixReceiver, cents: number, txid: string): string {
  const key = pixKey(to.pix_key)
  if (!key) throw new Error('BR Code: chave Pix inválida')
  if (!/^[A-Za-z0-9]{0,25}$/.test(txid)) throw new Error(`BR Code: txid ${txid}`)
  const code = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', key)),
    field('52', '0000'),
    field('53', '986'),
    ...(cents > 0 ? [field('54', `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`)] : []),
    field('58', 'BR'),
    field('59', plain(to.pix_name, 25)),
    field('60', plain(to.pix_city, 15)),
    field('62', field('05', txid || '***')),
    '6304',
  ].join('')
  return code + crc16(code)
}
