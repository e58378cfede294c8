import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newestFirst } from './newest.ts'

const now = new Date('2026-11-28T12:00:00Z')
const order = (id: number, received_at: string, origin = 'cliente') => ({ id, origin, received_at })
const ids = (orders: ReturnType<typeof order>[]) => newestFirst(orders, now).map((o) => o.id)

test('the newest moment comes first, of one moment the higher id', () => {
  const orders = [order(1, '2026-11-27T12:00:00.000Z'), order(2, '2026-11-28T11:00:00.000Z')]
  assert.deepEqual(
    ids([...orders, order(3, '2026-11-28T11:00:00.000Z'), order(4, '2026-11-26T09:00:00.000Z')]),
    [3, 2, 1, 4],
  )
})
test('while a moment lies ahead, numbers decide; orders of sheets stay below with their days', () => {
  const orders = [
    order(1, '2026-11-29T12:00:00.000Z'),
    order(2, '2026-11-28T11:59:00.000Z'),
    order(3, '2026-01-05T12:00:00.000Z', 'historico'),
    order(4, '2026-02-05T12:00:00.000Z', 'historico'),
    order(5, '2026-11-28T12:00:00.000Z'),
  ]
  assert.deepEqual(ids(orders), [5, 2, 1, 4, 3])
})
test('half a minute between two clocks is no clock set back', () =>
  assert.deepEqual(ids([order(1, '2026-11-28T12:00:30.000Z'), order(2, '2026-11-28T12:00:00.000Z')]), [1, 2]))
