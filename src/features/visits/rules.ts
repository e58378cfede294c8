// What a visit comes to, in which order a day's are driven, and when the next one is due: no network, no database.
import { addDays } from '#shared/day.ts'
import { distance, nearestNeighbours, type Point, pointOf } from '#shared/geo.ts'
import { addMinutes, midnight, weekdayOf } from '#shared/wall.ts'

export const RESULTS = ['pedido', 'sem_venda', 'ausente'] as const
export type Result = (typeof RESULTS)[number]
/** Why nothing was sold. */
export const REASONS = ['estoque', 'preco', 'concorrente', 'dinheiro', 'decisor', 'outro'] as const
export type Reason = (typeof REASONS)[number]
export const RESULT_WORDS: Record<Result, string> = {
  pedido: 'Vendeu',
  sem_venda: 'Não vendeu',
  ausente: 'Não encontrou o cliente',
}
export const REASON_WORDS: Record<Reason, string> = {
  estoque: 'Ainda tem estoque',
  preco: 'Achou caro',
  concorrente: 'Comprou de outro',
  dinheiro: 'Sem dinheiro agora',
  decisor: 'Quem decide não estava',
  outro: 'Outro motivo',
}
export interface Standing {
  cancelled: boolean
  checked_in_at: Date | null
  result: Result | null
}
/** What can still be done with it. */
export const isOpen = (v: Standing) => v.result === null && !v.cancelled
export const mayCheckIn = (v: Standing) => isOpen(v) && v.checked_in_at === null

/** The day on which the client is due again, counted from a visit; a weekend waits for Monday. null: nobody knows. */
export function nextDay(interval: number | null, from: string): string | null {
  if (interval === null) return null
  const day = addDays(from, Math.max(1, interval))
  const weekday = weekdayOf(day)
  return weekday === 6 ? addDays(day, 2) : weekday === 0 ? addDays(day, 1) : day
}
/** From when to when a visit stands in a calendar; without an hour the whole day. */
export function spanOf({ day, at, minutes }: { day: string; at: string | null; minutes: number }) {
  const starts = at === null ? midnight(day) : `${day}T${at}`
  return { starts, ends: at === null ? midnight(addDays(day, 1)) : addMinutes(starts, minutes) }
}
interface Placed {
  lat: number | null
  lng: number | null
}
interface Leg<V> {
  visit: V
  /** Metres from the one before; null: from nowhere, or to nowhere known. */
  metres: number | null
}
export interface DayRoute<V> {
  legs: Leg<V>[]
  metres: number
  /** How many have no place on the map; they stand at the end. */
  unplaced: number
}
/** A day's visits, each the nearest to the one before. Without a place to start from the first one is where it begins. */
export function dayRoute<V extends Placed>(visits: readonly V[], start: Point | null): DayRoute<V> {
  const points = visits.flatMap((visit) => {
    const at = pointOf(visit)
    return at ? [{ ...at, visit }] : []
  })
  const first = start ?? points[0]
  const route = first ? nearestNeighbours(first, points) : []
  let before: Point | null = start
  let metres = 0
  const legs = route.map(({ visit, ...at }) => {
    const far = Math.round(distance(before ?? at, at))
    const leg = { visit, metres: before && far }
    metres += far
    before = at
    return leg
  })
  const nowhere = visits.filter((v) => pointOf(v) === null)
  return { legs: [...legs, ...nowhere.map((visit) => ({ visit, metres: null }))], metres, unplaced: nowhere.length }
}
export interface Tally {
  seller_id: number
  seller_name: string
  planned: number
  visited: number
  sold: number
  unsold: number
  absent: number
}
/** What each seller's visits came to, by name. */
export function tallies(visits: readonly (Standing & { seller_id: number; seller_name: string })[]): Tally[] {
  const of = new Map<number, Tally>()
  for (const v of visits) {
    if (v.cancelled) continue
    const { seller_id, seller_name } = v
    let t = of.get(seller_id)
    if (!t) of.set(seller_id, (t = { seller_id, seller_name, planned: 0, visited: 0, sold: 0, unsold: 0, absent: 0 }))
    t.planned++
    if (v.checked_in_at !== null || v.result !== null) t.visited++
    if (v.result === 'pedido') t.sold++
    if (v.result === 'sem_venda') t.unsold++
    if (v.result === 'ausente') t.absent++
  }
  return [...of.values()].sort((a, b) => a.seller_name.localeCompare(b.seller_name, 'pt-BR'))
}
