// What a password must be.
import type { Said } from '#shared/sentence.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

export const EASY = 'Escolha outra senha: esta é fácil de adivinhar.'
/** Why a password is refused, in words; null when it is good. Clients need 8 characters, the others 10. */
export function passwordIssue(
  password: string,
  who: { level: number; name: string; email: string; company: string },
): Said | null {
  const least = who.level >= 3 ? 8 : 10
  if (password.length < least) return { text: 'Use pelo menos {n} caracteres.', values: { n: least } }
  if (password.length > 128) return 'Use no máximo 128 caracteres.'
  const p = password.toLowerCase()
  const bare = p.replace(/[^a-z0-9]/g, '')
  const names = ['mostruario', who.name, who.company, who.email.replace(/@.*/, '')].map((n) =>
    n.toLowerCase().replace(/[^a-z0-9]/g, ''),
  )
  if (
    /^(.)\1+$/.test(p) ||
    COMMON_PASSWORDS.has(p) ||
    names.some((n) => n.length > 3 && bare.replace(/\d+$/, '') === n)
  ) {
    return EASY
  }
  return null
}
