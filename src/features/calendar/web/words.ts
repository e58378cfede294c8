// How a calendar says days and hours; dates are Brazilian in every language.
import { shortDay } from '#features/visits/web/index.ts'
import { dayWords } from '#web/moments.ts'
import { addDays } from '#shared/day.ts'
import { dayOfWall, timeOfWall } from '#shared/wall.ts'
import { say, t } from '#web/i18n.ts'
import { labelOf, type View } from '../rules.ts'
import type { Item } from '../contract.ts'

export const longDay = (day: string) =>
  dayWords(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
export const weekday = (day: string) => dayWords(day, { weekday: 'short' }).replace('.', '')
const dayAndMonth = (day: string) => dayWords(day, { day: 'numeric', month: 'short' })
/** What a view's title names. */
export function titleOf(view: View, { from, until }: { from: string; until: string }, date: string): string {
  if (view === 'day') return longDay(date)
  if (view === 'month') return dayWords(date, { month: 'long', year: 'numeric' })
  const last = addDays(until, -1)
  return `${dayAndMonth(from)} – ${dayAndMonth(last)} ${last.slice(0, 4)}`
}
type Span = Pick<Item, 'starts' | 'ends' | 'all_day'>
/** "9:00", "dia inteiro" */
export const hourOf = (i: Span) => (i.all_day ? t('dia inteiro') : timeOfWall(i.starts))
/** "seg., 23/11, 09:00 – 10:00" */
export function spanOf(i: Span): string {
  const first = dayOfWall(i.starts)
  const last = i.all_day ? addDays(dayOfWall(i.ends), -1) : dayOfWall(i.ends)
  if (i.all_day)
    return last > first ? `${shortDay(first)} – ${shortDay(last)}` : `${shortDay(first)}, ${t('dia inteiro')}`
  const end = last > first ? `${shortDay(last)}, ${timeOfWall(i.ends)}` : timeOfWall(i.ends)
  return `${shortDay(first)}, ${timeOfWall(i.starts)} – ${end}`
}
export const nameOf = (i: Item) => say(labelOf(i))
/** All of it in one line, for whoever does not see where it stands. */
export const spoken = (i: Item) => [spanOf(i), nameOf(i), i.user_name, i.done && t('feito')].filter(Boolean).join(', ')
