import type { FastifyInstance } from 'fastify'
import { escapeLike, type Tx } from '#server/db.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import { maskDocument } from '#shared/documents.ts'
import { Refusal } from '#shared/errors.ts'
import { maskPhone } from '#shared/phone.ts'
import { type LogLine, showLogs } from '../contract.ts'
import { REFERENCES } from '../fields.ts'
import { findLogs, findNames, type Named } from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, showLogs, async ({ tx, params, query, session }) => {
    if (session?.company_id !== null && session?.company_id !== params.id) throw new Refusal('not_found')
    const { limit, page, offset } = paging(query, 50, session as never)
    const rows = await findLogs(tx, {
      company: params.id,
      object: query.object ?? '',
      object_id: query.object_id ?? null,
      integration_id: query.integration_id ?? null,
      search: escapeLike(query.search ?? ''),
      limit,
      offset,
    })
    return { rows: (await called(tx, params.id, rows)).map(masked), total: rows[0]?.total ?? 0, page, limit }
  })
}
/** The ids of a line, by what they are of: in its fields, and the product of a variation. */
function idsOf(line: LogLine): [Named, number][] {
  const own: [Named, number][] = line.object === 'variation' && line.object_id ? [['product', line.object_id]] : []
  const inFields = Object.entries(line.changes).flatMap(([field, values]) => {
    const of = REFERENCES[field]
    const ids = values.flat().filter((v): v is number => typeof v === 'number')
    return of ? ids.map((id): [Named, number] => [of, id]) : []
  })
  return [...own, ...inFields]
}
/** With the names of what the lines name by id; without a company only those of what the platform has for all. */
export async function called<L extends LogLine>(tx: Tx, company: number, lines: L[]): Promise<L[]> {
  const ids: Record<Named, number[]> = { user: [], category: [], entity: [], product: [], plan: [], reseller: [] }
  for (const [of, id] of lines.flatMap(idsOf)) ids[of].push(id)
  if (Object.values(ids).every((list) => list.length === 0)) return lines
  const names = new Map((await findNames(tx, company, ids)).map((n) => [n.key, n.name]))
  return lines.map((line) => {
    const mine = idsOf(line).flatMap(([of, id]) => {
      const name = names.get(`${of}:${id}`)
      return name === undefined ? [] : [[`${of}:${id}`, name] as const]
    })
    return mine.length > 0 ? { ...line, names: Object.fromEntries(mine) } : line
  })
}
const MASKS: Record<string, (v: string) => string> = {
  phone: maskPhone,
  document: maskDocument,
  email: (v) => v.replace(/^(.).*(@.*)$/, '$1•••$2'),
  address: () => '•••',
}
/** A person's data is recognisable in the log, not readable. */
function masked(line: LogLine): LogLine {
  if (line.object !== 'user') return line
  const hide = (key: string, v: unknown) =>
    v === null || v === undefined || v === '' || !MASKS[key] ? v : MASKS[key](String(v))
  return {
    ...line,
    changes: Object.fromEntries(
      Object.entries(line.changes).map(([key, [o, n]]) => [key, [hide(key, o), hide(key, n)]]),
    ),
  }
}
