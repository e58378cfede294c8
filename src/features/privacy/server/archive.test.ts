import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import pg from 'pg'
import {
  aCart,
  aCompany,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from '../../../../test/kit.ts'
import { companyZip, copyOf, keepArchive } from './archive.ts'
import { purge } from './purge.ts'

const ORDERS = 40_000
let t: TestApp
let big: Company
let product: number
let admin: pg.Client
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  big = await aCompany(t, { name: 'Distribuidora Ipê' })
  product = (await aProduct(t, big)).id
  admin = new pg.Client({ connectionString: process.env.TEST_DATABASE })
  await admin.connect()
  await fillWithOrders(big, product, ORDERS)
})
/** Orders of a company, one made through the front door and the others like it. */
async function fillWithOrders(c: Company, product_id: number, many: number) {
  await order(t, c, c.client.token, aCart([{ product_id, quantity: 1 }]))
  await t.owner.query(
    `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 1000000 + n, 'number', 1000000 + n,
      'cart_id', 'c' || n, 'receipt_token', 'r' || o.company_id || '-' || n))).*
     from orders o, generate_series(2, $2) n where o.company_id = $1`,
    [c.id, many],
  )
  await t.owner.query(
    `insert into order_lines select (jsonb_populate_record(l, jsonb_build_object('order_id', o.id))).* from order_lines l, orders o where l.company_id = $1 and o.company_id = $1 and o.id > 1000000`,
    [c.id],
  )
  await t.owner.query('analyze')
}
after(async () => {
  await admin.end()
  await t.close()
})
/** Texts of a zip's files by name, as they come. */
async function read(stream: Readable): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return unzip(Buffer.concat(chunks))
}
function unzip(b: Buffer): Record<string, string> {
  const out: Record<string, string> = {}
  const end = b.lastIndexOf(Buffer.from('504b0506', 'hex'))
  for (let n = b.readUInt16LE(end + 10), p = b.readUInt32LE(end + 16); n > 0; n--) {
    const [method, size, name, extra, comment, at] = [
      b.readUInt16LE(p + 10),
      b.readUInt32LE(p + 20),
      b.readUInt16LE(p + 28),
      b.readUInt16LE(p + 30),
      b.readUInt16LE(p + 32),
      b.readUInt32LE(p + 42),
    ]
    const from = at + 30 + b.readUInt16LE(at + 26) + b.readUInt16LE(at + 28)
    const data = b.subarray(from, from + size)
    out[b.toString('utf8', p + 46, p + 46 + name)] = (method === 8 ? inflateRawSync(data) : data).toString('utf8')
    p += 46 + name + extra + comment
  }
  return out
}
const textOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
/** Whether a process of /proc is this one's child. */
const belongs = (cmdline: string) =>
  textOf(cmdline.replace('cmdline', 'stat')).split(') ').at(-1)?.split(' ')[1] === String(process.pid)
const archives = () => globSync('archives/*', { cwd: t.config.dataDir })
const cutConnections = () =>
  admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_setting('x.db') and usename = 'mostruario_app'",
  )

test('a company of 40,000 orders is copied whole, in little memory, while its catalogue goes on being read', async () => {
  const before = process.memoryUsage().rss
  let most = 0
  let longest = 0
  let going = true
  const reader = (async () => {
    while (going) {
      const began = Date.now()
      assert.equal((await t.call('GET', `/api/v1/products/${product}`, { token: big.client.token })).status, 200)
      longest = Math.max(longest, Date.now() - began)
      most = Math.max(most, process.memoryUsage().rss - before)
      await new Promise((done) => setTimeout(done, 50))
    }
  })()
  const start = Date.now()
  await keepArchive(t.kit, big.id)
  const took = Date.now() - start
  going = false
  await reader
  const files = unzip(readFileSync(t.kit.storage.path(copyOf(big.id))))
  assert.equal(JSON.parse(files['dados/pedidos.json'] ?? '').length, ORDERS)
  assert.equal(JSON.parse(files['dados/itens_dos_pedidos.json'] ?? '').length, ORDERS)
  assert.deepEqual(archives().length, 1)
  assert.ok(most < 250 * 1024 * 1024, `${Math.round(most / 1024 / 1024)} MB`)
  assert.ok(longest < took / 2, `a reader waited ${longest} ms of ${took}`)
})
test('the copy is of one moment: an order that arrives while it is written is not half in it', async () => {
  const other = await aCompany(t)
  const { id } = await aProduct(t, other)
  await fillWithOrders(other, id, 3000)
  const zip = await companyZip(t.kit, other.id)
  const stopped = await new Promise((done) => setTimeout(() => done(zip.readableLength), 500))
  assert.ok(Number(stopped) > 0, 'it waits for its reader')
  assert.equal((await order(t, other, other.client.token, aCart([{ product_id: id, quantity: 1 }]))).status, 201)
  const files = await read(zip)
  for (const [name, many] of [
    ['pedidos', 3000],
    ['itens_dos_pedidos', 3000],
    ['historico_dos_pedidos', 1],
  ] as const)
    assert.equal(JSON.parse(files[`dados/${name}.json`] ?? '').length, many, name)
})
test('the database is cut off while a copy is written: the copy fails and is made again, nothing half stands under its name, and the server lives', async () => {
  await admin.query("select set_config('x.db', $1, false)", [
    new URL(t.config.ownerUrl.replace('@/', '@x/')).pathname.slice(1),
  ])
  const target = t.kit.storage.path(copyOf(big.id))
  const written = readFileSync(target).length
  rmSync(target)
  await t.jobs()
  await t.owner.query("select graphile_worker.add_job('keep_archive', json_build_object('company_id', $1::int))", [
    big.id,
  ])
  let cuts = 0
  await until(async () => {
    if (archives().some((f) => f.includes('part'))) {
      await cutConnections()
      cuts++
      assert.equal(existsSync(target), false)
    }
    return (
      await t.owner.query(
        "select 1 from graphile_worker.jobs where task_identifier = 'keep_archive' and last_error is not null",
      )
    ).rowCount
  })
  assert.ok(cuts > 0)
  assert.equal((await t.call('GET', `/api/v1/products/${product}?again=1`, { token: big.client.token })).status, 200)
  await until(async () => existsSync(target))
  assert.ok(readFileSync(target).length > written * 0.9)
  assert.deepEqual(archives().length, 1)
})
test('a spreadsheet of the copy whose writer is killed: there is no copy rather than a broken one', async () => {
  const written = statSync(t.kit.storage.path(copyOf(big.id)))
  const copying = keepArchive(t.kit, big.id)
  const writers = () =>
    globSync('/proc/[0-9]*/cmdline').filter((f) => belongs(f) && /sheet\.ts.*Vendas/s.test(textOf(f)))
  const [writer] = await until(async () => (writers().length > 0 ? writers() : undefined))
  process.kill(Number((writer as string).split('/')[2]), 'SIGKILL')
  await assert.rejects(copying)
  assert.deepEqual(statSync(t.kit.storage.path(copyOf(big.id))), written)
  assert.deepEqual(archives().length, 1)
})
test('whoever asks for more copies at once than are made is asked to come again; a reader who leaves gives the place back', async () => {
  const ask = (c: Company) => t.call('GET', `/api/v2/companies/${c.id}/archive`, { token: c.admin.token })
  // Made before: the copy of a company that has next to nothing is soon over.
  const [other, ...small] = [await aCompany(t), await aCompany(t), await aCompany(t)]
  const waiting = [await companyZip(t.kit, big.id)]
  const second = await ask(big)
  assert.deepEqual([second.status, second.body.code, Number(second.headers['retry-after']) > 0], [503, 'busy', true])
  for (const { id } of small) waiting.push(await companyZip(t.kit, id))
  assert.equal((await ask(other)).status, 503)
  for (const zip of waiting) zip.destroy()
  await until(async () => (await ask(other)).status === 200)
})
test('a company of 40,000 orders is erased in pieces, none of which the database cuts off', async () => {
  await t.owner.query("update companies set deleted_at = $2::timestamptz - interval '31 days' where id = $1", [
    big.id,
    t.clock.now(),
  ])
  await purge(t.kit, big.id, t.clock.now())
  const left = await t.owner.query(
    'select (select count(*)::int from orders where company_id = $1) as orders, (select count(*)::int from order_lines where company_id = $1) as lines, purged_at from companies where id = $1',
    [big.id],
  )
  assert.deepEqual([left.rows[0].orders, left.rows[0].lines, left.rows[0].purged_at !== null], [0, 0, true])
  assert.deepEqual(archives(), [])
})
