// The embedded PostgreSQL: a real server in the data folder, on a Unix socket only, adopted when it is already
// living (it outlives a killed Node) and started again when it dies.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assertOwnDatabase, dataFolderOf, recordDatabase, RECORD } from './database-record.ts'
import { sqlState } from './db.ts'
import { readOrDraw } from './drawn-secret.ts'
import { holdsDatabase, makeCluster, setAside } from './postgres-cluster.ts'
import { assertAccount, prepareFolders } from './postgres-folders.ts'
import { keepWords, lastWords } from './postgres-launch-log.ts'
import { ACCOUNT, assertReachable, embeddedFolder, embeddedHome, folderHash, socketFolder } from './postgres_home.ts'
import { asBefore, aside, differs, logFolder } from './postgres_log.ts'
import { copiedLock, killIn, livesIn, recoveryOf, signalTo, worksIn, writtenBy } from './postgres_living.ts'
import { paced } from './postgres_pace.ts'
import { createRoles } from './postgres_roles.ts'
import { answersAt, inUse } from './postgres-socket.ts'
import { isAround, recoveryWords, whyNot } from './postgres_words.ts'
import { CannotStart } from './settings.ts'

export interface Embedded {
  url(role: 'app' | 'owner' | 'super', database?: string): string
  stop(): Promise<void>
  pid(): number | null
  folder: string
}

const urlsIn =
  (sockets: string, password: string): Embedded['url'] =>
  (role, database = 'mostruario') => {
    const user = role === 'super' ? 'postgres' : `mostruario_${role}`
    const name = role === 'super' && database === 'mostruario' ? 'postgres' : database
    return `postgresql://${user}:${encodeURIComponent(password)}@/${name}?host=${encodeURIComponent(sockets)}`
  }
/** The one that somebody else keeps going, for who only looks in; undefined when none lives. */
export function livingEmbedded(dataDir: string): Pick<Embedded, 'url' | 'folder'> | undefined {
  const { home } = embeddedHome(dataDir, false)
  if (writtenBy(join(home, 'data/postmaster.pid')) === null) return undefined
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  return { url: urlsIn(socketFolder(home, folderHash(dataDir)), password), folder: home }
}
/** The data folder from which this one was copied with its database, and the PostgreSQL that works there; null where none
 * does. */
export function copiedFrom(dataDir: string): { folder: string; pid: number } | null {
  const found = copiedLock(join(embeddedHome(dataDir, false).home, 'data'))
  return found && { folder: dataFolderOf(dirname(found.data)), pid: found.pid }
}
/** Whether one answers whose processes are not among those of this container. */
export async function answersUnseen(dataDir: string): Promise<boolean> {
  const { home } = embeddedHome(dataDir, false)
  const data = join(home, 'data')
  if (livesIn(data, () => writtenBy(join(data, 'postmaster.pid')))) return false
  return answersAt(socketFolder(home, folderHash(dataDir)))
}
/** The one that answers, in whatever container its processes are; undefined when none does. */
export async function answeringEmbedded(dataDir: string): Promise<Pick<Embedded, 'url' | 'folder'> | undefined> {
  const { home } = embeddedHome(dataDir, false)
  const sockets = socketFolder(home, folderHash(dataDir))
  if (!(await answersAt(sockets))) return undefined
  return { url: urlsIn(sockets, readFileSync(join(home, 'password'), 'utf8').trim()), folder: home }
}
/** What it may take to end by itself, by the signal that asks for it, in ms: an orderly end with its checkpoint, one
 * without (it recovers at the next start), and at once. */
const ENDS: [NodeJS.Signals, number][] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5000],
  ['SIGKILL', 5000],
]
/** Seconds without progress after which a start says why, and what waits for a slow machine. */
const PATIENCE = 30
const SLOW = 300
/** Seconds for a database that holds nothing yet and can be made again. */
const EMPTY = 5
/** SQLSTATE cannot_connect_now: it starts up, recovers or shuts down. */
const BUSY = '57P03'

/** `log`: that the finished pieces of its log are put aside for a backup, at the latest after so many seconds; null:
 * that they are not; undefined: as it is, or as the last start had it, or a piece would be missing. `settings`: PostgreSQL's own, of this start only.
 * `stopped`: ends a start that is under way, and all that it has begun. */
export async function startEmbedded(
  dataDir: string,
  say: (line: string) => void,
  log?: { seconds: number } | null,
  settings: Record<string, string> = {},
  stopped?: AbortSignal,
): Promise<Embedded> {
  const place = embeddedHome(dataDir)
  const { home, ids } = place
  const data = join(home, 'data')
  const sockets = socketFolder(home, folderHash(dataDir))
  assertAccount(dataDir, place, sockets)
  assertOwnDatabase(dataDir, home, embeddedFolder(dataDir))
  assertReachable(place)
  const pidFile = join(data, 'postmaster.pid')
  const pid = () => writtenBy(pidFile)
  const assertFree = async () => {
    if (await answersUnseen(dataDir)) throw new CannotStart(inUse(dataDir))
  }
  await assertFree()
  const own = (folder: string) => ids && chownSync(folder, ids.uid, ids.gid)
  const binaries = prepareFolders(place, sockets, own)
  if (place.elsewhere)
    say(`Banco de dados em ${home} (a conta ${ACCOUNT} não entrava na pasta de dados; ${RECORD} o registra)`)
  const password = readOrDraw(join(home, 'password'), () => randomBytes(18).toString('base64url'))
  const spawnAs = (program: string, args: string[], log: 'pipe' | number, signal?: AbortSignal) =>
    spawn(join(binaries, 'bin', program), args, {
      ...ids,
      detached: true,
      stdio: ['ignore', 'ignore', log],
      env: { PATH: process.env.PATH, LD_LIBRARY_PATH: join(binaries, 'lib'), LC_ALL: 'C' },
      ...(signal && { signal }),
    })
  const make = async () => {
    const pwfile = join(sockets, 'init')
    const initdb = (args: string[]) => {
      writeFileSync(pwfile, password, { mode: 0o600 })
      own(pwfile)
      return spawnAs('initdb', args, 'pipe', stopped)
    }
    await makeCluster(data, pwfile, initdb, say).catch((error: Error) => {
      stopped?.throwIfAborted()
      throw error
    })
    rmSync(pwfile, { force: true })
  }
  if (!livesIn(data, pid)) await make()
  const copied = recordDatabase(dataDir, home)
  if (copied) say(`${dataDir} é uma cópia de ${copied}, com o banco: daqui em diante é outra instalação.`)
  const url = urlsIn(sockets, password)
  const out = logFolder(home)
  const told = log === undefined ? asBefore(data) : log
  if (told) mkdirSync(out, { recursive: true })
  if (told) own(out)
  const kept = aside(out, told)
  let stopping = false
  /** How often in a row it has ended right after it was launched. */
  let ended = 0
  let child: ChildProcess | undefined
  const launch = () => {
    // What the dead left is in the way where nobody reaps them (a container without an init): PostgreSQL takes a
    // zombie's number for a living server.
    for (const left of [pidFile, join(sockets, '.s.PGSQL.5432.lock')])
      if (process.platform === 'linux' && !writtenBy(left)) rmSync(left, { force: true })
    const args = [
      '-D',
      data,
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${sockets}`,
      '-c',
      'max_connections=60',
      '-c',
      'shared_buffers=128MB',
      '-c',
      'logging_collector=off',
      '-c',
      'log_min_messages=fatal',
      '-c',
      'jit=off',
      '-c',
      'random_page_cost=1.1',
      '-c',
      'max_wal_size=1GB',
      ...Object.entries({ ...settings, ...kept }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]
    const launched = keepWords(home, (stderr) => spawnAs('postgres', args, stderr))
    child = launched
    launched.on('error', () => {
      ended++
      if (launched.pid === undefined) child = undefined
    })
    launched.on('exit', () => {
      ended++
      if (child === launched) child = undefined
    })
    launched.unref()
  }
  /** Null when it answers, else why it does not: an SQLSTATE, or words. */
  const refusal = async (): Promise<string | null> => {
    const c = new pg.Client({ connectionString: url('super'), connectionTimeoutMillis: 2000 })
    c.on('error', () => {})
    try {
      await c.connect()
      // Its checkpointer, which finishes the pieces of the log in time, has looked once, when it was not yet its turn,
      // and sleeps for five minutes after every start: told of settings, it wakes.
      await c.query(told ? 'select pg_reload_conf()' : 'select 1')
      return null
    } catch (error) {
      return sqlState(error) ?? (error as Error).message
    } finally {
      await c.end().catch(() => {})
    }
  }
  const inWords = (words: string, ends: string) =>
    whyNot(words, data, ends) ?? `O PostgreSQL embutido ${ends}. Ele disse: ${words}. Inicie outra vez.`
  const mayStart = paced()
  /** Launches it, again and again while it does not live, until it answers. `patient`: it has worked before, and what
   * keeps it from working may pass. */
  const up = async (patient: boolean) => {
    const begun = Date.now()
    const patience = patient || holdsDatabase(data) ? PATIENCE : EMPTY
    let told = PATIENCE
    let at = ''
    ended = 0
    while (!stopping) {
      if (!patient) stopped?.throwIfAborted()
      if (!livesIn(data, pid) && mayStart(performance.now())) {
        await assertFree()
        launch()
      }
      const why = await refusal()
      if (why === null) return
      // A launch that has just begun has not said anything yet.
      const refused = !patient && ended > 1 && !child ? whyNot(lastWords(home), data) : null
      if (refused) throw new CannotStart(refused)
      const seconds = Math.round((Date.now() - begun) / 1000)
      const lives = livesIn(data, pid)
      if (lives && why === BUSY) {
        if (seconds >= told) {
          told += PATIENCE
          const before = at
          at = recoveryOf(data)
          say(recoveryWords(seconds, at, before))
        }
      } else if (seconds > (lives && /timeout/.test(why) ? SLOW : patience))
        throw new CannotStart(inWords(lastWords(home) || why, `não respondeu em ${seconds} segundos`))
      await sleep(100)
    }
  }
  /** The one that has worked here, when its folder has been renamed. */
  let last: { pid: number; folder: { dev: number; ino: number } } | undefined
  const moved = () => (last && !existsSync(data) && worksIn(last.pid, last.folder) ? last.pid : undefined)
  /** Asks it to end, waits, and ends it where it does not. */
  const end = async () => {
    const lives = () => child !== undefined || moved() !== undefined || livesIn(data, pid)
    for (const [signal, ms] of ENDS) {
      const until = performance.now() + ms
      let told: number | undefined
      while (lives() && performance.now() < until) {
        const n = pid() ?? child?.pid ?? moved()
        if (n !== undefined && n !== told) signalTo((told = n), signal)
        if (signal === 'SIGKILL') killIn(data)
        await sleep(50)
      }
    }
  }
  /** Until it answers; what it has begun ends where it does not. */
  const begin = async () => {
    try {
      await up(false)
      await createRoles(url('super'), password)
    } catch (error) {
      await end()
      if (error instanceof CannotStart || stopped?.aborted) throw error
      throw new CannotStart(inWords((error as Error).message, 'não aceita comandos'))
    }
  }
  try {
    await begin()
  } catch (error) {
    // Of a first start that an earlier version began: it made the database in place.
    const words = `${lastWords(home)} ${(error as Error).message}`
    if (stopped?.aborted || holdsDatabase(data) || isAround(words)) throw error
    say(`Um primeiro início foi interrompido. O que ele deixou está em ${setAside(data)}; o banco é feito de novo.`)
    await make()
    await begin()
  }
  // One that outlived its starter may have been started otherwise.
  if (log !== undefined && (await differs(url('super'), kept))) {
    await end()
    await begin()
  }
  let rising: Promise<void> | undefined
  const watch = setInterval(() => {
    const now = pid()
    const folder = now !== null && now !== last?.pid ? statSync(data, { throwIfNoEntry: false }) : undefined
    if (now !== null && folder) last = { pid: now, folder }
    // A folder that is gone gets no new one under its name.
    if (stopping || rising || now !== null || !existsSync(dataDir)) return
    rising = up(true)
      .catch((error: Error) => say(error.message))
      .finally(() => {
        rising = undefined
      })
  }, 250)
  watch.unref()
  const stop = async () => {
    stopping = true
    clearInterval(watch)
    await rising
    await end()
  }
  return { url, stop, pid, folder: home }
}
