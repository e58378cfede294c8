import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { readRow } from './older-rows.ts'

const shape = z.object({
  id: z.int(),
  at: z.codec(z.string(), z.date(), { decode: (s) => new Date(s), encode: (d) => d.toISOString() }),
  lead_days: z.nullable(z.int()),
  note: z.string(),
  tags: z.array(z.string()),
  open: z.boolean(),
  price: z.optional(z.int()),
  lines: z.array(z.object({ id: z.int(), discount: z.int() })),
  place: z.nullable(z.object({ city: z.string(), state: z.nullable(z.string()) })),
})
test('fills the fields that an older row lacks with blanks, in lists and objects as well', () => {
  const old = { id: 1, at: '2026-11-27T12:00:00.000Z', lines: [{ id: 2 }], place: { city: 'Cunha' } }
  assert.deepEqual(readRow(shape, old as never), {
    id: 1,
    at: new Date('2026-11-27T12:00:00Z'),
    lead_days: null,
    note: '',
    tags: [],
    open: false,
    lines: [{ id: 2, discount: 0 }],
    place: { city: 'Cunha', state: null },
  })
})
test('keeps what a row has, blank or not', () => {
  const row = {
    id: 1,
    at: '2026-11-27T12:00:00.000Z',
    lead_days: 3,
    note: 'x',
    tags: ['a'],
    open: true,
    lines: [],
    place: null,
  }
  assert.deepEqual(readRow(shape, { ...row, price: 5 }), { ...row, price: 5, at: new Date(row.at) })
})
test('negative control: a value of another type is refused', () =>
  assert.throws(() => readRow(shape, { id: 'x', at: '2026-11-27T12:00:00.000Z' } as never)))
