// The PostgreSQL of tests and benches: one server, a template that each test clones.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/migrate.ts'
import { type Embedded, startEmbedded } from '#server/postgres.ts'

/** Of every start, so that nothing of one that was started otherwise, and killed, stays. Several servers share it. */
const SETTINGS = { fsync: 'on', full_page_writes: 'on', track_functions: 'none', max_connections: '200' }
/** Nothing waits for a disk that nobody will read again: a tenth of a run goes into that, and dropping its databases
 * takes minutes. Whom a test kills keeps a database of its own (starting.ts), with the disk. */
export const NO_DISK = { fsync: 'off', full_page_writes: 'off' }

/** Starts it, migrates a fresh template and tells startTestApp where it is. `folder`: of one that a test has to itself. */
export async function startTestDatabase(settings: Record<string, string> = {}, folder = '.test'): Promise<Embedded> {
  mkdirSync(folder, { recursive: true })
  const server = await startEmbedded(folder, () => {}, undefined, { ...SETTINGS, ...settings })
  endWithUs(join(server.folder, 'data/postmaster.pid'))
  const admin = new pg.Client({ connectionString: server.url('super') })
  await admin.connect()
  await admin.query('drop database if exists mostruario_template with (force)')
  await admin.query('create database mostruario_template owner mostruario_owner')
  await admin.end()
  await migrate(server.url('owner', 'mostruario_template'))
  process.env.TEST_DATABASE = server.url('super')
  process.env.NODE_ENV = 'test'
  return server
}
/** One that a file has to itself: for what starts the product or its doctor, which take none but one that waits for the
 * disk, and for who sets it up otherwise. */
export function startSafeDatabase(settings: Record<string, string> = {}): Promise<Embedded> {
  mkdirSync('.test/tmp', { recursive: true })
  const folder = mkdtempSync('.test/tmp/safe-')
  chmodSync(folder, 0o755)
  return startTestDatabase(settings, folder)
}
/** PostgreSQL outlives whoever started it. Its guard waits for the end of this process,
 * killed or not: their pipe closes with it, and the guard, in a session of its own, ends the server. */
function endWithUs(pidFile: string): void {
  const guard = spawn('/bin/sh', ['-c', 'cat > /dev/null; [ -f "$0" ] && kill -INT $(head -n 1 "$0")', pidFile], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
}
/** Into the database of a test, as nobody else. */
export function superUrl({ config }: { config: { ownerUrl: string } }): string {
  const name = /\/(t_\w+)/.exec(config.ownerUrl)?.[1] ?? ''
  return (process.env.TEST_DATABASE ?? '').replace(/@\/\w+/, `@/${name}`)
}
/** The databases that tests have made and left. */
export async function testDatabases(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ datname: string }>("select datname from pg_database where datname like 't\\_%'")
  return rows.map((r) => r.datname)
}
export async function dropDatabases(db: pg.Client, names: string[]): Promise<void> {
  for (const name of names) await db.query(`drop database if exists ${name} with (force)`)
}
