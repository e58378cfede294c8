// Deliveries and the last days of quotes in the calendar of whoever sold.
import { feedsAgenda, wholeDay } from '#server/agenda.ts'
import type { AgendaItem } from '#shared/agenda.ts'
import { addDays } from '#shared/day.ts'
import { findDeliveries, findQuotes, type Row } from './queries.ts'

const item = (kind: 'delivery' | 'quote', { day, id, ...r }: Row): AgendaItem =>
  wholeDay(kind, day, addDays(day, 1), { ...r, id: `${kind}-${id}`, to: `/dashboard/orders/${id}` })

feedsAgenda('delivery', [1, 2], async (a) => (await findDeliveries(a.tx, a)).map((r) => item('delivery', r)))
feedsAgenda('quote', [1, 2], async (a) => (await findQuotes(a.tx, a)).map((r) => item('quote', r)))
