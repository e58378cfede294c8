// What is typed after a word of npm run operator, by the rules of the forms on the screens.
import { person } from '#features/users/contract.ts'
import { CannotStart } from '#server/settings.ts'
import { EMAIL } from '#shared/email.ts'
import { text } from '#shared/wire.ts'
import * as z from 'zod/mini'

/** How many words follow a command at most; Infinity where the last ones are a text. */
const MOST: Record<string, number> = {
  create: Infinity,
  password: 2,
  unlock: 1,
  sessions: 1,
  signout: 2,
  operators: 0,
  disable: 1,
  companies: Infinity,
  sizes: 0,
  extend: 2,
  block: Infinity,
  unblock: 1,
  delete: 1,
  restore: 1,
  mails: 0,
  retry: 1,
  testmail: 1,
  demo: 1,
  day: 0,
}
/** Refuses words that a command would pass over: of two companies it would delete the first. */
export function assertFewWords(word: string, args: string[]): void {
  const [more] = args.slice(MOST[word])
  if (more !== undefined)
    throw new CannotStart(`"${more.slice(0, 60)}" é uma palavra a mais: nada foi feito. Veja npm run operator -- help.`)
}
const fits = (schema: z.ZodMiniType, value: string) =>
  // Lists are printed a line each.
  !/\p{Cc}/u.test(value) && z.safeParse(schema, value).success
const taken = (is: boolean, value: string, otherwise: string) => {
  if (!is) throw new CannotStart(otherwise)
  return value
}
/** The e-mail of an account that may be older than the rules. */
export const emailIn = (value = '') =>
  taken(/^[^\s@,;<>]+@[^\s@,;<>]+$/.test(value), value.toLowerCase(), 'Informe o e-mail.')
export const newEmail = (value?: string) =>
  taken(
    EMAIL.test(emailIn(value)) && emailIn(value).length <= 254,
    emailIn(value),
    'Este e-mail não serve. Informe um como ana@loja.com, de até 254 letras.',
  )
export const nameIn = (value: string) =>
  taken(fits(person.name, value), value.trim(), 'Informe um nome de 2 a 120 letras, numa linha só.')
export const reasonIn = (value: string) =>
  taken(fits(text(200, 1), value), value.trim(), 'Informe o motivo, de até 200 letras, numa linha só.')
