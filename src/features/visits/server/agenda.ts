// Visits in the calendar, and on the device of whoever makes them.
import * as z from 'zod/mini'
import { feedsAgenda } from '#server/agenda.ts'
import { dayIn } from '#server/clock.ts'
import { keepsValue } from '#server/device.ts'
import type { AgendaItem } from '#shared/agenda.ts'
import { addDays } from '#shared/day.ts'
import { midnight } from '#shared/wall.ts'
import { keptVisitsShape } from '../contract.ts'
import { spanOf } from '../rules.ts'
import { findVisits, type VisitRow } from './queries.ts'
import { whole } from './routes.ts'

const item = (v: VisitRow): AgendaItem => ({
  kind: 'visit',
  id: `visit-${v.key}`,
  name: v.client_name,
  number: null,
  ...spanOf(v),
  all_day: v.at === null,
  to: `/visitas/${v.key}`,
  user_id: v.seller_id,
  user_name: v.seller_name,
  notes: v.note,
  done: v.result !== null,
  event: null,
  visit: { key: v.key, client_id: v.client_id },
})
feedsAgenda('visit', [1, 2], async ({ tx, from, until, whose }) =>
  // What begins late the day before may reach over midnight.
  (await findVisits(tx, { from: addDays(from, -1), until, seller: whose, client: null }))
    .filter((v) => !v.cancelled)
    .map(item)
    .filter((i) => i.ends > midnight(from)),
)
const BACK = 14
const AHEAD = 42
keepsValue('visits', [2], async ({ tx, caller, now }) => {
  const today = dayIn(caller.time_zone, now)
  const [from, until] = [addDays(today, -BACK), addDays(today, AHEAD)]
  const rows = await findVisits(tx, { from, until, seller: caller.user_id, client: null })
  return z.encode(keptVisitsShape, { from, until, visits: await whole(tx, rows, caller.time_zone) })
})
