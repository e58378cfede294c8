// What follows when a request for an adjustment is taken back: stock, notices, other systems, devices, the conversation.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  newCart,
  order,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'
import { copyOf } from '../../../../test/device.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())

async function place(c: Company, product_id: number, { quantity = 1, token = c.client.token, ...more } = {}) {
  const r = await order(t, c, token, aCart([{ product_id, quantity }], more))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return { id: r.body.data.id as number, link: r.body.data.receipt_path.split('/').pop() as string }
}
const path = (c: Company, id: number) => `/api/v1/companies/${c.id}/orders/${id}`
const read = async (c: Company, id: number, token = c.admin.token) =>
  (await t.call('GET', path(c, id), { token })).body.data
async function ask(c: Company, id: number, token: string): Promise<void> {
  const body = { status: 'ajuste_solicitado', reason: 'Troque a cor' }
  assert.equal((await t.call('PUT', path(c, id), { token, body })).status, 200)
}
const withdraw = (c: Company, id: number, token = c.admin.token) =>
  t.call('DELETE', `/api/v2/companies/${c.id}/orders/${id}/adjustment`, { token })
const write = (c: Company, id: number, token: string) =>
  t.call('POST', `/api/v2/companies/${c.id}/conversations/pedido/${id}`, {
    token,
    body: { key: newCart(), text: 'Sim' },
  })

test('short of stock under "recusar" it is refused and the order stays as it is', async () => {
  const c = await aCompany(t, { refuse_without_stock: true })
  const { id: product } = await aProduct(t, c, { name: 'Prato', stock: 2 })
  const o = await place(c, product, { quantity: 2 })
  await ask(c, o.id, c.admin.token)
  await place(c, product)
  const before = await read(c, o.id)
  const r = await withdraw(c, o.id)
  assert.deepEqual([r.status, r.body.code, r.body.lines[0].available], [409, 'sem_estoque', 1])
  assert.deepEqual(await read(c, o.id), before)
  const left = async () =>
    (await t.call('GET', `/api/v1/products/${product}`, { token: c.admin.token })).body.data.stock
  assert.equal(await left(), 1)
  await t.owner.query('update companies set refuse_without_stock = false where id = $1', [c.id])
  const taken = await withdraw(c, o.id)
  assert.deepEqual([taken.body.data.status, taken.body.data.reasons.includes('sem_estoque')], ['novo', true])
  assert.equal(await left(), -1)
})

test('the text of a request goes with the client who asks to be forgotten', async () => {
  const c = await aCompany(t)
  const o = await place(c, (await aProduct(t, c)).id)
  await ask(c, o.id, c.seller.token)
  const r = await t.call('POST', `/api/v2/users/${c.client.id}/anonymise`, { token: c.admin.token })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const { adjustment, events } = await read(c, o.id)
  assert.deepEqual([adjustment.text, events.at(-1).to, events.at(-1).reason], ['', 'ajuste_solicitado', ''])
  assert.match(events.at(-1).who, /^Pessoa /)
})

interface Told {
  user_id: string
  word: string
  href: string
}
/** What was told of since the last look, by whom it was told. */
async function news(c: Company, names: Record<string, Person>, since: number): Promise<string[]> {
  const { rows } = await t.owner.query<Told>(
    'select user_id, word, href from person_notices where company_id = $1 and id > $2 order by id',
    [c.id, since],
  )
  const nameOf = (id: string) => Object.entries(names).find(([, p]) => p.id === Number(id))?.[0]
  return rows.map((n) => `${nameOf(n.user_id)} ${n.word} ${n.href.replace(/\d+$/, 'n')}`).toSorted()
}
const newest = async () => Number((await t.owner.query('select max(id) as id from person_notices')).rows[0].id)

test('exactly those who were told of a request are told that it was taken back', async () => {
  const c = await aCompany(t)
  const second = await aPerson(t, c.id, 1)
  const [next, heir] = [await aPerson(t, c.id, 2), await aPerson(t, c.id, 2)]
  const people = { client: c.client, seller: c.seller, admin: c.admin, second, next, heir }
  const { id: product } = await aProduct(t, c)
  const staff = '/dashboard/orders/n'
  const client = 'client ajuste_retirado /pedidos/meus/n'
  for (const [asker, taker, told] of [
    [c.admin, c.admin, [client, `seller ajuste_retirado ${staff}`]],
    [c.admin, second, [client, `seller ajuste_retirado ${staff}`]],
    [c.seller, c.admin, [client]],
  ] as const) {
    const o = await place(c, product)
    await ask(c, o.id, asker.token)
    const since = await newest()
    assert.equal((await withdraw(c, o.id, taker.token)).status, 200)
    assert.equal((await withdraw(c, o.id, taker.token)).status, 200)
    assert.deepEqual(await news(c, people, since), told)
  }
  // Another seller has the client meanwhile: the one who was told is told, and nobody else.
  const o = await place(c, product)
  await ask(c, o.id, c.admin.token)
  await t.owner.query('update orders set seller_id = $1 where id = $2', [next.id, o.id])
  const since = await newest()
  assert.equal((await withdraw(c, o.id)).status, 200)
  assert.deepEqual(await news(c, people, since), [client, `seller ajuste_retirado ${staff}`])
})
test('a quote’s seller, or without one the admins, hear that the client took it back', async () => {
  const c = await aCompany(t)
  const { id: product } = await aProduct(t, c)
  const people = { client: c.client, seller: c.seller, admin: c.admin }
  for (const sold of [true, false]) {
    const o = await place(c, product, { token: c.seller.token, quote: 1, client_id: c.client.id } as object)
    if (!sold) await t.owner.query('update users set active = false where id = $1', [c.seller.id])
    const url = `/api/v2/receipts/${o.link}`
    const said = await t.call('PUT', `${url}/quote`, { body: { revision: 1, answer: 'ajuste', text: 'Em azul?' } })
    assert.equal(said.status, 200)
    const since = await newest()
    assert.equal((await t.call('DELETE', `${url}/adjustment`)).status, 200)
    const who = sold ? 'seller' : 'admin'
    assert.deepEqual(await news(c, people, since), [`${who} mudanca_retirada /dashboard/orders/n`])
  }
})
test('webhooks carry a request and its taking back, not a message in between', async () => {
  const c = await aCompany(t)
  const { id: product } = await aProduct(t, c)
  const body = { name: 'Sistema', url: 'https://sistema.example/avisos', events: ['order.changed'] }
  assert.equal((await t.call('POST', '/api/v2/webhooks', { token: c.admin.token, body })).status, 200)
  const heard = async () => (await t.owner.query('delete from webhook_deliveries returning id')).rowCount
  const o = await place(c, product)
  await heard()
  await ask(c, o.id, c.admin.token)
  assert.equal(await heard(), 1)
  await withdraw(c, o.id)
  assert.equal(await heard(), 1)
  await ask(c, o.id, c.admin.token)
  await heard()
  assert.equal((await write(c, o.id, c.client.token)).status, 200)
  assert.equal(await heard(), 0)
})
test('after a message a device no longer offers to take the request back', async () => {
  const c = await aCompany(t)
  const o = await place(c, (await aProduct(t, c)).id)
  await ask(c, o.id, c.admin.token)
  const device = await copyOf(t, c.admin.token)
  assert.equal(device.rows('orders').get(o.id).withdrawable, true)
  await write(c, o.id, c.client.token)
  await device.renew()
  assert.equal(device.rows('orders').get(o.id).withdrawable, false)
})
