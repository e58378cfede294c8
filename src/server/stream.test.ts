import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnstile } from './stream.ts'

test('so many of one key and so many in all are let in; whoever leaves makes room once', () => {
  const enter = turnstile({ ofOne: 2, ofAll: 3 })
  const [a, b] = [enter('a'), enter('a')]
  assert.ok(a && b)
  assert.equal(enter('a'), null, 'as many of one key as may be')
  const c = enter('b')
  assert.ok(c)
  assert.equal(enter('c'), null, 'as many in all as may be')
  a()
  a()
  assert.ok(enter('c'))
  assert.equal(enter('a'), null, 'leaving twice makes one place')
  b()
  c()
  assert.ok(enter('a'))
})
