// Bling v3: OAuth tokens of six hours, {data} around every answer.
import { rowsOf } from '../lists.ts'
import { Stale, withToken } from '../token.ts'
import { Again, type Context, ErpFailure, Gone, type Reply, TOMORROW } from '../types.ts'
import { list, type Row, row, word } from '../values.ts'

function judge({ status, json }: Reply): Row {
  const answer = row(json)
  if (status < 300 && json !== undefined) return answer
  const error = row(answer.error)
  // The sentence at the top is the same for every refused order; the reasons are in a list.
  const why = reasonsOf(error.fields).join(' ') || word(error.description) || word(error.message)
  if (status === 401) throw new Stale()
  if (status === 403)
    throw new ErpFailure(
      'permission',
      'O Bling não autoriza esta consulta. Conecte de novo e aceite todas as permissões.',
    )
  if (status === 429 && error.period === 'day')
    throw new ErpFailure(
      'wait',
      'O limite de consultas do Bling por hoje foi atingido. Voltamos amanhã, sozinhos.',
      TOMORROW,
    )
  if (status === 429) throw new Again(1)
  if (status >= 400 && status < 500)
    throw new (status === 404 ? Gone : ErpFailure)('refused', `O Bling não aceitou a consulta: ${why || status}`)
  throw new Again()
}
/** `fields[].msg`, each with those of its `collection`. */
export const reasonsOf = (fields: unknown): string[] =>
  list(fields)
    .flatMap((f) => [word(f.msg), ...reasonsOf(f.collection)])
    .filter(Boolean)
/** Bling stops accepting tokens that were made without this header; it may come with every call. */
const JWT = { 'enable-jwt': '1' }
/** Asks with the token; one that was refused is made anew once. */
export async function ask(
  c: Context,
  path: string,
  query: Record<string, string | number | undefined> = {},
  json?: object,
): Promise<Row> {
  const get = (token: string) =>
    c.ask(
      {
        path,
        query,
        ...(json && { method: 'POST' as const, json, write: true }),
        headers: { authorization: `Bearer ${token}`, ...JWT },
      },
      judge,
    )
  return withToken(c, get, 'O Bling não reconhece mais esta conexão. Conecte de novo.')
}
/** Page `n` of a list, which an empty page ends: there is no total, and a page has 100 rows at most. */
export async function readPage(c: Context, path: string, n: number, query: Record<string, string | number> = {}) {
  const rows = rowsOf(c, await ask(c, path, { pagina: n, limite: 100, ...query }), 'data')
  return { rows, more: rows.length > 0 }
}
const basic = (c: Context) =>
  `Basic ${Buffer.from(`${c.platform.bling_id}:${c.platform.bling_secret}`).toString('base64')}`
/** The token call: a refused grant ends the connection. */
export const tokens = (c: Context, form: Record<string, string>) =>
  c.ask(
    { method: 'POST', path: '/oauth/token', headers: { authorization: basic(c), ...JWT }, form, once: true },
    ({ status, json }) => {
      const t = row(json)
      if (status < 300 && word(t.access_token))
        return {
          access: word(t.access_token),
          expires_in: Number(t.expires_in ?? 21_600),
          refresh: word(t.refresh_token),
        }
      if (status === 429) throw new ErpFailure('wait', 'O Bling pediu para esperar antes de conectar de novo.', 3600)
      if (status >= 400 && status < 500)
        throw new ErpFailure('credentials', 'O Bling não reconhece mais esta conexão. Conecte de novo.')
      throw new Again()
    },
  )
