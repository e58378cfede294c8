// npm run db:reset [-- NAME]: deletes the embedded database, the files and the mail outbox of a demonstration, after the
// folder's name was typed. The next npm start creates new ones.
import { rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { type Embedded, startEmbedded } from '#server/postgres.ts'
import { embeddedFolder } from '#server/postgres_home.ts'
import { CannotStart } from '#server/settings.ts'
import { PLATFORM_MAIL } from './demo/platform.ts'
import { assertEmbedded, assertSameVersion } from './open-installation.ts'
import { type Hold, holderOf, holdFolder } from './start-lock.ts'

const { env } = process
const dataDir = resolve(env.DATA_DIR || 'data')
const name = basename(dataDir)
const say = (line: string) => process.stdout.write(`${line}\n`)
let embedded: Embedded | undefined
let hold: Hold | undefined
try {
  if (env.NODE_ENV === 'production')
    throw new CannotStart('NODE_ENV é production: db:reset só apaga demonstrações. Nada foi apagado.')
  if (env.DATABASE_URL || env.DATABASE_OWNER_URL)
    throw new CannotStart('DATABASE_URL está definida: este comando só apaga o banco embutido.')
  assertEmbedded(dataDir)
  if (holderOf(dataDir) !== null)
    throw new CannotStart('O Mostruário está rodando nesta pasta. Encerre-o antes (Ctrl+C).')
  say(`Isto apaga ${dataDir}: banco, fotos e e-mails, sem volta. Um backup antes: npm run backup -- /uma/pasta`)
  if ((process.argv[2] ?? (await typed(`Para apagar, digite o nome da pasta (${name}): `))) !== name)
    throw new CannotStart(`Não foi digitado "${name}": nada foi apagado.`)
  hold = await holdFolder(dataDir, say, new AbortController().signal, (reason) => {
    say(reason)
    process.exit(1)
  })
  embedded = await startEmbedded(dataDir, say)
  await assertDemo(embedded.url('owner'))
  await embedded.stop()
  for (const folder of [...embeddedFolder(dataDir), dataDir]) rmSync(folder, { recursive: true, force: true })
  say(`Apagado: ${dataDir}. npm start cria tudo de novo.`)
  process.exit(0)
} catch (error) {
  await embedded?.stop()
  hold?.giveBack()
  if (!(error instanceof CannotStart)) throw error
  say(error.message)
  process.exit(1)
}

/** Refuses where a company is there that the demonstration did not make. */
async function assertDemo(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await assertSameVersion(client)
    const { rows } = await client.query<{ name: string }>(
      `select name from companies c where orders_email <> $1
         and not exists (select from users u where u.company_id = c.id and u.demo) order by id limit 1`,
      [PLATFORM_MAIL],
    )
    if (rows[0])
      throw new CannotStart(
        `Há nesta instalação uma empresa que não é da demonstração (${rows[0].name}): nada foi apagado. Se é isso mesmo, apague a pasta ${dataDir} à mão.`,
      )
  } finally {
    await client.end()
  }
}
/** A line from the terminal; '' when there is none. */
async function typed(question: string): Promise<string> {
  process.stdout.write(question)
  for await (const line of createInterface({ input: process.stdin })) return line.trim()
  return ''
}
