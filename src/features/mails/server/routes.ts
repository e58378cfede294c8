import type { FastifyInstance } from 'fastify'
import { type Kit, paging, serve } from '#server/serve.ts'
import { listMails } from '../contract.ts'
import { findMails } from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listMails, async ({ tx, query, company, session }) => {
    const { limit, page, offset } = paging(query, 25, session as never)
    const rows = await findMails(tx, company, limit, offset)
    return { rows, total: rows[0]?.total ?? 0, page, limit }
  })
}
