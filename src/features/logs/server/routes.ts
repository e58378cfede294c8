import type { FastifyInstance } from 'fastify'
import { type Kit, paging, serve } from '#server/serve.ts'
import { maskDocument } from '#shared/documents.ts'
import { Refusal } from '#shared/errors.ts'
import { maskPhone } from '#shared/phone.ts'
import { type LogLine, showLogs } from '../contract.ts'
import { findLogs } from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, showLogs, async ({ tx, params, query, session }) => {
    if (session?.company_id !== null && session?.company_id !== params.id) throw new Refusal('not_found')
    const { limit, page, offset } = paging(query, 50, session as never)
    const rows = await findLogs(tx, {
      company: params.id,
      object: query.object ?? '',
      object_id: query.object_id ?? null,
      integration_id: query.integration_id ?? null,
      search: query.search ?? '',
      limit,
      offset,
    })
    return { rows: rows.map(masked), total: rows[0]?.total ?? 0, page, limit }
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
