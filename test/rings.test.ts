// A sale holds its company's counter, then takes what it sells. Whoever writes anything else waits for the counter before
// all that a sale needs: else the two wait for each other until the database sends one of them away.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { markReady } from '#features/images/server/queries.ts'
import { inCompany } from '#server/db.ts'
import type { ErpSimulator } from './erp_shapes.ts'
import { erpSimulator, PLATFORM } from './erp_simulator.ts'
import { startTestApp, type TestApp, UNLIMITED } from './kit.ts'
import { calls, isRefused, ROUNDS, SEED, somebody, walker } from './walk.ts'
import { aWorld, type World } from './world.ts'

/** What a sale locks once it holds the counter: its stock, and, by reference, whose it is; of people, what a device does
 * that sends once: it has the counter, then changes them. */
const NEEDS = {
  products: 'no key update',
  variations: 'no key update',
  files: 'key share',
  categories: 'key share',
  users: 'no key update',
}
let t: TestApp
let w: World
let erp: ErpSimulator
before(async () => {
  erp = await erpSimulator()
  t = await startTestApp({ config: { limits: UNLIMITED, ...PLATFORM, erpHosts: erp.hosts, erpPace: 0.001 } })
  w = await aWorld(t)
})
after(async () => {
  erp.close()
  await t.close()
})

/** Does `work` while a sale of company A has the counter; answers whether it waited for that, and what a sale needs that
 * it held meanwhile. */
async function besideASale(work: () => Promise<unknown>): Promise<{ waited: boolean; held: string[] }> {
  const sale = await t.owner.connect()
  const held: string[] = []
  let waited = false
  try {
    const { pid } = (await sale.query('select pg_backend_pid() as pid')).rows[0]
    await sale.query('begin')
    await sale.query('select 1 from company_counters where company_id = $1 for update', [w.a.id])
    let done = false
    const working = work().finally(() => (done = true))
    while (!done && !waited) {
      await sleep(2)
      const { rows } = await t.owner.query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
        pid,
      ])
      waited = rows.length > 0
    }
    for (const [table, how] of waited ? [...Object.entries(NEEDS), ['companies', 'key share'] as const] : []) {
      await sale.query('savepoint needs')
      const own = table === 'companies' ? 'id' : 'company_id'
      await sale
        .query(`select 1 from ${table} where ${own} = $1 for ${how} nowait`, [w.a.id])
        .catch(() => held.push(table))
      await sale.query('rollback to needs')
    }
    await sale.query('rollback')
    await working
  } finally {
    sale.release()
  }
  return { waited, held }
}
const ready = async () => {
  const { hash } = (
    await t.owner.query('update files set ready = false where company_id = $1 returning hash', [w.a.id])
  ).rows[0]
  return besideASale(() => inCompany(t.kit.pool, w.a.id, (tx) => markReady(tx, hash)))
}

test('a photo’s sizes are ready while its product is sold: neither waits for what the other has', async () => {
  assert.deepEqual(await ready(), { waited: true, held: [] })
})
test('twin: without the counter first, the photo holds the product that the sale is about to take', async () => {
  await t.owner.query(
    'alter table products disable trigger counter_first; alter table files disable trigger counter_first',
  )
  try {
    assert.deepEqual(await ready(), { waited: true, held: ['products'] })
  } finally {
    await t.owner.query(
      'alter table products enable trigger counter_first; alter table files enable trigger counter_first',
    )
  }
})
test('whatever anybody writes while a sale is under way, it holds nothing that the sale needs when it has to wait', async () => {
  const walks = walker(t, w)
  const [files, at] = [await walks.files(), await walks.thingsOf(w.a.id, w.secrets.a)]
  const people = [
    somebody('operator', w.operator, 0),
    somebody('admin', w.a.admin, 1),
    somebody('seller', w.a.seller, 2),
    somebody('client', w.a.client, 3),
  ]
  const wrong = new Set<string>()
  const waiting = new Set<string>()
  for (let round = 0; round < ROUNDS * 4; round++)
    for (const [n, e] of calls().entries()) {
      if (e.method === 'GET' || /logout|auth\/password/.test(e.path)) continue
      for (const who of people.filter((p) => !isRefused(e, p))) {
        let answer = ''
        const { waited, held } = await besideASale(async () => {
          const r = await walks.ask(e, who, at, SEED + round * 1000 + n, files)
          answer = `${r.status} ${r.said}`
        })
        if (waited) waiting.add(`${e.method} ${e.path}`)
        if (held.length > 0) wrong.add(`${who.name} holds ${held.join()}: ${answer}`)
      }
    }
  assert.deepEqual([...wrong], [])
  assert.ok(waiting.size > 25, `${waiting.size} calls waited`)
})
