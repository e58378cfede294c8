// What strangers send: 2,000 bodies of up to 200 MB, 4 GB in all, against every call (without --long a
// quarter of it). The server's memory stays in its bounds, nobody beside it notices; the twin takes the bounds
// away and must see the memory grow.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { registered } from '#server/serve.ts'
import { type Apart, startApart } from './apart.ts'
import { aCart, aCompany, aProduct, aVisitor, type Company, startTestApp, type TestApp } from './kit.ts'
import { aBody, type Body, dice, MB, memoryOf, send } from './stranger.ts'

const BODIES = process.env.LONG ? 2000 : 500
const AT_ONCE = 16
const MOST_GROWTH = 300
let t: TestApp
let a: Company
let product: number
const servers: Apart[] = []
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  product = (await aProduct(t, a, { price: '10,00' })).id
})
after(async () => {
  for (const s of servers) s.stop()
  await t.close()
})
/** A busy machine reads its answers late: the server waits longer for it than its five seconds. */
const start = async (bounds: object = {}): Promise<Apart> => {
  const server = await startApart(t, { TEST_BOUNDS: JSON.stringify({ linger_seconds: 120, ...bounds }) })
  servers.push(server)
  return server
}
/** Watches the memory until told to stop; answers what it was before and the most since. */
function watchMemory(pid: number) {
  const first = memoryOf(pid)
  let most = first
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 100)
  return () => {
    clearInterval(timer)
    most = Math.max(most, memoryOf(pid))
    return { first, most, grown: most - first }
  }
}
/** A form of `count` equal parts. */
const parts = (part: Buffer, count: number): Body => {
  const end = Buffer.from('\r\n--b--\r\n')
  return {
    type: 'multipart/form-data; boundary=b',
    size: part.length * count + end.length,
    says: null,
    *pieces() {
      for (let n = 0; n < count; n++) yield part
      yield end
    },
  }
}
/** A form of `fields` fields of 1 MB each. */
const aForm = (fields: number): Body =>
  parts(
    Buffer.concat([
      Buffer.from('\r\n--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n'),
      Buffer.alloc(MB - 100, 97),
    ]),
    fields,
  )
/** A form of four photos, 14 MB each, that are none. */
const photos = () =>
  parts(
    Buffer.concat([
      Buffer.from('\r\n--b\r\ncontent-disposition: form-data; name="images"; filename="x.jpg"\r\n\r\n'),
      Buffer.alloc(14 * MB, 97),
    ]),
    4,
  )

/** A request in good faith, from another address than the strangers'. */
const ask = (port: number, method: string, path: string, token: string, body?: object) =>
  new Promise<number | string>((done) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const r = request({ port, host: '127.0.0.1', localAddress: '127.0.0.3', method, path, headers }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode ?? 0))
    })
    r.on('error', (e) => done(e.message))
    r.end(body && JSON.stringify(body))
  })

test('eight sign-ins of 190 MB each, as forms, are refused and leave no trace in the memory', async () => {
  const server = await start()
  const stop = watchMemory(server.pid)
  const heard = await Promise.all(
    Array.from({ length: 8 }, () => send(server.port, 'POST', '/api/v1/auth/login', aForm(190))),
  )
  const { grown } = stop()
  assert.ok(server.alive(), 'the server is gone')
  assert.deepEqual(
    heard.map((h) => h.status),
    heard.map(() => 413),
  )
  assert.ok(grown < 100, `grown by ${grown.toFixed()} MB`)
})

test(`${BODIES} bodies of strangers, 1 byte to 200 MB, ${BODIES * 2} MB in all, ${AT_ONCE} at a time against every call: memory, answers and everybody else hold`, async (c) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9))
  c.diagnostic(`SEED=${seed}`)
  const d = dice(seed)
  const server = await start()
  const paths = (of: typeof registered) =>
    of.map((e) => ({ method: e.method, path: e.path.replace(/:company/, String(a.id)).replaceAll(/:\w+/g, '1') }))
  // Every call is tried; half of the bodies go to those that read what strangers send, and of these
  // half with a visitor's session.
  const every = paths(registered)
  const open = paths(
    registered.filter(
      (e) => e.method !== 'GET' && (e.options.levels === 'anyone' || e.options.anonymous || e.options.public),
    ),
  )
  const visitor = { authorization: `Bearer ${await aVisitor(t, a)}` }
  // One in fifty is huge, and these come together; the others share the rest by their logarithm.
  const drawn = Array.from({ length: BODIES }, (_, i) =>
    i > BODIES / 2 && i <= BODIES * 0.52 ? 200 * MB * (0.2 + 0.8 * d.next()) : Math.exp(d.next() * Math.log(16 * MB)),
  )
  const scale = (BODIES * 2 * MB) / drawn.reduce((x, y) => x + y, 0)
  const sizes = drawn.map((s) => Math.min(200 * MB, Math.max(1, Math.round(s * scale))))

  let over = false
  const beside: { done: number; wrong: string[]; slowest: number } = { done: 0, wrong: [], slowest: 0 }
  const good = async () => {
    const orders = `/api/v2/companies/${a.id}/order_cart`
    for (let n = 0; !over; n++) {
      const began = Date.now()
      const asked = [
        () => ask(server.port, 'POST', orders, a.client.token, aCart([{ product_id: product, quantity: 1 }])),
        () => ask(server.port, 'GET', '/api/v1/products', a.client.token),
        () => ask(server.port, 'POST', '/api/v2/auth/loginClient', '', { user_id: null, company_path: a.path }),
      ][n % 3] as () => Promise<number | string>
      const status = await asked()
      if (status !== 200 && status !== 201) beside.wrong.push(`${n % 3}: ${status}`)
      beside.done++
      beside.slowest = Math.max(beside.slowest, Date.now() - began)
      await new Promise((r) => setTimeout(r, 30))
    }
  }
  // The first answers warm the server up; memory is counted from there.
  await Promise.race([good(), new Promise((r) => setTimeout(r, 1500))])
  const stop = watchMemory(server.pid)
  const counts: Record<string, number> = {}
  const wrong: string[] = []
  let sent = 0
  let next = 0
  const stranger = async () => {
    for (let n = next++; n < BODIES; n = next++) {
      const calls = n % 2 ? open : every
      const { method, path } = calls[(n >> 1) % calls.length] as { method: string; path: string }
      const body = aBody(dice(seed + n), sizes[n] as number)
      const pend = setInterval(() => console.error('PENDING', n, method, path, body.type, body.size, body.says), 8000)
      const h = await send(server.port, method, path, body, n % 4 === 1 ? visitor : {})
      clearInterval(pend)
      sent += h.sent
      counts[h.status] = (counts[h.status] ?? 0) + 1
      const cutShort = body.says !== null && body.says > body.size
      const ok = h.status === 0 ? cutShort : h.status < 500 || (h.status === 503 && h.retryAfter)
      if (!ok) wrong.push(`${n}: ${method} ${path} ${body.type} ${body.size}: ${h.status} ${h.text.slice(0, 600)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, stranger))
  const { first, most, grown } = stop()
  over = true
  c.diagnostic(
    `${JSON.stringify(counts)}, ${(sent / MB).toFixed()} MB sent, memory ${first.toFixed()} → ${most.toFixed()} MB, beside: ${beside.done} answers, the slowest ${beside.slowest} ms`,
  )
  assert.ok(server.alive(), 'the server is gone')
  assert.deepEqual(wrong, [])
  assert.deepEqual(beside.wrong, [])
  assert.ok(beside.done > 20, `${beside.done} answers beside`)
  assert.ok(grown <= MOST_GROWTH, `grown by ${grown.toFixed()} MB`)
})

test('the uploads of one company take their share and no more: the rest hear 503, another company is served meanwhile', async () => {
  const server = await start()
  const b = await aCompany(t)
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  const stop = watchMemory(server.pid)
  const [heard, theirs] = await Promise.all([
    Promise.all(
      Array.from({ length: 8 }, () => send(server.port, 'POST', '/api/v1/products', photos(), as(a.admin.token))),
    ),
    send(server.port, 'POST', '/api/v1/products', photos(), as(b.admin.token)),
  ])
  const { grown } = stop()
  // Read to its end and found to be no photo (422), or refused for now.
  assert.equal(theirs.status, 422, theirs.text)
  assert.ok(
    heard.some((h) => h.status === 422) && heard.some((h) => h.status === 503 && h.retryAfter === '1'),
    JSON.stringify(heard.map((h) => h.status)),
  )
  assert.ok(heard.every((h) => h.status === 422 || h.status === 503))
  assert.ok(grown <= MOST_GROWTH, `grown by ${grown.toFixed()} MB`)
})

test('twin: without the bounds the same forms fill the memory, so the tests above can see', async () => {
  const none = 1e12
  const server = await start({
    text: 200 * MB,
    strangers_text: 200 * MB,
    company: none,
    address: none,
    strangers: none,
    together: none,
    // All bytes arrive on a busy machine too.
    text_seconds: 600,
  })
  const stop = watchMemory(server.pid)
  await Promise.all(Array.from({ length: 6 }, () => send(server.port, 'POST', '/api/v1/auth/login', aForm(150))))
  const { grown } = stop()
  assert.ok(grown > MOST_GROWTH, `grown by ${grown.toFixed()} MB only`)
})
