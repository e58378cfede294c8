// Phones are kept as typed digits; the chat link adds Brazil's 55 exactly once.
export const FALLBACK_PHONE = '5500000000000'
export const phoneDigits = (value: string) => value.replace(/\D/g, '')

/** A Brazilian number with area code (10 or 11 digits), or one with its country code. */
export function isPhone(value: string): boolean {
  const d = phoneDigits(value)
  if (d.length === 10 || d.length === 11) return Number(d.slice(0, 2)) >= 11
  return d.length >= 12 && d.length <= 15
}
/** A number as it is compared: digits, without Brazil's 55. */
export const barePhone = (value: string) => phoneDigits(value).replace(/^55(?=\d{10,11}$)/, '')
/** What is wrong with a phone as it was typed; null when it is fine or nothing was typed. */
export function phoneIssue(typed: string): string | null {
  if (typed.trim() === '' || isPhone(typed)) return null
  if (phoneDigits(typed).length > 15) return 'Há números demais no telefone. Ex.: (11) 91234-5678.'
  return phoneDigits(typed)
    ? 'Faltou o DDD no telefone. Ex.: (11) 91234-5678.'
    : 'Informe o telefone em números, com DDD. Ex.: (11) 91234-5678.'
}
/** Digits with the country's, Brazil's where none was typed. */
export const internationalPhone = (value: string) => {
  const d = phoneDigits(value)
  return d.length <= 11 ? `55${d}` : d
}
/** Link that opens a chat (specification §7): digits only, text URL-encoded, 55 before a
 * number without country code. */
export function chatLink(phone: string, message: string, addCountry = true): string {
  const d = phoneDigits(phone) || FALLBACK_PHONE
  const number = addCountry ? internationalPhone(d) : d
  return `https://api.whatsapp.com/send?phone=${number}&text=${encodeURIComponent(message)}`
}
/** Link that opens a chat with whomever the sender chooses. */
export const shareLink = (message: string) => `https://api.whatsapp.com/send?text=${encodeURIComponent(message)}`
/** 11912345678 → (11) 91234-5678 */
export function showPhone(value: string): string {
  const d = barePhone(value)
  if (d.length < 10 || d.length > 11) return value
  return `(${d.slice(0, 2)}) ${d.slice(2, -4)}-${d.slice(-4)}`
}
/** A number while it is typed: "(11) 9123"; what is no Brazilian number stands as it was typed. */
export function typedPhone(value: string): string {
  const d = phoneDigits(value)
  if (/^\s*\+|[a-z]/i.test(value) || d.length > 11) return value
  if (d.length < 3) return d && `(${d}`
  const cut = d.length > 10 ? 7 : 6
  return `(${d.slice(0, 2)}) ${[d.slice(2, cut), d.slice(cut)].filter(Boolean).join('-')}`
}
export const maskPhone = (value: string) => (value ? `••••${phoneDigits(value).slice(-4)}` : '')
