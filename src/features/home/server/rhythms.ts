// How each client orders, by the rule of clients: the days are read again only when the orders are others.
import { rhythm, usualInterval } from '#features/clients/rules.ts'
import type { Tx } from '#server/db.ts'
import { findDays, findMarks } from './queries.ts'

interface Habit {
  last_day: string | null
  interval_days: number | null
}
const MOST = 40_000
const known = new Map<string, Habit>()
const habitOf = (days: string[]): Habit => ({
  last_day: days.toSorted().at(-1) ?? null,
  interval_days: usualInterval(days),
})

/** Every client of a seller's portfolio that may order, seen from a day. */
export async function rhythmsOf(tx: Tx, at: { seller: number; time_zone: string; today: string }) {
  const clients = (await findMarks(tx, at.seller)).map((c) => ({ ...c, key: `${at.time_zone} ${c.id} ${c.mark}` }))
  const fresh = clients.filter((c) => !known.has(c.key))
  const days =
    fresh.length > 0
      ? await findDays(
          tx,
          fresh.map((c) => c.id),
          at.time_zone,
        )
      : []
  const read = new Map(days.map((r) => [r.id, r.days.split(' ')]))
  for (const { id, key } of fresh) {
    known.set(key, habitOf(read.get(id) ?? []))
    // The oldest goes first.
    if (known.size > MOST) known.delete(known.keys().next().value as string)
  }
  return clients.map(({ id, key }) => {
    const habit = known.get(key) ?? habitOf(read.get(id) ?? [])
    const { days_since } = rhythm(habit.last_day === null ? [] : [habit.last_day], at.today)
    return { client_id: id, ...habit, days_since }
  })
}
