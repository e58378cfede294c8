// PgBouncer in transaction mode before a database.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './ports.ts'
import { folder, without } from './starting.ts'

const POOLER = 'pgbouncer'
export const withoutPooler = without(POOLER)
const NOBODY = 65_534
export interface Pooler {
  /** The same role's address of the same database through it. */
  url: string
  stop(): void
}
/** `ignores`: the settings of its clients' that it leaves out instead of refusing them. */
export async function startPooler(
  databaseUrl: string,
  connections: number,
  ignores = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
): Promise<Pooler> {
  const dir = folder()
  const url = new URL(databaseUrl.replace('postgresql:', 'http:').replace('@/', '@local/'))
  const host = url.searchParams.get('host') ?? url.hostname
  const port = await freePort()
  writeFileSync(join(dir, 'users.txt'), `"${url.username}" "${decodeURIComponent(url.password)}"\n`)
  writeFileSync(
    join(dir, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${url.searchParams.get('port') ?? (url.port || 5432)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${dir}/users.txt
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
ignore_startup_parameters = ${ignores}
`,
  )
  const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const pooler = spawn(POOLER, ['-q', join(dir, 'pgbouncer.ini')], { ...as, stdio: 'inherit' })
  return {
    url: `postgresql://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`,
    stop: () => void pooler.kill('SIGINT'),
  }
}
