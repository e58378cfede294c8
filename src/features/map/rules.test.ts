import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Spot } from './contract.ts'
import { ageOf, BOUGHT_MONTHS, googleLegs, parted, wanted, wazeTo } from './rules.ts'

const spot = (id: number, days_since: number | null, more: Partial<Spot> = {}): Spot => ({
  id,
  name: `Cliente ${id}`,
  city: '',
  state: '',
  lat: null,
  lng: null,
  seller_id: 7,
  last_order_at: null,
  days_since,
  ...more,
})
const ids = (spots: Spot[]) => spots.map((s) => s.id)

test('who has not ordered for so many days is shown from that very day on; who never did is asked for apart', () => {
  const all = [spot(1, 29), spot(2, 30), spot(3, 90, { seller_id: null }), spot(4, null)]
  assert.deepEqual(ids(wanted(all, { seller: '', silence: '30' })), [2, 3])
  assert.deepEqual(ids(wanted(all, { seller: '7', silence: '30' })), [2])
  assert.deepEqual(ids(wanted(all, { seller: '', silence: 'never' })), [4])
  assert.deepEqual(ids(wanted(all, { seller: '', silence: '' })), [1, 2, 3, 4])
})
test('nobody is lost: who has no place stands apart, also at the equator', () => {
  const { placed, lost } = parted([spot(1, 1), spot(2, 1, { lat: 0, lng: -51 }), spot(3, 1, { lat: 1, lng: null })])
  assert.deepEqual([ids(placed), ids(lost)], [[2], [1, 3]])
})
test('a route leaves in as many addresses as the navigator takes, each beginning where the one before ended', () => {
  const stops = Array.from({ length: 12 }, (_, i) => ({ lat: -i, lng: i }))
  const [first, second, ...more] = googleLegs({ lat: 1, lng: 2 }, stops).map((a) => new URL(a).searchParams)
  assert.deepEqual(more, [])
  assert.deepEqual([first?.get('origin'), first?.get('destination')], ['1,2', '-9,9'])
  assert.equal(first?.get('waypoints')?.split('|').length, 9)
  assert.deepEqual(
    [second?.get('origin'), second?.get('waypoints'), second?.get('destination')],
    ['-9,9', '-10,10', '-11,11'],
  )
  const alone = new URL(googleLegs(null, stops.slice(0, 1))[0] as string).searchParams
  assert.deepEqual([alone.has('origin'), alone.has('waypoints'), alone.get('destination')], [false, false, '0,0'])
  assert.deepEqual(googleLegs(null, []), [])
  assert.equal(wazeTo({ lat: -23.5, lng: -46.6 }), 'https://waze.com/ul?ll=-23.5%2C-46.6&navigate=yes')
})
test('a client is coloured by the days that the filter counts: below 30, below 60, more, and never', () =>
  assert.deepEqual(
    [0, 29, 30, 59, 60, null].map((days) => ageOf(spot(1, days))),
    ['recent', 'recent', 'slow', 'slow', 'late', 'never'],
  ))
test('a category counts as bought for a year', () => assert.equal(BOUGHT_MONTHS, 12))
