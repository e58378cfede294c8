// The migrations as files: their names, and those over which no server follows another.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

const FOLDER = join(import.meta.dirname, '../../migrations')
/** How a migration begins over which the program of before cannot go on working. */
const RESTART = '-- restart: '

export const migrationFiles = (folder = FOLDER) =>
  readdirSync(folder)
    .filter((f) => /^\d{4}_.*\.sql$/.test(f))
    .sort()
export const migrationText = (name: string, folder = FOLDER) => readFileSync(join(folder, name), 'utf8')
/** Of those that `before` does not hold the first that asks for a restart; `text` reads one. */
export const needsRestart = (
  before: readonly string[],
  now = migrationFiles(),
  text: (name: string) => string = migrationText,
) => now.find((name) => !before.includes(name) && text(name).startsWith(RESTART))

export interface MigrationState {
  /** Nothing was ever migrated. */
  none: boolean
  /** Those that this program does not know, and those that are not done yet. */
  ahead: string[]
  behind: string[]
}
export async function migrationState(client: pg.Client): Promise<MigrationState> {
  const { rows } = await client.query<{ there: string | null }>(
    "select to_regclass('public.migrations')::text as there",
  )
  if (!rows[0]?.there) return { none: true, ahead: [], behind: [] }
  const done = (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(
    (r) => r.name,
  )
  const here = migrationFiles()
  return {
    none: false,
    ahead: done.filter((name) => !here.includes(name)),
    behind: here.filter((name) => !done.includes(name)),
  }
}
