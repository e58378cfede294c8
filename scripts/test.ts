// npm test and npm run test:full (docs/testing.md): a tier's test files on a PostgreSQL of their own. The last line is
// "N passed, N failed".
import { rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { browserPath } from '../e2e/browser.ts'
import { dropDatabases, NO_DISK, startTestDatabase, testDatabases } from '../test/database.ts'
import { oneTemporary } from '../test/folders.ts'
import { COMPILED } from './program.ts'
import { measureCpu } from './testing/cpu.ts'
import { endHungFiles } from './testing/hung.ts'
import { partErrors, readParts, recordCpu, sumByPart, testFiles } from './testing/parts.ts'

const { values: asked, positionals: fragments } = parseArgs({
  allowPositionals: true,
  options: {
    /** The tier that runs when no file is named. */
    tier: { type: 'string', default: 'test' },
    /** Only tests whose name matches. */
    name: { type: 'string' },
    /** Tenfold sizes, every drawn case, and a PostgreSQL that waits for the disk. */
    long: { type: 'boolean', default: false },
    /** Journeys through two servers, a worker and a proxy that takes turns, files in S3. */
    servers: { type: 'boolean', default: false },
    /** Minutes after which no further batch of files begins. The files with the fewest CPU seconds run first. */
    minutes: { type: 'string' },
    /** Each file waits for a debugger. */
    inspect: { type: 'boolean', default: false },
    /** Prints the CPU seconds by part. */
    cpu: { type: 'boolean', default: false },
    /** Writes these seconds into test/parts.json. */
    record: { type: 'boolean', default: false },
  },
})
const parts = readParts()
const all = testFiles()
const errors = partErrors(all, parts)
if (errors.length > 0) {
  process.stderr.write(`${errors.join('\n')}\n`)
  process.exit(1)
}
/** A whole tier, not files by name. */
const whole = fragments.length === 0
const tierOf = (file: string) => parts.get(file)?.tier
const cpuOf = (file: string) => parts.get(file)?.cpu ?? 0
const inTier = (file: string) => tierOf(file) === asked.tier || tierOf(file) === 'both'
const wanted = all.filter((file) => (whole ? inTier(file) : fragments.some((f) => file.includes(f))))
/** Read what the run has left: answers, deadlocks. */
const looksBack = (file: string) => whole && (tierOf(file) === 'both' || file === 'test/answered.test.ts')
/** When no further batch begins, by performance.now(). */
const deadline = asked.minutes === undefined ? Number.POSITIVE_INFINITY : Number(asked.minutes) * 60_000
// The longest first: the last minutes of a run keep all workers busy. Where not all may find time, most do.
const order = asked.minutes === undefined ? -1 : 1
const files = wanted.filter((file) => !looksBack(file)).sort((a, b) => order * (cpuOf(a) - cpuOf(b)))
/** A journey waits for its screen more than it computes: four workers keep two cores busy. In tier full most files start
 * programs and databases as well, and three do. */
const WORKERS = asked.tier === 'full' ? 3 : 4
/** Journeys of test:full that run through several servers as well: sessions, live updates and unsent orders. */
const THROUGH_SERVERS = ['e2e/orders.test.ts', 'e2e/install.test.ts', 'e2e/outbox.test.ts']

const meter = asked.cpu || asked.record ? measureCpu(process.pid, wanted) : null
if (asked.long) process.env.LONG = '1'
if (asked.servers) process.env.SERVERS = '1'
// A busy machine refuses nothing that a test asks for.
process.env.REQUEST_PATIENCE ??= '60'
// All files load the same modules, and so does each server that they start.
process.env.NODE_COMPILE_CACHE ??= COMPILED
// What is drawn is the same in each run: a red run is the change's fault. `--long` draws other cases each time.
process.env.SEED ??= asked.long ? String(Math.floor(Math.random() * 1e9)) : '1'
if (files.some((f) => f.startsWith('e2e'))) {
  await (await import('./build.ts')).buildWeb()
  // Unpacked before the files start, which run side by side, and where the next run finds it.
  process.env.CHROME_PATH = await browserPath()
}
const temporary = oneTemporary()
process.stdout.write(`SEED=${process.env.SEED}\n`)
if (whole) writeFileSync((process.env.ANSWERED = join(process.env.TMPDIR as string, 'answered')), '')
const server = await startTestDatabase(asked.long ? {} : NO_DISK)

/** For how long one file may run, in ms. */
const LIMIT = (asked.long ? 60 : 12) * 60_000
const over = new AbortController()
if (!asked.inspect) void endHungFiles(LIMIT, over.signal)
const result = { passed: 0, failed: [] as string[], notRun: new Map<string, number>() }
/** Adds the outcome of these files to `result`. */
async function runFiles(files: string[], concurrency: number, env = process.env): Promise<void> {
  if (files.length === 0) return
  const stream = run({
    files,
    env,
    concurrency: asked.inspect ? 1 : concurrency,
    forceExit: false,
    ...(asked.inspect && { execArgv: ['--inspect-brk=0'] }),
    ...(asked.name && { testNamePatterns: [new RegExp(asked.name)] }),
  })
  stream.on('test:pass', (e) => {
    if (e.details.type === 'suite') return
    if (e.skip === undefined) result.passed++
    else addNotRun(`${relative('', e.file ?? '')} (${typeof e.skip === 'string' ? e.skip : 'no reason given'})`)
  })
  stream.on('test:fail', (e) => {
    if (e.details.type !== 'suite') result.failed.push(`${relative('', e.file ?? '')}: ${e.name}`)
  })
  const done = new Promise((end) => stream.on('end', end))
  stream.compose(new spec()).pipe(process.stdout, { end: false })
  await done
}
/** The same in batches of a few minutes, none of which begins after the deadline. Many runs of node:test at once in one
 * process may never end, so each batch is one run. */
async function runUntilDeadline(files: string[], env = process.env): Promise<void> {
  const waiting = [...files]
  while (waiting.length > 0) {
    const batch = asked.minutes === undefined ? waiting.splice(0) : takeBatch(waiting)
    if (performance.now() < deadline) await runFiles(batch, WORKERS, env)
    else for (const file of batch) addNotRun(`${file} (no time left)`)
  }
}
/** Takes the next files, at least one for each worker: at most 18, of at most 200 CPU seconds. */
function takeBatch(waiting: string[]): string[] {
  let cpu = 0
  const end = waiting.findIndex((file, i) => (cpu += cpuOf(file)) > 200 && i >= WORKERS)
  return waiting.splice(0, Math.min(18, end < 0 ? waiting.length : end))
}
function addNotRun(why: string): void {
  result.notRun.set(why, (result.notRun.get(why) ?? 0) + 1)
}
await runUntilDeadline(files)
if (whole && asked.tier === 'full') {
  const journeys = asked.long ? all.filter((f) => f.startsWith('e2e')) : THROUGH_SERVERS
  process.stdout.write(`\nThrough two servers: ${journeys.join(', ')}\n\n`)
  await runUntilDeadline(journeys, { ...process.env, SERVERS: '1' })
}
await runFiles(wanted.filter(looksBack), 1)
over.abort()
await dropLeftovers()
await server.stop()
temporary.clear()
if (meter) reportCpu(meter.stop())
for (const name of result.failed) process.stdout.write(`failed: ${name}\n`)
if (result.notRun.size > 0) {
  const lines = [...result.notRun].map(([why, many]) => `${many} of ${why}`)
  process.stdout.write(`\nnot run: ${lines.join(', ')}\n`)
}
process.stdout.write(`\n${result.passed} passed, ${result.failed.length} failed\n`)
process.exitCode = result.failed.length > 0 || result.passed === 0 ? 1 : 0

function reportCpu(seconds: Map<string, number>): void {
  if (asked.record) recordCpu(seconds)
  writeFileSync('.test/cpu.json', JSON.stringify(Object.fromEntries(seconds), null, 1))
  const rows = [...sumByPart(seconds, parts)].map(([part, cpu]) => `${cpu.toFixed(0).padStart(6)} ${part}`)
  const sum = [...seconds.values()].reduce((a, b) => a + b, 0)
  process.stdout.write(`\nCPU seconds:\n${rows.join('\n')}\n${sum.toFixed(0).padStart(6)} all\n`)
}
async function dropLeftovers(): Promise<void> {
  const admin = new pg.Client({ connectionString: server.url('super') })
  await admin.connect()
  await dropDatabases(admin, await testDatabases(admin))
  await admin.end()
  rmSync('.test/tmp', { recursive: true, force: true })
}
