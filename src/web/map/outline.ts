// The outline of Brazil's states, kept with the program: a map without a tile server, and without a network.
import type { Point } from '#shared/geo.ts'
import drawn from './brazil.json' with { type: 'json' }

/** How many units of the drawing make a degree. */
const UNIT = 1000
export type Ring = Point[]
function ringOf(steps: string): Ring {
  const numbers = steps.split(' ').map(Number)
  const ring: Ring = []
  let [x, y] = [0, 0]
  for (let i = 0; i < numbers.length; i += 2) {
    x += numbers[i] as number
    y += numbers[i + 1] as number
    ring.push({ lat: y / UNIT, lng: x / UNIT })
  }
  return ring
}
/** The rings of each state, by its letters. */
export const STATES: ReadonlyMap<string, Ring[]> = new Map(
  Object.entries(drawn as Record<string, string[]>).map(([state, rings]) => [state, rings.map(ringOf)]),
)
/** Latitude and longitude of two corners. */
export type Bounds = [[number, number], [number, number]]
/** What a state's rings span; all Brazil for one that is none. */
export function boundsOf(state: string): Bounds {
  const points = (STATES.get(state.toUpperCase()) ?? [...STATES.values()].flat()).flat()
  const [lats, lngs] = [points.map((p) => p.lat), points.map((p) => p.lng)]
  return [
    [Math.min(...lats), Math.min(...lngs)],
    [Math.max(...lats), Math.max(...lngs)],
  ]
}
/** The middle of a state's largest part, where its letters stand. */
export function middleOf(state: string): Point {
  let [most, middle]: [number, Point] = [0, { lat: 0, lng: 0 }]
  for (const ring of STATES.get(state) ?? []) {
    let [area, x, y] = [0, 0, 0]
    ring.forEach((p, i) => {
      const q = ring[(i + 1) % ring.length] as Point
      const cross = p.lng * q.lat - q.lng * p.lat
      area += cross
      x += (p.lng + q.lng) * cross
      y += (p.lat + q.lat) * cross
    })
    if (Math.abs(area) > Math.abs(most)) [most, middle] = [area, { lat: y / (3 * area), lng: x / (3 * area) }]
  }
  return middle
}
