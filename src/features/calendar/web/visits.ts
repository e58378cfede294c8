// Visits as a calendar shows and moves them.
import { spanOf } from '#features/visits/rules.ts'
import { sendChange, useActs } from '#features/visits/web/index.ts'
import { dayOfWall, minutesBetween, timeOfWall } from '#shared/wall.ts'
import type { Item } from '../contract.ts'

interface When {
  day: string
  at: string | null
  minutes: number
}
export type Span = Pick<Item, 'starts' | 'ends'>
const whenOf = ({ starts, ends }: Span, all_day: boolean): When => ({
  day: dayOfWall(starts),
  at: all_day ? null : timeOfWall(starts),
  minutes: minutesBetween(starts, ends),
})
/** Sends a visit to another day or hour. */
export async function moveVisit(item: Item, to: Span, was: Span): Promise<'kept' | 'sent'> {
  const { minutes: _n, ...before } = whenOf(was, item.all_day)
  const { minutes, ...next } = whenOf(to, item.all_day)
  const visit = { key: item.visit?.key ?? '', client_name: item.name }
  const done = await sendChange(visit, item.all_day ? next : { ...next, minutes }, before)
  return done === 'kept' ? done : 'sent'
}
/** These things with the visits that wait on this device. */
export function useWaitingVisits(items: Item[]): Item[] {
  let shown = items
  const add = (key: string, client_id: number, name: string, when: Omit<When, 'minutes'>) => {
    if (shown.some((i) => i.visit?.key === key)) return
    const of = {
      kind: 'visit',
      number: null,
      user_id: null,
      user_name: '',
      notes: '',
      done: false,
      event: null,
    } as const
    const visit = { key, client_id }
    const span = spanOf({ ...when, minutes: 60 })
    shown = [
      ...shown,
      { ...of, ...span, id: `visit-${key}`, name, all_day: when.at === null, to: `/visitas/${key}`, visit },
    ]
  }
  for (const act of useActs()) {
    if (act.act === 'plan') add(act.visit, act.of.client_id, act.of.client_name, act.when)
    if (act.act === 'report') shown = shown.map((i) => (i.visit?.key === act.visit ? { ...i, done: true } : i))
    if (act.act !== 'change') continue
    const { change } = act
    shown = shown.flatMap((i) => {
      if (i.visit?.key !== act.visit) return [i]
      if (change.cancelled) return []
      const when = { ...whenOf(i, i.all_day), ...change }
      return [{ ...i, ...spanOf(when), all_day: when.at === null }]
    })
  }
  return shown
}
