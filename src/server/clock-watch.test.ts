import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OwnLook, trusted, watched, type Watched } from './clock-watch.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = new Date('2026-11-24T12:00:00Z')
const at = (ms: number) => new Date(NOON.getTime() + ms)
const kept = (more: Partial<Watched> = {}): Watched => ({
  believed_at: NOON,
  read_at: NOON,
  doubted_at: null,
  ran_ms: 0,
  steady_ms: 0,
  ...more,
})
/** A process that looked at noon by the clock; so much has passed since. */
const ran = (passed: number): OwnLook => ({ read: NOON, believed: true, passed })
const isDoubted = (w: Watched) => w.doubted_at !== null
/** Looks once in a minute for so long, by a clock that is off by `off`; the first look is `own`'s. */
function run(w: Watched, from: number, minutes: number, off: number, fresh = false): Watched {
  let own: OwnLook | null = fresh ? null : { read: w.read_at, believed: w.doubted_at === null, passed: 0 }
  for (let m = 1; m <= minutes; m++) {
    const now = at(from + m * MINUTE + off)
    w = watched(w, now, own && { ...own, passed: MINUTE })
    own = { read: now, believed: w.doubted_at === null, passed: 0 }
  }
  return w
}

test('the first look of an installation is believed', () => {
  assert.deepEqual(watched(null, NOON, null), kept())
  assert.deepEqual(watched(null, NOON, ran(MINUTE)), kept())
})
test('a running process: what it ran is no jump, more than an hour beyond is one', () => {
  for (const [ahead, passed, doubted] of [
    [MINUTE, MINUTE, false],
    [HOUR, MINUTE, false],
    [HOUR + 2 * MINUTE, MINUTE, true],
    // A resumed machine: its monotonic clock stood still.
    [2 * DAY, MINUTE, true],
    [400 * DAY, MINUTE, true],
    // Its database was away.
    [3 * HOUR, 3 * HOUR, false],
    [9 * DAY, 9 * DAY, false],
    // Behind, it takes nothing away.
    [-2 * MINUTE, MINUTE, false],
    [-DAY, MINUTE, false],
    [-400 * DAY, MINUTE, false],
  ] as const)
    assert.equal(isDoubted(watched(kept(), at(ahead), ran(passed))), doubted, `${ahead} ms after ${passed}`)
})
test('a stop of up to seven days is no jump, one of eight is', () => {
  for (const [days, doubted] of [
    [1, false],
    [6, false],
    [7, false],
    [8, true],
    [400, true],
  ] as const)
    assert.equal(isDoubted(watched(kept(), at(days * DAY), null)), doubted, `${days} days`)
})
test('a jump is noted with its reading, and the last believed moment stays', () => {
  const w = watched(kept(), at(400 * DAY), ran(MINUTE))
  assert.deepEqual(w, kept({ read_at: at(400 * DAY), doubted_at: at(400 * DAY) }))
})
test('a clock that is right again is believed at once, also after it was wrong for hours', () => {
  const jumped = watched(kept(), at(400 * DAY), ran(MINUTE))
  assert.equal(
    isDoubted(watched(jumped, at(2 * MINUTE), { read: at(400 * DAY), believed: false, passed: MINUTE })),
    false,
  )
  const hours = run(jumped, 0, 300, 400 * DAY)
  assert.equal(isDoubted(hours), true)
  const right = watched(hours, at(301 * MINUTE), { read: hours.read_at, believed: false, passed: MINUTE })
  assert.deepEqual([isDoubted(right), right.believed_at], [false, at(301 * MINUTE)])
})
test('twenty-four hours of steady running are believed, summed over starts; a further jump begins again', () => {
  const jumped = watched(kept(), at(400 * DAY), ran(MINUTE))
  const almost = run(jumped, 0, 24 * 60 - 1, 400 * DAY)
  assert.equal(isDoubted(almost), true)
  assert.equal(isDoubted(run(almost, 24 * HOUR - MINUTE, 1, 400 * DAY)), false)
  // Off for a day between: that day does not count.
  const half = run(jumped, 0, 12 * 60, 400 * DAY)
  const started = run(half, 36 * HOUR, 12 * 60, 400 * DAY, true)
  assert.equal(isDoubted(started), true)
  assert.equal(isDoubted(run(started, 48 * HOUR, 2, 400 * DAY)), false)
  const again = run(almost, 24 * HOUR, 60, 800 * DAY)
  assert.ok(isDoubted(again) && again.steady_ms < 2 * HOUR)
})
test('a machine that sleeps each night is believed after 24 hours of running, two servers that differ a little as well', () => {
  let w = watched(kept(), at(400 * DAY), ran(MINUTE))
  for (let day = 0; day < 2; day++) w = run(w, day * DAY, 13 * 60, 400 * DAY)
  assert.equal(isDoubted(w), false)
  w = watched(kept(), at(400 * DAY), ran(MINUTE))
  // One is ten minutes behind the other.
  for (let m = 0; m < 25 * 60 && isDoubted(w); m++)
    for (const off of [0, -10 * MINUTE])
      w = watched(w, at(400 * DAY + m * MINUTE + off), { read: NOON, believed: false, passed: MINUTE })
  assert.equal(isDoubted(w), false)
})
test('two processes count the same time once', () => {
  let w = watched(kept(), at(400 * DAY), ran(MINUTE))
  const own = [at(400 * DAY), at(400 * DAY)]
  for (let m = 0; m < 60; m++)
    for (const [i, half] of [0, MINUTE / 2].entries()) {
      const now = at(400 * DAY + (m + 1) * MINUTE + half)
      w = watched(w, now, { read: own[i] as Date, believed: false, passed: MINUTE })
      own[i] = now
    }
  assert.ok(w.steady_ms <= 61 * MINUTE, String(w.steady_ms))
})
test('of two machines only the wrong one is doubted', () => {
  const wrong = watched(kept(), at(400 * DAY), ran(MINUTE))
  assert.equal(isDoubted(wrong), true)
  const right = watched(wrong, at(MINUTE), ran(MINUTE))
  assert.equal(isDoubted(right), false)
  const own = { read: at(400 * DAY), believed: false, passed: MINUTE }
  assert.equal(isDoubted(watched(right, at(400 * DAY + MINUTE), own)), true)
})
test('a clock that was set back keeps what was believed until it has run for a day', () => {
  const back = watched(kept(), at(-2 * DAY), ran(MINUTE))
  assert.deepEqual([isDoubted(back), back.believed_at], [false, NOON])
  // Right again: no jump.
  assert.equal(isDoubted(watched(back, at(2 * MINUTE), { read: at(-2 * DAY), believed: true, passed: MINUTE })), false)
  const steady = run(back, 0, 24 * 60, -2 * DAY)
  assert.ok(Math.abs(steady.believed_at.getTime() - at(-DAY).getTime()) <= 2 * MINUTE)
})
test('an act that does not wait is dated by the reading, or by the last believed moment and what ran since', () => {
  const doubted = kept({ read_at: at(400 * DAY), doubted_at: at(400 * DAY), ran_ms: 3 * HOUR })
  for (const [w, now, own, moment] of [
    [null, 400 * DAY, null, 400 * DAY],
    [kept(), MINUTE, ran(MINUTE), MINUTE],
    [kept(), 400 * DAY, ran(MINUTE), 0],
    [kept(), 6 * DAY, null, 6 * DAY],
    [doubted, 400 * DAY, null, 3 * HOUR],
    [doubted, 3 * HOUR, null, 3 * HOUR],
    [kept(), -HOUR, ran(MINUTE), -HOUR],
    [kept(), -400 * DAY, ran(MINUTE), 0],
  ] as const)
    assert.deepEqual(trusted(w, at(now), own), at(moment), `${now} ms`)
})
