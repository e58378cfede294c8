// Runs the tests against a PostgreSQL of their own and ends with "N passed, N failed".
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import pg from 'pg'
import { browserPath } from '../e2e/browser.ts'
import { dropDatabases, NO_DISK, startTestDatabase, testDatabases } from '../test/database.ts'
import { oneTemporary } from '../test/folders.ts'
import { sampled } from './mutants/told.ts'
import { COMPILED } from './program.ts'

const only = process.argv.slice(2)
const twins = only[0] === 'twins'
const whole = only.length === 0
// Look back on all others.
const LAST = ['test/answered.test.ts', 'test/sent_away.test.ts']
const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'e2e/**/*.test.ts']).sort()
const TWIN = /^test\('twin: /m
const wanted = (file: string) =>
  twins ? TWIN.test(readFileSync(file, 'utf8')) : whole || only.some((o) => file.includes(o))
const files = all.filter((file) => wanted(file) && !(whole && LAST.includes(file)))

// Three hundred files load the same modules, and each server that they start.
process.env.NODE_COMPILE_CACHE ??= COMPILED
// What is drawn, and drawn once more where it failed, is the same.
process.env.SEED ??= String(Math.floor(Math.random() * 1e9))
if (files.some((f) => f.startsWith('e2e'))) {
  await (await import('./build.ts')).buildWeb()
  // Unpacked before the files start, which run side by side, and where the next run finds it.
  process.env.CHROME_PATH = await browserPath()
}
const temporary = oneTemporary()
if (whole) writeFileSync((process.env.ANSWERED = join(process.env.TMPDIR as string, 'answered')), '')
const server = await startTestDatabase(process.env.LONG ? {} : NO_DISK)

/** What became of a file's tests. */
interface Told {
  passed: number
  failed: string[]
  skipped: number
}
async function tell(these: string[], concurrency: number): Promise<Map<string, Told>> {
  const files = new Map<string, Told>()
  if (these.length === 0) return files
  const of = (file = '') => {
    const name = relative('', file)
    const known = files.get(name) ?? { passed: 0, failed: [], skipped: 0 }
    files.set(name, known)
    return known
  }
  const stream = run({
    files: these,
    concurrency,
    timeout: (process.env.LONG ? 60 : 15) * 60_000,
    forceExit: false,
    ...(twins && { testNamePatterns: [/^twin: /] }),
  })
  stream.on('test:pass', (e) => {
    if (e.details.type === 'suite') return
    if (e.skip !== undefined) of(e.file).skipped++
    else of(e.file).passed++
  })
  stream.on('test:fail', (e) => {
    if (e.details.type !== 'suite') of(e.file).failed.push(e.name)
  })
  const done = new Promise((end) => stream.on('end', end))
  stream.compose(new spec()).pipe(process.stdout, { end: false })
  await done
  return files
}
/** A whole run keeps the machine busy for long: what failed there is tried once more, alone, and named. More files than
 * these are no accident. What tells of races, losses and leaks is not tried again: red once is red. */
const FEW = 4
const RED_ONCE =
  /^test\/(crash|torture|away|full|drill|fuzz|storm|strangers|everyone|matrix|rights|rings|tenancy|shares|stock)/
async function tellAll(these: string[]): Promise<Map<string, Told>> {
  // Who waits, for a screen or for a database that is away, leaves a core to others: three at once keep two cores busy.
  const told = await tell(these, 3)
  const red = [...told].filter(([, { failed }]) => failed.length > 0)
  const bad = red.filter(([file]) => !RED_ONCE.test(file))
  if (!whole || bad.length === 0 || red.length > FEW) return told
  const names = bad.map(([file]) => file)
  process.stdout.write(`\nOnce more, alone: ${names.join(', ')}\n\n`)
  const again = await tell(names, 1)
  for (const [file, { failed }] of bad) {
    const now = again.get(file)
    if (!now) continue
    for (const name of failed.filter((n) => !now.failed.includes(n)))
      process.stdout.write(`passed the second time only: ${file}: ${name}\n`)
    told.set(file, now)
  }
  return told
}
const told = [...(await tellAll(files)).values()]
/** Journeys that go through two servers, a worker and a proxy as well: as many drawn, in the long run all of them. */
const THROUGH = process.env.LONG ? files.length : 3
if (whole) {
  process.env.SERVERS = '1'
  const journeys = files.filter((f) => f.startsWith('e2e'))
  const drawn = sampled(journeys, THROUGH, Number(process.env.SEED))
  process.stdout.write(`\nThrough two servers, SEED=${process.env.SEED}: ${drawn.join(', ')}\n\n`)
  told.push(...(await tellAll(drawn)).values(), ...(await tell(LAST, 1)).values())
}
const sum = (of: (t: Told) => number) => told.reduce((n, t) => n + of(t), 0)
const [passed, failed, skipped] = [sum((t) => t.passed), sum((t) => t.failed.length), sum((t) => t.skipped)]
await dropLeftovers()
await server.stop()
temporary.clear()
if (skipped > 0) process.stdout.write(`\n${skipped} skipped: what they need is not here\n`)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

async function dropLeftovers(): Promise<void> {
  const admin = new pg.Client({ connectionString: server.url('super') })
  await admin.connect()
  await dropDatabases(admin, await testDatabases(admin))
  await admin.end()
  rmSync('.test/tmp', { recursive: true, force: true })
}
