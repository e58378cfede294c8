// Another system hears of orders and products: signed, in order, again when it was away, and never of another company.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from '../../../../test/kit.ts'
import { webhookSimulator, type WebhookSimulator } from '../../../../test/webhook_simulator.ts'
import { MOST_TRIES } from '../rules.ts'
import type { Delivery, Webhook } from '../contract.ts'
import { platformTasks } from './deliver.ts'

let t: TestApp
let a: Company
let b: Company
let product: number
let there: WebhookSimulator
let hook: Webhook
const DAY = 86_400_000
before(async () => {
  there = await webhookSimulator()
  t = await startTestApp({ config: { limits: UNLIMITED, otherHosts: [there.origin] } })
  a = await aCompany(t, { name: 'Casa ALFA' })
  b = await aCompany(t)
  product = (await aProduct(t, a, { name: 'Moringa' })).id
  const made = await ask('POST', '/api/v2/webhooks', {
    name: 'Estoque do Zé',
    url: `${there.origin}/avisos`,
    events: ['order.created', 'order.changed', 'product.changed'],
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  hook = made.body.data.webhook
  there.secret = made.body.data.secret
})
after(async () => {
  there.close()
  await t.close()
})
beforeEach(async () => {
  there.answer = 204
  await settle()
  Object.assign(there, { hold: null, received: [], refusals: [], answer: 204, only: () => true, headers: {}, asked: 0 })
})
const ask = (method: string, url: string, body?: object, token = a.admin.token) =>
  t.call(method, url, { token, ...(body && { body }) })
/** The platform's minute: whatever is due goes. */
const minute = () => platformTasks.webhooks_due?.run(t.kit) as Promise<void>
/** Time goes by; whoever is signed in stays so. */
const later = async (ms: number) => {
  t.clock.forward(ms)
  await t.owner.query('update sessions set created_at = $1, last_seen = $1', [t.clock.now()])
}
const settle = async () => {
  await later(2 * DAY)
  await minute()
}
const log = async (query = '') =>
  (await ask('GET', `/api/v2/webhooks/${hook.id}/deliveries${query}`)).body.data as Delivery[]
const state = async () => (await ask('GET', '/api/v2/webhooks')).body.data[0] as Webhook
const place = async () =>
  (await order(t, a, a.client.token, aCart([{ product_id: product, quantity: 1 }]))).body.data.id as number
const move = (id: number, status: string) =>
  ask('PUT', `/api/v1/companies/${a.id}/orders/${id}`, { status, reason: 'porque sim' })

test('what changes of an order or product is told once per change that stays, in order, and what is gone is said', async () => {
  const id = await place()
  await minute()
  await move(id, 'confirmado')
  await minute()
  await move(id, 'cancelado')
  await minute()
  const orders = there.received.filter((m) => m.data.id === id && m.type.startsWith('order'))
  assert.deepEqual(orders.map((m) => m.data.status).slice(-2), ['confirmado', 'cancelado'])
  assert.deepEqual(
    orders.map((m) => m.sequence),
    orders.map((m) => m.sequence).toSorted((x, y) => x - y),
  )
  const one = (await aProduct(t, a, { name: 'Cuia', price: '5,00' })).id
  for (const price of ['6,00', '7,00']) await ask('POST', `/api/v1/products/${one}`, { price })
  await minute()
  const told = there.received.filter((m) => m.type === 'product.changed' && m.data.id === one)
  assert.deepEqual(
    told.map((m) => m.data.price),
    ['7,00'],
    'three writes before the sending are one message',
  )
  await ask('DELETE', `/api/v1/products/${one}`)
  await minute()
  assert.deepEqual(there.received.at(-1)?.data, { id: one, deleted: true })
  assert.deepEqual(there.refusals, [])
})
test('a refused order leaves no message: it is written with the order or not at all', async () => {
  const before = (await log()).length
  const none = await order(t, a, a.client.token, aCart([{ product_id: 999_999, quantity: 1 }]))
  assert.ok(none.status >= 400)
  assert.equal((await log()).length, before)
})
test('a system that is down gets the message later with the same id, waits longer each time, and after eight tries it is said that it was given up; send again brings it', async () => {
  there.answer = 500
  const id = await place()
  await ask('POST', `/api/v1/products/${product}`, { price: '10,00', description: `De barro ${id}.` })
  for (let n = 0; n < 60; n++) {
    await later(3600_000)
    await minute()
  }
  const mine = (await log('?limit=100')).filter((d) => d.type === 'order.created' && d.object_id === id)
  assert.deepEqual(
    mine.map((d) => [d.status, d.tried, d.answer, d.reason]),
    [['desistiu', MOST_TRIES, 500, 'O sistema respondeu com erro.']],
  )
  assert.equal(there.received.length, 0)
  assert.ok((await state()).given_up >= 1)
  there.answer = 204
  const again = await ask('POST', `/api/v2/webhooks/${hook.id}/deliveries/${mine[0]?.id}/again`)
  assert.deepEqual(again.body.data, { queued: 1 })
  await minute()
  const got = there.received.find((m) => m.data.id === id)
  assert.equal(got?.id, `msg_${mine[0]?.message}`)
  assert.equal((await state()).failing_since, null)
  const rest = await ask('POST', `/api/v2/webhooks/${hook.id}/again`)
  assert.equal(rest.status, 200)
  await minute()
  assert.equal((await state()).given_up, 0)
})
test('one message that is refused holds up nothing but what concerns the same order', async () => {
  const [bad, good] = [await place(), await place()]
  there.answer = 422
  there.only = (m) => m.data.id === bad
  await minute()
  await move(bad, 'confirmado')
  await minute()
  assert.ok(there.received.some((m) => m.data.id === good))
  assert.ok(!there.received.some((m) => m.data.id === bad && m.type.startsWith('order')))
  there.answer = 204
  await later(2 * DAY)
  await minute()
  const types = there.received.filter((m) => m.data.id === bad && m.type.startsWith('order')).map((m) => m.type)
  assert.deepEqual([types[0], types.at(-1)], ['order.created', 'order.changed'])
})
test('one company’s import that is still being written holds up nobody else’s order', async (c) => {
  // The first job of a line makes the line.
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  const other = await aCompany(t)
  const { id } = await aProduct(t, other)
  const body = { name: 'Vizinho', url: `${there.origin}/vizinho`, events: ['order.created'] }
  assert.equal((await ask('POST', '/api/v2/webhooks', body, other.admin.token)).status, 200)
  c.after(() => t.owner.query('update webhooks set active = false where company_id = $1', [other.id]))
  const importing = await t.owner.connect()
  try {
    await importing.query('begin')
    await importing.query("update products set description = 'Da planilha' where id = $1", [product])
    const placed = await order(t, other, other.client.token, aCart([{ product_id: id, quantity: 1 }]))
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
  } finally {
    await importing.query('rollback')
    importing.release()
  }
})
test('sixteen systems that refuse all they are told keep nobody from a turn', async (c) => {
  const refusing: number[] = []
  for (const company of [await aCompany(t), await aCompany(t)])
    for (let n = 0; n < 8; n++) {
      // Each has a secret of its own, which is not the one that is verified with there.
      const body = { name: `Recusa ${n}`, url: `${there.origin}/recusa`, events: ['order.created'] }
      refusing.push((await ask('POST', '/api/v2/webhooks', body, company.admin.token)).body.data.webhook.id)
    }
  c.after(() => t.owner.query('update webhooks set active = false where id = any($1)', [refusing]))
  const EACH = 9
  await t.owner.query(
    `insert into webhook_deliveries (company_id, webhook_id, type, about, object_id)
     select w.company_id, w.id, 'test', 'test', 0 from webhooks w, generate_series(1, $2) where w.id = any($1)`,
    [refusing, EACH],
  )
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  there.hold = (path) => (path === '/recusa' ? new Promise((done) => setTimeout(done, 1300)) : null)
  const working = minute()
  await until(async () => there.received.length > 0)
  assert.ok(there.refusals.length < refusing.length * EACH, 'it waited until all the others were through')
  await working
})
test('twenty systems whose next message waits for an earlier one of the same order end nobody’s turn', async (c) => {
  const waiting: number[] = []
  for (const company of [await aCompany(t), await aCompany(t)]) {
    const as = company.admin.token
    const body = { name: 'Espera', url: `${there.origin}/recusa`, events: ['order.created', 'order.changed'] }
    for (let n = 0; n < 10; n++) waiting.push((await ask('POST', '/api/v2/webhooks', body, as)).body.data.webhook.id)
    const { id } = await aProduct(t, company)
    const placed = await order(t, company, company.client.token, aCart([{ product_id: id, quantity: 1 }]))
    await minute()
    const url = `/api/v1/companies/${company.id}/orders/${placed.body.data.id}`
    assert.equal((await ask('PUT', url, { status: 'confirmado' }, as)).status, 200)
  }
  c.after(() => t.owner.query('update webhooks set active = false where id = any($1)', [waiting]))
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  // It comes last.
  await t.owner.query(
    'update webhooks set turn_at = (select max(turn_at) + $2::interval from webhooks) where id = $1',
    [hook.id, '1 second'],
  )
  await minute()
  assert.deepEqual([there.received.length, there.refusals.length], [1, waiting.length], 'each was refused once')
})
test('a server that was killed between sending and noting sends it again under the same id', async () => {
  const id = await place()
  let open = () => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  there.hold = () => opened
  const sending = minute()
  await until(async () => there.asked > 0)
  // As after a kill: the try is counted, and nobody noted what became of it.
  const claimed = (await log()).find((d) => d.object_id === id && d.tried === 1)
  assert.equal(claimed?.status, 'fila')
  there.hold = null
  open()
  await sending
  await t.owner.query("update webhook_deliveries set status = 'fila', next_at = $1 where id = $2", [
    t.clock.now(),
    claimed?.id,
  ])
  await minute()
  const ids = there.received.filter((m) => m.data.id === id && m.type === 'order.created').map((m) => m.id)
  assert.equal(ids.length, 2)
  assert.equal(new Set(ids).size, 1)
})
test('a replaced secret signs beside the new one for a day, so that nothing is lost while it is changed there', async () => {
  const old = there.secret
  const { secret } = (await ask('POST', `/api/v2/webhooks/${hook.id}/secret`)).body.data
  assert.notEqual(secret, old)
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  await minute()
  there.secret = secret
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  await minute()
  assert.deepEqual(there.refusals, [])
  assert.deepEqual(
    there.received.map((m) => m.type),
    ['test', 'test'],
  )
  await later(DAY + 1000)
  there.secret = old
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  await minute()
  assert.equal(there.refusals.length, 1, 'the old one is over')
  there.secret = secret
})
test('after three days without an answer it is switched off, and the admins are told; switched on it works again', async () => {
  there.answer = 503
  for (let n = 0; n < 40; n++) {
    if (n % 4 === 0) await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
    await later(3 * 3600_000)
    await minute()
  }
  const off = await state()
  assert.deepEqual([String(off.active), off.problem, off.waiting], ['0', 'O sistema respondeu com erro.', 0])
  const notices = (await ask('GET', '/api/v2/notices')).body.data as { kind: string; name: string; href: string }[]
  assert.deepEqual(
    notices.filter((n) => n.kind === 'link').map((n) => [n.name, n.href]),
    [['Estoque do Zé', `/dashboard/integrations/avisos?id=${hook.id}`]],
  )
  const sellers = (await ask('GET', '/api/v2/notices', undefined, a.seller.token)).body.data as { kind: string }[]
  assert.ok(!sellers.some((n) => n.kind === 'link'))
  assert.equal((await ask('POST', `/api/v2/webhooks/${hook.id}/test`)).body.code, 'webhook_off')
  const id = await place()
  assert.ok(!(await log('?limit=100')).some((d) => d.object_id === id), 'switched off, nothing is kept for it')
  there.answer = 204
  const on = await ask('PUT', `/api/v2/webhooks/${hook.id}`, { active: 1 })
  assert.deepEqual([String(on.body.data.active), on.body.data.problem], ['1', ''])
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  await minute()
  assert.equal(there.received.at(-1)?.type, 'test')
})
test('a system that says by a date when it will answer again is left alone until then', async () => {
  const until = new Date(t.clock.now().getTime() + 1800_000).toUTCString()
  Object.assign(there, { answer: 503, headers: { 'retry-after': until } })
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  await minute()
  assert.ok(Date.parse(String((await log())[0]?.next_at)) >= Date.parse(until))
})
test('an address that wants no more (410) is switched off at once; one that leads elsewhere is not followed', async () => {
  there.answer = 302
  there.headers = { location: `${there.origin}/outra` }
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  await minute()
  assert.equal((await log())[0]?.reason, 'O endereço leva a outro. Informe o endereço final.')
  there.answer = 410
  await ask('POST', `/api/v2/webhooks/${hook.id}/test`)
  await minute()
  assert.equal(String((await state()).active), '0')
  await ask('PUT', `/api/v2/webhooks/${hook.id}`, { active: 1 })
})
test('only public https addresses are taken, and what a name leads to inside is not called', async () => {
  for (const url of [
    'http://exemplo.com/x',
    'https://127.0.0.1/x',
    'https://a:b@exemplo.com/',
    'https://exemplo.com:8443/',
    'ftp://x.y',
    'oi',
  ]) {
    const r = await ask('POST', '/api/v2/webhooks', { name: 'Errado', url, events: ['order.created'] })
    assert.deepEqual([r.status, Object.keys(r.body.errors ?? {})], [422, ['url']], url)
  }
  const none = await ask('POST', '/api/v2/webhooks', { name: 'Nada', url: 'https://exemplo.com', events: [] })
  assert.equal(none.status, 422)
  const made = await ask('POST', '/api/v2/webhooks', {
    name: 'Por dentro',
    url: 'https://localhost.localdomain/x',
    events: ['order.created'],
  })
  const inside = made.body.data.webhook.id as number
  await ask('POST', `/api/v2/webhooks/${inside}/test`)
  await minute()
  const [d] = (await ask('GET', `/api/v2/webhooks/${inside}/deliveries`)).body.data as Delivery[]
  assert.ok(d && d.answer === null && d.tried === 1, JSON.stringify(d))
  assert.equal((await ask('DELETE', `/api/v2/webhooks/${inside}`)).status, 200)
  assert.equal((await ask('GET', `/api/v2/webhooks/${inside}/deliveries`)).status, 404)
})
test("another company's admin finds nothing and changes nothing, and its orders are told to nobody here", async () => {
  const p = (await aProduct(t, b, { name: 'Segredo da BETA' })).id
  await order(t, b, b.client.token, aCart([{ product_id: p, quantity: 1 }]))
  await minute()
  assert.equal(there.received.length, 0)
  const url = `/api/v2/webhooks/${hook.id}`
  const [last] = await log()
  for (const [method, path, body] of [
    ['PUT', url, { name: 'Meu' }],
    ['DELETE', url],
    ['POST', `${url}/secret`],
    ['POST', `${url}/test`],
    ['POST', `${url}/again`],
    ['GET', `${url}/deliveries`],
    ['POST', `${url}/deliveries/${last?.id}/again`],
    ['GET', `${url}/deliveries/${last?.id}`],
  ] as const) {
    assert.equal((await ask(method, path, body, b.admin.token)).status, 404, `${method} ${path}`)
    assert.equal((await ask(method, path, body, a.seller.token)).status, 403, `${method} ${path}`)
  }
  assert.deepEqual((await ask('GET', '/api/v2/webhooks', undefined, b.admin.token)).body.data, [])
  assert.equal((await state()).name, 'Estoque do Zé')
})
test('ten are the most, also when two admins make them at once; the log names who made and replaced what', async () => {
  const other = await aPerson(t, b.id, 1)
  const body = { name: 'Um', url: 'https://exemplo.com/x', events: ['order.created'] }
  const made = await Promise.all(
    Array.from({ length: 14 }, (_, n) => ask('POST', '/api/v2/webhooks', body, n % 2 ? other.token : b.admin.token)),
  )
  assert.equal(made.filter((r) => r.status === 200).length, 10)
  assert.ok(made.every((r) => r.status === 200 || r.body.code === 'webhooks_full'))
  const lines = (await ask('GET', `/api/v2/logs/${a.id}/show_logs?object=webhook`)).body.data as { action: string }[]
  assert.ok(['create', 'replace', 'update'].every((x) => lines.some((l) => l.action === x)))
})
test('an order arrives in another system by itself, signed, with what the admin sees and no key to the receipt', async () => {
  await t.jobs()
  const id = await place()
  const got = await until(async () => there.received.find((m) => m.type === 'order.created'))
  assert.deepEqual(there.refusals, [])
  assert.deepEqual([got.data.id, got.data.total, got.data.status], [id, '10,00', 'novo'])
  assert.match(got.id, /^msg_[\da-f-]{36}$/)
  const receipt = (await ask('GET', `/api/v1/companies/${a.id}/orders/${id}`)).body.data.receipt_path as string
  assert.ok(receipt.length > 20 && !got.raw.includes(receipt.split('/').at(-1) as string))
  const line = await until(async () =>
    (await log()).find((d) => d.type === 'order.created' && d.object_id === id && d.status === 'entregue'),
  )
  assert.deepEqual([line.answer, line.tried], [204, 1])
  assert.ok(line.name !== '' && (line.took_ms ?? 0) >= 0)
  // What it carried is shown to the admin as it went, and without the key to the receipt.
  const told = await ask('GET', `/api/v2/webhooks/${hook.id}/deliveries/${line.id}`)
  assert.deepEqual([told.body.data.message, told.body.data.body], [got.id, got.raw])
  assert.equal((await ask('GET', `/api/v2/webhooks/${hook.id}/deliveries/987654`)).status, 404)
  assert.ok((await state()).taken > 0)
  // What a stranger changed on the way is found out by the receiver.
  assert.ok(!JSON.stringify(await ask('GET', '/api/v2/webhooks')).includes(there.secret.slice(6)))
})
test('of orders that are written in one go only those that changed are told', async () => {
  const [changed, same] = [await place(), await place()]
  await settle()
  const { rows: last } = await t.owner.query('select max(id) as id from webhook_deliveries')
  await t.owner.query(
    "update orders set description = case when id = $1 then 'Entregar cedo' else description end where id = any($2)",
    [changed, [changed, same]],
  )
  const { rows } = await t.owner.query('select type, object_id::int from webhook_deliveries where id > $1', [
    last[0].id,
  ])
  assert.deepEqual(rows, [{ type: 'order.changed', object_id: changed }])
})
