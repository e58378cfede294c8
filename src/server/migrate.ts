// Forward-only, numbered, plain SQL. Each file is one transaction; a lock keeps two starters apart.
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { migrationFiles, type MigrationState, migrationState, migrationText } from './migrations.ts'

/** Brings the database to the newest migration, or to those of a backup; answers how many were applied. `before` is
 * called under the lock, before anything is changed. */
export async function migrate(
  ownerUrl: string,
  names = migrationFiles(),
  before: (state: MigrationState) => Promise<void> = async () => {},
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7261)')
    await before(await migrationState(client))
    await runMigrations({ connectionString: ownerUrl })
    await client.query(
      'create table if not exists migrations (name text primary key, at timestamptz not null default now())',
    )
    const done = new Set((await client.query<{ name: string }>('select name from migrations')).rows.map((r) => r.name))
    let applied = 0
    for (const name of names.filter((f) => !done.has(f))) {
      await client.query('begin')
      try {
        await client.query(migrationText(name))
        await client.query('insert into migrations (name) values ($1)', [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`Migração ${name}: ${(error as Error).message}`, { cause: error })
      }
      applied++
    }
    return applied
  } finally {
    await client.end()
  }
}
