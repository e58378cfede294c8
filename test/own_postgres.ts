// A PostgreSQL of somebody's own, which DATABASE_URL names: npm start neither starts it nor ends it. Its roles and its
// databases are made by what npm run db:roles prints.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Embedded, startEmbedded } from '#server/postgres.ts'
import { folder, root } from './starting.ts'

export interface OwnPostgres {
  pid(): number
  /** An empty database of this name, and the two roles where there are none yet; answers the settings that name it. */
  empty(name: string): Promise<Record<string, string>>
  /** Runs statements as its superuser, one after the other, in `database`. */
  asSuper(statements: string[], database?: string): Promise<void>
  /** The superuser's address of a database. */
  superUrl(database: string): string
  /** Nobody keeps it going any more, and what it held is thrown away. */
  lose(): Promise<void>
}
export async function ownPostgres(): Promise<OwnPostgres> {
  const server = await startEmbedded(folder(), () => {}, null)
  await asSuper(server, ['drop database mostruario', 'drop role mostruario_app', 'drop role mostruario_owner'])
  let lost: Promise<void> | undefined
  return {
    pid: () => server.pid() ?? 0,
    async empty(name) {
      const url = (role: 'app' | 'owner') => server.url(role, name).replace(/:[^:@]+@/, `:uma-senha-do-papel-${role}@`)
      const env = { DATABASE_URL: url('app'), DATABASE_OWNER_URL: url('owner') }
      const words = await promisify(execFile)('npm', ['run', '--silent', 'db:roles'], {
        cwd: root,
        env: { ...process.env, NODE_TEST_CONTEXT: '', ...env },
      })
      await asSuper(server, words.stdout.split(';\n'))
      return env
    },
    asSuper: (statements, database) => asSuper(server, statements, database),
    superUrl: (database) => server.url('super', database),
    lose: () => (lost ??= server.stop().then(() => rmSync(server.folder, { recursive: true, force: true }))),
  }
}
/** One after the other: a database is made in no transaction. */
async function asSuper(server: Embedded, statements: string[], database = 'postgres'): Promise<void> {
  const admin = new pg.Client({ connectionString: server.url('super', database) })
  await admin.connect()
  for (const one of statements) await admin.query(one)
  await admin.end()
}
