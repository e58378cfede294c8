import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, daysBetween } from '#shared/day.ts'
import {
  average,
  change,
  classesOf,
  conversion,
  MOST_DAYS,
  periodBefore,
  siteOf,
  stepAt,
  stepOf,
  stepsOf,
} from './rules.ts'

const before = (from: string, until: string) => Object.values(periodBefore({ from, until })).join(' ')
test('a period is held against as many days before it, a whole month against the whole month before', () => {
  assert.equal(before('2026-11-15', '2026-11-21'), '2026-11-08 2026-11-14')
  assert.equal(before('2026-11-21', '2026-11-21'), '2026-11-20 2026-11-20')
  assert.equal(before('2026-11-01', '2026-11-30'), '2026-10-01 2026-10-31')
  assert.equal(before('2026-02-01', '2026-02-28'), '2026-01-01 2026-01-31')
  assert.equal(before('2026-01-01', '2026-12-31'), '2025-01-01 2025-12-31')
  assert.equal(before('2026-01-10', '2026-02-09'), '2025-12-10 2026-01-09')
})
test('the beginning of a month is held against the same days of the one before, all of a shorter one', () => {
  assert.equal(before('2026-11-01', '2026-11-21'), '2026-10-01 2026-10-21')
  assert.equal(before('2026-03-01', '2026-03-30'), '2026-02-01 2026-02-28')
  assert.equal(before('2028-03-01', '2028-03-30'), '2028-02-01 2028-02-29')
  assert.equal(before('2026-01-01', '2026-01-02'), '2025-12-01 2025-12-02')
})
test('one day is held against the day before, on the first of a month as well', () => {
  assert.equal(before('2026-12-01', '2026-12-01'), '2026-11-30 2026-11-30')
  assert.equal(before('2026-01-01', '2026-01-01'), '2025-12-31 2025-12-31')
})
const aDay = fc.integer({ min: 0, max: 4000 }).map((n) => addDays('2020-01-01', n))
test('what a period is held against ends before it begins; every day of it has one step', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: 0, max: 1099 }), (from, days) => {
      const p = { from, until: addDays(from, days) }
      const b = periodBefore(p)
      assert.ok(b.from <= b.until && b.until < p.from, JSON.stringify(b))
      assert.ok(daysBetween(b.until, p.from) <= 31)
      const step = stepOf(p)
      const steps = stepsOf(p, step)
      assert.ok(steps.length <= 92, String(steps.length))
      for (let d = p.from; d <= p.until; d = addDays(d, 7)) {
        const at = stepAt(p, step, d)
        assert.ok((steps[at] as string) <= d && (steps[at + 1] ?? '9999') > d, d)
      }
    }),
  )
})
test('A fills 80%, B the next 15%; the first is always A, what sold nothing is C', () => {
  assert.deepEqual(classesOf([50, 30, 10, 5, 5, 0]), ['A', 'A', 'B', 'B', 'C', 'C'])
  assert.deepEqual(classesOf([1]), ['A'])
  assert.deepEqual(classesOf([100, 1]), ['A', 'C'])
  assert.deepEqual(classesOf([0, 0]), ['C', 'C'])
  assert.deepEqual(classesOf([]), [])
})
test('a change, a conversion and an average of nothing say nothing; more orders than visits are no conversion of 800%', () => {
  assert.deepEqual([change(150, 100), change(50, 100), change(5, 0)], [50, -50, null])
  assert.deepEqual([conversion(3, 40), conversion(0, 7), conversion(4, 4), conversion(2, 0)], [7.5, 0, 100, null])
  assert.equal(conversion(8, 1), null)
  assert.deepEqual([average(1000, 3), average(0, 0)], [333, 0])
})
test("a site's address becomes its origin; what is none, or could end the sentence of a policy, is refused", () => {
  const good = ['www.loja.com.br', 'https://Loja.com.br/pagina?x=1', 'http://localhost:8080', 'lojaçã.com.br']
  assert.deepEqual(good.map(siteOf), [
    'https://www.loja.com.br',
    'https://loja.com.br',
    'http://localhost:8080',
    'https://xn--loja-joax.com.br',
  ])
  for (const bad of [
    '',
    '*',
    'https://*.loja.com.br',
    "'self'",
    'https:',
    'javascript:alert(1)',
    'a b',
    'loja',
    'x;y.com',
    'https://u:s@loja.com',
  ])
    assert.equal(siteOf(bad), null, bad)
})
test('what begins with a month and ends in the middle of a later one is held against as many days', () => {
  assert.equal(before('2026-01-01', '2026-02-09'), '2025-11-22 2025-12-31')
})
test('a curve goes by days for a quarter, above that by months; one answer reaches over three years', () => {
  const step = (days: number) => stepOf({ from: '2026-01-01', until: addDays('2026-01-01', days - 1) })
  assert.deepEqual([step(92), step(93), MOST_DAYS], ['day', 'month', 1100])
})
test('just below 80% is A still, just below 95% B; what was given back is C', () => {
  assert.deepEqual(classesOf([159, 30, 11]), ['A', 'A', 'B'])
  assert.deepEqual(classesOf([189, 10, 1]), ['A', 'B', 'C'])
  assert.deepEqual(classesOf([100, -50, -1]), ['A', 'C', 'C'])
})
test('one is enough for a change, a conversion and an average; they are rounded to the nearest', () => {
  assert.deepEqual([change(2, 1), change(2, 3)], [100, -33])
  assert.deepEqual([conversion(1, 1), conversion(2, 3), conversion(0, 0)], [100, 66.7, null])
  assert.deepEqual([average(5, 1), average(500, 3)], [5, 167])
})
test("blanks around a site's address do no harm, nor does another address inside of it; a name with no password is refused", () => {
  assert.equal(siteOf(' https://www.loja.com.br\n'), 'https://www.loja.com.br')
  assert.equal(siteOf('loja.com.br/?de=https://outra.com'), 'https://loja.com.br')
  assert.equal(siteOf('https://u@loja.com'), null)
})
