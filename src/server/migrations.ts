// The migrations as files: their names, and those over which no server follows another.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../migrations')
/** How a migration begins over which the program of before cannot go on working. */
const RESTART = '-- restart: '

export const migrationFiles = () =>
  readdirSync(folder)
    .filter((f) => /^\d{4}_.*\.sql$/.test(f))
    .sort()
export const migrationText = (name: string) => readFileSync(join(folder, name), 'utf8')
/** Of those that `before` does not hold the first that asks for a restart; `text` reads one. */
export const needsRestart = (before: readonly string[], now = migrationFiles(), text = migrationText) =>
  now.find((name) => !before.includes(name) && text(name).startsWith(RESTART))
