import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  distance,
  nearestFirst,
  nearestNeighbours,
  pointOf,
  readPlace,
  routeLength,
  typedPoint,
  writtenDegrees,
} from './geo.ts'

const se = { name: 'Sé', lat: -23.55052, lng: -46.633308 }
const rio = { name: 'Rio', lat: -22.906847, lng: -43.172897 }
const cunha = { name: 'Cunha', lat: -23.0742, lng: -44.9597 }
const none = { lat: null, lng: null }

test('from the Sé to Rio de Janeiro it is 361 km as the crow flies, whichever way; nowhere is farther than half the globe', () => {
  assert.equal(Math.round(distance(se, rio) / 1000), 361)
  assert.equal(distance(se, se), 0)
  assert.equal(Math.round(distance({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 }) / 1000), 22, 'across the date line')
  const point = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(point, point, (a, b) => {
      const d = distance(a, b)
      assert.ok(d >= 0 && d <= 20_015_200 && Math.abs(d - distance(b, a)) < 1e-3)
    }),
  )
  fc.assert(
    fc.property(point, fc.array(point, { maxLength: 12 }), (start, points) => {
      const route = nearestNeighbours(start, points)
      assert.deepEqual(new Set(route), new Set(points))
      assert.equal(route.length, points.length)
      for (const [i, p] of route.entries()) {
        const from = route[i - 1] ?? start
        assert.ok(route.slice(i).every((q) => distance(from, p) <= distance(from, q)))
      }
    }),
  )
})
test('the nearest stands first; a route goes on from where it is, not from where it began, and its length is the sum of its legs', () => {
  const [a, b, c] = [
    { lat: 0, lng: 1 },
    { lat: 0, lng: -1.5 },
    { lat: 0, lng: 3 },
  ]
  const start = { lat: 0, lng: 0 }
  assert.deepEqual(nearestFirst(start, [c, b, a]), [a, b, c])
  assert.deepEqual(nearestNeighbours(start, [c, b, a]), [a, c, b])
  assert.deepEqual(nearestFirst(cunha, [rio, se]), [se, rio])
  assert.equal(Math.round(routeLength(start, [a, c, b]) / distance(start, a)), 8)
  assert.deepEqual([nearestNeighbours(start, []), routeLength(start, [])], [[], 0])
})
test('a place is two numbers or none: with comma or point, within the globe, and one alone says which is missing', () => {
  assert.deepEqual(readPlace(none, { lat: '-23,550520', lng: ' -46.633308 ' }), {
    lat: -23.55052,
    lng: -46.633308,
    issues: { lat: null, lng: null },
  })
  assert.deepEqual(readPlace({ lat: 1, lng: 2 }, {}), { lat: 1, lng: 2, issues: { lat: null, lng: null } })
  assert.deepEqual(readPlace({ lat: 1, lng: 2 }, { lat: '', lng: null }), { ...none, issues: { lat: null, lng: null } })
  const wrong = (typed: Parameters<typeof readPlace>[1]) => {
    const { issues } = readPlace(none, typed)
    return [issues.lat, issues.lng].map((i) => (i === null ? '' : typeof i === 'string' ? i : i.text.slice(0, 22)))
  }
  assert.deepEqual(wrong({ lat: '90,1', lng: '-181' }), ['Informe um número entr', 'Informe um número entr'])
  assert.deepEqual(wrong({ lat: 'aqui', lng: '0' }), ['Informe um número entr', ''])
  assert.deepEqual(wrong({ lat: '1e1', lng: '1' }), ['Informe um número entr', ''])
  assert.deepEqual(wrong({ lat: '1' }), ['', 'Preencha latitude e longitude.'])
  assert.deepEqual(wrong({ lng: '1' }), ['Preencha latitude e longitude.', ''])
  assert.deepEqual(
    [typedPoint('-1,5', '2'), typedPoint('', ''), typedPoint('91', '0')],
    [{ lat: -1.5, lng: 2 }, null, null],
  )
  assert.deepEqual([writtenDegrees(-23.55052), writtenDegrees(null), writtenDegrees(0)], ['-23,55052', '', '0'])
  assert.deepEqual([pointOf({ lat: 0, lng: 0 }), pointOf({ lat: null, lng: 0 })], [{ lat: 0, lng: 0 }, null])
})
