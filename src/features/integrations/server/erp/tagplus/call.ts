// TagPlus API 2.0 by its lasting key: bare lists and things.
import { Again, type Context, ErpFailure, type Reply } from '../types.ts'
import { list, type Row, row, word } from '../values.ts'

function judge({ status, json }: Reply): Row[] {
  if (status < 300 && Array.isArray(json)) return list(json)
  const error = row(json)
  const code = word(error.error_code)
  const fields = list(error.data).map((f) => [word(f.field), word(error.dev_message)].filter(Boolean).join(': '))
  const why = [word(error.message), ...fields].filter(Boolean).join(' ')
  if (status === 402)
    throw new ErpFailure('credentials', `O TagPlus suspendeu as consultas: ${why || 'há um pagamento pendente'}.`)
  // Of this one action, by the guide's codes: 401 names a scope, 403 an operation or a permission of the profile.
  if (status === 403 || (status === 401 && code === 'escopo_nao_autorizado'))
    throw new ErpFailure('permission', `O TagPlus não permite isto à chave: ${why || code || status}`)
  if (status === 401)
    throw new ErpFailure('credentials', `O TagPlus recusou a chave${why ? `: ${why}` : ''}. Confira a chave.`)
  if (status === 429) throw new Again(5)
  if (status >= 400 && status < 500)
    throw new ErpFailure('refused', `O TagPlus não aceitou a consulta: ${why || status}`)
  throw new Again()
}
const headers = (c: Context) => ({ apikey: c.secrets.api_key ?? '', 'x-api-version': '2.0' })
const ask = (c: Context, path: string, query: Record<string, string | number | undefined>) =>
  c.ask({ path, query, headers: headers(c) }, judge)
/** Page `n` of a list in the order of its ids, which an empty page ends: there is no total, and the server caps pages. */
export async function readPage(
  c: Context,
  path: string,
  n: number,
  query: Record<string, string | number | undefined>,
) {
  const rows = await ask(c, path, { page: n, per_page: 100, sort: 'id', ...query })
  return { rows, more: rows.length > 0 }
}
/** Makes one thing; its own answer is no list. */
export const make = (c: Context, path: string, json: object) =>
  c.ask({ method: 'POST', path, json, write: true, headers: headers(c) }, (reply) =>
    row(judge(reply.status < 300 ? { ...reply, json: [reply.json] } : reply)[0]),
  )
