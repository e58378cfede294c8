// One person's traces go; whatever is anybody else's stays as it is, down to the row.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inCompany } from '#server/db.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  type Person,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'
import { eraseClient } from './writes.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  b = await aCompany(t)
})
after(() => t.close())

const TABLES = `users orders order_events price_requests logs mails undos client_merges person_notices notice_settings
  push_devices openings put_offs`.split(/\s+/)
/** Every row of these tables, by table and number. */
async function rows(): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const table of TABLES)
    for (const { id, row } of (
      await t.owner.query(`select coalesce(to_jsonb(x)->>'id', x::text) as id, x::text as row from ${table} x`)
    ).rows)
      all.set(`${table} ${id}`, row)
  return all
}
/** Which of the rows of before are not as they were. */
async function touched(before: Map<string, string>): Promise<string[]> {
  const now = await rows()
  return [...before].filter(([key, row]) => now.get(key) !== row).map(([key]) => key)
}
/** What somebody leaves behind in a company; and beside it rows that only look like it. */
async function leaveTraces(c: Company, person: Person): Promise<string[]> {
  const product = await aProduct(t, c)
  const { id } = (await order(t, c, person.token, aCart([{ product_id: product.id, quantity: 1 }]))).body.data
  const theirs = [`users ${person.id}`, `orders ${id}`]
  const add = async (table: string, values: Record<string, unknown>, own = true) => {
    const keys = Object.keys(values)
    const r = await t.owner.query(
      `insert into ${table} (${keys.join()}) values (${keys.map((_, i) => `$${i + 1}`).join()}) returning id`,
      Object.values(values),
    )
    if (own) theirs.push(`${table} ${r.rows[0].id}`)
    return r.rows[0].id as string
  }
  const company_id = c.id
  const now = t.clock.now()
  for (const { id: event } of (
    await t.owner.query('select id from order_events where company_id = $1 and user_id = $2', [c.id, person.id])
  ).rows)
    theirs.push(`order_events ${event}`)
  const asked = { company_id, name: 'Nome', asked_at: now, answered_at: now }
  const requests = [
    await add('price_requests', { ...asked, user_id: person.id }),
    await add('price_requests', { ...asked, client_id: person.id }),
    await add('price_requests', asked, false),
  ]
  const log = { company_id, action: 'update', changes: '{"x":["a","b"]}', name: 'Nome' }
  await add('logs', { ...log, object: 'user', object_id: person.id, who: 'Admin' }, false)
  await add('logs', { ...log, object: 'order', object_id: 1, user_id: person.id, who: 'Nome' }, false)
  await add('logs', { ...log, object: 'product', object_id: person.id, who: 'Admin' }, false)
  const mail = { company_id, template: 'order', params: '{"name":"Nome"}' }
  await add('mails', { ...mail, key: `a-${person.id}`, recipient: person.email })
  await add('mails', { ...mail, key: `pedido-${c.id}-${id}-9`, recipient: 'loja@x.test' })
  await add('mails', { ...mail, key: `orcamento-${c.id}-${id}-1`, recipient: 'outra@x.test' })
  await add('mails', { ...mail, key: `carteira-${c.id}-${id}`, recipient: c.seller.email })
  await add('mails', { ...mail, key: `carteira-${c.id}-${id}0`, recipient: c.seller.email }, false)
  for (const [i, request] of requests.entries())
    for (const second of ['', '-2'])
      await add('mails', { ...mail, key: `preco-${c.id}-${request}${second}`, recipient: 'loja@x.test' }, i < 2)
  const told = new Date(now.getTime() + 2 * person.id)
  for (const [sent, own] of [
    [told.getTime(), true],
    [told.getTime() - 1, false],
  ] as const)
    await add('mails', { ...mail, key: `avisos-${c.id}-${c.seller.id}-${id}-${sent}`, recipient: c.seller.email }, own)
  await add('mails', { ...mail, key: `b-${person.id}`, recipient: '' }, false)
  await add('mails', { ...mail, key: `pedido-${c.id}-${id}0`, recipient: 'loja@x.test' }, false)
  const undo = { company_id, at: now, expires_at: now, name: 'x', rows: JSON.stringify([{ ids: [person.id] }]) }
  await add('undos', { ...undo, kind: 'clients' })
  await add('undos', { ...undo, kind: 'products' }, false)
  const device = { company_id, endpoint: 'https://push.test', p256dh: '', auth: '', session: '\\x00', language: 'pt' }
  for (const [whose, own] of [
    [person.id, true],
    [c.seller.id, false],
  ] as const) {
    const hash = Buffer.from(`${whose} of ${person.id}`)
    await add('push_devices', { ...device, user_id: whose, hash, created_at: now, seen_at: now }, own)
    const seen = { company_id, user_id: whose, kind: 'order', word: 'x', href: '/', at: now }
    await add('person_notices', seen, own)
    await add('person_notices', { ...seen, about_id: person.id, name: 'Nome', sent_at: told })
    await add('person_notices', { ...seen, about_id: person.id }, own)
  }
  await add('put_offs', { company_id, user_id: c.seller.id, client_id: person.id, until: now })
  await add('put_offs', { company_id, user_id: c.seller.id, order_id: id, until: now }, false)
  await t.owner.query("insert into notice_settings (company_id, user_id, off) values ($1, $2, '{order}')", [
    c.id,
    person.id,
  ])
  for (const table of ['openings', 'notice_settings'])
    for (const { id: row } of (
      await t.owner.query(`select x::text as id from ${table} x where company_id = $1 and user_id = $2`, [
        c.id,
        person.id,
      ])
    ).rows)
      theirs.push(`${table} ${row}`)
  for (const { id: notice } of (
    await t.owner.query("select id from person_notices where company_id = $1 and about_id = $2 and name <> ''", [
      c.id,
      person.id,
    ])
  ).rows)
    if (!theirs.includes(`person_notices ${notice}`)) theirs.push(`person_notices ${notice}`)
  return theirs
}
/** Lines of the log that tell of somebody, or of what they did. */
const loggedOf = async ({ id }: Person) =>
  (await t.owner.query("select id from logs where object = 'user' and object_id = $1 or user_id = $1", [id])).rows.map(
    (r) => `logs ${r.id}`,
  )
const userOf = async ({ id }: Person) => (await t.owner.query('select * from users where id = $1', [id])).rows[0]

test('what goes with an erased client is what is theirs, row by row: a neighbour in the list, and another company’s client, keep everything', async () => {
  const [one, neighbour] = [await aPerson(t, a.id, 3), await aPerson(t, a.id, 3)]
  const theirs = await leaveTraces(a, one)
  await leaveTraces(a, neighbour)
  await leaveTraces(b, b.client)
  const was = await userOf(one)
  theirs.push(...(await loggedOf(one)))
  const before = await rows()
  const r = await t.call('POST', `/api/v2/users/${one.id}/anonymise`, { token: a.admin.token })
  assert.deepEqual([r.status, r.body.data.orders], [200, 1])
  assert.deepEqual((await touched(before)).sort(), theirs.sort())
  const now = await userOf(one)
  assert.deepEqual([now.active, now.link_version - was.link_version], [false, 1], 'the personal link opens nothing')
  assert.equal(
    (await t.owner.query('select recipient from mails where key like $1', [`pedido-${a.id}-%-9`])).rows.filter(
      (m) => m.recipient === 'loja@x.test',
    ).length,
    2,
    'the shop’s own address stands in its mails',
  )
  // The log is told again of what comes after.
  const told = async () =>
    (await t.owner.query("select 1 from logs where company_id = $1 and action = 'update' and object = 'user'", [a.id]))
      .rowCount ?? 0
  const so_far = await told()
  for (const name of ['Um', 'Dois', 'Três'])
    assert.equal(
      (await t.call('PUT', `/api/v1/users/${neighbour.id}`, { token: a.admin.token, body: { name } })).status,
      200,
    )
  assert.equal(await told(), so_far + 3)
})
test('somebody without an e-mail takes no mail along that has no address; and nobody but a client is erased', async () => {
  const one = await aPerson(t, a.id, 3)
  const theirs = await leaveTraces(a, one)
  await t.owner.query("update users set email = '' where id = $1", [one.id])
  await t.owner.query('delete from mails where key = $1', [`a-${one.id}`])
  theirs.push(...(await loggedOf(one)))
  const before = await rows()
  const erased = (id: number) => inCompany(t.kit.pool, a.id, (tx) => eraseClient(tx, id, t.clock.now()))
  assert.equal(await erased(a.seller.id), 0)
  assert.equal(await erased(b.client.id), 0)
  assert.deepEqual(await touched(before), [])
  assert.equal(await erased(one.id), 1)
  assert.deepEqual((await touched(before)).sort(), theirs.filter((key) => before.has(key)).sort())
})
