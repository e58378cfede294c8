import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begin } from './periods.ts'

test('today in the platform’s log begins at midnight in São Paulo', () => {
  const since = (days: number, at: string) => begin(days, new Date(at)).toISOString()
  assert.equal(since(1, '2026-11-28T02:59:00Z'), '2026-11-27T03:00:00.000Z')
  assert.equal(since(1, '2026-11-28T03:00:00Z'), '2026-11-28T03:00:00.000Z')
  assert.equal(since(7, '2026-11-28T12:00:00Z'), '2026-11-22T03:00:00.000Z')
})
