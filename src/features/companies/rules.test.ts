import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathIssue, slugOf, subscribeHref, tableName, trialBanner } from './rules.ts'
import { messageTurns } from './turns.ts'

const trial = (valid_until: string, more = {}) =>
  trialBanner({ trial: true, today: '2026-11-21', valid_until, ...more })

test('the banner of a trial: welcome, then its days, then its end, then what is left until it is deleted', () => {
  assert.deepEqual(trial('2026-12-21'), { kind: 'welcome' })
  assert.deepEqual(trial('2026-12-05'), { kind: 'welcome' })
  assert.deepEqual(trial('2026-12-04'), { kind: 'live', left: 6 })
  assert.deepEqual(trial('2026-11-29'), { kind: 'live', left: 1 })
  assert.deepEqual(trial('2026-11-28'), { kind: 'ended' })
  assert.deepEqual(trial('2026-11-27'), { kind: 'ended' })
  assert.deepEqual(trial('2026-11-26'), { kind: 'deletion', days: 5, off: false })
  assert.deepEqual(trial('2026-11-21'), { kind: 'deletion', days: 0, off: false })
  assert.deepEqual(trial('2026-11-20'), { kind: 'deletion', days: 29, off: true })
  assert.deepEqual(trial('2026-10-22'), { kind: 'deletion', days: 0, off: true })
  assert.deepEqual(trial('2026-09-01'), { kind: 'deletion', days: 0, off: true })
})
test('a blocked company is told so first; one that pays is told nothing; a reseller’s bonus stands in for the welcome', () => {
  assert.deepEqual(trial('2026-12-21', { is_blocked: true }), { kind: 'blocked' })
  assert.deepEqual(trialBanner({ is_blocked: true }), { kind: 'blocked' })
  assert.equal(trial('2026-11-22', { trial: false }), null)
  assert.equal(trialBanner({ trial: true, today: '2026-11-21' }), null)
  assert.equal(trialBanner({ trial: true, valid_until: '2026-11-22' }), null)
  const reseller = { name: 'Revenda Sul', redirect_link: 'https://revenda.test/' }
  assert.deepEqual(trial('2026-12-21', { reseller }), { kind: 'bonus', reseller: 'Revenda Sul' })
  assert.deepEqual(trial('2026-12-21', { reseller: { ...reseller, redirect_link: '' } }), { kind: 'welcome' })
})
test('subscribing leads to the reseller’s own page where that is a link, else here', () => {
  assert.equal(subscribeHref({ id: 7 }), '/session/assinar?company_id=7')
  assert.equal(
    subscribeHref({ id: 7, reseller: { redirect_link: 'https://revenda.test/x' } }),
    'https://revenda.test/x',
  )
  assert.equal(subscribeHref({ id: 7, reseller: { redirect_link: 'javascript:1' } }), '/session/assinar?company_id=7')
})
test('a blocked company is led to the operator’s contact, not to its reseller', () => {
  const reseller = { redirect_link: 'https://revenda.test/x' }
  assert.equal(subscribeHref({ id: 7, is_blocked: true, reseller }), '/session/assinar?company_id=7')
})
test('an address is letters, digits and hyphens, 1 to 40, with a letter, not one of the platform’s', () => {
  for (const good of ['a', 'atelie-jequitiba', 'a1', '1a', `${'a'.repeat(40)}`])
    assert.equal(pathIssue(good), null, good)
  for (const bad of ['', '-a', 'a-', 'A', 'ateliê', 'a b', 'a.b', 'a'.repeat(41), 'a\n'])
    assert.match(String(pathIssue(bad)), /Use letras/, bad)
  for (const bad of ['1', '2026']) assert.match(String(pathIssue(bad)), /uma letra/)
  for (const bad of ['www', 'operador', 'mostruario']) assert.match(String(pathIssue(bad)), /reservado/)
})
test('an address is made of a name: forty letters, no hyphen at the end', () => {
  assert.equal(slugOf('Ateliê Jequitibá'), 'atelie-jequitiba')
  assert.equal(slugOf(`${'a'.repeat(39)} b`), 'a'.repeat(39))
  assert.equal(slugOf('a'.repeat(50)).length, 40)
})
test('a price table is called as the company calls it', () => {
  const named = { price_table_config: [{ name: 'Varejo' }, { name: 'Atacado' }] } as never
  assert.deepEqual([tableName(named, 1), tableName(named, 2), tableName(named, 3)], ['Varejo', 'Atacado', ''])
  assert.equal(tableName({ price_table_config: null } as never, 1), '')
})
test('a long message takes turns, eighty letters at most, by whole words, none lost', () => {
  assert.deepEqual(messageTurns(undefined), [])
  assert.deepEqual(messageTurns('Feriado:\n\nvoltamos  segunda '), ['Feriado:', 'voltamos segunda'])
  const words = Array.from({ length: 30 }, () => 'nove12345').join(' ')
  const turns = messageTurns(words)
  assert.deepEqual(
    turns.map((x) => x.length),
    [79, 79, 79, 59],
  )
  assert.equal(turns.join(' '), words)
  assert.deepEqual(messageTurns(`${'a'.repeat(40)} ${'b'.repeat(39)}`).length, 1)
  assert.deepEqual(messageTurns(`${'a'.repeat(40)} ${'b'.repeat(40)}`).length, 2)
  assert.deepEqual(messageTurns('x'.repeat(200)), ['x'.repeat(200)])
})
