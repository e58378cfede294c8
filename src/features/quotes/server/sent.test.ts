// A quote goes to its client by mail, and the page of its link is told what happens.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  UNLIMITED,
  until,
  untilIdle,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let mug: { id: number }
let origin: string
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { name: 'Ateliê Jequitibá' })
  await t.owner.query("update users set name = 'Nara Reis' where id = $1", [a.seller.id])
  mug = await aProduct(t, a, { name: 'Caneca', price: '10,00' })
  await t.jobs()
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => t.close())
const aQuote = async (more: object) => {
  const r = await order(t, a, a.seller.token, aCart([{ product_id: mug.id, quantity: 3 }], { quote: 1, ...more }))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  return { id: r.body.data.id as number, token: r.body.data.receipt_path.split('/').pop() as string }
}
const folder = () => join(t.config.dataDir, 'mail')
const mails = (id: number) =>
  (existsSync(folder()) ? readdirSync(folder()) : [])
    .filter((f) => f.startsWith(`orcamento-${a.id}-${id}-`) && f.endsWith('.txt'))
    .sort()
const text = (name: string) => readFileSync(join(folder(), name), 'utf8')
const again = (o: { id: number }, body: object) =>
  t.call('PUT', `/api/v2/companies/${a.id}/orders/${o.id}/quote`, { token: a.seller.token, body })
const say = (o: { token: string }, answer: string, more: object = {}) =>
  t.call('PUT', `/api/v2/receipts/${o.token}/quote`, { body: { answer, revision: 1, ...more } })

test('a quote goes to its client by mail, once for each offer, with the link of the company’s own address; an order does not', async () => {
  const client_id = await aClient(t, a, { company_name: 'Padaria Pires', email: 'pires@padaria.test' })
  const q = await aQuote({ client_id })
  await until(async () => mails(q.id).length === 1)
  const first = text(mails(q.id)[0] as string)
  assert.match(first, /Para: pires@padaria\.test\nAssunto: Orçamento \d+ de Ateliê Jequitibá\n/)
  assert.match(first, /Nara Reis preparou este orçamento para você\. Ele vale até \d\d\/\d\d\/2026/)
  assert.match(first, /3 × Caneca.*: R\$\s30,00/)
  assert.ok(first.includes(`//${a.path}.`) && first.includes(`/pedido/${q.token}`), first)
  await t.owner.query(
    "select graphile_worker.add_job('order_mail', json_build_object('company_id', $1::int, 'order_id', $2::int))",
    [a.id, q.id],
  )
  await untilIdle(t)
  assert.equal(mails(q.id).length, 1, 'the same job twice is one mail')
  await say(q, 'ajuste', { text: 'Entrega na sexta?' })
  await untilIdle(t)
  assert.equal(mails(q.id).length, 1, 'what the client says goes to nobody’s mail')
  assert.equal((await again(q, { revision: 1, text: 'Sim, na sexta.' })).status, 200)
  await until(async () => mails(q.id).length === 2)
  assert.match(text(mails(q.id)[1] as string), /Sim, na sexta\./)
  assert.equal((await say(q, 'aceito', { revision: 2 })).status, 200)
  await untilIdle(t)
  assert.equal(mails(q.id).length, 2)
  assert.ok(existsSync(join(folder(), `pedido-${a.id}-${q.id}.txt`)), 'accepted, the company reads of an order')
})
test('sent again, a quote goes to its client once more; accepted afterwards, the company still reads of an order', async () => {
  const client_id = await aClient(t, a, { email: 'de-novo@padaria.test' })
  const q = await aQuote({ client_id })
  await until(async () => mails(q.id).length === 1)
  const mailAgain = (id: number) =>
    t.call('POST', `/api/v2/companies/${a.id}/orders/${id}/mail`, { token: a.seller.token, body: {} })
  assert.equal((await mailAgain(q.id)).status, 200)
  await until(async () => mails(q.id).length === 2)
  const ofCompany = () => readdirSync(folder()).filter((f) => f.startsWith(`pedido-${a.id}-${q.id}`))
  assert.deepEqual(ofCompany(), [])
  assert.equal((await say(q, 'aceito')).status, 200)
  await until(async () => ofCompany().length > 0)
  await untilIdle(t)
  assert.deepEqual(ofCompany().sort(), [`pedido-${a.id}-${q.id}.eml`, `pedido-${a.id}-${q.id}.txt`])
  const none = await aQuote({ client_id: await aClient(t, a) })
  const refused = await mailAgain(none.id)
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'])
  assert.match(refused.body.message, /não tem e-mail/)
})
test('sends a mail again once a minute and five times a day, also for requests at once', async () => {
  const own = await startTestApp()
  try {
    const c = await aCompany(own)
    const { id } = await aProduct(own, c)
    const placed = await order(own, c, c.seller.token, aCart([{ product_id: id, quantity: 1 }]))
    const mailAgain = (token = c.seller.token) =>
      own.call('POST', `/api/v2/companies/${c.id}/orders/${placed.body.data.id}/mail`, { token, body: {} })
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, n) => mailAgain(n % 2 ? c.seller.token : c.admin.token)),
    )
    assert.deepEqual(
      [many.filter((r) => r.status === 200).length, many.filter((r) => r.status === 429).length],
      [1, 49],
    )
    const waits = many.find((r) => r.status === 429)
    assert.match(waits?.body.message, /Espere um minuto/)
    assert.ok(Number(waits?.headers['retry-after']) <= 60)
    for (let sent = 2; sent <= 5; sent++) {
      own.clock.forward(61_000)
      assert.equal((await mailAgain()).status, 200)
    }
    own.clock.forward(61_000)
    const over = await mailAgain()
    assert.deepEqual([over.status, /várias vezes hoje/.test(over.body.message)], [429, true])
    own.clock.forward(86_400_000)
    assert.equal((await mailAgain((await aPerson(own, c.id, 1)).token)).status, 200)
    const free = await order(t, a, a.seller.token, aCart([{ product_id: mug.id, quantity: 1 }]))
    for (const limit of ['lifted', 'lifted']) {
      const url = `/api/v2/companies/${a.id}/orders/${free.body.data.id}/mail`
      assert.equal((await t.call('POST', url, { token: a.seller.token, body: {} })).status, 200, limit)
    }
  } finally {
    await own.close()
  }
})
test('in the client’s language, without prices for who sees none, and to nobody without an address', async () => {
  const client_id = await aClient(t, a, { email: 'quiet@shop.test', language: 'en', hide_price: true })
  const q = await aQuote({ client_id })
  await until(async () => mails(q.id).length === 1)
  const mail = text(mails(q.id)[0] as string)
  assert.match(mail, /Assunto: Quote \d+ from Ateliê Jequitibá/)
  assert.doesNotMatch(mail, /R\$|30,00|Total/)
  const none = await aQuote({ client_id: await aClient(t, a) })
  await untilIdle(t)
  assert.deepEqual(mails(none.id), [])
})
test('who asks to be forgotten leaves neither address nor words in the mail', async () => {
  const client_id = await aClient(t, a, { name: 'Some Daqui' })
  const q = await aQuote({ client_id, email: 'outro@endereco.test' })
  await until(async () => mails(q.id).length === 1)
  assert.equal(
    (await t.call('POST', `/api/v2/users/${client_id}/anonymise`, { token: a.admin.token, body: {} })).status,
    200,
  )
  const { rows } = await t.owner.query(
    "select recipient, params from mails where key like 'orcamento-' || $1 || '-%'",
    [`${a.id}-${q.id}`],
  )
  assert.deepEqual(rows, [{ recipient: '', params: {} }])
})
/** A reader of a link, and what it hears. */
async function listen(token: string) {
  const stop = new AbortController()
  const answer = await fetch(`${origin}/api/v2/receipts/${token}/events`, { signal: stop.signal })
  const reader = { status: answer.status, heard: '', over: false, stop: () => stop.abort() }
  if (answer.ok)
    void (async () => {
      const body = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream() as never)
      for await (const part of body as unknown as AsyncIterable<string>) reader.heard += part
      reader.over = true
    })().catch(() => {})
  return reader
}
test('the page of the link is told what happens to its order, of no other, and not what it is', async () => {
  const [q, other] = [await aQuote({}), await aQuote({})]
  const reader = await listen(q.token)
  assert.equal(reader.status, 200)
  await again(other, { revision: 1, text: 'Para outro' })
  await again(q, { revision: 1, text: 'Segredo da conversa' })
  await until(async () => reader.heard.includes('event: order'))
  assert.ok(!reader.heard.includes(`"id":${other.id}`), reader.heard)
  assert.doesNotMatch(reader.heard, /Segredo|Luciana/)
  reader.stop()
  assert.equal((await listen('x'.repeat(24))).status, 404)
})
test('a link has so many readers at once: one more asks instead, and a place that is left is free again', async () => {
  const q = await aQuote({})
  const readers = await Promise.all(Array.from({ length: 12 }, () => listen(q.token)))
  assert.deepEqual(new Set(readers.map((r) => r.status)), new Set([200]))
  const full = await fetch(`${origin}/api/v2/receipts/${q.token}/events`)
  assert.deepEqual([full.status, full.headers.get('retry-after')], [429, '30'])
  assert.equal((await t.call('GET', `/api/v2/receipts/${q.token}/quote`)).status, 200, 'reading it is another matter')
  readers[0]?.stop()
  const late = await until(async () => {
    const r = await listen(q.token)
    return r.status === 200 && r
  })
  for (const r of [...readers, late]) r.stop()
})
test('a link whose 90 days are over hears nothing more, and its stream ends', async () => {
  const q = await aQuote({})
  const reader = await listen(q.token)
  const notify = (id: number) =>
    t.owner.query(
      "select pg_notify('orders', json_build_object('company_id', $1::int, 'id', $2::int, 'seller_id', null, 'client_id', null, 'status', 'novo', 'created', false)::text)",
      [a.id, id],
    )
  // Notifications arrive in order: after `last` no earlier one is on its way.
  const last = await aQuote({})
  const sentinel = await listen(last.token)
  await notify(q.id)
  await notify(last.id)
  await until(async () => reader.heard.includes('event: order') && sentinel.heard.includes('event: order'))
  sentinel.stop()
  reader.heard = ''
  await t.owner.query("update orders set updated_at = $2::timestamptz - interval '91 days' where id = $1", [
    q.id,
    t.clock.now(),
  ])
  await notify(q.id)
  await until(async () => reader.over)
  assert.ok(!reader.heard.includes('event: order'))
})
test('a server that ends says so to whoever listens by a link', async () => {
  const q = await aQuote({})
  const reader = await listen(q.token)
  await t.kit.live.stop()
  await until(async () => reader.over)
})
