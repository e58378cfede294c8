// npm run operator -- create E-MAIL NOME: an operator of the platform; the password is drawn and shown once.
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/migrate.ts'
import { hashPassword } from '#server/passwords.ts'
import { startEmbedded } from '#server/postgres.ts'

const [, , word, email, ...name] = process.argv
if (word !== 'create' || !email?.includes('@')) {
  process.stdout.write(
    'Uso:\n  npm run operator -- create E-MAIL NOME   cria um operador da plataforma e mostra a senha uma vez\n  npm run operator -- help                 mostra isto\n',
  )
  process.exit(word === 'create' ? 1 : 0)
}
const url = process.env.DATABASE_OWNER_URL ?? (await startEmbedded(resolve(process.env.DATA_DIR ?? 'data'), () => {})).url('owner')
await migrate(url)
const client = new pg.Client({ connectionString: url })
await client.connect()
const password = randomBytes(12).toString('base64url')
const hash = await hashPassword(password)
const { rowCount } = await client.query('insert into users (company_id, level, name, email, password_hash) values (null, 0, $1, $2, $3) on conflict do nothing', [
  name.join(' ') || 'Operação',
  email.toLowerCase(),
  hash,
])
await client.end()
process.stdout.write(rowCount ? `Operador ${email} criado. Senha (anote agora): ${password}\n` : `Já existe um operador com o e-mail ${email}.\n`)
process.exit(rowCount ? 0 : 1)
