// PedidoOK v1: two tokens in headers, errors as a list of numbered sentences.
import { Again, type Context, ErpFailure, type Reply, TOMORROW } from '../types.ts'
import { follows, readAll, rowsOf } from '../lists.ts'
import { list, type Row, row, word } from '../values.ts'

/** Our own key is there already. */
export class Taken extends Error {}

function judge({ status, json }: Reply): Row {
  const answer = row(json)
  const error = list(answer.erros)[0]
  const code = Number(error?.codigo ?? 0)
  const why = word(error?.mensagem)
  if (status < 300 && !error && json !== undefined) return answer
  if ((code >= 2 && code <= 9) || [21, 22, 38, 39].includes(code) || status === 401 || status === 403)
    throw new ErpFailure('credentials', `O PedidoOK recusou o token${why ? `: ${why}` : ''}.`)
  if (code === 42)
    throw new ErpFailure(
      'wait',
      'O limite de consultas do PedidoOK por hoje foi atingido. Voltamos amanhã, sozinhos.',
      TOMORROW,
    )
  if (code === 24) throw new Taken()
  if (code === 998 || code === 999 || status >= 500 || status === 429) throw new Again(status === 429 ? 5 : 0)
  if (status >= 400 || error) throw new ErpFailure('refused', `O PedidoOK não aceitou a consulta: ${why || status}`)
  throw new Again()
}
export const askAt = (c: Context, path: string, query: Record<string, string | number | undefined>, json?: object) =>
  c.ask(
    {
      path,
      query,
      ...(json && { method: 'POST' as const, json, write: true }),
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
