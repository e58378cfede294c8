// The PostgreSQL of tests and benches: one server, a template that each test clones.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/migrate.ts'
import { type Embedded, startEmbedded } from '#server/postgres.ts'

/** Starts it, migrates a fresh template and tells startTestApp where it is. */
export async function startTestDatabase(): Promise<Embedded> {
  mkdirSync('.test', { recursive: true })
  const server = await startEmbedded('.test', () => {})
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
