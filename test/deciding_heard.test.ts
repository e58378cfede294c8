// What open screens hear of people, written down by the database itself: whose they are, or, of many, that there are some.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { aClient, aCompany, aPerson, type Company, startTestApp, type TestApp, until } from './kit.ts'

let t: TestApp
let c: Company
let db: pg.Client
const heard: { type: string; company_id: number | null; users: number[] | null }[] = []
before(async () => {
  t = await startTestApp()
  c = await aCompany(t)
  db = new pg.Client({ connectionString: t.config.ownerUrl })
  await db.connect()
  await db.query('listen changes')
  db.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)))
})
after(async () => {
  await db.end()
  await t.close()
})
const over = async () => {
  await t.owner.query(`select pg_notify('changes', '{"type": "over"}')`)
  await until(async () => heard.some((h) => h.type === 'over'))
}
/** What is said of people while this is done. */
async function said(...changes: string[]): Promise<[company: number | null, users: number[] | null][]> {
  // What was said before may still be on its way.
  heard.length = 0
  await over()
  heard.length = 0
  for (const change of changes) await t.owner.query(change)
  await over()
  return heard
    .filter((h) => h.type === 'people')
    .map(({ company_id, users }) => [company_id, users?.toSorted((x, y) => x - y) ?? users])
}
const sorted = (...ids: number[]) => ids.sort((x, y) => x - y)

test('a client that changes is heard of by the client and by both sellers, one who came by the seller', async () => {
  const second = await aPerson(t, c.id, 2)
  const rename = (id: number, what = "name = name || 'x'") => `update users set ${what} where id = ${id}`
  assert.deepEqual(await said(rename(c.client.id)), [[c.id, sorted(c.client.id, c.seller.id)]])
  assert.deepEqual(await said(rename(c.client.id, `seller_id = ${second.id}`)), [
    [c.id, sorted(c.client.id, c.seller.id, second.id)],
  ])
  assert.deepEqual(await said(rename(c.admin.id)), [[c.id, [c.admin.id]]])
  const operator = await aPerson(t, null, 0)
  assert.deepEqual(await said(rename(operator.id)), [])
  const come = (more: string) => `insert into users (company_id, level, name, seller_id) values ${more}`
  assert.deepEqual(await said(come(`(${c.id}, 3, 'x', ${c.seller.id})`)), [[c.id, [c.seller.id]]])
  assert.deepEqual(await said(come(`(${c.id}, 3, 'x', null)`)), [[c.id, []]])
  assert.deepEqual(
    await said("insert into users (company_id, level, name, email) values (null, 0, 'x', 'x@x.test')"),
    [],
  )
})
test('of a hundred people each is named, of more than a hundred nobody', async () => {
  const d = await aCompany(t)
  for (let n = 0; n < 101; n++) await aClient(t, d, { name: 'muitos' })
  const some = (many: number) =>
    `update users set notes = notes || 'x' where id in (select id from users where company_id = ${d.id} and name = 'muitos' order by id limit ${many})`
  // Their seller is one of them.
  assert.equal((await said(some(99)))[0]?.[1]?.length, 100)
  assert.deepEqual(await said(some(100)), [[d.id, null]])
  const sellers = (many: number) =>
    `insert into users (company_id, level, name) select ${d.id}, 2, 'v' from generate_series(1, ${many})`
  await t.owner.query(sellers(101))
  const come = (many: number) =>
    `insert into users (company_id, level, name, seller_id) select ${d.id}, 3, 'x', id from (select id from users where company_id = ${d.id} and name = 'v' limit ${many}) s`
  assert.equal((await said(come(100)))[0]?.[1]?.length, 100)
  assert.deepEqual(await said(come(101)), [[d.id, null]])
})
