// PedidoOK v1: two tokens in headers, errors as a list of numbered sentences.
import { Again, type Context, ErpFailure, type Reply, TOMORROW } from '../types.ts'
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
