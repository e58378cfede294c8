// Rules of visits: the order of a day, when the next one is due, what a week came to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distance } from '#shared/geo.ts'
import { dayRoute, isOpen, mayCheckIn, nextDay, spanOf, tallies } from './rules.ts'

const at = (name: string, lat: number | null, lng: number | null) => ({ name, lat, lng })
test('a day is driven to the nearest one each time, its metres are the sum of its legs, and who is nowhere comes last', () => {
  const [paraty, cunha, guaratingueta, nowhere] = [
    at('Paraty', -23.22, -44.72),
    at('Cunha', -23.07, -44.96),
    at('Guaratinguetá', -22.81, -45.19),
    at('Sem lugar', null, null),
  ]
  const route = dayRoute([nowhere, guaratingueta, cunha, paraty], { lat: -23.23, lng: -44.71 })
  assert.deepEqual(
    route.legs.map((l) => l.visit.name),
    ['Paraty', 'Cunha', 'Guaratinguetá', 'Sem lugar'],
  )
  assert.equal(
    route.metres,
    route.legs.reduce((sum, l) => sum + (l.metres ?? 0), 0),
  )
  const between = Math.round(distance({ lat: -23.22, lng: -44.72 }, { lat: -23.07, lng: -44.96 }))
  assert.deepEqual([route.unplaced, route.legs[1]?.metres, route.legs[3]?.metres], [1, between, null])
  // Nobody said where it begins: the first one is where.
  const loose = dayRoute([cunha, paraty], null)
  assert.deepEqual([loose.legs[0]?.visit.name, loose.legs[0]?.metres, loose.metres], ['Cunha', null, between])
  assert.deepEqual(dayRoute([], null), { legs: [], metres: 0, unplaced: 0 })
})
test('the next visit comes after the usual interval, and a weekend waits for Monday', () => {
  assert.equal(nextDay(null, '2026-11-23'), null)
  assert.equal(nextDay(7, '2026-11-23'), '2026-11-30')
  assert.equal(nextDay(5, '2026-11-23'), '2026-11-30')
  assert.equal(nextDay(6, '2026-11-23'), '2026-11-30')
  assert.equal(nextDay(0, '2026-11-23'), '2026-11-24')
})
test('a week is counted by seller, and what was called off is no visit', () => {
  const v = (seller_id: number, result: 'pedido' | 'sem_venda' | 'ausente' | null, more: object = {}) => ({
    seller_id,
    seller_name: `V${seller_id}`,
    result,
    cancelled: false,
    checked_in_at: null,
    ...more,
  })
  const week = tallies([
    v(2, 'pedido'),
    v(1, null, { checked_in_at: new Date() }),
    v(2, 'sem_venda'),
    v(2, null, { cancelled: true }),
    v(1, null),
    v(1, null),
    v(1, 'ausente'),
  ])
  assert.deepEqual(
    week.map((t) => [t.seller_name, t.planned, t.visited, t.sold, t.unsold, t.absent]),
    [
      ['V1', 4, 2, 0, 0, 1],
      ['V2', 2, 2, 1, 1, 0],
    ],
  )
})
test('a visit is open until it has a result or is called off; one checks in once', () => {
  const visit = { cancelled: false, checked_in_at: null, result: null }
  const all = [
    visit,
    { ...visit, checked_in_at: new Date() },
    { ...visit, result: 'ausente' as const },
    { ...visit, cancelled: true },
  ]
  assert.deepEqual(all.map(isOpen), [true, true, false, false])
  assert.deepEqual(all.map(mayCheckIn), [true, false, false, false])
})
test('a visit with an hour stands there in the calendar, one without has the whole day', () => {
  const visit = { day: '2026-11-30', at: '23:30', minutes: 45 }
  assert.deepEqual(spanOf(visit), { starts: '2026-11-30T23:30', ends: '2026-12-01T00:15' })
  assert.deepEqual(spanOf({ ...visit, at: null }), { starts: '2026-11-30T00:00', ends: '2026-12-01T00:00' })
})
