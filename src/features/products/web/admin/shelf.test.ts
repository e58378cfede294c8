import assert from 'node:assert/strict'
import { test } from 'node:test'
import { before, between, dropped, together } from './shelf.ts'

const shelf = [1, 2, 3, 4, 5, 6].map((id) => ({ id }))
const ids = (list: { id: number }[]) => list.map((p) => p.id).join('')
const two = new Set([2, 5])
test('many go to the beginning, to the end, to a place or before another, in the order in which they stood', () => {
  assert.equal(ids(together(shelf, two, 0)), '251346')
  assert.equal(ids(together(shelf, two, 99)), '134625')
  assert.equal(ids(together(shelf, two, 2)), '132546')
  assert.equal(ids(before(shelf, two, 6)), '134256')
  assert.equal(ids(shelf), '123456', 'the shelf itself stays')
})
test('what is dragged down comes below the row it is let go over, what is dragged up above it, and over itself it stays', () => {
  assert.equal(ids(dropped(shelf, new Set([1]), 0, 2)), '231456')
  assert.equal(ids(dropped(shelf, new Set([6]), 5, 2)), '126345')
  assert.equal(ids(dropped(shelf, two, 1, 5)), '134625')
  assert.equal(ids(dropped(shelf, two, 1, 4)), '123456')
})
test('a row and another with shift are all between them', () => {
  assert.deepEqual(between(shelf, 4, 1), [2, 3, 4, 5])
})
