// The release that the servers run. In an installation of deploy/README.md each release is a folder, and a link names the
// current one: an update prepares the next folder, switches the link and reloads, so that what runs never reads new files.
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { migrationFiles, migrationText, needsRestart } from '#server/migrations.ts'
import { CannotStart } from '#server/settings.ts'

export const ownRelease = join(import.meta.dirname, '..')
/** Names the program of the last build, so that an older process finds it without running the newer code. */
const PROGRAM = 'build/program/current'

/** The current release's folder. `entry` is the started file as it was typed: Node keeps its links in `process.argv`. */
export const currentRelease = (entry = process.argv[1] as string) => realpathSync(join(dirname(entry), '..'))
/** Written by the last step of a build. */
export const nameProgram = (program: string) => writeFileSync(join(ownRelease, PROGRAM), relative(ownRelease, program))
/** The server's program in another release's folder. */
export function programIn(release: string): string {
  const named = join(release, PROGRAM)
  const program = existsSync(named) ? join(release, readFileSync(named, 'utf8')) : ''
  if (!existsSync(program) || program === '')
    throw new CannotStart(`A versão em ${release} não está construída. Nessa pasta: npm ci && npm run build.`)
  return program
}
/** Refuses a release whose migrations the program of `before` cannot work beside. */
export function assertFollows(before: readonly string[], release = ownRelease): void {
  const migrations = join(release, 'migrations')
  const apart = needsRestart(before, migrationFiles(migrations), (name) => migrationText(name, migrations))
  if (apart)
    throw new CannotStart(
      `O programa novo muda o banco de um modo que o de antes não entende (${apart}). Reinicie o Mostruário.`,
    )
}
