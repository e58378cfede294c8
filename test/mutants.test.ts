// The faults that `npm run test:mutants` puts in: they are found, they are put in, and a test that sees them says so.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { faultsOf } from '../scripts/mutants/faults.ts'
import { runTest, runsThrough } from '../scripts/mutants/reach.ts'
import { sqlFaultsOf } from '../scripts/mutants/sql-faults.ts'
import { explained, openOf, type Result, sampled, tables, tierTable } from '../scripts/mutants/told.ts'

const faults = (source: string) => faultsOf(source).map((f) => f.after)

test('a rule has its faults: a limit by one, a guard turned, a part forgotten, an answer lost', () => {
  assert.deepEqual(faults('export const least = (a: number) => a >= 10'), ['true', 'false', 'a > 10', 'a < 10', '11'])
  assert.deepEqual(
    faults('if (!open || tries > 2) throw new Error()').toSorted(),
    ['!open && tries > 2', ';', 'false', 'open', 'tries <= 2', 'tries >= 2', 'true', '3'].toSorted(),
  )
  assert.deepEqual(faults('x = own ?? shared'), [';', 'own'])
  assert.deepEqual(faults('/^a$/.test(s)'), [';', '/a$/', '/^a/'])
})
test('the SQL of a query has its faults', () => {
  const after = faults('const open = (tx, id) => tx.sql`select id from orders where id = ${id} and n > 2`')
  assert.ok(
    after.some((text) => text.includes('${id} or n > 2')),
    after.join(),
  )
})
test('types, imports, names and sentences have none', () => {
  assert.deepEqual(faults("import { a } from './b.ts'\nexport type T = 1 | 2\nexport interface I { n: 3 }"), [])
  assert.deepEqual(faults("export const say = { 'key': 'a' + 'b' }"), [])
})
test('a function of the database has its faults, its texts and remarks none', () => {
  const source = `CREATE OR REPLACE FUNCTION app.f(n integer) RETURNS boolean LANGUAGE plpgsql
AS $function$ begin
  -- more than 3 or less
  if n > 2 and n is not null then return true; end if;
  return 'a = 1' = '';
end $function$`
  assert.deepEqual(
    sqlFaultsOf(source).map((f) => f.after),
    [
      'if false then return true; end if;',
      'if true then return true; end if;',
      'if n >= 2 and n is not null then return true; end if;',
      'if n <= 2 and n is not null then return true; end if;',
      'if n > 3 and n is not null then return true; end if;',
      'if n > 2 or n is not null then return true; end if;',
      'if n > 2 and n is null then return true; end if;',
      'if n > 2 and n is not null then return false; end if;',
      "return 'a = 1' <> '';",
    ],
  )
})
test('a fault in the rules of orders is noticed by their tests, and the rules as they are pass', async () => {
  const rules = 'src/features/orders/rules.ts'
  const source = readFileSync(rules, 'utf8')
  const fault = faultsOf(source).find((f) => f.before === '10_000' && f.after === '10001')
  assert.ok(fault)
  const url = pathToFileURL(resolve(rules)).href
  const tried = 'src/features/orders/totals.test.ts'
  const wrong = await runTest(tried, { MUTANT: JSON.stringify({ url, ...fault }) }, 60_000)
  assert.ok(!wrong.ok && !wrong.timeout && wrong.said.includes('failed: '), wrong.said)
  const right = await runTest(tried, { MUTANT: '{}' }, 60_000)
  assert.ok(right.ok, right.said)
})
test('a place that a test runs past is not one that it runs through', () => {
  const ranges: [number, number, 0 | 1][] = [
    [0, 100, 1],
    [10, 50, 1],
    [20, 30, 0],
  ]
  const reach = { ms: 1, files: { 'a.ts': [ranges] }, functions: [] }
  assert.deepEqual(
    [5, 15, 25, 40, 120].map((at) => runsThrough(reach, 'a.ts', at)),
    [true, true, false, true, false],
  )
})
test('a sample is the same for a seed; what nobody noticed and nobody explained is told', () => {
  const all = Array.from({ length: 50 }, (_, i) => i)
  assert.deepEqual(sampled(all, 7, 3), sampled(all, 7, 3))
  assert.notDeepEqual(sampled(all, 7, 3), sampled(all, 7, 4))
  const one: Result = {
    key: '1',
    group: 'rules',
    place: 'a.ts',
    line: 1,
    before: 'a || b',
    after: 'a && b',
    outcome: 'survived',
  }
  const results: Result[] = [
    one,
    { ...one, key: '2', after: 'x', outcome: 'noticed' },
    { ...one, key: '3', outcome: 'none' },
  ]
  assert.equal(tables(results, 3, new Map()).open, 1)
  assert.match(tables(results, 3, new Map()).text, /\| all \| 2 \| 1 \| 0 \| 1 \| 0 \| 50\.0 % \|/)
  const page = '| `a.ts` | `` a \\|\\| b `` | `` a && b `` | both are the same |\n'
  assert.equal(tables(results, 3, explained(page)).open, 0)
  // One that reads alike in another place was not looked at.
  const twice = [...results, { ...one, key: '4', line: 9 }]
  assert.deepEqual(openOf(twice, explained(page)), [twice[3]])
  assert.deepEqual(openOf(twice, explained(page.replace('same |', 'same (2 ×) |'))), [])
})
test('lists by group what each tier notices', () => {
  const fault: Result = {
    key: '1',
    group: 'routes',
    place: 'a.ts',
    line: 1,
    before: 'a',
    after: 'b',
    outcome: 'noticed',
  }
  const results: Result[] = [
    { ...fault, by: 'quick' },
    { ...fault, by: 'slow' },
    { ...fault, outcome: 'survived' },
    { ...fault, outcome: 'none' },
  ]
  const table = tierTable(results, (test) => (test === 'quick' ? 'test' : 'full'))
  assert.match(table, /\| routes \| 3 \| 1 \| 1 \| 1 \| 50\.0 % \|/)
})
/** Faults of rules that are drawn here: of some three thousand, which `npm run test:mutants` tries all. */
const DRAWN = process.env.LONG ? 400 : 40
/** Share that may go unnoticed: of forty, two by chance are no sign. */
const UNNOTICED = process.env.LONG ? 0.05 : 0.1
test('of faults drawn from all rules nearly all are noticed by the tests of their feature that ask no server', async (c) => {
  const seed = Number(process.env.SEED ?? 1)
  c.diagnostic(`SEED=${seed}`)
  const all = globSync('src/features/*/rules.ts').flatMap((place) => {
    const source = readFileSync(place, 'utf8')
    return faultsOf(source, place).map((fault) => ({ place, ...fault }))
  })
  const results: Result[] = []
  for (const { place, start, end, text, before, after, line } of sampled(all, DRAWN, seed)) {
    const MUTANT = JSON.stringify({ url: pathToFileURL(resolve(place)).href, start, end, text })
    let outcome: Result['outcome'] = 'survived'
    for (const tried of globSync(`${dirname(place)}/*.test.ts`)) {
      const { ok, timeout } = await runTest(tried, { MUTANT }, 60_000)
      if (ok) continue
      outcome = timeout ? 'timeout' : 'noticed'
      break
    }
    results.push({ key: `${place}|${start}|${text}`, group: 'rules', place, line, before, after, outcome })
  }
  const open = openOf(results, explained(readFileSync('docs/trust.md', 'utf8')))
  assert.ok(open.length <= DRAWN * UNNOTICED, JSON.stringify(open, null, 1))
})
