// npm run db:roles: the SQL that creates the two roles and the database on a PostgreSQL of one's own.
import { randomBytes } from 'node:crypto'
import { roleStatements } from '#server/postgres_roles.ts'

process.stdout.write(
  `-- Rode como superusuário; a senha abaixo foi sorteada agora.\n${roleStatements(randomBytes(18).toString('base64url')).join(';\n')};\n`,
)
