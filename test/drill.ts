// An installation under orders, changes and photos without end, with an own database or one that npm start keeps; the
// machine lost in the midst of it; brought back elsewhere by the README's words, and counted.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { listBackups } from '#server/backup/manifest.ts'
import { openVault } from '#server/backup/vault.ts'
import { unseal } from '#server/seal.ts'
import { type Facts, type Files, KEY, lookInto, restored, settings } from './drill_back.ts'
import { api, load, pause, type Load, type Sent, signIn, well } from './drill_load.ts'
import { descendantsOf } from '../scripts/testing/processes.ts'
import { aCart, UNLIMITED, until } from './kit.ts'
import { fillOrders, SUM_OF_ORDERS } from './many_orders.ts'
import type { OwnPostgres } from './own_postgres.ts'
import { folder, lives, ownerOf, postgresOf, root, senderOf, type Started, start, stop } from './starting.ts'

/** What may be lost, in seconds: the minute that is promised. */
export const LOSS = 60
/** BACKUP_LOSS. Without --long half of it: a machine that is busy with other tests sends late. */
const LOSS_SETTING = process.env.LONG ? LOSS : LOSS / 2
/** What lies there before the load: whole, 200,000 orders; without --long a hundredth of them. */
export const ORDERS = process.env.LONG ? 200_000 : 2000
const SECRET = 'segredo-do-erp-1234'
/** Back at work: restored and answering, in seconds. Beside other tests it is measured and not asserted. */
const BACK_WITHIN = process.env.LONG ? 60 : Number.POSITIVE_INFINITY
/** A process and all that it started, its database and its sender of backups, too. */
const allOf = (top: number): number[] => [top, ...descendantsOf(top)]

/** Where this installation's things lie, and where those of the one that is brought back will. */
export interface Ground {
  /** Of its backups. */
  vault: string
  /** The PostgreSQL that the settings name, which goes with the machine; null: npm start's. */
  own: OwnPostgres | null
  /** Orders that lie there before the load. */
  orders: number
  /** Without the deaths on the way, and where the log is sent without a second backup. */
  short: boolean
  env: Record<string, string>
  files(data: string): Promise<Files>
  /** What goes with the machine beside its disk. */
  lose(): Promise<void>
  envBack: Record<string, string>
  filesBack(data: string): Promise<Files>
}
export interface Lost {
  /** Orders and photos that were asked for, and values of the counted product. */
  sent: Sent[]
  counted: Sent[]
  /** Those of them that must come back, as they were acknowledged in time; of the product the least value. */
  due: Sent[]
  dueCount: number
  /** What the orders come to that lay there before. */
  sum: string
  /** What was done from then on is in no older backup; what was acknowledged by then is safe; the cut. */
  based: number
  safe: number
  cut: number
  /** What was on the machine that is gone. */
  had: Files
  signedWith: string
  company: number
  product: number
  buyer: string
}
interface Scene {
  ground: Ground
  data: string
  env: Record<string, string>
  first: Started
  work: Load
}
/** Orders that lie there; answers what they come to. */
async function filled({ orders, env }: Ground, data: string): Promise<string> {
  const own = env.DATABASE_OWNER_URL
  const owner = own ? new pg.Client({ connectionString: own }) : await ownerOf(data)
  if (own) await owner.connect()
  if (orders > 0) await fillOrders(owner, orders)
  const { rows } = await owner.query<{ sum: string }>(SUM_OF_ORDERS)
  await owner.end()
  const sum = rows[0]?.sum ?? ''
  assert.ok(sum.startsWith(`${orders} `), sum)
  return sum
}
/** Enough to look for, however busy the machine is. */
function enough({ work }: Scene, from: number): Promise<boolean> {
  const since = (list: Sent[]) => list.filter((one) => one.from > from && Number.isFinite(one.at)).length
  return until(async () => since(work.sent) > 100 && since(work.photos) > 15)
}
const backUp = ({ data, env }: Scene) =>
  promisify(execFile)('npm', ['run', 'backup'], { cwd: root, env: { ...settings(data), ...env } })
/** What comes after the last backup is in the log alone. Answers when that was, and what is safe at a cut. */
async function logged(scene: Scene): Promise<[number, (cut: number) => number]> {
  const { ground, first, data } = scene
  if (!ground.short) await backUp(scene)
  const based = Date.now()
  if (!ground.short) {
    // On the way the sender and the database die once, alone: nothing of what they had in hand may be missing.
    await pause(4000)
    for (const pid of [senderOf(first), postgresOf(data)]) process.kill(pid, 'SIGKILL')
  }
  await enough(scene, based)
  await pause((LOSS + 5) * 1000)
  return [based, (cut) => cut - LOSS * 1000]
}
/** What comes after the last backup is nowhere: it is taken by hand in the midst of the work, which goes on. */
async function inRows(scene: Scene): Promise<[number, (cut: number) => number]> {
  const based = Date.now()
  await enough(scene, based)
  const safe = Date.now()
  await backUp(scene)
  await enough(scene, Date.now())
  return [based, () => safe]
}
/** npm start under load, backed up; then all of it at once, and the disk. */
export async function loseMachine(c: TestContext, ground: Ground): Promise<Lost> {
  const data = folder()
  const env = {
    BACKUP_TO: ground.vault,
    BACKUP_KEY: KEY,
    BACKUP_LOSS: String(LOSS_SETTING),
    RATE_LIMITS: JSON.stringify(UNLIMITED),
    ...ground.env,
  }
  const first = await start(data, { env })
  assert.match(first.origin, /http/, first.output())
  const admin = await signIn(first, 'admin@mostruario.test')
  const buyer = await signIn(first, 'cliente@mostruario.test')
  const company = Number(admin.company.id)
  const link = { type: 'tagplus', company_id: String(company), api_key: SECRET }
  well(await api(first, 'POST', '/api/v2/integration', admin.token, link))
  const made = { name: 'Do ensaio', code: 'ENSAIO', price: '900,00', stock: '1000000', description: '0' }
  const product = Number(well(await api(first, 'POST', '/api/v1/products', admin.token, made)).data.id)
  const sum = await filled(ground, data)

  const work = load(first, company, admin.token, buyer.token, product)
  c.after(work.end)
  const vault = await openVault(ground.vault)
  const taken = async () => (await listBackups(vault)).length > 0
  await until(taken).catch(() => assert.fail(first.output()))
  vault.close()
  const scene = { ground, data, env, first, work }
  const [based, safeAt] = await (ground.own ? inRows(scene) : logged(scene))

  // The plug: everything at once, in the middle of it; then the disk.
  const processes = [first.child.pid as number, ...(ground.own ? [ground.own.pid()] : [])].flatMap(allOf)
  const cut = Date.now()
  for (const pid of processes)
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // Some end by themselves meanwhile: a connection of the database, say.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  const gone = ground.own?.lose()
  await work.end()
  await until(async () => !processes.some(lives))
  assert.ok(processes.length > 5, `${processes.length} processes`)
  assert.deepEqual(work.wrong.slice(0, 5), [])
  const signedWith = readFileSync(join(data, 'app.key'), 'utf8')
  const had = await ground.files(data)
  rmSync(data, { recursive: true, force: true })
  await gone
  await ground.lose()
  const { sent, counted } = work
  const safe = safeAt(cut)
  const due = sent.filter((s) => s.at < safe)
  assert.ok(due.filter((s) => s.from > based).length > 20, `${due.length} acknowledged in time`)
  const dueCount = Number(counted.findLast((s) => s.at < safe)?.name)
  return { sent, counted, due, dueCount, sum, based, safe, cut, had, signedWith, company, product, buyer: buyer.token }
}
/** The count: what must have come back, and has not, in words. */
export function missing({ due, dueCount, sum, cut }: Lost, facts: Facts): string[] {
  const there = new Set(facts.names)
  const late = due.filter((s) => !there.has(s.name)).map((s) => `acknowledged ${(cut - s.at) / 1000} s before the cut`)
  if (facts.counted < dueCount) late.push(`a change: ${facts.counted} instead of ${dueCount}`)
  if (facts.sum !== sum) late.push(`orders of before: ${facts.sum} instead of ${sum}`)
  return late
}
/** Nothing that never was, nothing twice, all that it says is back; orders have their line. */
async function assertTrue({ sent, counted, product }: Lost, upTo: number, facts: Facts): Promise<void> {
  const [there, asked] = [new Set(facts.names), new Set(sent.map((s) => s.name))]
  assert.equal(there.size, facts.names.length, 'twice')
  assert.deepEqual(
    facts.names.filter((n) => !asked.has(n)),
    [],
    'what never was',
  )
  assert.ok(facts.counted <= counted.length, `${facts.counted} of ${counted.length}`)
  assert.deepEqual(
    sent.filter((s) => s.at < upTo && !there.has(s.name)),
    [],
    'said to be back',
  )
  const exact = await facts.of<{ n: number }>(`select count(*)::int as n from orders o where name like 'Ensaio %'
    and (select count(*) from order_lines l where l.order_id = o.id and l.product_id = ${product}) <> 1`)
  assert.equal(exact[0]?.n, 0, 'orders without their line')
}
async function assertKeyOpens({ company, signedWith }: Lost, { of }: Facts): Promise<void> {
  const [secret] = await of<{ integration_id: string; sealed: Buffer }>(
    `select integration_id, sealed from integration_secrets where field = 'api_key' and company_id = ${company}`,
  )
  const place = { company_id: company, of: Number(secret?.integration_id), field: 'api_key' }
  assert.equal(unseal(signedWith, place, secret?.sealed as Buffer), SECRET)
}
/** Each row has its file, each photo of a safe row is there as it was, and no file that never was. */
async function assertFiles({ had, safe, based }: Lost, have: Files, { of }: Facts): Promise<void> {
  const files = await of<{ hash: string; type: string }>('select hash, type from files')
  const originals = files.filter((f) => f.type === 'png')
  assert.ok(originals.length > 10)
  const nowhere = originals.filter((f) => !have.has(`${f.hash}-original.${f.type}`))
  assert.deepEqual(nowhere, [], 'rows without their file')
  // A photo that was on its way when the database died once has a file, and no row: nobody was told of it.
  const rows = new Set(files.map((f) => f.hash))
  const old = [...had].filter(([name, f]) => f.at < safe && rows.has(name.slice(0, 32)))
  assert.ok(
    old.some(([, f]) => f.at > based),
    'photos of the load',
  )
  const changed = (a: Files, b: Files) => [...a].filter(([p, f]) => b.get(p)?.hash !== f.hash).map(([p]) => p)
  assert.deepEqual(changed(new Map(old), have), [], 'files lost')
  assert.deepEqual(changed(have, had), [], 'files that never were')
}
/** Brought back elsewhere by the README's words and at work; then looked through, row by row and file by file. */
export async function bringBack(c: TestContext, ground: Ground, lost: Lost): Promise<void> {
  const gone = Date.now()
  const back = join(folder(), 'data')
  const said = await restored(ground.vault, back, '', ground.envBack)
  const [, upTo = ''] = /Restaurado até (\S+): \d+ arquivos[\s\S]*Agora: npm start/.exec(said) ?? assert.fail(said)
  const have = await ground.filesBack(back)
  const second = await start(back, { env: ground.envBack })
  assert.match(second.origin, /http/, second.output())
  const seller = await signIn(second, 'vendedor@mostruario.test')
  const seconds = (Date.now() - gone) / 1000
  assert.ok(seller.token && seconds <= BACK_WITHIN, `${seconds} s`)
  const again = aCart([{ product_id: lost.product, quantity: 1 }], { name: 'Na máquina nova' })
  well(await api(second, 'POST', `/api/v2/companies/${lost.company}/order_cart`, lost.buyer, again))
  assert.equal(await stop(second), 0, second.output())
  const look = async (facts: Facts) => {
    assert.deepEqual(missing(lost, facts), [], 'acknowledged in time, and lost')
    await assertTrue(lost, Date.parse(upTo), facts)
    await assertFiles(lost, have, facts)
    await assertKeyOpens(lost, facts)
    c.diagnostic(`${figures(ground, lost, facts)}, back in ${seconds.toFixed(1)} s`)
  }
  await lookInto(back, look, ground.envBack)
  assert.equal(readFileSync(join(back, 'app.key'), 'utf8'), lost.signedWith)
}
function figures({ orders }: Ground, { sent, cut }: Lost, { names }: Facts): string {
  const [known, there] = [sent.filter((s) => Number.isFinite(s.at)), new Set(names)]
  const last = Math.max(...known.filter((s) => there.has(s.name)).map((s) => s.at))
  return `${known.length} acknowledged beside ${orders} orders, ${((cut - last) / 1000).toFixed(1)} s lost`
}
