// npm start: the process that stays. It holds the data folder, the database and the address, and keeps the server
// (server.ts) going: as the program that the build made of it, or, told `sources`, as it is written (npm run dev).
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accountName } from '#server/account.ts'
import { backupSettings } from '#server/backup/settings.ts'
import { loadConfig } from '#server/config.ts'
import { lean } from '#server/lean.ts'
import { makeFolder } from '#server/make-folder.ts'
import { migrationFiles } from '#server/migrations.ts'
import { type Embedded, startEmbedded } from '#server/postgres.ts'
import { closeSecrets } from '#server/private-files.ts'
import { RESTORING } from '#server/database-record.ts'
import { logFolder } from '#server/postgres_log.ts'
import { CannotStart } from '#server/settings.ts'
import { isWebBuilt } from './build.ts'
import { readCommandLine, refuseWords, sentenceOf } from './command-line.ts'
import { locateDataFolder } from './data-folder.ts'
import { keepBackups } from './keep-backups.ts'
import { assertPort, freePort } from './listening-port.ts'
import { COMPILED, programOf } from './program.ts'
import { assertFollows, currentRelease, ownRelease, programIn } from './release.ts'
import { type Hold, holdFolder } from './start-lock.ts'
import { keepServing } from './supervisor.ts'

const USAGE = `npm start

Inicia o Mostruário. As configurações são variáveis de ambiente: README, Settings.`
const started = Date.now()
const say = (line: string) => process.stdout.write(`${line}\n`)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const root = join(import.meta.dirname, '..')
const dataDir = locateDataFolder()
// The build and what the program reads lie in its own folder, wherever it is started from.
process.chdir(root)
const { positionals } = readCommandLine(USAGE, {}, 1)
const sources = positionals[0] === 'sources'
if (positionals[0] && !sources) refuseWords(`"${positionals[0].slice(0, 60)}" é uma palavra a mais.`, USAGE)
let built = false
const migrations = migrationFiles()
/** Until the servers are kept (supervisor.ts), a signal ends what this start has begun. */
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

let embedded: Embedded | undefined
let backups: { stop(): Promise<void> } | undefined
let hold: Hold | undefined
let code = 1
try {
  makeFolder(dataDir)
  hold = await holdFolder(dataDir, say, stopped.signal, (reason) => {
    say(reason)
    process.exitCode = 1
    process.kill(process.pid, 'SIGTERM')
  })
  if (existsSync(join(dataDir, RESTORING)))
    throw new CannotStart(`Em ${dataDir} uma restauração parou no meio. Rode npm run restore outra vez.`)
  // A setting that is wrong is said before anything is started.
  const config = loadConfig({ app: process.env.DATABASE_URL ?? '', owner: '' }, { dataDir })
  const { to, every, loss } = backupSettings()
  const backsUp = to !== '' && every > 0 && config.role !== 'web'
  // A proxy in front, or links that are out, lead to this port and no other.
  const fixed = config.role !== 'worker' && (process.env.NODE_ENV === 'production' || Boolean(process.env.PUBLIC_URL))
  if (fixed) await assertPort(config.port, config.host, hold.afterKill)
  // Half of what may be lost is for writing a piece of the log, the other half for sending it.
  const log = backsUp ? { seconds: Math.floor(loss / 2) } : null
  const [database, program] = await Promise.allSettled([
    process.env.DATABASE_URL ? undefined : startEmbedded(dataDir, say, log, {}, stopped.signal),
    upToDate(),
  ])
  // What has started is ended, whatever became of the other.
  if (database.status === 'rejected') throw database.reason
  embedded = database.value
  if (program.status === 'rejected') throw program.reason
  closeSecrets(dataDir, embedded?.folder ?? join(dataDir, 'pg'), say)
  const port = fixed ? config.port : await freePort(config.port, config.host, hold.afterKill, say)
  stopped.signal.throwIfAborted()
  const urls = embedded && { DATABASE_URL: embedded.url('app'), DATABASE_OWNER_URL: embedded.url('owner') }
  if (backsUp)
    backups = keepBackups({
      DATA_DIR: dataDir,
      ...urls,
      ...(embedded && { BACKUP_LOG: logFolder(embedded.folder) }),
    })
  const env = {
    DATA_DIR: dataDir,
    ROLE: config.role,
    PORT: String(port),
    STARTED: String(started),
    BUILT: built ? '1' : '',
    ...(sources ? { NODE_COMPILE_CACHE: COMPILED } : {}),
    ...lean(),
    ...(embedded && { EMBEDDED: '1', ...urls }),
  }
  code = await keepServing(program.value, upToDate, env, config.role === 'worker' ? 1 : config.processes)
} catch (error) {
  if (stopped.signal.aborted) code = 0
  else say(sentenceOf(error, dataDir))
} finally {
  await backups?.stop()
  await embedded?.stop().catch(() => {})
  hold?.giveBack()
}
process.exit(process.exitCode ?? code)

/** The server, as its sources are now. What has changed is built by a process that ends: its tools are not held here. */
async function upToDate(): Promise<string> {
  const release = currentRelease()
  assertFollows(migrations, release)
  if (release !== ownRelease) return programIn(release)
  const exec = () => (sources ? join(import.meta.dirname, 'server.ts') : programOf())
  const now = exec()
  if (isWebBuilt() && existsSync(now)) return now
  assertBuildable()
  built = true
  const child = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    signal: stopped.signal,
  })
  child.child.stderr?.pipe(process.stderr)
  await child.catch(() => {
    throw new CannotStart('A construção do programa não terminou; o motivo está acima.')
  })
  return exec()
}
/** Refuses to build where nothing can be written: an image or a folder of another account that was never built. */
function assertBuildable(): void {
  const folder = join(root, 'build')
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const { uid } = statSync(root)
    throw new CannotStart(
      `O programa em ${root} não está construído como os fontes são agora, e esta conta não escreve nessa pasta (${code}). Construa-o antes, como ${accountName(uid)}: npm run build`,
    )
  }
}
