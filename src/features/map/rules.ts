// What the map shows of whom, and how a day's route is handed to whoever navigates. Pure.
import { type Point, pointOf } from '#shared/geo.ts'
import type { Spot } from './contract.ts'

/** A category counts as bought for so many months. */
export const BOUGHT_MONTHS = 12
/** Days without an order, as one chooses them; `never`: who has not ordered yet. */
export const SILENCES = ['30', '60', '90', 'never'] as const
export interface Wanted {
  /** A seller's number as text; '' for all. */
  seller: string
  silence: string
}
/** How long ago somebody ordered, as the map colours it. */
export const AGES = ['recent', 'slow', 'late', 'never'] as const
export type Age = (typeof AGES)[number]
export function ageOf({ days_since }: Pick<Spot, 'days_since'>): Age {
  if (days_since === null) return 'never'
  return days_since < 30 ? 'recent' : days_since < 60 ? 'slow' : 'late'
}
/** Those of a seller, who have not ordered for so long. */
export const wanted = (spots: readonly Spot[], { seller, silence }: Wanted): Spot[] =>
  spots.filter(
    (s) =>
      (seller === '' || String(s.seller_id) === seller) &&
      (silence === '' ||
        (silence === 'never' ? s.days_since === null : s.days_since !== null && s.days_since >= Number(silence))),
  )
export type Placed<T> = T & Point
/** Those with a place, and those without. */
export function parted<T extends { lat: number | null; lng: number | null }>(
  all: readonly T[],
): { placed: Placed<T>[]; lost: T[] } {
  const lost = all.filter((s) => pointOf(s) === null)
  return { placed: all.filter((s): s is Placed<T> => pointOf(s) !== null), lost }
}
/** As many stops as Google Maps takes in one address, the last one included. */
const LEG = 10
const written = ({ lat, lng }: Point) => `${lat},${lng}`
/** Google Maps with the way through the stops as they stand, in as many addresses as it takes; `from` null: from
 * wherever the device is. */
export function googleLegs(from: Point | null, stops: readonly Point[]): string[] {
  const legs: string[] = []
  for (let at = 0; at < stops.length; at += LEG) {
    const leg = stops.slice(at, at + LEG)
    const origin = at === 0 ? from : (stops[at - 1] as Point)
    const words = new URLSearchParams({ api: '1', travelmode: 'driving' })
    if (origin) words.set('origin', written(origin))
    words.set('destination', written(leg.at(-1) as Point))
    if (leg.length > 1) words.set('waypoints', leg.slice(0, -1).map(written).join('|'))
    legs.push(`https://www.google.com/maps/dir/?${words}`)
  }
  return legs
}
/** Waze, which knows one stop at a time. */
export const wazeTo = (to: Point) => `https://waze.com/ul?${new URLSearchParams({ ll: written(to), navigate: 'yes' })}`
