// Places on the globe: how they are typed, how far one is from another, in which order they are driven. Pure.
import type { Said } from './sentence.ts'

export interface Point {
  lat: number
  lng: number
}
/** The Earth's mean radius in metres (IUGG). */
const RADIUS = 6_371_009
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two points along the great circle; roads are longer. */
export function distance(a: Point, b: Point): number {
  const [y, x] = [radians(b.lat - a.lat) / 2, radians(b.lng - a.lng) / 2]
  const h = Math.sin(y) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(x) ** 2
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h)))
}
/** The points by their distance from one; at the same distance in the order given. */
export function nearestFirst<T extends Point>(from: Point, points: readonly T[]): T[] {
  const far = new Map(points.map((p) => [p, distance(from, p)]))
  return points.toSorted((a, b) => (far.get(a) as number) - (far.get(b) as number))
}
/** All the points, each the nearest to the one before, beginning nearest to `start`. It does not come back. */
export function nearestNeighbours<T extends Point>(start: Point, points: readonly T[]): T[] {
  const left = [...points]
  const route: T[] = []
  for (let at: Point = start; left.length > 0; at = route.at(-1) as T) {
    let best = 0
    let least = Number.POSITIVE_INFINITY
    left.forEach((p, i) => {
      const far = distance(at, p)
      if (far < least) [best, least] = [i, far]
    })
    route.push(...left.splice(best, 1))
  }
  return route
}
/** Metres from `start` through the points as they stand. */
export const routeLength = (start: Point, points: readonly Point[]) =>
  points.reduce((sum, p, i) => sum + distance(points[i - 1] ?? start, p), 0)

/** Latitude or longitude of a row that may have none. */
type Degrees = number | null
/** As it comes from a form: absent stays, null empties. */
type Typed = string | number | null | undefined
const read = (v: string | number) =>
  typeof v === 'number' || /^\s*-?\d{1,3}([.,]\d{1,20})?\s*$/.test(v)
    ? Math.round(Number(String(v).replace(',', '.')) * 1e6) / 1e6
    : Number.NaN
function readOne(was: Degrees, typed: Typed, most: number): { n: Degrees; issue: Said | null } {
  const n = typed === undefined ? was : typed === null || typed === '' ? null : read(typed)
  if (n === null || Math.abs(n) <= most) return { n, issue: null }
  return { n: was, issue: { text: 'Informe um número entre −{most} e {most}.', values: { most } } }
}
const BOTH = 'Preencha latitude e longitude.'
/** What becomes of a place when this is typed of it, and what is wrong with each number: both stand or none does. */
export function readPlace(was: { lat: Degrees; lng: Degrees }, typed: { lat?: Typed; lng?: Typed }) {
  const [y, x] = [readOne(was.lat, typed.lat, 90), readOne(was.lng, typed.lng, 180)]
  const none = (d: typeof y) => d.n === null && !d.issue
  return {
    lat: y.n,
    lng: x.n,
    issues: { lat: none(y) && !none(x) ? BOTH : y.issue, lng: none(x) && !none(y) ? BOTH : x.issue },
  }
}
/** A number of degrees as a form shows it. */
export const writtenDegrees = (n: Degrees) => (n === null ? '' : String(Number(n.toFixed(6))).replace('.', ','))
/** A point that is typed, when both numbers are there and can be; else null. */
export function typedPoint(lat: string, lng: string): Point | null {
  const { lat: y, lng: x, issues } = readPlace({ lat: null, lng: null }, { lat, lng })
  return y === null || x === null || issues.lat || issues.lng ? null : { lat: y, lng: x }
}
/** Google Maps with the way to a point, from wherever the device is. */
export const wayTo = ({ lat, lng }: Point) => `https://www.google.com/maps/dir/?api=1&destination=${lat},${lng}`
/** Where a row stands on the map; null: nobody has said. */
export const pointOf = (row: { lat: Degrees; lng: Degrees }): Point | null =>
  row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng }
