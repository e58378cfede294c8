// CPF and CNPJ. A CNPJ is alphanumeric since July 2026: its letters are never stripped.
import type { Said } from './sentence.ts'

/** Keeps letters and digits, upper case. */
export function bareDocument(value: string): string {
  return value.toUpperCase().replace(/[^0-9A-Z]/g, '')
}
const weigh = (s: string, weights: number[]) => {
  const sum = weights.reduce((a, w, i) => a + (s.charCodeAt(i) - 48) * w, 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}
export function isCpf(value: string): boolean {
  const s = bareDocument(value)
  if (!/^\d{11}$/.test(s) || /^(\d)\1+$/.test(s)) return false
  const digit = (n: number) => {
    let sum = 0
    for (let i = 0; i < n; i++) sum += Number(s[i]) * (n + 1 - i)
    return ((sum * 10) % 11) % 10
  }
  return digit(9) === Number(s[9]) && digit(10) === Number(s[10])
}
const W1 = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
export function isCnpj(value: string): boolean {
  const s = bareDocument(value)
  if (!/^[0-9A-Z]{12}\d{2}$/.test(s) || /^(.)\1+$/.test(s)) return false
  return weigh(s, W1) === Number(s[12]) && weigh(s, [6, ...W1]) === Number(s[13])
}
/** Which message a document deserves; null when it is right. `cpf`/`cnpj` say what the company asks for. */
export function documentIssue(value: string, wants: { cpf: boolean; cnpj: boolean }): Said | null {
  const s = bareDocument(value)
  if (!s)
    return wants.cpf || wants.cnpj ? { text: 'Informe o {document}.', values: { document: wantedName(wants) } } : null
  if (wants.cnpj && !wants.cpf && s.length < 14)
    return { text: 'Faltam {n} no CNPJ. Confira os 14 caracteres.', values: { n: 14 - s.length } }
  if (wants.cpf && !wants.cnpj) return isCpf(s) ? null : 'CPF inválido. Confira os números.'
  if (wants.cnpj && !wants.cpf) return isCnpj(s) ? null : 'CNPJ inválido. Confira os 14 caracteres.'
  if (s.length <= 11) return isCpf(s) ? null : 'CPF inválido. Confira os números.'
  return isCnpj(s) ? null : 'CNPJ inválido. Confira os 14 caracteres.'
}
export const wantedName = (wants: { cpf: boolean; cnpj: boolean }) =>
  wants.cpf === wants.cnpj ? 'CPF ou CNPJ' : wants.cpf ? 'CPF' : 'CNPJ'
/** What somebody's document is called. */
export const documentName = (value: string) => (bareDocument(value).length <= 11 ? 'CPF' : 'CNPJ')
/** "123.***.***-09": enough to recognise, not to copy. */
export const maskDocument = (value: string) =>
  value ? `${bareDocument(value).slice(0, 3)}••••••${bareDocument(value).slice(-2)}` : ''
/** "12.345.678/0001-95", "123.456.789-09"; what is neither stays as it is. */
export function showDocument(value: string): string {
  const s = bareDocument(value)
  if (s.length === 14) return s.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  return /^\d{11}$/.test(s) ? s.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4') : value
}
