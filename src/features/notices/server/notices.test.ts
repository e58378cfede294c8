// Who is told what, and what they make of it: the panel's half, through HTTP.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  order,
  type Person,
  startTestApp,
  type TestApp,
} from '../../../../test/kit.ts'
import { quietUntil } from '../rules.ts'
import { sentenceOf, type Word } from '../words.ts'

let t: TestApp
let a: Company
let product: number
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  product = (await aProduct(t, a)).id
})
after(() => t.close())

interface Line {
  id: number
  kind: string
  word: Word
  number: number | null
  name: string
  times: number
  href: string
  read: boolean
}
const noticesOf = async ({ token }: { token: string }): Promise<Line[]> => {
  const r = await t.call('GET', '/api/v2/notices', { token })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.data
}
const said = (n: Line | undefined) => n && sentenceOf(n, 'pt', true)
const keptOf = async ({ token }: { token: string }) =>
  (await t.call('GET', '/api/v2/offline?have=-', { token })).body.data.kinds.notices?.value as
    | { unread: number; rows: Line[] }
    | undefined
const place = async (token: string, more: Record<string, unknown> = {}) => {
  const r = await order(t, a, token, aCart([{ product_id: product, quantity: 1 }], more))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return r.body.data as { id: number; number: number; receipt_path: string }
}
const move = (id: number, status: string, token: string, reason = '') =>
  t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, { token, body: { status, reason } })

test('a client orders: the seller and every admin are told, with the name and a way there; the client is not', async () => {
  const o = await place(a.client.token, { name: 'Luciana Prado' })
  for (const who of [a.seller, a.admin]) {
    const [line] = await noticesOf(who)
    assert.equal(said(line), `Pedido ${o.number} de Luciana Prado`)
    assert.deepEqual([line?.kind, line?.href, line?.read], ['order', `/dashboard/orders/${o.id}`, false])
  }
  assert.deepEqual(await noticesOf(a.client), [])
  // The same cart again is the same order, and no second notice.
  const before = (await noticesOf(a.seller)).length
  const cart = aCart([{ product_id: product, quantity: 2 }])
  await order(t, a, a.client.token, cart)
  await order(t, a, a.client.token, cart)
  assert.equal((await noticesOf(a.seller)).length, before + 1)
})
test('who takes an order herself is told nothing of it; the admin is, and hears when an order waits for approval', async () => {
  const before = (await noticesOf(a.seller)).length
  const o = await place(a.seller.token, { client_id: a.client.id })
  assert.equal((await noticesOf(a.seller)).length, before)
  assert.equal((await noticesOf(a.admin))[0]?.number, o.number)
  const deep = await place(a.seller.token, { client_id: a.client.id, discount: '50' })
  assert.match(said((await noticesOf(a.admin))[0]) ?? '', new RegExp(`^Pedido ${deep.number} de .* espera aprovação$`))
  assert.equal((await move(deep.id, 'confirmado', a.admin.token)).status, 200)
  assert.equal((await noticesOf(a.seller))[0]?.word, 'confirmado')
})
test('an adjustment is asked of the client and answered to the seller; a step back and a refused order tell nobody', async () => {
  const o = await place(a.client.token)
  await move(o.id, 'ajuste_solicitado', a.seller.token, 'Acabou a cor')
  const [mine] = await noticesOf(a.client)
  assert.deepEqual(
    [mine?.kind, mine?.word, mine?.href, mine?.name],
    ['adjustment', 'ajuste', `/pedidos/meus/${o.id}`, ''],
  )
  await move(o.id, 'novo', a.client.token)
  for (const who of [a.seller, a.admin]) assert.equal((await noticesOf(who))[0]?.word, 'ajuste_aceito')
  await move(o.id, 'confirmado', a.admin.token)
  assert.equal((await noticesOf(a.client))[0]?.word, 'confirmado')
  const count = (await noticesOf(a.client)).length
  await move(o.id, 'novo', a.admin.token, 'Engano')
  assert.equal((await noticesOf(a.client)).length, count)
  const all = async () => (await t.owner.query('select count(*)::int as n from person_notices')).rows[0].n
  const before = await all()
  assert.equal((await order(t, a, a.client.token, aCart([{ product_id: 999_999, quantity: 1 }]))).status, 422)
  assert.equal((await move(o.id, 'entregue', a.client.token)).status, 403)
  assert.equal(await all(), before)
})
test('what a client answers to a quote is the admins’ when its seller was switched off or sells no longer', async () => {
  for (const [change, answer, word] of [
    ['active = false', 'ajuste', 'mudanca'],
    ['level = 3', 'recusado', 'recusado'],
  ] as const) {
    const seller = await aPerson(t, a.id, 2)
    const client = await aPerson(t, a.id, 3, { seller_id: seller.id })
    const quote = await place(seller.token, { client_id: client.id, quote: '1' })
    await t.owner.query(`update users set ${change} where id = $1`, [seller.id])
    const url = `/api/v2/receipts/${quote.receipt_path.split('/').at(-1)}/quote`
    assert.equal((await t.call('PUT', url, { body: { revision: 1, answer, text: 'Em azul?' } })).status, 200)
    const [line] = await noticesOf(a.admin)
    assert.deepEqual([line?.word, line?.number], [word, quote.number])
    const { rowCount } = await t.owner.query('select 1 from person_notices where user_id = $1', [seller.id])
    assert.equal(rowCount, 0)
  }
})
test('a quote: its client hears of it, its seller of the answer, the admins when it becomes an order', async () => {
  const quote = await place(a.seller.token, { client_id: a.client.id, quote: '1' })
  assert.equal((await noticesOf(a.client))[0]?.word, 'oferta')
  const link = `/api/v2/receipts/${quote.receipt_path.split('/').at(-1)}/quote`
  const say = (body: object) => t.call('PUT', link, { body: { revision: 1, ...body } })
  assert.equal((await say({ answer: 'ajuste', text: 'Em azul?' })).status, 200)
  assert.match(said((await noticesOf(a.seller))[0]) ?? '', /pediu mudança no orçamento/)
  const again = await t.call('PUT', `/api/v2/companies/${a.id}/orders/${quote.id}/quote`, {
    token: a.seller.token,
    body: { revision: 1, text: 'Temos em azul' },
  })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  assert.equal((await noticesOf(a.client))[0]?.word, 'oferta')
  assert.equal((await say({ revision: 2, answer: 'aceito' })).status, 200)
  assert.match(said((await noticesOf(a.seller))[0]) ?? '', /aceitou o orçamento/)
  assert.deepEqual([(await noticesOf(a.admin))[0]?.word, (await noticesOf(a.admin))[0]?.number], ['novo', quote.number])
})
test('a client who cannot come in gathers no notices, and strangers have none', async () => {
  const id = await aClient(t, a)
  const o = await place(a.seller.token, { client_id: id })
  await move(o.id, 'confirmado', a.admin.token)
  assert.equal((await t.owner.query('select 1 from person_notices where user_id = $1', [id])).rowCount, 0)
  assert.equal((await t.call('GET', '/api/v2/notices', { token: await aVisitor(t, a) })).status, 403)
})
test('read is each person’s own: one, back again, all; another person and another company change nothing', async () => {
  await place(a.client.token)
  const [line] = await noticesOf(a.seller)
  const unread = (await keptOf(a.seller))?.unread ?? 0
  assert.ok(line && unread > 1)
  const mark = (who: Person, body: object) => t.call('PUT', '/api/v2/notices/read', { token: who.token, body })
  assert.equal((await mark(a.seller, { ids: [line.id], read: '1' })).body.data.unread, unread - 1)
  assert.equal((await mark(a.seller, { ids: [line.id], read: '0' })).body.data.unread, unread)
  const b = await aCompany(t)
  for (const other of [a.admin, b.admin]) await mark(other, { ids: [line.id], read: '1' })
  assert.equal((await keptOf(a.seller))?.unread, unread)
  const theirs = (await keptOf(a.admin))?.unread
  assert.equal((await mark(a.seller, { all: '1' })).body.data.unread, 0)
  assert.ok((await noticesOf(a.seller)).every((n) => n.read))
  assert.equal((await keptOf(a.admin))?.unread, theirs)
  assert.deepEqual(await noticesOf(b.admin), [])
})
test('who is removed is told nothing, and who is erased is named by nothing', async () => {
  const colleague = await aPerson(t, a.id, 1)
  const client = await aPerson(t, a.id, 3, { name: 'Vera Lemos', seller_id: a.seller.id })
  await order(t, a, client.token, aCart([{ product_id: product, quantity: 1 }], { name: 'Vera Lemos' }))
  assert.match(said((await noticesOf(colleague))[0]) ?? '', /Vera Lemos/)
  assert.equal((await t.call('DELETE', `/api/v1/users/${colleague.id}`, { token: a.admin.token })).status, 200)
  assert.equal((await t.owner.query('select 1 from person_notices where user_id = $1', [colleague.id])).rowCount, 0)
  const erased = await t.call('POST', `/api/v2/users/${client.id}/anonymise`, { token: a.admin.token })
  assert.equal(erased.status, 200, JSON.stringify(erased.body))
  const rest = await t.owner.query("select 1 from person_notices where name like '%Vera%' or user_id = $1", [client.id])
  assert.equal(rest.rowCount, 0)
})
test('who is blocked finds what was told before, once let in again', async () => {
  const colleague = await aPerson(t, a.id, 1)
  await place(a.client.token)
  const before = await noticesOf(colleague)
  assert.ok(before.length > 0)
  for (const active of [false, true])
    await t.owner.query('update users set active = $2 where id = $1', [colleague.id, active])
  assert.equal(
    (await t.owner.query('select 1 from person_notices where user_id = $1', [colleague.id])).rowCount,
    before.length,
  )
})
test('quiet hours end by the company’s clock, over midnight, and in a night that is an hour shorter or longer', () => {
  const night = { quiet_from: '21:30', quiet_until: '07:00' }
  const at = (iso: string, hours = night, zone = 'America/Sao_Paulo') =>
    quietUntil(hours, zone, new Date(iso))?.toISOString() ?? null
  assert.equal(at('2026-11-21T23:00:00Z'), null)
  assert.equal(at('2026-11-22T00:30:20Z'), '2026-11-22T10:00:00.000Z')
  assert.equal(at('2026-11-22T09:59:59Z'), '2026-11-22T10:00:00.000Z')
  assert.equal(at('2026-11-22T10:00:00Z'), null)
  const noon = { quiet_from: '12:00', quiet_until: '13:00' }
  assert.equal(at('2026-11-22T15:10:00Z', noon), '2026-11-22T16:00:00.000Z')
  assert.equal(at('2026-11-22T16:00:00Z', noon), null)
  // Lisbon: put on at 01:00 UTC of 28 March 2027, back on 31 October 2027.
  assert.equal(at('2027-03-27T23:00:00Z', night, 'Europe/Lisbon'), '2027-03-28T06:00:00.000Z')
  assert.equal(at('2027-10-30T22:00:00Z', night, 'Europe/Lisbon'), '2027-10-31T07:00:00.000Z')
  assert.equal(quietUntil({ quiet_from: null, quiet_until: null }, 'UTC', new Date()), null)
})
