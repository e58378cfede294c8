// The PostgreSQL of tests and benches: one server, a template that each test clones.
import { mkdirSync } from 'node:fs'
import pg from 'pg'
import { migrate } from '#server/migrate.ts'
import { type Embedded, startEmbedded } from '#server/postgres.ts'

/** Starts it, migrates a fresh template and tells startTestApp where it is. */
export async function startTestDatabase(): Promise<Embedded> {
  mkdirSync('.test', { recursive: true })
  const server = await startEmbedded('.test', () => {})
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
