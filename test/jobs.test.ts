import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import sharp from 'sharp'
import { queueMail } from '#features/mails/server/index.ts'
import { inCompany } from '#server/db.ts'
import { aCart, aCompany, aProduct, type Company, order, startTestApp, type TestApp, UNLIMITED, until } from './kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
})
let other: pg.Client | undefined
after(async () => {
  await other?.end()
  await t.close()
})
const lockedBy = async () =>
  (await t.owner.query('select locked_by from graphile_worker._private_jobs where locked_by is not null')).rows.map(
    (r) => String(r.locked_by),
  )

test('the mail of an order whose server died while sending it goes out as soon as a server is back; a living worker keeps what it holds', async () => {
  const { id } = await aProduct(t, a)
  const placed = await order(t, a, a.client.token, aCart([{ product_id: id, quantity: 1 }]))
  assert.equal(placed.status, 201)
  // Its worker took it and died; another one lives, in a process of its own.
  await t.owner.query(
    "update graphile_worker._private_jobs set locked_by = 'pool-morto', locked_at = now() - interval '1 minute', attempts = 1",
  )
  other = new pg.Client({ connectionString: t.config.ownerUrl })
  await other.connect()
  await other.query("select pg_advisory_lock($1, hashtext('pool-vivo'))", [0x6d6f7374])
  await t.owner.query(
    "select graphile_worker.add_job('make_widths', json_build_object('company_id', $1::int, 'hash', 'x', 'format', 'png'), queue_name => 'parada', run_at => now() + interval '1 hour')",
    [a.id],
  )
  await t.owner.query(
    "update graphile_worker._private_jobs set locked_by = 'pool-vivo', locked_at = now() - interval '1 minute' where locked_by is null",
  )
  await t.jobs()
  await until(
    async () =>
      (await t.owner.query('select 1 from orders where company_id = $1 and mailed_at is not null', [a.id])).rows
        .length === 1,
  )
  const held = await lockedBy()
  assert.ok(held.includes('pool-vivo') && !held.includes('pool-morto'), held.join())
})
test('what a server took in its last moment before it died goes out a moment after another is back, not a minute later', async () => {
  const fresh = await startTestApp()
  try {
    const c = await aCompany(fresh)
    const { id } = await aProduct(fresh, c)
    assert.equal((await order(fresh, c, c.client.token, aCart([{ product_id: id, quantity: 1 }]))).status, 201)
    await fresh.owner.query(
      "update graphile_worker._private_jobs set locked_by = 'pool-morto', locked_at = now(), attempts = 1",
    )
    await fresh.jobs()
    await until(async () => (await fresh.owner.query('select 1 from orders where mailed_at is null')).rowCount === 0)
  } finally {
    await fresh.close()
  }
})
test('a mail server that takes the line and says nothing keeps nothing but mails: a photo is ready meanwhile', async () => {
  const lines: Socket[] = []
  const silent = createServer((line) => lines.push(line.on('error', () => {}))).listen(0, '127.0.0.1')
  await new Promise((r) => silent.once('listening', r))
  const { port } = silent.address() as { port: number }
  const fresh = await startTestApp({ config: { smtpUrl: `smtp://127.0.0.1:${port}` } })
  try {
    const c = await aCompany(fresh)
    await inCompany(fresh.kit.pool, c.id, async (tx) => {
      for (let n = 0; n < 30; n++)
        await queueMail(tx, c.id, { key: `muda-${n}`, to: `rosa${n}@doces.test`, template: 'order', params: {} })
    })
    await fresh.jobs()
    await until(async () => lines.length > 0)
    const bytes = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#b4532a' } })
      .png()
      .toBuffer()
    const file = new File([new Uint8Array(bytes)], 'foto.png', { type: 'image/png' })
    const form = { name: 'Com foto', file }
    assert.equal((await fresh.call('POST', '/api/v1/categories', { token: c.admin.token, form })).status, 200)
    await until(async () => (await fresh.owner.query('select 1 from files where ready')).rowCount === 1)
    assert.ok(
      lines.filter((line) => !line.destroyed).length <= 12,
      'a company has its share of the sixteen connections',
    )
  } finally {
    silent.close()
    for (const line of lines) line.destroy()
    await fresh.close()
  }
})
test('mails leave one right after the other: none waits for the worker’s next round', async () => {
  const fresh = await startTestApp()
  try {
    const c = await aCompany(fresh)
    await inCompany(fresh.kit.pool, c.id, async (tx) => {
      for (let n = 0; n < 10; n++)
        await queueMail(tx, c.id, { key: `logo-${n}`, to: `rosa${n}@doces.test`, template: 'order', params: {} })
    })
    // Rounds so far apart that none comes while this waits.
    await fresh.jobs(600_000)
    await until(async () => (await fresh.owner.query("select 1 from mails where status = 'espera'")).rowCount === 0)
  } finally {
    await fresh.close()
  }
})
