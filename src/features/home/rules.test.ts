import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayList, monthsOf, type OpenOrder, type Portfolio, running } from './rules.ts'

const today = '2026-11-22'
const client = (
  client_id: number,
  last_day: string | null,
  interval_days: number | null,
  days_since: number | null,
) => ({
  client_id,
  last_day,
  interval_days,
  days_since,
})
const order = (id: number, client_id: number | null, status: OpenOrder['status'], day: string): OpenOrder => ({
  id,
  number: id,
  client_id,
  name: '',
  phone: '',
  status,
  answer: '',
  valid_until: null,
  day,
})
const list = (more: Partial<Portfolio>) => dayList({ today, orders: [], openings: [], clients: [], ...more })
const said = (more: Partial<Portfolio>) =>
  list(more).map(
    (e) => `${e.client_id ?? `#${e.order_id}`}: ${e.causes.map((c) => `${c.reason} ${c.days}`).join(', ')}`,
  )

test('past the usual interval is more days than usual, not as many; the one whose day has just passed comes first', () => {
  assert.deepEqual(
    said({
      clients: [
        client(1, '2026-09-01', 30, 82),
        client(2, '2026-10-23', 30, 30),
        client(3, '2026-10-22', 30, 31),
        client(4, '2026-11-01', null, 21),
        client(5, null, null, null),
      ],
    }),
    ['3: atrasado 31', '1: atrasado 82'],
  )
})
test('who opened the catalogue and ordered that day or later is not on the list; nor who opened it more than a week ago', () => {
  const clients = [client(1, '2026-11-20', null, 2), client(2, '2026-11-19', null, 3), client(3, null, null, null)]
  const openings = [1, 2, 3].map((client_id) => ({ client_id, day: '2026-11-20' }))
  assert.deepEqual(said({ clients, openings }), ['2: abriu 2', '3: abriu 2'])
  assert.deepEqual(said({ openings: [{ client_id: 4, day: '2026-11-14' }] }), [])
  assert.deepEqual(
    said({
      openings: [
        { client_id: 4, day: '2026-11-15' },
        { client_id: 5, day: today },
      ],
    }),
    ['5: abriu 0', '4: abriu 7'],
  )
})
test('one line for a client however many reasons, the most pressing first; adjustments, quotes, looks, lateness', () => {
  assert.deepEqual(
    said({
      clients: [client(1, '2026-09-01', 30, 82), client(2, '2026-09-01', 30, 82)],
      openings: [{ client_id: 2, day: today }],
      orders: [
        order(7, 1, 'orcamento', '2026-11-20'),
        order(8, 3, 'ajuste_solicitado', today),
        order(9, 1, 'ajuste_solicitado', '2026-11-01'),
      ],
    }),
    ['1: ajuste 21, orcamento 2, atrasado 82', '3: ajuste 0', '2: abriu 0, atrasado 82'],
  )
})
test('a quote of today is not asked about yet; an order whose buyer is no client stands for itself', () => {
  assert.deepEqual(said({ orders: [order(7, null, 'orcamento', today), order(8, null, 'orcamento', '2026-11-21')] }), [
    '#8: orcamento 1',
  ])
})
test('a quote waits for its client until there is an answer, then for the seller; over its last day it says so', () => {
  const quote = (id: number, more: Partial<OpenOrder>) => ({ ...order(id, id, 'orcamento', '2026-11-20'), ...more })
  const found = list({
    orders: [
      quote(1, { valid_until: '2026-11-22' }),
      quote(2, { valid_until: '2026-11-21' }),
      quote(3, { answer: 'renovar', valid_until: '2026-11-21' }),
      quote(4, { status: 'ajuste_solicitado', answer: 'ajuste' }),
      quote(5, { status: 'ajuste_solicitado', valid_until: '2026-12-01' }),
    ],
  })
  assert.deepEqual(
    found.map((e) => [e.client_id, e.causes[0]?.reason, e.causes[0]?.ended]),
    [
      [3, 'ajuste', false],
      [4, 'ajuste', false],
      [1, 'orcamento', false],
      [2, 'orcamento', true],
      [5, 'orcamento', false],
    ],
  )
})
test('a month so far stands against the same days of the one before, of a shorter one against all of it; who sees no prices gets none', () => {
  const rows = [
    { day: '2026-02-10', orders: 1, total: 500 },
    { day: '2026-02-28', orders: 2, total: 700 },
    { day: '2026-03-31', orders: 1, total: 300 },
  ]
  const march = monthsOf(rows, '2026-03-31', false)
  assert.deepEqual([march.month, march.today, march.before.total], [rowsSum(1, 300), rowsSum(1, 300), 1200])
  assert.deepEqual([march.days.length, march.days_before.length], [31, 28])
  assert.deepEqual(running(march.days_before, (d) => d.total ?? 0).slice(8, 10), [0, 500])
  assert.equal(monthsOf(rows, '2026-03-27', false).before.total, 500)
  assert.deepEqual(monthsOf(rows, '2026-03-31', true).before, { orders: 3 })
})
const rowsSum = (orders: number, total: number) => ({ orders, total })
test('of the late those whose day has just passed come first, not those who order most often', () => {
  const clients = [client(1, '2026-10-23', 10, 30), client(2, '2026-09-22', 60, 61)]
  assert.deepEqual(said({ clients }), ['2: atrasado 61', '1: atrasado 30'])
})
test('what has waited longest comes first, what has waited as long in the order it was begun', () => {
  const orders = [order(4, null, 'ajuste_solicitado', '2026-11-20'), order(3, null, 'ajuste_solicitado', '2026-11-20')]
  orders.push(order(5, null, 'ajuste_solicitado', '2026-11-10'))
  assert.deepEqual(said({ orders }), ['#5: ajuste 12', '#3: ajuste 2', '#4: ajuste 2'])
  const openings = [2, 1].map((client_id) => ({ client_id, day: today }))
  assert.deepEqual(said({ openings }), ['1: abriu 0', '2: abriu 0'])
})
test('a line of a client is the client’s, not its order’s; a quote offered once is asked about, and only a quote ends', () => {
  const orders = [{ ...order(7, 1, 'ajuste_solicitado', '2026-11-20'), valid_until: '2026-12-01' }]
  const clients = [client(1, '2026-09-01', 30, 82)]
  const [entry] = list({ orders, clients, openings: [{ client_id: 1, day: today }] })
  assert.deepEqual([entry?.client_id, entry?.order_id], [1, null])
  assert.deepEqual(
    entry?.causes.map((c) => [c.reason, c.order_id, c.ended]),
    [
      ['orcamento', 7, false],
      ['abriu', null, false],
      ['atrasado', null, false],
    ],
  )
})
test('today is today alone, and a month begins on its first day', () => {
  const days = ['2026-10-01', '2026-11-01', '2026-11-02', '2026-11-03']
  const months = monthsOf(
    days.map((day, i) => ({ day, orders: 1, total: 100 * (i + 1) })),
    '2026-11-03',
    false,
  )
  assert.deepEqual([months.today.total, months.month.total, months.before.total], [400, 900, 100])
})
