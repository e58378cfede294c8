// Orders and their mails under kill -9 of the server: none lost, none doubled, but for a mail that the kill fell upon. The
// twin sends orders without a stable key and must double.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { freePort } from './ports.ts'
import { aCart, aCompany, aProduct, type Company, order, startTestApp, type TestApp, until } from './kit.ts'
import { AT_ONCE, type Kill, takenFor, twiceWithoutCause, underOtherNames } from './mailed.ts'
import { ready } from './starting.ts'
import { smtpSimulator } from './simulators.ts'

const ORDERS = process.env.LONG ? 10_000 : 2000
const KILLS = process.env.LONG ? 20 : 5
const CONNECTIONS = 50
/** What an answer takes to a phone, in ms. */
const ON_THE_WAY = 20
/** Orders whose mails leave under kills of their own. */
const MAILS = 40
const MAIL_KILLS = 4
let t: TestApp
let a: Company
let product: number
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  product = (await aProduct(t, a, { price: '10,00', stock: '1000000' })).id
})
after(() => t.close())

/** The server in a process of its own, started again whenever it dies. */
function keepServing(port: number, env: Record<string, string> = {}): { kill: () => void; stop: () => void } {
  let child: ChildProcess | undefined
  let stopped = false
  const start = () => {
    child = spawn(
      process.execPath,
      ['test/server.ts', String(port), t.config.dataDir, t.config.databaseUrl, t.config.ownerUrl],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, TEST_NOW: t.clock.now().toISOString(), ...env },
      },
    )
    child.on('exit', () => {
      if (!stopped) setTimeout(start, 20)
    })
  }
  start()
  return {
    kill: () => child?.kill('SIGKILL'),
    stop: () => {
      stopped = true
      child?.kill('SIGKILL')
    },
  }
}
/** Sends every order until it is acknowledged; kills the server at even points of progress. */
async function storm(orders: number, kills: number, sameKey: boolean): Promise<{ acknowledged: Map<string, number> }> {
  const port = await freePort()
  const server = keepServing(port)
  const acknowledged = new Map<string, number>()
  let next = 0
  let killed = 0
  const client = async () => {
    for (let n = next++; n < orders; n = next++) {
      const key = randomUUID()
      const name = `Pedido ${n}`
      for (let delay = 20; ; delay = Math.min(500, delay * 2)) {
        const body = {
          name,
          phone: '11912345678',
          cart_id: sameKey ? key : randomUUID(),
          product_json: [{ product_id: product, quantity: 1 }],
        }
        const answer = await fetch(`http://127.0.0.1:${port}/api/v2/companies/${a.id}/order_cart`, {
          method: 'POST',
          headers: { authorization: `Bearer ${a.client.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then(
          async (x) => ({ status: x.status, body: (await x.json()) as { data?: { id: number } } }),
          () => null,
        )
        const lived = killed
        await new Promise((w) => setTimeout(w, ON_THE_WAY))
        // A kill that falls while the answer is on its way takes it along.
        const r = killed === lived ? answer : null
        if (r?.body.data) {
          acknowledged.set(name, r.body.data.id)
          break
        }
        if (r && r.status < 500) throw new Error(`order refused: ${r.status} ${JSON.stringify(r.body)}`)
        await new Promise((w) => setTimeout(w, delay * (0.5 + Math.random())))
      }
      if (acknowledged.size >= ((killed + 1) * orders) / (kills + 1) && killed < kills) {
        killed++
        server.kill()
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  server.stop()
  assert.equal(killed, kills)
  return { acknowledged }
}
const stored = async () =>
  (
    await t.owner.query<{ name: string; n: number }>(
      "select name, count(*)::int as n from orders where name like 'Pedido %' group by name",
    )
  ).rows

test(`${ORDERS} orders from ${CONNECTIONS} connections under ${KILLS} × SIGKILL: 0 lost, 0 doubled, numbers without a gap, stock and mail jobs exact`, async () => {
  const { acknowledged } = await storm(ORDERS, KILLS, true)
  const rows = await stored()
  assert.equal(acknowledged.size, ORDERS)
  assert.equal(rows.filter((r) => r.n !== 1).length, 0, 'doubled')
  assert.equal(rows.length, ORDERS, 'lost or extra')
  const {
    rows: [facts],
  } = await t.owner.query(
    `select max(number)::int as top, count(distinct number)::int as numbers, sum(total)::int as total,
    (select 1000000 - stock from products where id = $1)::int as taken,
    (select count(*) from order_lines)::int as lines,
    (select count(*)::int from graphile_worker.jobs where task_identifier = 'order_mail') as jobs from orders`,
    [product],
  )
  assert.deepEqual(facts, {
    top: ORDERS,
    numbers: ORDERS,
    total: ORDERS * 1000,
    taken: ORDERS,
    lines: ORDERS,
    jobs: ORDERS,
  })
})
test('twin: with a new key for each try the same storm doubles orders, so the test above can see', async () => {
  await t.owner.query('delete from orders')
  let doubled = 0
  for (let round = 0; round < 4 && doubled === 0; round++) {
    await t.owner.query('delete from orders')
    await storm(400, 8, false)
    doubled = (await stored()).filter((r) => r.n > 1).length
  }
  assert.ok(doubled > 0, 'no order was doubled: the kills did not fall between storing and answering')
})
test(`the mails of ${MAILS} orders under ${MAIL_KILLS} kills of the server that works, at the mail server’s word or a moment later: all arrive, twice only what a kill fell upon, then under one Message-ID`, async () => {
  await t.owner.query('delete from orders')
  await t.owner.query('delete from graphile_worker._private_jobs')
  const smtp = await smtpSimulator()
  const port = await freePort()
  const server = keepServing(port, { TEST_JOBS: '1', TEST_CONFIG: JSON.stringify({ smtpUrl: smtp.url }) })
  const kills: Promise<Kill>[] = []
  let dead = false
  const kill = async (): Promise<Kill> => {
    const at = Date.now()
    server.kill()
    // What it held is free when its lock is old, ten seconds later: here at once.
    for (const held of ['_private_jobs', '_private_job_queues'])
      await t.owner.query(`update graphile_worker.${held} set locked_at = locked_at - interval '1 minute'`)
    await until(() => ready({ origin: `http://127.0.0.1:${port}` }))
    dead = false
    return { at, back: Date.now() }
  }
  try {
    smtp.taken = (many) => {
      if (dead || kills.length >= MAIL_KILLS || many < ((kills.length + 1) * MAILS) / (MAIL_KILLS + 1)) return
      dead = true
      const n = kills.length
      kills.push(n % 2 === 0 ? kill() : new Promise<void>((r) => setTimeout(r, n)).then(kill))
    }
    for (let n = 0; n < MAILS; n++)
      assert.equal((await order(t, a, a.client.token, aCart([{ product_id: product, quantity: 1 }]))).status, 201)
    await until(async () => (await t.owner.query("select 1 from mails where status = 'enviada'")).rowCount === MAILS)
    const taken = takenFor(smtp, `pedidos@${a.path}.test`)
    assert.equal(kills.length, MAIL_KILLS)
    assert.equal(new Set(taken.map((x) => x.about)).size, MAILS)
    assert.deepEqual(underOtherNames(taken), [])
    assert.deepEqual(twiceWithoutCause(taken, await Promise.all(kills)), [])
    const twice = taken.length - MAILS
    assert.ok(twice > 0 && twice <= MAIL_KILLS * AT_ONCE, `${twice}: no kill fell between the word and the mark`)
  } finally {
    server.stop()
    smtp.close()
  }
})
