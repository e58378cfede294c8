import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zonedTime } from './zoned-time.ts'

test('reads the wall clock of a zone at midnight, in summer time and west of UTC', () => {
  const cases: [string, string, string, string][] = [
    ['2026-11-27T02:59:59Z', 'America/Sao_Paulo', '2026-11-26', '23:59:59'],
    ['2026-11-27T03:00:00Z', 'America/Sao_Paulo', '2026-11-27', '00:00:00'],
    // Brazil had summer time until February 2019: UTC-2.
    ['2019-01-15T02:30:00Z', 'America/Sao_Paulo', '2019-01-15', '00:30:00'],
    ['2026-01-01T03:59:00Z', 'America/Rio_Branco', '2025-12-31', '22:59:00'],
    ['2026-06-01T23:30:00Z', 'Asia/Kolkata', '2026-06-02', '05:00:00'],
  ]
  for (const [at, zone, day, time] of cases) assert.deepEqual(zonedTime(new Date(at), zone), { day, time })
})
test('rejects an unknown zone', () => assert.throws(() => zonedTime(new Date(), 'Nowhere/Land'), RangeError))
test('reads no text of a locale', (t) => {
  const other = () => '11/27/2026, 9:05:00 AM'
  t.mock.getter(Intl.DateTimeFormat.prototype, 'format', () => other)
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const)
    t.mock.method(Date.prototype, name, other)
  assert.deepEqual(zonedTime(new Date('2026-03-01T12:05:09Z'), 'America/Bahia'), {
    day: '2026-03-01',
    time: '09:05:09',
  })
})
