import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moment } from './wire.ts'

test('a moment is ISO text with a zone and a day that there is', () => {
  for (const good of [
    '2026-11-28T12:00:00Z',
    '2026-11-28T12:00:00.123Z',
    '2026-11-28T09:00:00-03:00',
    '2028-02-29T00:00Z',
  ])
    assert.equal(moment.parse(good).getTime(), Date.parse(good), good)
  for (const bad of [
    '1',
    '2026',
    '2026-11-28',
    '2026-11-28T12:00:00',
    '2026-02-30T12:00:00Z',
    '2026-11-28T25:00:00Z',
    'TZ',
    '',
  ])
    assert.equal(moment.safeParse(bad).success, false, bad)
})
