// What stands in the ERP now, asked there while somebody waits.
import type { FastifyInstance } from 'fastify'
import { type Kit, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { connectors } from './erp/index.ts'
import { accounts, incomeCategories } from './erp/omie/call.ts'
import { its, named, theirs } from './links.ts'
import { live } from './live.ts'
import * as q from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.omieCategories, ({ body, caller }) =>
    live(kit, caller.company_id, (tx) => its(tx, 'omie', body.integration_id), incomeCategories),
  )
  serve(app, kit, c.omieAccounts, ({ body, caller }) =>
    live(kit, caller.company_id, (tx) => its(tx, 'omie', body.integration_id), accounts),
  )
  serve(app, kit, c.blingCategories, async ({ caller }) =>
    live(kit, caller.company_id, (tx) => q.findByType(tx, 'bling'), connectors.bling.categories),
  )
  serve(app, kit, c.sankhyaCategories, ({ params, caller }) =>
    live(
      kit,
      caller.company_id,
      (tx) => named(tx, 'sankhya', params.id, caller.company_id),
      connectors.sankhya.categories,
    ),
  )
  serve(app, kit, c.tagplusCategories, ({ params, query, caller }) =>
    live(
      kit,
      caller.company_id,
      async (tx) => {
        const found = await named(tx, 'tagplus', params.id, caller.company_id)
        if (query.id_integration !== undefined && query.id_integration !== found.id) throw new Refusal('not_found')
        return found
      },
      connectors.tagplus.categories,
    ),
  )
  serve(app, kit, c.listCategoriesThere, ({ params, caller }) =>
    live(
      kit,
      caller.company_id,
      (tx) => theirs(tx, params.id),
      (ctx) => connectors[ctx.type].categories(ctx),
    ),
  )
}
