// npm run db:reset [-- NAME]: deletes the embedded database, the files and the mail outbox of a demonstration, after the
// folder's name was typed. The next npm start creates new ones.
import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { embeddedFolder } from '#server/postgres_home.ts'
import { CannotStart } from '#server/settings.ts'
import { readCommandLine, sentenceOf } from './command-line.ts'
import { locateDataFolder } from './data-folder.ts'
import { findReal } from './demo/find-real.ts'
import { assertEmbedded, assertSameVersion, startForCommand } from './open-installation.ts'
import { holderOf } from './start-lock.ts'

const USAGE = `npm run db:reset -- [PASTA]

Apaga a demonstração inteira: banco, fotos e e-mails. PASTA: o nome da pasta de dados, que sem isto é perguntado.`
/** What the server writes into a data folder. */
const OURS =
  /^(pg|files|mail|archives|compiled|app\.key|push\.key|database\.json|settings\.env|start\.(lock|guard)|lost\+found|[\w.-]+\.part)$/
const { positionals } = readCommandLine(USAGE, {}, 1)
const { env } = process
const dataDir = locateDataFolder()
const name = basename(dataDir)
const say = (line: string) => process.stdout.write(`${line}\n`)
let close = async () => {}
try {
  if (env.NODE_ENV === 'production')
    throw new CannotStart('NODE_ENV é production: db:reset só apaga demonstrações. Nada foi apagado.')
  if (env.DATABASE_URL || env.DATABASE_OWNER_URL)
    throw new CannotStart('DATABASE_URL está definida: este comando só apaga o banco embutido.')
  assertEmbedded(dataDir)
  if (holderOf(dataDir) !== null)
    throw new CannotStart('O Mostruário está rodando nesta pasta. Encerre-o antes (Ctrl+C).')
  assertOurs()
  say(`Isto apaga ${dataDir}: banco, fotos e e-mails, sem volta. Um backup antes: npm run backup -- /uma/pasta`)
  if ((positionals[0] ?? (await typed(`Para apagar, digite o nome da pasta (${name}): `))) !== name)
    throw new CannotStart(`Não foi digitado "${name}": nada foi apagado.`)
  const [embedded, closed] = await startForCommand(dataDir, say)
  close = closed
  await assertDemo(embedded.url('owner'))
  await embedded.stop()
  for (const folder of embeddedFolder(dataDir)) rmSync(folder, { recursive: true, force: true })
  removeFolder()
  say(`Apagado: ${dataDir}. npm start cria tudo de novo.`)
  process.exit(0)
} catch (error) {
  await close()
  say(sentenceOf(error, dataDir))
  process.exit(1)
}

/** Refuses where something is there that the demonstration did not make. */
async function assertDemo(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await assertSameVersion(client)
    const { what, demo } = await findReal(client)
    const byHand = `Se é isso mesmo, apague a pasta ${dataDir} à mão.`
    if (what) throw new CannotStart(`Há nesta instalação ${what}: nada foi apagado. ${byHand}`)
    if (!demo) throw new CannotStart(`Esta instalação não é uma demonstração: nada foi apagado. ${byHand}`)
  } finally {
    await client.end()
  }
}
/** Refuses a folder that holds files of another origin, as a place of backups. */
function assertOurs(): void {
  const foreign = readdirSync(dataDir).find((entry) => !OURS.test(entry))
  if (foreign)
    throw new CannotStart(`${join(dataDir, foreign)} não é do Mostruário: nada foi apagado. Tire-o da pasta antes.`)
}
/** Empties the data folder, and removes it where it is no mounted disk. */
function removeFolder(): void {
  for (const entry of readdirSync(dataDir)) rmSync(join(dataDir, entry), { recursive: true, force: true })
  try {
    rmdirSync(dataDir)
  } catch {
    // A mounted disk or a link, which stays, empty.
  }
}
/** A line from the terminal; '' when there is none. */
async function typed(question: string): Promise<string> {
  process.stdout.write(question)
  for await (const line of createInterface({ input: process.stdin })) return line.trim()
  return ''
}
