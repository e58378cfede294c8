// No rule compares with the UTC day: between 21:00 and midnight it is tomorrow's in São Paulo.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** The UTC day of a moment, in the ways in which it is written. */
const UTC_DAY =
  /toISOString\(\)\s*\.(?:slice\(\s*0\s*,\s*(?:7|10)\s*\)|sub(?:string|str)\(\s*0\s*,\s*(?:7|10)\s*\)|split\()/
/** Count days without moments: nothing in them is now. */
const COUNT = ['src/shared/day.ts', 'src/features/spreadsheets/kinds.ts']

test('the UTC day is read only where days are counted without moments', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter((f) => !/\.test\.tsx?$/.test(f))
  assert.ok(files.length > 500, String(files.length))
  const found = files.filter((f) => UTC_DAY.test(readFileSync(f, 'utf8')))
  assert.deepEqual(found.sort(), [...COUNT].sort())
})
test('the check finds each way to write it, and nothing else', () => {
  for (const text of [
    'now.toISOString().slice(0, 10)',
    'now.toISOString().slice(0, 7)',
    'now\n  .toISOString()\n  .slice(0, 10)',
    "now.toISOString().split('T')[0]",
    'now.toISOString().substring(0,10)',
  ])
    assert.match(text, UTC_DAY)
  for (const text of ['dayIn(zone, now)', 'rows.slice(0, 10)', 'now.toISOString().slice(0, 16)', 'now.toISOString()'])
    assert.doesNotMatch(text, UTC_DAY)
})
