// Behind PgBouncer in transaction mode every statement may meet another connection of the database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSnapshot } from '#server/db.ts'
import { aCart, aCompany, aProduct, type Company, hears, startTestApp, type TestApp, UNLIMITED, until } from './kit.ts'
import { type S3Server, startS3Server } from './s3_server.ts'
import { type Servers, startServers } from './servers.ts'
import { type Pooler, startPooler, withoutPooler as skip } from './pooler.ts'

/** Fewer than any of the servers would take for itself. */
const CONNECTIONS = 4

let t: TestApp
let a: Company
let b: Company
let s3: S3Server
let servers: Servers
let pooler: Pooler
let pooled: string

before(async () => {
  if (skip) return
  s3 = await startS3Server()
  t = await startTestApp({ config: { limits: UNLIMITED, s3Url: s3.address('pooler') } })
  a = await aCompany(t)
  b = await aCompany(t)
  pooler = await startPooler(t.config.databaseUrl, CONNECTIONS)
  pooled = pooler.url
  servers = await startServers(t, { PGBOUNCER: '1' }, { databaseUrl: pooled })
})
after(async () => {
  if (skip) return
  await servers.close()
  pooler.stop()
  await t.close()
  await s3.close()
})
const call = (method: string, path: string, token: string, body?: object) =>
  fetch(`http://127.0.0.1:${servers.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

test('two hundred orders of two companies over four connections: each stands in its own, none twice, stock is exact, mails go out', {
  skip,
}, async () => {
  const goods = { a: (await aProduct(t, a, { stock: '500' })).id, b: (await aProduct(t, b, { stock: '500' })).id }
  const place = (of: 'a' | 'b') => {
    const company = of === 'a' ? a : b
    const body = aCart([{ product_id: goods[of], quantity: 2 }])
    return call('POST', `/api/v2/companies/${company.id}/order_cart`, company.seller.token, body)
  }
  for (let n = 0; n < 10; n++) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => place(i % 2 ? 'a' : 'b')))
    assert.deepEqual([...new Set(answers.map((r) => r.status))], [201])
  }
  for (const [company, product] of [
    [a, goods.a],
    [b, goods.b],
  ] as const) {
    const list = (await (
      await call('GET', `/api/v1/companies/${company.id}/orders?limit=500`, company.admin.token)
    ).json()) as {
      data: { number: number }[]
    }
    assert.deepEqual(
      list.data.map((o) => o.number).sort((x, y) => x - y),
      Array.from({ length: 100 }, (_, n) => n + 1),
    )
    const { rows } = await t.owner.query('select stock::int from products where id = $1', [product])
    assert.equal(rows[0].stock, 300)
  }
  await until(async () => (await t.owner.query('select 1 from orders where mailed_at is null')).rowCount === 0)
})
test('a company’s copy whose reader stops for minutes is given up behind the pooler as well', { skip }, async () => {
  const snapshot = await openSnapshot(pooled, a.id)
  const [limits] = await snapshot.tx.sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`
  await snapshot.close()
  assert.deepEqual(limits, { statement: '30s', idle: '2min' })
})
test('a screen that listens hears of a change, though nobody can listen through the pooler', { skip }, async () => {
  const { id } = await aProduct(t, a)
  const change = () => call('PUT', `/api/v1/products/${id}`, a.admin.token, { price: '77,00' })
  assert.equal(await hears(`http://127.0.0.1:${servers.port}`, a.admin.token, 'catalogue', change), true)
})
