// The drawing lies where Brazil lies: shown by places whose degrees are known from elsewhere.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { test } from 'node:test'
import { distance, type Point } from '#shared/geo.ts'
import { boundsOf, middleOf, type Ring, STATES } from './outline.ts'

const inside = (rings: Ring[], { lat, lng }: Point) =>
  rings.reduce((odd, ring) => {
    ring.forEach((a, i) => {
      const b = ring[(i + ring.length - 1) % ring.length] as Point
      const crosses = a.lat > lat !== b.lat > lat
      if (crosses && lng < ((b.lng - a.lng) * (lat - a.lat)) / (b.lat - a.lat) + a.lng) odd = !odd
    })
    return odd
  }, false)
const statesAt = (p: Point) => [...STATES].filter(([, rings]) => inside(rings, p)).map(([state]) => state)
/** Capitals, as IBGE gives their seats. */
const CAPITALS: Record<string, [number, number]> = {
  AC: [-9.975, -67.8243],
  AL: [-9.6498, -35.7089],
  AM: [-3.119, -60.0217],
  AP: [0.0349, -51.0694],
  BA: [-12.9714, -38.5014],
  CE: [-3.7319, -38.5267],
  DF: [-15.7939, -47.8828],
  ES: [-20.3155, -40.3128],
  GO: [-16.6869, -49.2648],
  MA: [-2.5307, -44.3068],
  MG: [-19.9167, -43.9345],
  MS: [-20.4697, -54.6201],
  MT: [-15.601, -56.0974],
  PA: [-1.4558, -48.4902],
  PB: [-7.1195, -34.845],
  PE: [-8.0476, -34.877],
  PI: [-5.0892, -42.8019],
  PR: [-25.4284, -49.2733],
  RJ: [-22.9068, -43.1729],
  RN: [-5.7945, -35.211],
  RO: [-8.7612, -63.9004],
  RR: [2.8235, -60.6758],
  RS: [-30.0346, -51.2177],
  SC: [-27.5954, -48.548],
  SE: [-10.9472, -37.0731],
  SP: [-23.5505, -46.6333],
  TO: [-10.1689, -48.3317],
}
/** Towns at a border: the drawing is good for a kilometre or two. */
const TOWNS: [string, number, number][] = [
  ['PE', -9.389, -40.503], // Petrolina
  ['BA', -9.43, -40.503], // Juazeiro
  ['MA', -5.094, -42.836], // Timon
  ['GO', -18.419, -49.215], // Itumbiara
  ['MS', -20.751, -51.678], // Três Lagoas
  ['MS', -19.009, -57.653], // Corumbá
  ['PR', -25.516, -54.588], // Foz do Iguaçu
  ['RS', -29.755, -57.088], // Uruguaiana
  ['RS', -33.69, -53.455], // Chuí
  ['AM', -4.2525, -69.938], // Tabatinga
  ['AC', -7.631, -72.67], // Cruzeiro do Sul
  ['AP', 3.843, -51.835], // Oiapoque
  ['RR', 4.48, -61.147], // Pacaraima
]

test('all 27 states are drawn, and each capital lies in its own state and in no other', () => {
  assert.deepEqual([...STATES.keys()].sort(), Object.keys(CAPITALS).sort())
  for (const [state, [lat, lng]] of Object.entries(CAPITALS)) {
    const point = { lat, lng }
    if (state !== 'SC') assert.deepEqual(statesAt(point), [state], state)
    else {
      // Florianópolis stands on an island that the drawing has not: beside its own coast, in nobody else's state.
      assert.deepEqual(statesAt(point), [])
      const far = Math.min(...(STATES.get('SC') as Ring[]).flat().map((p) => distance(point, p)))
      assert.ok(far < 10_000, `${far} m`)
    }
  }
})
test('towns at a border lie on their own side of it; the sea and the neighbours lie in no state', () => {
  for (const [state, lat, lng] of TOWNS) assert.deepEqual(statesAt({ lat, lng }), [state], `${state} ${lat} ${lng}`)
  for (const [lat, lng] of [
    [-34.6, -58.38], // Buenos Aires
    [-16.5, -68.15], // La Paz
    [-25, -40], // the Atlantic
    [-25.28, -57.63], // Asunción
  ] as const)
    assert.deepEqual(statesAt({ lat, lng }), [])
})
test('a state is found by its letters, anything else is all of Brazil; the file stays small', () => {
  const [[low], [high]] = boundsOf('df')
  assert.ok(low < -16 && low > -16.1 && high > -15.55 && high < -15.4, 'Federal District')
  const [[south, west], [north, east]] = boundsOf('')
  assert.ok(south < -33.7 && north > 5.2 && west < -73.9 && east > -34.8)
  assert.ok(statSync(new URL('./brazil.json', import.meta.url)).size <= 60_000)
})
test('the letters of a state stand inside it; those of Goiás beside the Federal District, which it surrounds', () =>
  assert.deepEqual(
    [...STATES.keys()].filter((state) => !statesAt(middleOf(state)).includes(state)),
    [],
  ))
