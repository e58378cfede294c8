// npm run db:roles: the SQL that creates the two roles and the database on a PostgreSQL of one's own. DB_PASSWORD, else
// one drawn now.
import { randomBytes } from 'node:crypto'
import { roleStatements } from '#server/postgres_roles.ts'

const password = process.env.DB_PASSWORD ?? randomBytes(18).toString('base64url')
if (!/^[\w-]{16,}$/.test(password)) {
  process.stderr.write('DB_PASSWORD: ao menos 16 letras, números, _ ou -.\n')
  process.exit(1)
}
process.stdout.write(`-- Rode como superusuário.\n${roleStatements(password).join(';\n')};\n`)
