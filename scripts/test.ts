// Runs the tests against a PostgreSQL of their own and ends with "N passed, N failed".
import { globSync, readFileSync, rmSync } from 'node:fs'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import pg from 'pg'
import { browserPath } from '../e2e/browser.ts'
import { startTestDatabase } from '../test/database.ts'

const only = process.argv.slice(2)
const twins = only[0] === 'twins'
const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'e2e/**/*.test.ts']).sort()
const TWIN = /^test\('twin: /m
const wanted = (file: string) =>
  twins ? TWIN.test(readFileSync(file, 'utf8')) : only.length === 0 || only.some((o) => file.includes(o))
const files = all.filter(wanted)

const server = await startTestDatabase()
if (files.some((f) => f.startsWith('e2e'))) {
  await (await import('./build.ts')).buildWeb()
  // Unpacked before the files start, which run side by side.
  process.env.CHROME_PATH = await browserPath()
}

let passed = 0
let failed = 0
let skipped = 0
const stream = run({
  files,
  concurrency: 2,
  timeout: 15 * 60_000,
  forceExit: false,
  ...(twins && { testNamePatterns: [/^twin: /] }),
})
stream.on('test:pass', (e) => {
  if (e.details.type === 'suite') return
  if (e.skip !== undefined) skipped++
  else passed++
})
stream.on('test:fail', (e) => {
  if (e.details.type !== 'suite') failed++
})
const done = new Promise((end) => stream.on('end', end))
stream.compose(new spec()).pipe(process.stdout)
await done
await dropLeftovers()
await server.stop()
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

async function dropLeftovers(): Promise<void> {
  const admin = new pg.Client({ connectionString: server.url('super') })
  await admin.connect()
  const { rows } = await admin.query<{ datname: string }>("select datname from pg_database where datname like 't\\_%'")
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
  await admin.end()
  rmSync('.test/tmp', { recursive: true, force: true })
}
