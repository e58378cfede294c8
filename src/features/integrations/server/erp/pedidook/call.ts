// PedidoOK v1: two tokens in headers, errors as a list of numbered sentences.
import { Again, type Context, ErpFailure, type Reply, TOMORROW } from '../types.ts'
import { follows, readAll, rowsOf } from '../lists.ts'
import { list, type Row, row, word } from '../values.ts'

/** Our own key is there already. */
export class Taken extends Error {}
/** Codes about the two tokens and what they are enabled for; all others are about the one call, whatever its status. */
const CREDENTIALS = [2, 3, 4, 5, 6, 7, 8, 9, 38, 39]

function judge({ status, json }: Reply): Row {
  const answer = row(json)
  const errors = list(answer.erros)
  const codes = errors.map((e) => Number(e.codigo))
  const why = errors
    .map((e) => word(e.mensagem))
    .filter(Boolean)
    .join(' ')
  if (status < 300 && errors.length === 0 && json !== undefined) return answer
  const barred = errors.length === 0 && (status === 401 || status === 403)
  if (barred || codes.some((code) => CREDENTIALS.includes(code)))
    throw new ErpFailure('credentials', `O PedidoOK recusou o token${why ? `: ${why}` : ''}.`)
  if (codes.includes(42))
    throw new ErpFailure(
      'wait',
      'O limite de consultas do PedidoOK por hoje foi atingido. Voltamos amanhã, sozinhos.',
      TOMORROW,
    )
  if (codes.length > 0 && codes.every((code) => code === 24)) throw new Taken()
  const inside = codes.some((code) => code === 998 || code === 999)
  if (inside || status === 429 || (status >= 500 && codes.length === 0)) throw new Again(status === 429 ? 5 : 0)
  if (status >= 400 || errors.length)
    throw new ErpFailure('refused', `O PedidoOK não aceitou a consulta: ${why || status}`)
  throw new Again()
}
export const askAt = (
  c: Context,
  path: string,
  query: Record<string, string | number | undefined>,
  json?: object,
  method: 'POST' | 'PATCH' = 'POST',
) =>
  c.ask(
    {
      path,
      query,
      ...(json && { method, json, write: true }),
      headers: { token_parceiro: c.platform.pedidook_partner, token_pedidook: c.secrets.api_key ?? '' },
    },
    judge,
  )
/** A page of `/{key}/` and the query of the next, which the answer names by its whole address. One of another place is not
 * followed: it would be sent the tokens. */
export async function readPage(c: Context, key: string, query: Record<string, string | number>) {
  const answer = await askAt(c, `/${key}/`, query)
  const rows = rowsOf(c, answer, key)
  const link = word(answer.href_proxima_pagina)
  if (!follows(c, rows, link !== '')) return { rows, next: null }
  const url = new URL(link, c.base)
  if (url.origin !== new URL(c.base).origin || !url.pathname.endsWith(`/${key}/`))
    throw new ErpFailure('refused', 'O PedidoOK indicou uma página em outro endereço. Paramos por segurança.')
  return { rows, next: Object.fromEntries(url.searchParams) }
}
/** Every live row of a list. */
export function all(c: Context, key: string): Promise<Row[]> {
  let query: Record<string, string | number> = { pagina: 1, excluido: 'false' }
  return readAll(c, async () => {
    const { rows, next } = await readPage(c, key, query)
    if (next) query = next
    return { rows, more: next !== null }
  })
}
