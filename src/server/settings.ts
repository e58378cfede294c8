// Settings of the environment, read so that a wrong one is a sentence and not a stack.
import { hostsOf, placeOf } from './database-address.ts'

/** What a person must put right before the server can start, in a sentence. */
export class CannotStart extends Error {}

type Env = Record<string, string | undefined>
/** A JSON object; null when the setting is absent. */
export function jsonSetting<T>(env: Env, name: string, example: string): T | null {
  if (!env[name]) return null
  try {
    const value: unknown = JSON.parse(env[name])
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as T
  } catch {
    // said below
  }
  throw new CannotStart(
    `${name} precisa ser JSON. Ex.: ${name}='${example}'. Para usar os valores padrão, não a defina.`,
  )
}
/** A whole address; '' stays ''. */
export function urlSetting(env: Env, name: string, whenAbsent: string, protocols: string[]): string {
  const value = env[name] ?? whenAbsent
  // Places to be filled in, {cep}, stand in some.
  const url = value && URL.parse(value.replaceAll(/[{}]/g, ''))
  const begins = protocols.map((p) => `${p}//`).join(' ou ')
  if (value && !(url && protocols.includes(url.protocol)))
    throw new CannotStart(`${name} precisa ser um endereço que comece com ${begins}. Agora é "${value}".`)
  return value
}
/** Whom mails come from: pedidos@loja.com or Loja <pedidos@loja.com>. */
export function senderSetting(env: Env, name: string, whenAbsent: string): string {
  const value = env[name] || whenAbsent
  if (!/^([^<>@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
    throw new CannotStart(
      `${name} precisa ser um e-mail, só ou depois de um nome: Loja <pedidos@loja.com>. Agora é "${value}".`,
    )
  return value
}
/** The TLS modes that pg treats as verify-full, and warns about in English. With uselibpqcompat it does neither. */
const asVerified = (url: string) =>
  url.includes('uselibpqcompat')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
/** A PostgreSQL's address, or several hosts of one. Never repeated in a sentence: it holds a password. Writes into `env` how its
 * TLS mode is taken. */
export function databaseSetting(env: Env, name: string): void {
  const value = asVerified(env[name] ?? '')
  if (!value) return
  env[name] = value
  if (!/^postgres(ql)?:\/\//.test(value))
    throw new CannotStart(`${name} precisa ser um endereço que comece com postgresql://.`)
  const [, host = '', after = ''] = /^\w+:\/\/([^/?#]*)(.*)$/s.exec(value) ?? []
  try {
    for (const one of hostsOf(value)) placeOf(one)
    if (host.includes('@') || !after.includes('@')) return
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (path) throw new CannotStart(`${name} aponta para ${path}, que não pode ser lido (${code}). Corrija o caminho.`)
  }
  throw new CannotStart(
    `${name} não é um endereço de PostgreSQL. Ex.: postgresql://papel:senha@servidor:5432/banco. Na senha, escreva / ? # @ : % por seus códigos: node -p 'encodeURIComponent("a senha")'.`,
  )
}
/** One of a few words. */
export function wordSetting(env: Env, name: string, whenAbsent: string, words: string[]): string {
  const value = env[name] || whenAbsent
  if (!words.includes(value)) throw new CannotStart(`${name} precisa ser ${words.join(', ')}. Agora é "${value}".`)
  return value
}
/** A whole number within bounds. */
export function numberSetting(env: Env, name: string, whenAbsent: number, least: number, most: number): number {
  const value = Number(env[name] || whenAbsent)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new CannotStart(`${name} precisa ser um número de ${least} a ${most}. Agora é "${env[name]}".`)
  return value
}
