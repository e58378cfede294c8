import type { FastifyInstance } from 'fastify'
import { dayIn } from '#server/clock.ts'
import { type Kit, serve } from '#server/serve.ts'
import { addMonths, daysBetween } from '#shared/day.ts'
import { midnight, momentOf } from '#shared/wall.ts'
import * as c from '../contract.ts'
import { BOUGHT_MONTHS } from '../rules.ts'
import { findSpots } from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listSpots, async ({ tx, caller, query, now }) => {
    const day = dayIn(caller.time_zone, now)
    const since = momentOf(midnight(addMonths(day, -BOUGHT_MONTHS)), caller.time_zone)
    const rows = await findSpots(tx, {
      seller: caller.level === 2 ? caller.user_id : null,
      category: query.category === undefined ? null : { id: query.category, since },
    })
    const sinceLast = (at: Date | null) => at && Math.max(0, daysBetween(dayIn(caller.time_zone, at), day))
    return rows.map((r) => ({ ...r, days_since: sinceLast(r.last_order_at) }))
  })
}
