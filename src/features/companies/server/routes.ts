import type { FastifyInstance } from 'fastify'
import { type Kit, paging, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { listCompanies, listSellers, readCompany, readDetails } from '../contract.ts'
import { findCompanies, findCompany, findSellers, projectCompany } from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, listCompanies, async ({ tx, query, session }) => {
    const { limit, page, offset } = paging(query, 1000, session as never)
    const rows = await findCompanies(tx, query.name ?? '', limit, offset)
    return { rows: rows.map((r) => projectCompany(r, 0)), total: rows[0]?.total ?? 0, page, limit }
  })
  serve(app, kit, readCompany, async ({ tx, params, session }) => {
    const company = await findCompany(tx, params.company)
    if (!company) throw new Refusal('not_found')
    return projectCompany(company, session?.level ?? 3)
  })
  serve(app, kit, readDetails, async ({ tx, params, session }) => {
    const company = await findCompany(tx, params.company)
    if (!company) throw new Refusal('not_found')
    return { company: projectCompany(company, session?.level ?? 3) }
  })
  serve(app, kit, listSellers, async ({ tx, params }) => {
    const rows = await findSellers(tx, params.company)
    return { rows, total: rows.length, page: 1, limit: 1000 }
  })
}
