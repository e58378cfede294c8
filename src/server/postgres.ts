// The embedded PostgreSQL: a real server in the data folder, on a Unix socket only, adopted when it is already
// living (it outlives a killed Node) and started again when it dies.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ACCOUNT, embeddedHome, folderHash, socketFolder } from './postgres_home.ts'
import { asBefore, aside, differs, logFolder } from './postgres_log.ts'
import { livesIn, writtenBy } from './postgres_living.ts'
import { paced } from './postgres_pace.ts'
import { createRoles } from './postgres_roles.ts'
import { whyNot } from './postgres_words.ts'
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
  const { home } = embeddedHome(dataDir)
  if (writtenBy(join(home, 'data/postmaster.pid')) === null) return undefined
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  return { url: urlsIn(socketFolder(home, folderHash(dataDir)), password), folder: home }
}
/** `log`: that the finished pieces of its log are put aside for a backup, at the latest after so many seconds; null:
 * that they are not; undefined: as it is, or as the last start had it, or a piece would be missing. `settings`: PostgreSQL's own, of this start only. */
export async function startEmbedded(
  dataDir: string,
  say: (line: string) => void,
  log?: { seconds: number } | null,
  settings: Record<string, string> = {},
): Promise<Embedded> {
  const { home, ids, elsewhere, binaries: packaged } = embeddedHome(dataDir)
  const hash = folderHash(dataDir)
  let binaries = packaged
  if (elsewhere) {
    mkdirSync(home, { recursive: true, mode: 0o755 })
    const copy = join(home, 'native')
    if (!existsSync(join(copy, 'bin', 'postgres'))) cpSync(binaries, copy, { recursive: true, verbatimSymlinks: true })
    binaries = copy
    say(`Banco de dados em ${home} (a pasta do projeto não é acessível à conta ${ACCOUNT})`)
  }
  for (const bin of ['postgres', 'initdb'].map((b) => join(binaries, 'bin', b)))
    if ((statSync(bin).mode & 0o111) !== 0o111) chmodSync(bin, 0o755)
  const data = join(home, 'data')
  const sockets = socketFolder(home, hash)
  mkdirSync(home, { recursive: true })
  mkdirSync(sockets, { recursive: true })
  const own = (folder: string) => ids && execFileSync('chown', [`${ids.uid}:${ids.gid}`, folder])
  own(home)
  own(sockets)
  const secret = join(home, 'password')
  if (!existsSync(secret)) writeFileSync(secret, randomBytes(18).toString('base64url'), { mode: 0o600 })
  const password = readFileSync(secret, 'utf8').trim()
  const spawnAs = (program: string, args: string[], log: 'pipe' | number) =>
    spawn(join(binaries, 'bin', program), args, {
      ...ids,
      detached: true,
      stdio: ['ignore', 'ignore', log],
      env: { PATH: process.env.PATH, LD_LIBRARY_PATH: join(binaries, 'lib'), LC_ALL: 'C' },
    })
  if (!existsSync(join(data, 'PG_VERSION'))) {
    rmSync(data, { recursive: true, force: true })
    const pwfile = join(sockets, 'init')
    writeFileSync(pwfile, password, { mode: 0o600 })
    own(pwfile)
    const child = spawnAs(
      'initdb',
      [
        '-D',
        data,
        '-U',
        'postgres',
        '--pwfile',
        pwfile,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
      'pipe',
    )
    let output = ''
    child.stderr?.on('data', (d) => {
      output += d
    })
    const code = await new Promise((done) => {
      child.on('error', (error) => {
        output += error.message
        done(1)
      })
      child.on('close', done)
    })
    rmSync(pwfile, { force: true })
    if (code !== 0) throw new CannotStart(`O PostgreSQL embutido não pôde ser preparado: ${output.slice(-400)}`)
  }
  const url = urlsIn(sockets, password)
  const out = logFolder(home)
  const told = log === undefined ? asBefore(data) : log
  if (told) mkdirSync(out, { recursive: true })
  if (told) own(out)
  const kept = aside(out, told)
  const pidFile = join(data, 'postmaster.pid')
  const pid = () => writtenBy(pidFile)
  let stopping = false
  const words = join(home, 'postgres.log')
  const lastWords = () => (existsSync(words) ? readFileSync(words, 'utf8').trim().slice(-600) : '')
  /** How often in a row it has ended right after it was launched. */
  let ended = 0
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
    // A file: a pipe would break when this process dies before it.
    const file = openSync(words, 'w')
    const child = spawnAs('postgres', args, file)
    closeSync(file)
    child.on('error', (error) => {
      writeFileSync(words, error.message)
      ended++
    })
    child.on('exit', () => ended++)
    child.unref()
  }
  const answers = async () => {
    const c = new pg.Client({ connectionString: url('super'), connectionTimeoutMillis: 2000 })
    c.on('error', () => {})
    try {
      await c.connect()
      // Its checkpointer, which finishes the pieces of the log in time, has looked once, when it was not yet its turn,
      // and sleeps for five minutes after every start: told of settings, it wakes.
      await c.query(told ? 'select pg_reload_conf()' : 'select 1')
      return true
    } catch {
      return false
    } finally {
      await c.end().catch(() => {})
    }
  }
  const mayStart = paced()
  /** Launches it, again and again while it does not live, until it answers. `patient`: it has worked before, and what
   * keeps it from working may pass. */
  const up = async (patient: boolean) => {
    const begun = Date.now()
    ended = 0
    while (!stopping) {
      if (!livesIn(data, pid) && mayStart(performance.now())) launch()
      if (await answers()) return
      const refused = !patient && ended > 1 ? whyNot(lastWords(), data) : null
      if (refused) throw new CannotStart(refused)
      // After a death it first reads its log again: living, it is given more time.
      const seconds = (Date.now() - begun) / 1000
      if (seconds > 30 && (seconds > 300 || !livesIn(data, pid)))
        throw new CannotStart(
          `O PostgreSQL embutido não respondeu em ${Math.round(seconds)} segundos. Ele disse: ${lastWords() || 'nada'}`,
        )
      await sleep(100)
    }
  }
  /** Asks it to end, and waits for that. */
  const end = async () => {
    let told: number | null = null
    for (let i = 0; i < 100 && livesIn(data, pid); i++) {
      const n = pid()
      if (n !== null && n !== told) process.kill((told = n), 'SIGINT')
      await sleep(50)
    }
  }
  await up(false)
  // One that outlived its starter may have been started otherwise.
  if (log !== undefined && (await differs(url('super'), kept))) {
    await end()
    await up(false)
  }
  await createRoles(url('super'), password)
  let rising: Promise<void> | undefined
  const watch = setInterval(() => {
    if (stopping || rising || pid() !== null) return
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
