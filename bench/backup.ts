// node bench/backup.ts (alone: it needs no server of tests): 200,000 orders of five lines, backed up while they stand
// there and brought back elsewhere, in both ways; beside each a bare copy of the database's folder.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { restore } from '#server/backup/restore.ts'
import { type Key, keyOf } from '#server/backup/seal.ts'
import { takeBackup } from '#server/backup/take.ts'
import { openVault } from '#server/backup/vault.ts'
import { migrate } from '#server/migrate.ts'
import { startEmbedded } from '#server/postgres.ts'
import { fillOrders, LINES } from '../test/many_orders.ts'
import { keepSection } from './results.ts'

const ORDERS = 200_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const top = mkdtempSync(join(tmpdir(), 'mostruario-bench-backup-'))
execFileSync('chmod', ['755', top])
const seconds = async (work: () => unknown) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
const dataDir = join(top, 'from')
process.env.APP_KEY = 'Zk3v9QxT7bLw2RmN8cYd4HfJ6sPaUeGi'
const embedded = await startEmbedded(dataDir, () => {})
const ownerUrl = embedded.url('owner')
await migrate(ownerUrl)
const owner = new pg.Client({ connectionString: ownerUrl })
await owner.connect()
await fillOrders(owner, ORDERS)
await owner.query('checkpoint').catch(() => {})
const { rows } = await owner.query<{ mb: number }>('select pg_database_size(current_database()) / 1e6 as mb')
const mb = Math.round(Number(rows[0]?.mb))
await owner.end()
say(`${ORDERS} orders, ${mb} MB`)

const table: string[][] = []
const row = (name: string, ours: number, floor: number | null, goal: string) => {
  table.push([name, `${ours.toFixed(1)} s`, floor === null ? '–' : `${floor.toFixed(1)} s`, goal])
  say(`${name}: ${ours.toFixed(1)} s`)
}
const copied = await seconds(() => cpSync(join(embedded.folder, 'data'), join(top, 'copy'), { recursive: true }))
/** Backed up, brought back, answering the last order. */
async function measure(name: string, ours: boolean, key: Key | null): Promise<void> {
  const store = { vault: await openVault(join(top, `vault-${name}`)), key }
  const source = { dataDir, s3Url: '', ownerUrl, embedded: ours ? embedded : undefined }
  let size = 0
  const taken = await seconds(async () => {
    size = (await takeBackup(source, store, 30)).bytes / 1e6
  })
  row(`backup, ${name} (${Math.round(size)} MB)`, taken, copied, '–')
  const back = join(top, `back-${name.replaceAll(/\W/g, '')}`)
  const answered = await seconds(async () => {
    await restore(store, { dataDir: back, s3Url: '', keepFiles: false, ownerUrl: '', id: '', at: null, say: () => {} })
    const again = await startEmbedded(back, () => {})
    const c = new pg.Client({ connectionString: again.url('owner') })
    await c.connect()
    const { rows: found } = await c.query<{ n: number }>('select count(*)::int as n from order_lines')
    if (found[0]?.n !== ORDERS * LINES) throw new Error(`${found[0]?.n} lines came back`)
    await c.end()
    await again.stop()
  })
  row(`de volta e respondendo, ${name}`, answered, copied, `≤ 60 s ${answered <= 60 ? '✓' : '✗'}`)
}
await measure('banco embutido', true, null)
await measure('banco embutido, cifrado', true, keyOf('uma frase longa que só nós sabemos'))
await measure('PostgreSQL próprio, por linhas', false, null)
await embedded.stop()
rmSync(top, { recursive: true, force: true })
keepSection(
  'Backup e volta',
  `${ORDERS.toLocaleString('pt-BR')} pedidos de cinco itens, banco de ${mb} MB, numa pasta do mesmo disco, relido e conferido; o piso é a cópia nua da pasta do banco (\`node bench/backup.ts\`).`,
  ['medida', 'valor', 'piso', 'objetivo'],
  table,
)
process.exit(0)
