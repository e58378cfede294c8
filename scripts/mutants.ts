// npm run test:mutants: puts faults into the program, one at a time, and lists those that no test notices. Results are
// kept in .test/mutants.jsonl: a run that was ended continues where it stopped.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { browserPath } from '../e2e/browser.ts'
import { startTestDatabase } from '../test/database.ts'
import { oneTemporary } from '../test/folders.ts'
import { buildWeb } from './build.ts'
import type { Fault } from './mutants/fault.ts'
import { buildFaulty } from './mutants/faulty-build.ts'
import { GROUPS, type Place, placesOf, SOURCES } from './mutants/places.ts'
import { keepReach, keptReach, type Reach, reachOf, runsThrough, runTest } from './mutants/reach.ts'
import { calledFunctions, putFunction, SETTINGS, sqlFunctions } from './mutants/sql.ts'
import { explained, openOf, type Result, sampled, tables, tierTable } from './mutants/told.ts'
import { readParts, testFiles } from './testing/parts.ts'

const { values: asked } = parseArgs({
  options: {
    /** Only places whose path contains it; `sql` and names of functions too. */
    only: { type: 'string', multiple: true, default: [] },
    /** Only groups of places: rules, prices, routes, queries, browser, functions. */
    group: { type: 'string', multiple: true, default: [...GROUPS] },
    /** Only tests of this tier; without it those of `test` first. */
    tier: { type: 'string' },
    /** Limit of faults per group, drawn by the seed. */
    most: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '100000' },
    /** Limit of test files per tier for one fault, nearest and fastest first. */
    files: { type: 'string', default: '8' },
    /** Those that nothing noticed and nobody explained once more. */
    again: { type: 'boolean', default: false },
    /** Anew, which tests reach what. */
    reach: { type: 'boolean', default: false },
  },
})
const KEPT = `.test/mutants${asked.tier ? `-${asked.tier}` : ''}.jsonl`
const parts = readParts()
const tierOf = (test: string) => (parts.get(test)?.tier === 'full' ? 'full' : 'test')
/** Tests that start the product as its own program do not see the fault, and take minutes. */
const APART = /from '\.\/(starting|drill|debian-postgres|apart)\.ts'/
const TESTS = testFiles().filter(
  (test) =>
    (!asked.tier || tierOf(test) === asked.tier) &&
    !(test.startsWith('test/') && APART.test(readFileSync(test, 'utf8'))),
)
/** Groups whose faults journeys are tried on as well. */
const OF_JOURNEYS = ['routes', 'queries', 'browser']
const JOURNEYS = TESTS.filter((test) => test.startsWith('e2e/'))

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
  say(tierTable(results, tierOf))
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
  const journeys = asked.group.some((group) => OF_JOURNEYS.includes(group))
  const unknown = TESTS.filter(
    (test) => (journeys || !test.startsWith('e2e/')) && all[test]?.version !== version(test, all[test]?.files),
  )
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
const isWanted = ({ name, group }: Place) =>
  asked.group.includes(group) && (asked.only.length === 0 || asked.only.some((o) => name.includes(o)))
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
/** The test files for one fault, tier `test` first: those beside the place, those without a server, those of its feature,
 * the fastest. For a function of the database and for the browser: those that share the rarest words with it. */
function testsFor({ group, name, source, sql }: Place, at: number, reach: Record<string, Reach>): string[] {
  const near = (test: string, { ms }: Reach) => {
    if (sql) return -meaning(source, at, test, ms)
    const feature = dirname(name).replace(/\/(server|web)$/, '')
    if (dirname(test) === dirname(name) && basename(test).startsWith(basename(name, '.ts'))) return -3
    if (ms < QUICK) return -2
    return test.startsWith(`${feature}/`) ? -1 : 0
  }
  const reaches = (r: Reach) =>
    sql ? r.functions.includes(sql.name) || (sql.inlined && r.functions.length > 0) : runsThrough(r, name, at)
  const reached = Object.entries(reach)
    .filter(([test, r]) => !r.bad && TESTS.includes(test) && reaches(r))
    .filter(([test]) => OF_JOURNEYS.includes(group) || !test.startsWith('e2e/'))
    .sort(([a, x], [b, y]) => near(a, x) - near(b, y) || x.ms - y.ms)
    .map(([test]) => test)
  const opened =
    group === 'browser'
      ? JOURNEYS.filter((test) => reach[test] && !reach[test].bad).sort(
          (a, b) => meaning(source, at, b, reach[b]?.ms ?? 1) - meaning(source, at, a, reach[a]?.ms ?? 1),
        )
      : []
  const both = [...reached, ...opened]
  const most = Number(asked.files)
  return [
    ...(sql ? [...nearest(source, at), FUNCTIONS] : []),
    ...['test', 'full'].flatMap((tier) => both.filter((test) => tierOf(test) === tier).slice(0, most)),
  ]
}
async function attempt(place: Place, fault: Fault, tests: string[], reach: Record<string, Reach>) {
  const { start, end, text } = fault
  if (place.sql) {
    const source = place.source.slice(0, start) + text + place.source.slice(end)
    if (!(await putFunction(template, source))) return { outcome: 'none' as const }
  }
  const url = pathToFileURL(resolve(place.name)).href
  const MUTANT = place.sql ? '{}' : JSON.stringify({ url, start, end, text })
  let build: Awaited<ReturnType<typeof buildFaulty>> | undefined
  try {
    for (const test of tests) {
      const opens = place.group === 'browser' && test.startsWith('e2e/')
      if (opens) build ??= await buildFaulty(place.name, place.source, fault)
      if (build === null) return { outcome: 'none' as const }
      const env = { MUTANT, ...(opens && build && { TEST_BUILD: build.root }) }
      const ran = await runTest(test, env, 15_000 + 4 * (reach[test]?.ms ?? 0))
      if (!ran.ok) return { outcome: ran.timeout ? ('timeout' as const) : ('noticed' as const), by: test }
    }
    return { outcome: 'survived' as const, tried: tests.length }
  } finally {
    if (place.sql) await putFunction(template, place.source)
    build?.remove()
  }
}

const kept = new Map<string, Result>()
if (existsSync(KEPT))
  for (const line of readFileSync(KEPT, 'utf8').split('\n').filter(Boolean)) {
    const result = JSON.parse(line) as Result
    kept.set(result.key, result)
  }
const all = placesOf(functions)
  .filter(isWanted)
  .flatMap((place) => {
    const version = hash(place.source)
    return place.faults.map((fault) => ({
      place,
      fault,
      key: `${place.name}|${version}|${fault.start}|${fault.end}|${fault.text}`,
    }))
  })
const drawn = GROUPS.flatMap((group) =>
  sampled(
    all.filter(({ place }) => place.group === group),
    Number(asked.most),
    Number(asked.seed),
  ),
)
if (drawn.some(({ place }) => OF_JOURNEYS.includes(place.group))) {
  await buildWeb()
  process.env.CHROME_PATH = await browserPath()
}
const reach = await learn()
let since = Date.now()
const tried = drawn.map(({ key }) => kept.get(key)).filter((r) => r !== undefined)
const open = new Set(openOf(tried, reasons).map((r) => r.key))
for (const { place, fault, key } of drawn) {
  if (kept.has(key) && !(asked.again && open.has(key))) continue
  if (isOver()) break
  const tests = testsFor(place, fault.start, reach)
  const { before, after, line } = fault
  const outcome = await attempt(place, fault, tests, reach)
  const result: Result = { key, group: place.group, place: place.name, line, before, after, ...outcome }
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
