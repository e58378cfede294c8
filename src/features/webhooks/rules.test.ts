import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  EVENTS,
  isLost,
  MOST_TRIES,
  MOST_WEBHOOKS,
  OVERLAP,
  outcomeOf as outcomeAt,
  restAfter,
  typeLabel,
  waitAfter,
} from './rules.ts'

test('a message is tried eight times in two days, later each time, and then no more', () => {
  assert.equal(MOST_TRIES, 8)
  const waits = Array.from({ length: MOST_TRIES }, (_, i) => waitAfter(i + 1))
  assert.deepEqual(waits, [60, 300, 1800, 7200, 21_600, 43_200, 86_400, null])
  assert.equal(waitAfter(0), null)
})
test('a system that does not answer is left alone for longer each time, half an hour at most; what it asks for counts, to an hour', () => {
  assert.deepEqual(
    [1, 2, 3, 8, 9, 50].map((n) => restAfter(n)),
    [10, 20, 40, 1280, 1800, 1800],
  )
  assert.equal(restAfter(1, 90), 90)
  assert.equal(restAfter(9, 90), 1800)
  assert.equal(restAfter(1, 3600), 3600)
  assert.equal(restAfter(1, 999_999), 3600)
})
test('a system is switched off after three days without one taken message, of ten tries at least', () => {
  const since = new Date('2026-11-20T12:00:00Z')
  const after = (hours: number) => new Date(since.getTime() + hours * 3600_000)
  assert.equal(isLost(10, since, after(72)), true)
  assert.equal(isLost(9, since, after(200)), false)
  assert.equal(isLost(500, since, new Date(after(72).getTime() - 1)), false)
})
const NOW = new Date('2026-11-25T12:00:00.500Z')
const outcomeOf = (status: number, retryAfter: unknown) => outcomeAt(status, retryAfter, NOW)
test('what an answer means: taken, gone, elsewhere, busy, not wanted', () => {
  for (const status of [200, 204, 299]) assert.deepEqual(outcomeOf(status, null), { is: 'taken', answer: status })
  assert.equal(outcomeOf(199, null).is, 'refused')
  for (const status of [300, 301, 399]) {
    const o = outcomeOf(status, null)
    assert.ok(o.is === 'refused' && o.reason.includes('endereço final'), String(status))
  }
  assert.equal(outcomeOf(410, null).is, 'gone')
  for (const status of [408, 429, 500, 503]) assert.equal(outcomeOf(status, null).is, 'silent')
  for (const status of [400, 404, 409, 411, 428, 499]) {
    const o = outcomeOf(status, null)
    assert.ok(o.is === 'refused' && o.reason.includes('não aceitou'), String(status))
  }
  assert.deepEqual(outcomeOf(429, '120'), {
    is: 'silent',
    answer: 429,
    reason: 'O sistema respondeu com erro.',
    wait: 120,
  })
  for (const said of ['0', '-5', 'amanhã', undefined, 'Wed, 25 Nov 2026 12:00:00 GMT'])
    assert.ok(!('wait' in outcomeOf(503, said)), String(said))
  assert.deepEqual(outcomeOf(503, '1'), { ...outcomeOf(503, null), wait: 1 })
  const date = outcomeOf(503, 'Wed, 25 Nov 2026 12:02:00 GMT')
  assert.deepEqual(date, { ...outcomeOf(503, null), wait: 120 }, 'a date is waited for')
})
test('each kind of message has a name for people; ten systems, and a day for a new secret', () => {
  assert.deepEqual(EVENTS.map(typeLabel), ['Pedido novo', 'Pedido mudou', 'Produto mudou'])
  assert.equal(typeLabel('test'), 'Teste')
  assert.equal(MOST_WEBHOOKS, 10)
  assert.equal(OVERLAP, 86_400_000)
})
