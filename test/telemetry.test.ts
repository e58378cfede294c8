// A collector is told what happened and how long it took, as a tree, and never of whom; without one, or with one that is
// away, the product is as it was.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import { type Apart, startApart } from './apart.ts'
import { aCompany, aProduct, type Company, startTestApp, type TestApp, until } from './kit.ts'
import { type SmtpSimulator, smtpSimulator } from './simulators.ts'

const EMAIL = 'zuleica@marca-dagua.test'
const MARKS = ['Zuleica', EMAIL, 'marca-dagua', '97140777', '98765,43', 'senha-marcada']
interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string }
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
}
interface Collector {
  url: string
  /** Bodies as they came, by path. */
  bodies: { path: string; type: string; bytes: Buffer }[]
  spans: () => Span[]
  measures: () => string[]
  close: () => void
}
/** An OpenTelemetry collector's side of OTLP/HTTP: takes POST /v1/traces and /v1/metrics, answers an empty success. */
async function collectorSimulator(): Promise<Collector> {
  const bodies: Collector['bodies'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (c: Buffer) => chunks.push(c))
    request.on('end', () => {
      const type = request.headers['content-type'] ?? ''
      if (request.method === 'POST' && /^\/v1\/(traces|metrics)$/.test(request.url ?? ''))
        bodies.push({ path: request.url ?? '', type, bytes: Buffer.concat(chunks) })
      response.writeHead(200, { 'content-type': type }).end(type.includes('json') ? '{}' : '')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((r) => server.once('listening', r))
  // biome-ignore lint: read field by field
  const read = (path: string): any[] =>
    bodies.filter((b) => b.path === path && b.type.includes('json')).map((b) => JSON.parse(b.bytes.toString()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () =>
      read('/v1/traces').flatMap((b) =>
        b.resourceSpans.flatMap((r: { scopeSpans: { spans: Span[] }[] }) => r.scopeSpans.flatMap((s) => s.spans)),
      ),
    measures: () =>
      read('/v1/metrics').flatMap((b) =>
        b.resourceMetrics.flatMap((r: { scopeMetrics: { metrics: { name: string }[] }[] }) =>
          r.scopeMetrics.flatMap((s) => s.metrics.map((m) => m.name)),
        ),
      ),
    close: () => server.close(),
  }
}

let t: TestApp
let a: Company
let product: number
let collector: Collector
let smtp: SmtpSimulator
const apart: Apart[] = []
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
  product = (await aProduct(t, a, { price: '98765,43' })).id
  collector = await collectorSimulator()
  smtp = await smtpSimulator()
})
/** A server that a failed test left would go on telling the collector of the next one. */
afterEach(() => {
  for (const server of apart.splice(0)) server.stop()
})
after(async () => {
  collector.close()
  smtp.close()
  await t.close()
})
const start = async (env: Record<string, string>) => {
  const server = await startApart(t, {
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '400',
    OTEL_METRIC_EXPORT_TIMEOUT: '400',
    ...env,
  })
  apart.push(server)
  return server
}
/** Somebody is made with her data, asks for a password, is looked for, and orders. */
async function session({ port }: Apart): Promise<void> {
  const send = (path: string, body?: object, token = a.admin.token) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
      },
      ...(body && { body: JSON.stringify(body) }),
    }).then(async (r) => [r.status, await r.text()] as const)
  const person = {
    name: 'Zuleica Marcadora',
    phone: '(12) 99714-0777',
    email: EMAIL,
    password: 'senha-marcada-77',
    level: '3',
  }
  assert.ok([200, 409].includes((await send('/api/v1/users', person))[0]))
  assert.equal((await send(`/api/v1/users?name=${encodeURIComponent(EMAIL)}`))[0], 200)
  const cart = {
    cart_id: crypto.randomUUID(),
    name: person.name,
    phone: person.phone,
    product_json: JSON.stringify([{ product_id: product, quantity: 1 }]),
  }
  assert.equal((await send(`/api/v2/companies/${a.id}/order_cart`, cart, a.client.token))[0], 201)
  assert.equal((await send('/api/v1/auth/forgotPassword', { email: EMAIL }, ''))[0], 200)
}
const attribute = (span: Span, key: string) => {
  const { value } = span.attributes.find((x) => x.key === key) ?? { value: {} as Attribute['value'] }
  return value.stringValue ?? (value.intValue === undefined ? undefined : Number(value.intValue))
}

test('a collector hears of requests, statements, jobs and mails as a tree, by their kinds, and of nobody', async () => {
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'catalogo-de-teste',
    TEST_JOBS: '1',
    SMTP_URL: smtp.url,
  })
  await session(server)
  const named = (name: string) => collector.spans().find((s) => s.name === name)
  const placed = 'POST /api/v2/companies/:company/order_cart'
  // A span is told when it ends: what is above it comes after it.
  const above = (of?: Span) => collector.spans().find((s) => s.spanId === of?.parentSpanId)
  await until(async () => named(placed) && named('job order_mail') && above(named('MAIL 127.0.0.1')))
  const spans = collector.spans()
  const childrenOf = (of: Span) => spans.filter((s) => s.parentSpanId === of.spanId)
  const request = named(placed) as Span
  assert.deepEqual(
    ['http.route', 'http.response.status_code', 'http.request.method'].map((key) => attribute(request, key)),
    ['/api/v2/companies/:company/order_cart', 201, 'POST'],
  )
  assert.ok(!request.parentSpanId && request.traceId !== 'ab'.repeat(16), 'nobody else’s trace goes on here')
  const asked = childrenOf(request)
  assert.ok(asked.length > 1 && asked.every((s) => s.traceId === request.traceId))
  assert.ok(asked.some((s) => /app\.place_order\(/.test(String(attribute(s, 'db.query.text')))))
  const job = named('job order_mail') as Span
  assert.ok(childrenOf(job).length > 0)
  assert.equal(attribute(job, 'request.id'), attribute(request, 'request.id'))
  assert.equal(above(named('MAIL 127.0.0.1'))?.name, 'job send_mail')
  await until(
    async () =>
      collector.measures().includes('jobs_waiting') && collector.measures().includes('messaging.process.duration'),
  )
  for (const name of ['http.server.request.duration', 'db.client.operation.duration', 'database_connections'])
    assert.ok(collector.measures().includes(name), name)
  const heard = Buffer.concat(collector.bodies.map((b) => b.bytes)).toString('latin1')
  assert.ok(heard.includes('catalogo-de-teste'))
  server.stop()
  assert.deepEqual(
    [...MARKS, a.admin.token, a.client.token].filter((m) => heard.includes(m)),
    [],
  )
})
test('by the standard’s default it hears protocol buffers, as well without a word of anybody', async () => {
  // One of its own: the last words of the server before may still be on their way.
  const { url, bodies, close } = await collectorSimulator()
  const server = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces` })
  await session(server)
  await until(async () => bodies.some((b) => b.bytes.includes('order_cart')))
  assert.ok(bodies.every((b) => b.type === 'application/x-protobuf' && b.path === '/v1/traces'))
  const heard = Buffer.concat(bodies.map((b) => b.bytes)).toString('latin1')
  assert.deepEqual(
    MARKS.filter((m) => heard.includes(m)),
    [],
  )
  server.stop()
  close()
})
test('a collector that is away, and one that is switched off, hurt nobody', async () => {
  const away = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', LOG_LEVEL: 'error' })
  for (let round = 0; round < 3; round++) await session(away)
  assert.ok(away.alive())
  collector.bodies.length = 0
  const off = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' })
  await session(off)
  assert.ok(off.alive())
  assert.equal(collector.bodies.length, 0)
})
test('what is not asked for is not loaded', () => {
  const files = globSync('{src,scripts}/**/*.ts').filter((f) => !f.endsWith('.test.ts'))
  const loads = files.filter((f) => /^import (?!type )[^;]*?'@opentelemetry\//m.test(readFileSync(f, 'utf8')))
  assert.deepEqual(loads, ['src/server/telemetry.ts'])
  const eager = files.filter((f) => /^import (?!type ).*telemetry\.ts'/m.test(readFileSync(f, 'utf8')))
  assert.deepEqual(eager, [])
})
