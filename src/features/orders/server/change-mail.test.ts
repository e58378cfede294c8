// The client reads of changed lines by mail: once for each change, within the limits of mails.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  untilIdle,
} from '../../../../test/kit.ts'
import { platformTasks } from '#features/mails/server/index.ts'
import { showCents } from '#shared/money.ts'

let t: TestApp
let a: Company
let mug: { id: number }
before(async () => {
  t = await startTestApp()
  a = await aCompany(t, { name: 'Ateliê Jequitibá' })
  await t.owner.query("update users set name = 'Nara Reis' where id = $1", [a.seller.id])
  mug = await aProduct(t, a, { name: 'Caneca', code: 'C-1', price: '10,00' })
  await t.jobs()
})
after(() => t.close())
async function anOrder(more: Record<string, unknown> = {}, c = a, product = mug) {
  const cart = aCart([{ product_id: product.id, quantity: 3 }], more)
  const r = await order(t, c, c.seller.token, cart)
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return { id: r.body.data.id as number, link: r.body.data.receipt_path as string }
}
const edit = async (o: { id: number }, quantity: number, token = a.seller.token, c = a) => {
  const body = { lines: [{ line: 1, quantity }] }
  const r = await t.call('PUT', `/api/v2/companies/${c.id}/orders/${o.id}/lines`, { token, body })
  assert.equal(r.status, 200, JSON.stringify(r.body))
}
interface Mail {
  id: number
  recipient: string
  language: string
  status: string
  params: { rows: [string, string][]; href: string; from: string }
}
const mails = async (c = a, template = 'order_changed') => {
  await untilIdle(t)
  const { rows } = await t.owner.query<Mail>(
    'select id, recipient, language, status, params from mails where company_id = $1 and template = $2 order by id',
    [c.id, template],
  )
  return rows
}
/** Mails about one order. */
const about = async (o: { link: string }) => (await mails()).filter((m) => m.params.href?.endsWith(o.link))
const aClientWith = (more: Record<string, unknown>) => aClient(t, a, { seller_id: a.seller.id, ...more })

test('an edit by the seller and one by the admin are mailed to the client, once each', async () => {
  const client_id = await aClientWith({ email: 'loja@cliente.test' })
  const o = await anOrder({ client_id })
  assert.deepEqual(await about(o), [])
  await edit(o, 5)
  const [first] = await about(o)
  assert.deepEqual([first?.recipient, first?.status, first?.params.from], ['loja@cliente.test', 'enviada', 'Nara Reis'])
  assert.deepEqual(first?.params.rows, [
    ['5 × Caneca · C-1', showCents(5000)],
    ['Total', showCents(5000)],
  ])
  await edit(o, 7, a.admin.token)
  assert.equal((await about(o)).length, 2)
  await edit(o, 7, a.admin.token)
  assert.equal((await about(o)).length, 2, 'nothing changed')
  const { rows } = await t.owner.query(
    "select graphile_worker.add_job('order_mail', json_build_object('company_id', $1::int, 'order_id', $2::int, 'changed', 2))",
    [a.id, o.id],
  )
  assert.equal(rows.length, 1)
  assert.equal((await about(o)).length, 2, 'the job ran twice')
})
test('goes to the address that was typed into the order; an order without any address gets no mail', async () => {
  const client_id = await aClientWith({ email: '' })
  const typed = await anOrder({ client_id, email: 'digitado@cliente.test' })
  await edit(typed, 4)
  assert.deepEqual(
    (await about(typed)).map((m) => m.recipient),
    ['digitado@cliente.test'],
  )
  const none = await anOrder({ client_id: await aClientWith({ email: '' }) })
  await edit(none, 4)
  assert.deepEqual(await about(none), [])
})
test('speaks the client’s language, without prices to a client that sees none', async () => {
  const client_id = await aClientWith({ email: 'quiet@cliente.test', language: 'fr', hide_price: true })
  const o = await anOrder({ client_id })
  await edit(o, 6)
  const [mail] = await about(o)
  assert.deepEqual([mail?.language, mail?.params.rows], ['fr', [['6 × Caneca · C-1', '']]])
})
test('an accepted change of a quote is mailed to the client as an order', async () => {
  const client_id = await aClientWith({ email: 'pediu@cliente.test' })
  const o = await anOrder({ client_id, quote: 1 })
  await edit(o, 4)
  assert.deepEqual(await about(o), [], 'a changed quote is no order')
  const token = o.link.split('/').pop()
  const asked = { answer: 'ajuste', revision: 2, lines: [{ line: 1, quantity: 9 }] }
  const said = await t.call('PUT', `/api/v2/receipts/${token}/quote`, { body: asked })
  assert.equal(said.status, 200, JSON.stringify(said.body))
  const url = `/api/v2/companies/${a.id}/orders/${o.id}/quote/accept`
  const took = await t.call('POST', url, { token: a.seller.token, body: { revision: 2 } })
  assert.equal(took.status, 200, JSON.stringify(took.body))
  assert.deepEqual(
    (await about(o)).map((m) => [m.recipient, m.params.rows[0]]),
    [['pediu@cliente.test', ['9 × Caneca · C-1', showCents(9000)]]],
  )
})
test('an erased client gets no mail, and leaves no address in those that were sent', async () => {
  const client_id = await aClientWith({ email: '' })
  const o = await anOrder({ client_id, email: 'outro@cliente.test' })
  await edit(o, 4)
  const [sent] = await about(o)
  assert.equal(sent?.recipient, 'outro@cliente.test')
  const erased = await t.call('POST', `/api/v2/users/${client_id}/anonymise`, { token: a.admin.token, body: {} })
  assert.equal(erased.status, 200)
  await edit(o, 6, a.admin.token)
  assert.deepEqual(
    (await mails()).filter((m) => m.id >= (sent?.id ?? 0)).map((m) => [m.id, m.recipient, m.params]),
    [[sent?.id, '', {}]],
  )
})
test('edits in a row above the limit are held and leave as one mail', async () => {
  const c = await aCompany(t, { name: 'Doces' })
  const product = await aProduct(t, c, { name: 'Bala', price: '1,00' })
  const token = (await aPerson(t, null, 0)).token
  const url = `/api/v1/companies/${c.id}`
  assert.equal((await t.call('PUT', url, { token, body: { mails_per_recipient: 1 } })).status, 200)
  const client_id = await aClient(t, c, { seller_id: c.seller.id, email: 'doces@cliente.test' })
  const o = await anOrder({ client_id }, c, product)
  for (const n of [4, 5, 6, 7]) {
    await edit(o, n, c.seller.token, c)
    // Mails are sent side by side: of two that wait, either may come first.
    await untilIdle(t)
  }
  const states = async () => (await mails(c)).map((m) => m.status)
  assert.deepEqual(await states(), ['enviada', 'segurada', 'segurada', 'segurada'])
  t.clock.forward(86_400_000 + 60_000)
  await platformTasks.join_mails?.run(t.kit)
  assert.deepEqual(await states(), ['enviada', 'juntada', 'juntada', 'juntada'])
  assert.deepEqual(
    (await mails(c, 'joined')).map((m) => [m.recipient, m.status]),
    [['doces@cliente.test', 'enviada']],
  )
})
