// A process keeps the words of so many products and no more; a large catalogue does not go because a small one searches.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaving } from './search_kept.ts'

/** Companies 1, 2, 3 …, the longest unasked first. */
const of = (...sizes: number[]) => new Map(sizes.map((size, i) => [i + 1, { size }]))

test('what has been asked longest ago goes until the rest fits, and no more than that', () => {
  assert.deepEqual(leaving(of(100, 100, 100, 200), 4, 300), [])
  assert.deepEqual(leaving(of(100, 100, 101, 200), 4, 300), [1])
  assert.deepEqual(leaving(of(100, 100, 100, 100, 200), 5, 250), [1, 2])
  assert.deepEqual(leaving(of(10, 300, 1, 400), 4, 300), [1, 2])
})
test('the largest stays, whoever asks and however long ago it was asked; of two alike the one asked last', () => {
  assert.deepEqual(leaving(of(1_000_000, 100), 2), [])
  assert.deepEqual(leaving(of(1_000_000, 300_000, 1), 3), [2])
  assert.deepEqual(leaving(of(500, 500, 1), 3, 300), [1])
  assert.deepEqual(leaving(of(500, 1, 500), 3, 300), [1])
})
test('who asks keeps its own, also beside a larger one that fills all', () => {
  assert.deepEqual(leaving(of(900, 500), 2, 300), [])
  assert.deepEqual(leaving(of(900, 500, 1), 3, 300), [2])
})
test('what is still being read stays: it would be read for nobody', () => {
  assert.deepEqual(leaving(of(0, 200, 200, 900), 4, 300), [2])
  assert.deepEqual(leaving(of(), 1), [])
})
