// npm run db:roles: the SQL that creates the two roles and the database on a PostgreSQL of one's own, as DATABASE_URL and
// DATABASE_OWNER_URL name them; without them under a password drawn now.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { hostsOf } from '#server/database-address.ts'
import { roleStatements } from '#server/postgres_roles.ts'
import { type CannotStart, databaseSetting } from '#server/settings.ts'
import { readCommandLine } from './command-line.ts'

readCommandLine(
  `npm run --silent db:roles | psql

Mostra o SQL que cria os dois papéis e o banco num PostgreSQL próprio, como DATABASE_URL e DATABASE_OWNER_URL os dizem.`,
  {},
)
const drawn = randomBytes(18).toString('base64url')
const named = (setting: string) => {
  try {
    databaseSetting(process.env, setting)
  } catch (error) {
    refuse((error as CannotStart).message)
  }
  const connectionString = hostsOf(process.env[setting] ?? '')[0]
  return connectionString ? new pg.Client({ connectionString }) : undefined
}
const [app, owner] = [named('DATABASE_URL'), named('DATABASE_OWNER_URL')]
const password = (client: pg.Client | undefined) => (client ? String(client.password ?? '') : drawn)
const passwords = { owner: password(owner), app: password(app) }
const database = owner?.database ?? app?.database
for (const one of Object.values(passwords))
  if (!/^[\w-]{16,}$/.test(one))
    refuse('As senhas em DATABASE_URL e DATABASE_OWNER_URL: ao menos 16 letras, números, _ ou - cada uma.')
if (database && !/^[a-z]\w*$/.test(database)) refuse('O nome do banco em DATABASE_URL: letras minúsculas, números e _.')
process.stdout.write(
  `-- Rode como superusuário, ou como um papel com CREATEROLE e CREATEDB.\n${roleStatements(passwords, database).join(';\n')};\n`,
)

function refuse(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
