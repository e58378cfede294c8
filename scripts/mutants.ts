// npm run test:mutants: puts faults into what decides, one at a time, and tells which of them no test notices.
// What was found is kept in .test/mutants.jsonl: a run that was ended goes on where it stood.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { startTestDatabase } from '../test/database.ts'
import { oneTemporary } from '../test/folders.ts'
import { type Fault, faultsOf } from './mutants/faults.ts'
import { keepReach, keptReach, type Reach, reachOf, runsThrough, runTest } from './mutants/reach.ts'
import { calledFunctions, putFunction, SETTINGS, type SqlFunction, sqlFaultsOf, sqlFunctions } from './mutants/sql.ts'
import { explained, openOf, type Result, sampled, tables } from './mutants/told.ts'

const { values: asked } = parseArgs({
  options: {
    /** Only places whose path contains it; `sql` and names of functions too. */
    only: { type: 'string', multiple: true, default: [] },
    /** So many, drawn by the seed. */
    most: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '100000' },
    /** At most so many test files for one fault, nearest and fastest first. */
    files: { type: 'string', default: '8' },
    /** Those that nothing noticed and nobody explained once more. */
    again: { type: 'boolean', default: false },
    /** Anew, which tests reach what. */
    reach: { type: 'boolean', default: false },
  },
})
const KEPT = '.test/mutants.jsonl'
/** Beside the rules: what was taken out of them, or decides as they do. Not what finds (search, pad/shelf, pad/paste). */
const BESIDE = `carts/buyer carts/desk carts/way companies/turns orders/form orders/quote orders/signature orders/status
  orders/told pad/amount pad/grid pad/pasted products/prices products/quantity products/seen subscriptions/pix`
const SOURCES = [
  ...globSync('src/features/**/rules.ts'),
  ...BESIDE.split(/\s+/).map((name) => `src/features/${name}.ts`),
  'src/features/orders/server/pricing.ts',
  'src/features/readers/server/projection.ts',
  'src/server/serve.ts',
  'src/server/session.ts',
].sort()
/** Tests that ask the product. The rest kill servers, fill disks and send storms for minutes. */
const AROUND = `answers asked asked_round backup closed due edge games kept kept_products matrix matrix_links matrix_sales operator pace
  retail rings shares stock_at_once strangers switches tenancy transactions retention everyone`
const TESTS = [...globSync('src/**/*.test.ts'), ...AROUND.split(/\s+/).map((name) => `test/${name}.test.ts`)].sort()

/** Reads the functions of the database as text: every fault in one of them meets it. */
const FUNCTIONS = 'test/functions.test.ts'
/** Ask them by themselves: a fault meets the two that speak most of it first, all of them once more. */
const ASKING = globSync('test/deciding_*.test.ts').sort()

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
const say = (line: string) => process.stdout.write(`${line}\n`)
const began = Date.now()
const temporary = oneTemporary()
const server = await startTestDatabase(SETTINGS)
const admin = server.url('super')
const template = server.url('super', 'mostruario_template')
const functions = await sqlFunctions(template)
const reasons = explained(readFileSync('docs/trust.md', 'utf8'))
const isOver = () => Date.now() - began > Number(asked.minutes) * 60_000
async function stop(): Promise<never> {
  await calledFunctions((name) => server.url('super', name), admin)
  await server.stop()
  temporary.clear()
  const results = drawn.map((d) => kept.get(d.key)).filter((r) => r !== undefined)
  const { text, open } = tables(results, drawn.length, reasons)
  say(text)
  // A test that fails without any fault notices none.
  const broken = Object.entries(keptReach()).filter(([test, { bad }]) => bad && TESTS.includes(test))
  for (const [test] of broken) say(`fails without any fault: ${test}`)
  process.exit(open > 0 || broken.length > 0 ? 1 : 0)
}

/** Every test file once, those that are known and unchanged left out. */
async function learn(): Promise<Record<string, Reach>> {
  const all = asked.reach ? {} : keptReach()
  // Where a test runs through is known by the places in a text: it is learned anew when that text is another, and when
  // other texts are asked about.
  const version = (test: string, through: Reach['files'] = {}) =>
    hash(
      [test, ...Object.keys(through).sort()].map((f) => (existsSync(f) ? readFileSync(f, 'utf8') : '')).join('\0') +
        SOURCES.join(),
    )
  const unknown = TESTS.filter((test) => all[test]?.version !== version(test, all[test]?.files))
  if (unknown.length === 0) return all
  const called = () => calledFunctions((name) => server.url('super', name), admin)
  await called()
  for (const test of unknown) {
    if (isOver()) await stop()
    const found = await reachOf(test, new Set(SOURCES), called)
    const reach = { ...found, version: version(test, found.files) }
    all[test] = reach
    keepReach(all)
    say(`${test}: ${(reach.ms / 1000).toFixed(1)} s${reach.bad ? ', FAILS WITHOUT ANY FAULT' : ''}`)
  }
  return all
}
/** Something to put a fault into: a file, or a function of the database. */
interface Place {
  name: string
  source: string
  faults: Fault[]
  sql?: SqlFunction
}
function places(): Place[] {
  const files = SOURCES.map((name) => {
    const source = readFileSync(name, 'utf8')
    return { name, source, faults: faultsOf(source, name) }
  })
  const sql = functions.map((f) => ({
    name: `sql app.${f.name}`,
    source: f.source,
    faults: sqlFaultsOf(f.source),
    sql: f,
  }))
  const wanted = ({ name }: Place) => asked.only.length === 0 || asked.only.some((o) => name.includes(o))
  return [...files, ...sql].filter(wanted)
}
/** A test that asks no server. */
const QUICK = 700
const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z][a-z_]{3,}/g))
const spoken = new Map([...TESTS, ...ASKING].map((test) => [test, wordsOf(readFileSync(test, 'utf8'))]))
/** How much a test speaks of what a function of the database does: words that few tests say count more, those of the
 * faulty line three times, and a quick test goes first. */
function meaning(source: string, at: number, test: string, ms: number): number {
  const [from, to] = [source.lastIndexOf('\n', at) + 1, source.indexOf('\n', at)]
  const line = wordsOf(source.slice(from, to < 0 ? undefined : to))
  let sum = 0
  for (const word of wordsOf(source)) {
    if (!spoken.get(test)?.has(word)) continue
    const saying = [...spoken.values()].filter((words) => words.has(word)).length
    sum += Math.log(TESTS.length / saying) * (line.has(word) ? 3 : 1)
  }
  return sum / Math.sqrt(ms)
}
const nearest = (source: string, at: number) =>
  ASKING.toSorted((a, b) => meaning(source, at, b, 1) - meaning(source, at, a, 1)).slice(
    0,
    asked.again ? ASKING.length : 2,
  )
/** The tests that run through a place: its own, then those that ask no server, then its feature's, then the fastest;
 * through a function of the database, which most of them do: those that speak of it. */
function testsFor({ name, source, sql }: Place, at: number, reach: Record<string, Reach>): string[] {
  const near = (test: string, { ms }: Reach) => {
    if (sql) return -meaning(source, at, test, ms)
    const feature = dirname(name).replace(/\/server$/, '')
    if (dirname(test) === dirname(name) && basename(test).startsWith(basename(name, '.ts'))) return -3
    if (ms < QUICK) return -2
    return test.startsWith(`${feature}/`) ? -1 : 0
  }
  const reaches = (r: Reach) =>
    sql ? r.functions.includes(sql.name) || (sql.inlined && r.functions.length > 0) : runsThrough(r, name, at)
  return Object.entries(reach)
    .filter(([test, r]) => !r.bad && existsSync(test) && reaches(r))
    .sort(([a, x], [b, y]) => near(a, x) - near(b, y) || x.ms - y.ms)
    .map(([test]) => test)
    .slice(0, Number(asked.files))
    .toSpliced(0, 0, ...(sql ? [...nearest(source, at), FUNCTIONS] : []))
}
async function attempt(place: Place, fault: Fault, tests: string[], reach: Record<string, Reach>) {
  const { start, end, text } = fault
  if (place.sql) {
    const source = place.source.slice(0, start) + text + place.source.slice(end)
    if (!(await putFunction(template, source))) return { outcome: 'none' as const }
  }
  const url = pathToFileURL(resolve(place.name)).href
  const MUTANT = place.sql ? '{}' : JSON.stringify({ url, start, end, text })
  try {
    for (const test of tests) {
      const ran = await runTest(test, { MUTANT }, 15_000 + 4 * (reach[test]?.ms ?? 0))
      if (!ran.ok) return { outcome: ran.timeout ? ('timeout' as const) : ('noticed' as const), by: test }
    }
    return { outcome: 'survived' as const, tried: tests.length }
  } finally {
    if (place.sql) await putFunction(template, place.source)
  }
}

const kept = new Map<string, Result>()
if (existsSync(KEPT))
  for (const line of readFileSync(KEPT, 'utf8').split('\n').filter(Boolean)) {
    const result = JSON.parse(line) as Result
    kept.set(result.key, result)
  }
const all = places().flatMap((place) => {
  const version = hash(place.source)
  return place.faults.map((fault) => ({
    place,
    fault,
    key: `${place.name}|${version}|${fault.start}|${fault.end}|${fault.text}`,
  }))
})
const drawn = sampled(all, Number(asked.most), Number(asked.seed))
const reach = await learn()
let since = Date.now()
const tried = drawn.map(({ key }) => kept.get(key)).filter((r) => r !== undefined)
const open = new Set(openOf(tried, reasons).map((r) => r.key))
for (const { place, fault, key } of drawn) {
  if (kept.has(key) && !(asked.again && open.has(key))) continue
  if (isOver()) break
  const tests = testsFor(place, fault.start, reach)
  const { before, after, line } = fault
  const result: Result = { key, place: place.name, line, before, after, ...(await attempt(place, fault, tests, reach)) }
  kept.set(key, result)
  appendFileSync(KEPT, `${JSON.stringify(result)}\n`)
  if (result.outcome === 'survived')
    say(`survived: ${place.name}:${line}  ${before.slice(0, 110)}  →  ${after.slice(0, 110)}  (${tests.length} files)`)
  // What ended tests leave behind.
  if (Date.now() - since > 60_000) {
    since = Date.now()
    await calledFunctions((name) => server.url('super', name), admin)
  }
}
await stop()
