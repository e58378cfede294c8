// npm start: the process that stays. It holds the data folder, the database and the address, and keeps the server
// (server.ts) going: as the program that the build made of it, or, told `sources`, as it is written (npm run dev).
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { backupSettings } from '#server/backup/settings.ts'
import { loadConfig } from '#server/config.ts'
import { lean } from '#server/lean.ts'
import { migrationFiles, needsRestart } from '#server/migrations.ts'
import { type Embedded, startEmbedded } from '#server/postgres.ts'
import { RESTORING } from '#server/postgres_home.ts'
import { logFolder } from '#server/postgres_log.ts'
import { CannotStart } from '#server/settings.ts'
import { isWebBuilt } from './build.ts'
import { keepBackups } from './keep-backups.ts'
import { COMPILED, programOf } from './program.ts'
import { type Hold, holdFolder } from './start-lock.ts'
import { keepServing } from './supervisor.ts'

const started = Date.now()
const say = (line: string) => process.stdout.write(`${line}\n`)
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const dataDir = resolve(process.env.DATA_DIR ?? 'data')
mkdirSync(dataDir, { recursive: true })
const sources = process.argv[2] === 'sources'
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
  const port = await freePort(config.port, config.host)
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
  else if (error instanceof CannotStart) say(error.message)
  else throw error
} finally {
  await backups?.stop()
  await embedded?.stop().catch(() => {})
  hold?.giveBack()
}
process.exit(process.exitCode ?? code)

/** The server, as its sources are now. What has changed is built by a process that ends: its tools are not held here. */
async function upToDate(): Promise<string> {
  const apart = needsRestart(migrations)
  if (apart)
    throw new CannotStart(
      `O programa novo muda o banco de um modo que o de antes não entende (${apart}). Reinicie o Mostruário.`,
    )
  const exec = () => (sources ? join(import.meta.dirname, 'server.ts') : programOf())
  const now = exec()
  if (isWebBuilt() && existsSync(now)) return now
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
/** The port asked for, or the next free one, with a word about it. */
async function freePort(wanted: number, host: string): Promise<number> {
  const free = (p: number) =>
    new Promise<boolean>((yes) => {
      const s = createServer()
      s.once('error', () => yes(false))
      s.listen(p, host, () => s.close(() => yes(true)))
    })
  // The server of a killed start ends within a moment.
  for (let i = 0; hold?.afterKill && i < 40 && !(await free(wanted)); i++) await sleep(50)
  for (let p = wanted; p < wanted + 50; p++) {
    if (await free(p)) {
      if (p !== wanted) say(`A porta ${wanted} está ocupada; usando a ${p}.`)
      return p
    }
  }
  throw new CannotStart(`Nenhuma porta livre entre ${wanted} e ${wanted + 49}. Defina PORT.`)
}
