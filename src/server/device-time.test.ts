import assert from 'node:assert/strict'
import { test } from 'node:test'
import { believed } from './device-time.ts'

const now = new Date('2026-11-28T12:00:00Z')
const said = (at: string, queued?: boolean) => believed(new Date(at), queued, now)?.toISOString() ?? null

test('a device’s moment counts from the outbox, not ahead of the server and at most 30 days old', () => {
  assert.equal(said('2026-11-28T12:00:00Z', true), '2026-11-28T12:00:00.000Z')
  assert.equal(said('2026-10-29T12:00:00Z', true), '2026-10-29T12:00:00.000Z', 'exactly 30 days')
  assert.equal(said('2026-10-29T11:59:59Z', true), null)
  assert.equal(said('2026-11-28T12:00:01Z', true), null, 'ahead')
  assert.equal(said('2027-11-28T12:00:00Z', true), null)
  assert.equal(said('1970-01-01T00:00:00Z', true), null)
})
test('what is said at once is the server’s time, and so is nothing', () => {
  assert.equal(said('2026-11-27T12:00:00Z', false), null)
  assert.equal(said('2026-11-27T12:00:00Z'), null)
  assert.equal(believed(null, true, now), null)
  assert.equal(believed(undefined, true, now), null)
})
