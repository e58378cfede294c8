// A signature is strokes within a box, and nothing else is one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignature, pathOf } from './signature.ts'

test('strokes become whole numbers within the box; a point that repeats is left out, a single one is a dot', () => {
  assert.equal(
    pathOf([
      [
        [1.4, 2.6],
        [1, 3],
        [9, 8],
      ],
    ]),
    'M1 3L9 8',
  )
  assert.equal(
    pathOf([
      [
        [-5, 300],
        [700, -1],
      ],
    ]),
    'M0 200L600 0',
  )
  assert.equal(
    pathOf([
      [[4, 5]],
      [],
      [
        [7, 7],
        [8, 8],
      ],
    ]),
    'M4 5L4 5M7 7L8 8',
  )
  assert.equal(pathOf([]), '')
})
test('what pathOf writes is a signature; nothing, other letters, longer numbers, a lone move and too long a text are none', () => {
  assert.ok(isSignature('M0 200L600 0'))
  assert.ok(isSignature('M4 5L4 5M7 7L8 8'))
  for (const text of ['', 'M1 2', 'M1 2L3', 'M1 2Q3 4', 'M1000 2L3 4', 'M1 2L3 4"/><script>', ' M1 2L3 4'])
    assert.ok(!isSignature(text), text)
  const of = (length: number) => `M1 1${'L1 1'.repeat(5999)}`.slice(0, length)
  assert.ok(isSignature(of(24_000)) && of(24_000).length === 24_000)
  assert.ok(!isSignature(`${of(24_000)}0`), 'a letter more than there may be')
})
