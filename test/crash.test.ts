// PostgreSQL killed, and PostgreSQL and the server within 50 ms, while orders come in from fifty lines and their mails go
// out: what was acknowledged is there once, numbers and stock are exact, each mail arrives, and twice only where a kill
// fell between the mail server's word and our mark. The twin's PostgreSQL says yes too early. Without --long 300 of the 10,000 orders and a
// twentieth of the kills.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { aCart, UNLIMITED, until } from './kit.ts'
import { type Kill, takenFor, twiceWithoutCause, underOtherNames } from './mailed.ts'
import { freePort } from './ports.ts'
import { type SmtpSimulator, smtpSimulator } from './simulators.ts'
import { endAll, folder, ownerOf, postgresOf, ready, serverOf, type Started, start, stop } from './starting.ts'

const ORDERS = process.env.LONG ? 10_000 : 300
/** Kills of each kind. */
const KILLS = process.env.LONG ? 20 : 1
const LINES = 50
const STOCK = 1_000_000
let smtp: SmtpSimulator
let s: Started
const data = folder()
let company: number
/** The same one after each kill. */
let port = 0
let token: string
let product: number
before(async () => {
  smtp = await smtpSimulator()
  s = await begin()
  const login = await fetch(`${s.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"cliente@mostruario.test","password":"mostruario"}',
  })
  const said = (await login.json()) as { token: string; company: { id: number } }
  token = said.token
  company = said.company.id
  await asOwner(async (owner) => {
    await owner.query(
      "update companies set orders_email = 'pedidos@queda.test', min_order_cents = 0, min_first_order_cents = 0 where id = $1",
      [company],
    )
    const { rows } = await owner.query(
      `update products set stock = $2 where id = (select p.id from products p where p.company_id = $1 and p.active
        and p.deleted_at is null and p.min_quantity = 1 and p.multiple = 1
        and not exists (select 1 from variations v where v.product_id = p.id) order by p.id limit 1) returning id`,
      [company, STOCK],
    )
    product = Number(rows[0]?.id)
  })
})
after(() => {
  smtp.close()
  endAll()
})
async function begin(): Promise<Started> {
  port ||= await freePort()
  // With SMTP_URL an installation counts as real and loads the demonstration only where DEMO asks for it.
  const env = { DEMO: '1', RATE_LIMITS: JSON.stringify(UNLIMITED), SMTP_URL: smtp.url }
  const begun = await start(data, { port, env })
  assert.ok(await ready(begun), begun.output())
  return begun
}
async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = await ownerOf(data)
  try {
    return await work(owner)
  } finally {
    await owner.end().catch(() => {})
  }
}
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))

const cartOf = (name: string) =>
  JSON.stringify({
    ...aCart([{ product_id: product, quantity: 1 }], { name, phone: '11912345678' }),
    cart_id: randomUUID(),
  })
const send = (body: string) =>
  fetch(`${s.origin}/api/v2/companies/${company}/order_cart`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  }).then(
    async (x) => ({ status: x.status, text: await x.text() }),
    () => null,
  )
/** Sends every order until it is acknowledged; answers when what was killed. */
async function storm(): Promise<{ kills: Kill[]; wrong: string[] }> {
  const plan = Array.from({ length: 2 * KILLS }, (_, i) => i % 2 === 1)
  const kills: Promise<Kill>[] = []
  const wrong: string[] = []
  let next = 0
  let acknowledged = 0
  const line = async () => {
    for (let n = next++; n < ORDERS; n = next++) {
      const body = cartOf(`Pedido ${n}`)
      for (let wait = 20; ; wait = Math.min(1000, wait * 2)) {
        const r = await send(body)
        if (r?.status === 201 || r?.status === 200) break
        if (r && r.status !== 503) {
          wrong.push(`${r.status} ${r.text.slice(0, 200)}`)
          break
        }
        await pause(wait * (0.5 + Math.random()))
      }
      acknowledged++
      if (kills.length < plan.length && acknowledged >= ((kills.length + 1) * ORDERS) / (plan.length + 1)) {
        const [both, server, database] = [plan[kills.length], serverOf(s), postgresOf(data)]
        const at = Date.now()
        if (both && server) process.kill(server, 'SIGKILL')
        if (database) process.kill(database, 'SIGKILL')
        kills.push(backAgain(both ? server : 0, database).then((back) => ({ at, back })))
      }
    }
  }
  await Promise.all(Array.from({ length: LINES }, line))
  assert.equal(kills.length, plan.length)
  return { kills: await Promise.all(kills), wrong }
}
/** When another database answers, and where the server was killed as well, another server. */
async function backAgain(server: number, database: number): Promise<number> {
  await until(async () => ![0, database].includes(postgresOf(data)) && serverOf(s) !== server && (await ready(s)))
  return Date.now()
}

test(`${ORDERS} orders over ${LINES} lines under ${KILLS} × SIGKILL of PostgreSQL and ${KILLS} × of both within 50 ms: 0 lost, 0 doubled, numbers, stock and mails exact`, async (c) => {
  const { kills, wrong } = await storm()
  assert.deepEqual(wrong, [], 'nothing but orders, 503 and broken lines')
  await until(() => ready(s))
  const owner = await ownerOf(data)
  const {
    rows: [facts],
  } = await owner.query(
    `select count(*)::int as orders, count(distinct name)::int as names, max(number)::int - min(number)::int + 1 as numbers,
      (select $2 - stock from products where id = $1)::int as taken,
      (select count(*)::int from order_lines l join orders o on o.id = l.order_id where o.name like 'Pedido %') as lines
     from orders where name like 'Pedido %'`,
    [product, STOCK],
  )
  assert.deepEqual(facts, { orders: ORDERS, names: ORDERS, numbers: ORDERS, taken: ORDERS, lines: ORDERS })
  const left = async () =>
    (
      await owner.query(
        `select (select count(*)::int from orders where name like 'Pedido %' and mailed_at is null)
          + (select count(*)::int from mails where recipient = 'pedidos@queda.test' and status = 'espera') as n`,
      )
    ).rows[0].n as number
  await until(async () => (await left()) === 0, process.env.LONG ? 900 : 300)
  const { rows } = await owner.query<{ key: string }>(
    `select 'pedido-' || company_id || '-' || id as key from orders where name like 'Pedido %'`,
  )
  await owner.end()
  const taken = takenFor(smtp, 'pedidos@queda.test')
  const ours = new Set(rows.map((r) => r.key))
  // A Message-ID is the mail's key, and when it was written.
  const arrived = new Set(taken.map((x) => x.id.replace(/\.\d+$/, '')))
  assert.deepEqual([...ours].filter((key) => !arrived.has(key)).slice(0, 5), [], 'mails that never came')
  assert.equal(new Set(taken.map((x) => x.about)).size, ORDERS)
  assert.deepEqual(underOtherNames(taken), [])
  assert.deepEqual(twiceWithoutCause(taken, kills), [])
  const doubled = taken.length - arrived.size
  c.diagnostic(`${doubled} mails came twice under ${kills.length} kills`)
  // Sixteen mails at a time are on their way.
  assert.ok(doubled <= 16 * kills.length, `${doubled}`)
  assert.equal(await stop(s), 0)
})
test('twin: a mail that comes twice with nothing killed between the mail server’s word and our mark is seen, and one under another Message-ID', () => {
  const mail = (at: number, n = 1) => ({ id: `pedido-1-${n}`, about: `Pedido ${n}`, at })
  const twice = [mail(100), mail(105)]
  for (const kill of [
    { at: 0, back: 99 },
    { at: 110, back: 120 },
  ])
    assert.deepEqual(twiceWithoutCause(twice, [kill]), ['pedido-1-1'])
  for (const kill of [
    { at: 103, back: 104 },
    { at: 95, back: 102 },
  ])
    assert.deepEqual(twiceWithoutCause(twice, [kill]), [])
  // Sixteen others left after it: it was marked by then.
  const others = Array.from({ length: 16 }, (_, n) => mail(102, n + 2))
  assert.deepEqual(twiceWithoutCause([mail(100), ...others, mail(105)], [{ at: 103, back: 104 }]), ['pedido-1-1'])
  assert.deepEqual(twiceWithoutCause([mail(100), ...others.slice(1), mail(105)], [{ at: 103, back: 104 }]), [])
  assert.deepEqual(underOtherNames([mail(100), { ...mail(105), id: 'pedido-1-1-2' }, mail(106, 2)]), ['Pedido 1'])
  assert.deepEqual(underOtherNames([mail(100), mail(105), mail(106, 2)]), [])
})
test('twin: with a PostgreSQL that says yes before its log is on the disk, a kill loses acknowledged orders', async () => {
  if (s.child.exitCode !== null) s = await begin()
  const boss = await ownerOf(data, 'postgres')
  // Its log is written every ten seconds at most.
  for (const setting of ['synchronous_commit = off', "wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'"])
    await boss.query(`alter system set ${setting}`)
  await boss.query('select pg_reload_conf()')
  await boss.end()
  await asOwner((owner) =>
    until(async () => (await owner.query('show synchronous_commit')).rows[0].synchronous_commit === 'off'),
  )
  let acknowledged = 0
  for (let n = 0; n < 100; n++) if ((await send(cartOf(`Perdido ${n}`)))?.status === 201) acknowledged++
  const database = postgresOf(data)
  process.kill(database, 'SIGKILL')
  await backAgain(0, database)
  const kept = await asOwner(async (owner) =>
    Number((await owner.query("select count(*) as n from orders where name like 'Perdido %'")).rows[0].n),
  )
  assert.ok(acknowledged > 0 && kept < acknowledged, `${kept} of ${acknowledged}`)
})
