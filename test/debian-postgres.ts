// PostgreSQL of the system (Debian: /usr/lib/postgresql), on a port of loopback: a primary and its standbys.
import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { until } from './kit.ts'
import { freePort } from './ports.ts'
import { bareEnv, folder, root } from './starting.ts'

const INSTALLED = '/usr/lib/postgresql'
const newest = existsSync(INSTALLED) ? Math.max(...readdirSync(INSTALLED).map(Number).filter(Boolean)) : 0
/** Why a test that needs it cannot run; false when it is installed. */
export const withoutDebian = newest > 0 ? false : `não rodou: falta ${INSTALLED}`
const PASSWORD = 'uma-senha-do-superusuario'
/** PostgreSQL refuses to run as root. */
const AS = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const tool = (name: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(join(INSTALLED, String(newest), 'bin', name), args, {
    ...AS,
    env: { PATH: process.env.PATH, ...env },
  })

export interface DebianPostgres {
  port: number
  major: number
  folder: string
  superUrl(database?: string): string
  /** Statements of the superuser, one after the other. */
  asSuper(statements: string[], database?: string): Promise<void>
  start(): Promise<void>
  /** `immediate` ends it as a power cut does. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  promote(): Promise<void>
  /** A standby that follows it, started. */
  standby(): Promise<DebianPostgres>
}
/** An empty one, with these settings. */
export async function debianPostgres(settings: Record<string, string> = {}): Promise<DebianPostgres> {
  const home = folder()
  const password = join(home, 'password')
  writeFileSync(password, PASSWORD)
  const data = join(home, 'data')
  for (const path of [home, password]) own(path)
  await tool('initdb', ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', password, '--no-sync'])
  const server = serverIn(home, await freePort(), settings)
  await server.start()
  return server
}
function own(path: string): void {
  if (AS.uid !== undefined) chownSync(path, AS.uid, AS.gid)
}
function serverIn(home: string, port: number, settings: Record<string, string>): DebianPostgres {
  const data = join(home, 'data')
  const superUrl = (database = 'postgres') => `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`
  const asSuper = async (statements: string[], database?: string) => {
    const client = new pg.Client({ connectionString: superUrl(database) })
    await client.connect()
    try {
      for (const one of statements) await client.query(one)
    } finally {
      await client.end()
    }
  }
  return {
    port,
    major: newest,
    folder: home,
    superUrl,
    asSuper,
    async start() {
      const all = { listen_addresses: '127.0.0.1', port, unix_socket_directories: home, ...settings }
      const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const program = join(INSTALLED, String(newest), 'bin/postgres')
      spawn(program, ['-D', data, ...args], { ...AS, stdio: 'ignore', detached: true }).unref()
      const answers = () =>
        asSuper([]).then(
          () => true,
          () => false,
        )
      await until(answers)
    },
    stop: async (mode = 'fast') => void (await tool('pg_ctl', ['-D', data, 'stop', '-m', mode, '-w'])),
    promote: async () => void (await tool('pg_ctl', ['-D', data, 'promote', '-w'])),
    async standby() {
      const other = folder()
      own(other)
      const args = [
        '-D',
        join(other, 'data'),
        '-R',
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '-c',
        'fast',
      ]
      await tool('pg_basebackup', args, { PGPASSWORD: PASSWORD })
      const follower = serverIn(other, await freePort(), settings)
      await follower.start()
      return follower
    },
  }
}
const address = (role: string, password: string, hosts: string, database: string) =>
  `postgresql://${role}:${password}@${hosts}/${database}`
/** The settings of a database on these servers. */
export const settingsOf = (servers: DebianPostgres[], database = 'loja'): Record<string, string> => {
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return {
    DATABASE_URL: address('mostruario_app', 'senha-do-papel-app', hosts, database),
    DATABASE_OWNER_URL: address('mostruario_owner', 'senha-do-papel-owner', hosts, database),
    // One installation, whatever its folder: the database keeps the fingerprint of its key.
    APP_KEY: 'Zk3v9QxT7bLw2RmN8cYd4HfJ6sPaUeGi',
  }
}
/** Runs what npm run db:roles prints as a role with CREATEROLE and CREATEDB, as managed databases give it. */
export async function makeRoles(
  server: { superUrl(database?: string): string },
  env: Record<string, string>,
): Promise<void> {
  const words = await promisify(execFile)(process.execPath, ['scripts/db-roles.ts'], {
    cwd: root,
    env: { ...bareEnv(), ...env },
  })
  const admin = new pg.Client({ connectionString: server.superUrl() })
  await admin.connect()
  await admin.query('create role gestor createrole createdb')
  try {
    await admin.query('set session authorization gestor')
    for (const one of words.stdout.split(';\n')) await admin.query(one)
  } finally {
    await admin.end()
  }
}
