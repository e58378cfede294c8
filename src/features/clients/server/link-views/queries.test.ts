// The links that staff have opened, in a company of many clients.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { asTx, inCompany, type Tx } from '#server/db.ts'
import { aCompany, aPerson, type Company, startTestApp, type TestApp } from '../../../../../test/kit.ts'
import { keepLinks } from '../writes.ts'
import { findLinkOffers, findLinkViews } from './queries.ts'

let t: TestApp
let a: Company
let heir: number
let ids: number[]
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  heir = (await aPerson(t, a.id, 2)).id
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into users (company_id, level, name, seller_id)
     select $1, 3, 'Cliente ' || n, $2 from generate_series(1, 1500) n returning id`,
    [a.id, heir],
  )
  ids = rows.map((r) => Number(r.id))
  await t.owner.query(
    'insert into link_views (company_id, user_id, client_id, at) select $1, $2, id, now() from unnest($3::bigint[]) id',
    [a.id, a.seller.id, ids.slice(0, 500)],
  )
})
after(() => t.close())
/** The plan of the one statement that `ask` sends. */
async function planOf(ask: (tx: Tx) => Promise<unknown>): Promise<string> {
  const sent: { text: string; values: unknown[] }[] = []
  await ask(asTx({ query: (s) => Promise.resolve({ rows: [], sent: sent.push(s) }) }))
  const [{ text, values } = { text: '', values: [] }] = sent
  const strings = `explain ${text}`.split(/\$\d+/) as unknown as TemplateStringsArray
  const lines = await inCompany(t.kit.pool, a.id, (tx) => tx.sql<{ 'QUERY PLAN': string }>(strings, ...values))
  return lines.map((l) => l['QUERY PLAN']).join('\n')
}

test('follows merges once per link that was opened, not once per pair of a link and a client', async () => {
  for (const [name, ask] of Object.entries<(tx: Tx) => Promise<unknown>>({
    offers: (tx) => findLinkOffers(tx),
    some: (tx) => findLinkOffers(tx, ids.slice(0, 50)),
    views: (tx) => findLinkViews(tx, a.seller.id),
    keep: (tx) => keepLinks(tx, ids.slice(0, 50)),
  })) {
    const plan = await planOf(ask)
    assert.match(plan, /users/, name)
    assert.doesNotMatch(plan, /(Join Filter|Filter|Cond):[^\n]*surviving_client/, `${name}\n${plan}`)
  }
})
test('finds the offers of all clients and of some, also of cards that were merged twice', async () => {
  const [first, second, last, other] = ids as [number, number, number, number]
  const merge = 'update users set merged_into = $2, deleted_at = now(), active = false where id = $1'
  await t.owner.query(merge, [first, second])
  await t.owner.query(merge, [second, last])
  await inCompany(t.kit.pool, a.id, async (tx) => {
    const all = await findLinkOffers(tx)
    assert.equal(all.length, 498)
    assert.deepEqual(
      (await findLinkOffers(tx, [last, other, first])).map((o) => o.id).sort((x, y) => x - y),
      [last, other],
    )
    assert.equal((await findLinkViews(tx, a.seller.id)).length, 498)
    await keepLinks(tx, [last])
    assert.deepEqual(await findLinkOffers(tx, [last, other]).then((rows) => rows.map((o) => o.id)), [other])
  })
  const { rows } = await t.owner.query('select count(*)::int as n from link_views where company_id = $1 and kept', [
    a.id,
  ])
  assert.equal(rows[0].n, 3)
})
