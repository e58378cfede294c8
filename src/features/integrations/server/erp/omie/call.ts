// Omie: one POST for everything, {call, app_key, app_secret, param: [{…}]}; failures are HTTP 500 with a fault inside.
import type { ErpCategory } from '../../../contract.ts'
import { follows, readAll, rowsOf } from '../lists.ts'
import { Again, type Context, ErpFailure, type Reply } from '../types.ts'
import { idOf, nameOf, type Row, row, word } from '../values.ts'

export const ROWS = 200
/** Answers past the last row, and for an empty list. */
export class NoRows extends Error {}

/** A fault that answers the question, or refuses what was to be written. */
export class Known extends Error {}

function judge({ status, json }: Reply, write: boolean): Row {
  const answer = row(json)
  const fault = word(answer.faultstring)
  const code = word(answer.faultcode)
  if (status < 300 && !fault && json !== undefined) return answer
  if (/5113/.test(code)) throw new NoRows()
  const seconds = Number(/(\d+) segundo/.exec(fault)?.[1] ?? 0)
  if (status === 425 || /consumo indevido/i.test(fault))
    throw new ErpFailure(
      'wait',
      'O Omie bloqueou as consultas por um tempo. Voltamos sozinhos.',
      (seconds || 1800) + 10,
    )
  if (/REDUNDANT|redundante/i.test(fault)) throw new Again((seconds || 60) + 2)
  if (/Client-1880/.test(code) || /sendo executada/i.test(fault)) throw new Again(10)
  if (status === 429) throw new Again(10)
  if (/chave de acesso|app_key|aplicativo est[áa] suspenso/i.test(fault))
    throw new ErpFailure('credentials', `O Omie recusou a chave: ${fault.replace(/^ERROR:\s*/, '')}`)
  // An own key that is taken, an order that is not there: the asker knows what it means. So it does of all that Omie
  // says against something to be written: asking again would hear the same.
  const refused = write && status <= 500 && fault !== '' && !/SOAP-ERROR/i.test(fault)
  if (refused || /já cadastrad|não cadastrad/i.test(fault)) throw new Known(fault.replace(/^ERROR:\s*/, ''))
  // A fault that names a field is ours to mend: asking again changes nothing.
  if (/\bTag \[|preenchimento da tag/i.test(fault))
    throw new ErpFailure('refused', `O Omie não aceitou a consulta: ${fault.replace(/^ERROR:\s*/, '')}`)
  throw new Again()
}
export const ask = (c: Context, path: string, call: string, param: object, write = false) =>
  c.ask(
    {
      method: 'POST',
      write,
      path: `/${path}/`,
      json: { call, app_key: c.secrets.api_key ?? '', app_secret: c.secrets.additional_field_1 ?? '', param: [param] },
    },
    (reply) => judge(reply, write),
  )
/** Rows of page `n` and whether another follows; the number of pages is the first dialect's or the second's. */
export async function readPage(
  c: Context,
  path: string,
  call: string,
  param: object,
  key: string,
  n: number,
): Promise<{ rows: Row[]; more: boolean }> {
  try {
    const answer = await ask(c, path, call, param)
    const rows = rowsOf(c, answer, key)
    const pages = answer.total_de_paginas ?? answer.nTotPaginas
    return { rows, more: pages === undefined ? rows.length > 0 : follows(c, rows, n < Number(pages)) }
  } catch (error) {
    // "No rows for this page" ends a list at its beginning or past its end.
    if (error instanceof NoRows) return { rows: [], more: false }
    throw error
  }
}
export const all = (c: Context, path: string, call: string, more: object, key: string): Promise<Row[]> =>
  readAll(c, (n) => readPage(c, path, call, { pagina: n, registros_por_pagina: ROWS, ...more }, key, n))

/** What an order's income is booked under; no categories of products. */
export async function incomeCategories(c: Context): Promise<ErpCategory[]> {
  const rows = await all(c, 'geral/categorias', 'ListarCategorias', { filtrar_por_tipo: 'R' }, 'categoria_cadastro')
  return rows.map((r) => ({ id: idOf(r.codigo), name: nameOf(r.descricao, idOf(r.codigo)) }))
}
export async function accounts(c: Context): Promise<ErpCategory[]> {
  const rows = await all(
    c,
    'geral/contacorrente',
    'ListarContasCorrentes',
    { apenas_importado_api: 'N', filtrar_apenas_ativo: 'S' },
    'ListarContasCorrentes',
  )
  return rows.map((r) => ({ id: idOf(r.nCodCC), name: nameOf(r.descricao, idOf(r.nCodCC)) }))
}
