import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterIds, FULL_EVERY_MS, logoOf, systemOf, SYSTEMS, tooManyGone, tooManyLosses } from './rules.ts'

test('somebody is asked before more than a fifth of the products go, and more than five', () => {
  assert.equal(tooManyGone(20, 100), false)
  assert.equal(tooManyGone(21, 100), true)
  assert.equal(tooManyGone(5, 5), false)
  assert.equal(tooManyGone(6, 29), true)
  assert.equal(tooManyGone(6, 30), false)
})
test('holds a run that takes from more than twenty products and a fifth of them', () => {
  const losses = (products: number, of: number) => ({ price: products, stock: 0, visibility: 0, products, of })
  for (const [n, of, allowed, held] of [
    [20, 20, 0, false],
    [21, 21, 0, true],
    [21, 104, 0, true],
    [21, 105, 0, false],
    [50, 100, 30, false],
    [51, 100, 30, true],
    [30, 100, 60, false],
    [40, 60, 25, false],
  ] as const)
    assert.equal(tooManyLosses(losses(n, of), allowed), held, `${n} of ${of}, ${allowed} allowed`)
})
test('the categories to take over are a list with commas; an empty one is all', () => {
  assert.deepEqual(filterIds(' 12, 15 ,,7'), ['12', '15', '7'])
  assert.deepEqual(filterIds(' '), [])
})
test('each system has the number that the wire knows it by', () => {
  assert.deepEqual(
    SYSTEMS.map((s) => [s.type, s.sync_system_id]),
    [
      ['omie', 1],
      ['bling', 2],
      ['sankhya', 3],
      ['tagplus', 4],
      ['pedidook', 5],
    ],
  )
  assert.equal(systemOf('tagplus').system_name, 'TagPlus')
  assert.equal(logoOf('omie'), '/assets/erp/omie.svg')
  assert.equal(FULL_EVERY_MS, 3_600_000)
})
