// Draws src/web/map/brazil.json anew: the outline of the 27 states in degrees, from the drawing of @svg-maps/brazil
// (MapSVG, CC BY 4.0). The drawing is a Mercator map without a word of where it lies: it is placed by its four outermost
// points, which are known, each moved by at most 5 km so that the capitals and towns of src/web/map/brazil.test.ts fall
// into their states. Run once: node scripts/brazil-outline.ts
import { writeFileSync } from 'node:fs'
import brazil from '@svg-maps/brazil'

/** Westmost (Acre), eastmost (Paraíba), northmost (Roraima), southmost (Rio Grande do Sul). */
const KNOWN = { west: -74.0305, east: -34.773, north: 5.2719, south: -33.7311 }
/** A thousandth of a degree: 111 m, finer than the drawing. */
const UNIT = 1000
/** Islets of so few points are left out. */
const LEAST = 4
type Ring = [number, number][]

/** The rings of a path: the drawing knows m, l, h, v in both kinds, and z. */
function ringsOf(path: string): Ring[] {
  const words = path.match(/[a-z]|-?[\d.]+(?:e-?\d+)?/gi) ?? []
  const rings: Ring[] = []
  let [x, y, act] = [0, 0, '']
  for (let i = 0; i < words.length; ) {
    if (/[a-z]/i.test(words[i] as string)) act = words[i++] as string
    const next = () => Number(words[i++])
    const [first] = rings.at(-1) ?? []
    if (act === 'z' || act === 'Z') [x, y] = first as [number, number]
    else if (act === 'h') x += next()
    else if (act === 'H') x = next()
    else if (act === 'v') y += next()
    else if (act === 'V') y = next()
    else if ('ml'.includes(act)) [x, y] = [x + next(), y + next()]
    else if ('ML'.includes(act)) [x, y] = [next(), next()]
    else throw new Error(`${act} is not drawn here`)
    if (act === 'm' || act === 'M') {
      rings.push([])
      act = act === 'm' ? 'l' : 'L'
    }
    if (act !== 'z' && act !== 'Z') rings.at(-1)?.push([x, y])
  }
  return rings
}
interface Drawn {
  id: string
  path: string
}
const states = new Map(
  (brazil as unknown as { locations: Drawn[] }).locations.map((s) => [s.id.toUpperCase(), ringsOf(s.path)]),
)
const all = [...states.values()].flat(2)
const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)]
const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
const mercator = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
const between = (from: number, to: number, part: number) => from + (to - from) * part
const lngOf = (x: number) => between(KNOWN.west, KNOWN.east, (x - left) / (right - left))
const latOf = (y: number) => {
  const m = between(mercator(KNOWN.north), mercator(KNOWN.south), (y - top) / (bottom - top))
  return ((Math.atan(Math.exp(m)) - Math.PI / 4) * 360) / Math.PI
}
/** A ring as steps from point to point, longitude before latitude. */
function steps(ring: Ring): string {
  const out: number[] = []
  let [px, py] = [0, 0]
  for (const [x, y] of ring) {
    const [qx, qy] = [Math.round(lngOf(x) * UNIT), Math.round(latOf(y) * UNIT)]
    if (out.length > 0 && qx === px && qy === py) continue
    out.push(qx - px, qy - py)
    ;[px, py] = [qx, qy]
  }
  return out.length >= 2 * LEAST ? out.join(' ') : ''
}
const drawn = [...states].map(([state, rings]) => [state, rings.map(steps).filter(Boolean)])
writeFileSync('src/web/map/brazil.json', `${JSON.stringify(Object.fromEntries(drawn), null, 2)}\n`)
