// The last days of promotions in the calendar: those of one day are one line.
import { feedsAgenda, wholeDay } from '#server/agenda.ts'
import { addDays } from '#shared/day.ts'
import { findEndings } from './queries.ts'

feedsAgenda('promotion', [1, 2], async (a) =>
  (await findEndings(a.tx, a)).map((r) =>
    wholeDay('promotion', r.day, addDays(r.day, 1), {
      id: `promotion-${r.day}`,
      name: r.name,
      number: r.n,
      to: r.n === 1 && a.level === 1 ? `/dashboard/products/${r.id}` : '/dashboard/products',
    }),
  ),
)
