import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeFor, standingOf } from './rules.ts'

test('where a company stands for the operator, the gravest first', () => {
  const today = '2026-11-21'
  const all = { deleted_at: new Date(), is_blocked: true, open_until: '2026-11-01', today, trial: true }
  assert.equal(standingOf(all), 'excluida')
  assert.equal(standingOf({ ...all, deleted_at: null }), 'bloqueada')
  assert.equal(standingOf({ ...all, deleted_at: null, is_blocked: false }), 'vencida')
  assert.equal(standingOf({ open_until: '2026-11-20', today }), 'vencida')
  assert.equal(standingOf({ open_until: today, today }), 'ativa', 'its last day is a day')
  assert.equal(standingOf({ open_until: today, today, trial: true }), 'teste')
  assert.equal(standingOf({ trial: true }), 'teste')
  assert.equal(standingOf({ open_until: '2020-01-01' }), 'ativa')
})
test('a trial’s people hear of it on the way: from the 13th day before its end to sixty days after', () => {
  const days = [14, 13, 8, 7, 6, 5, 2, 1, 0, -14, -15, -24, -25, -60, -61]
  assert.deepEqual(days.map(noticeFor), [
    null,
    'trial_13',
    'trial_13',
    'trial_7',
    'trial_7',
    'trial_5',
    'trial_5',
    'trial_1',
    'trial_0',
    'trial_0',
    'keep_15',
    'keep_15',
    'keep_5',
    'keep_5',
    null,
  ])
})
