import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#shared/errors.ts'
import { EVERY_HOURS, isItsOwn, MOST_FAILURES, MOST_FEEDS, nextRun, tooMuch } from './rules.ts'

const SP = 'America/Sao_Paulo'
const next = (at: string, hour: number, zone = SP) =>
  nextRun({ every_hours: null, at_hour: hour }, zone, new Date(at)).toISOString()

test('a feed comes again after its hours, or at its hour of the day by the company’s clock', () => {
  const now = new Date('2026-11-21T12:34:56Z')
  assert.equal(nextRun({ every_hours: 6, at_hour: null }, SP, now).toISOString(), '2026-11-21T18:34:56.000Z')
  assert.equal(next('2026-11-21T12:34:56Z', 10), '2026-11-21T13:00:00.000Z', 'in half an hour')
  assert.equal(next('2026-11-21T12:34:56Z', 9), '2026-11-22T12:00:00.000Z', 'this hour has begun: tomorrow')
  assert.equal(next('2026-11-21T12:34:56Z', 0), '2026-11-22T03:00:00.000Z')
})
test('a feed at an hour that summer time skips runs the first hour after it', () => {
  // In Lisbon 28 March 2027 has no hour 1.
  assert.equal(next('2027-03-28T00:30:00Z', 1, 'Europe/Lisbon'), '2027-03-28T01:00:00.000Z')
  assert.equal(next('2027-03-28T01:00:00Z', 1, 'Europe/Lisbon'), '2027-03-29T00:00:00.000Z', 'not once more')
  // In São Paulo 4 November 2018 had no hour 0.
  assert.equal(next('2018-11-04T02:30:00Z', 0), '2018-11-04T03:00:00.000Z')
})
test('an hour that comes twice is one run', () => {
  // In Lisbon 31 October 2027 has hour 1 twice: at 0:00 and at 1:00 UTC.
  assert.equal(next('2027-10-30T23:30:00Z', 1, 'Europe/Lisbon'), '2027-10-31T00:00:00.000Z')
  assert.equal(next('2027-10-31T00:00:00Z', 1, 'Europe/Lisbon'), '2027-11-01T01:00:00.000Z')
  // Troll goes back by two hours: 1 and 2 come twice.
  assert.equal(next('2027-10-31T00:00:00Z', 2, 'Antarctica/Troll'), '2027-11-01T02:00:00.000Z')
})
test('an address or a file that cannot be read is the feed’s failure; a full line, a full disk and our own errors are not', () => {
  const refused = (['feed_failed', 'sheet_other', 'sheet_busy', 'storage_full'] as const).map(
    (c) => new Refusal(c).status,
  )
  assert.deepEqual(
    [...refused, undefined].map((status) => isItsOwn(status)),
    [true, true, false, false, false],
  )
})
test('an admin is asked where more than the share would change or vanish, and more than ten', () => {
  const found = { changed: 0, retired: 0, refused: 0, rows: 100, existing: 100 }
  assert.equal(tooMuch({ ...found, changed: 15, retired: 5 }, 20), false, 'exactly a fifth')
  assert.equal(tooMuch({ ...found, changed: 15, retired: 6 }, 20), true)
  assert.equal(tooMuch({ ...found, changed: 16, retired: 5 }, 20), true)
  assert.equal(tooMuch({ ...found, changed: 10, existing: 12 }, 20), false, 'ten are few')
  assert.equal(tooMuch({ ...found, changed: 11, existing: 12 }, 20), true)
})
test('an admin is asked where more than half of the rows were refused, and more than ten', () => {
  const found = { changed: 0, retired: 0, refused: 11, rows: 22, existing: 100 }
  assert.equal(tooMuch(found, 20), false, 'exactly half')
  assert.equal(tooMuch({ ...found, rows: 21 }, 20), true)
  assert.equal(tooMuch({ ...found, refused: 10, rows: 10 }, 20), false)
})
test('five feeds, and five failures in a row', () => {
  assert.deepEqual([MOST_FEEDS, MOST_FAILURES, EVERY_HOURS], [5, 5, [1, 2, 4, 6, 12, 24]])
})
test('a feed without any hour comes again in a day', () => {
  const run = nextRun({ every_hours: null, at_hour: null }, SP, new Date('2026-11-21T12:34:56Z'))
  assert.equal(run.toISOString(), '2026-11-22T12:00:00.000Z')
})
