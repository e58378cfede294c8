// What is no call is counted, too: pages, pictures, whatever has no contract. Fastify's own list of routes is walked, so
// that one without a limit is red however it is registered.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { features } from '#features.ts'
import { pages } from '#features/storefront/server/index.ts'
import { aCompany, type Company, startTestApp, type TestApp, UNLIMITED } from './kit.ts'

const MOST = 3
let t: TestApp
let a: Company
before(async () => {
  const limits = { ...UNLIMITED, open_ip: MOST, page_ip: MOST, file_ip: MOST }
  t = await startTestApp({ pages, features, config: { limits } })
  a = await aCompany(t)
})
after(() => t.close())

/** Every address that Fastify knows, with the first of its methods. */
function routesOf({ app }: TestApp): { method: string; url: string }[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, before = '', part = '', methods] = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      above.splice(before.length / 4, Number.POSITIVE_INFINITY, part)
      const method = methods?.split(', ').find((m) => m !== 'HEAD')
      return method ? [{ method, url: above.join('') }] : []
    })
}
const from = (
  method: string,
  url: string,
  { ip = '203.0.113.7', headers = {} }: { ip?: string; headers?: Record<string, string> } = {},
) =>
  t.app.inject({
    method: method as 'GET',
    url: url.replace(':company', String(a.id)).replaceAll(/:\w+(\|:\w+)*/g, '1'),
    remoteAddress: ip,
    headers: { host: `${a.path}.localhost`, ...headers },
  })
/** The statuses of so many requests after a minute of silence. */
async function inAMinute(many: number, ask: () => ReturnType<typeof from>): Promise<number[]> {
  t.clock.forward(61_000)
  const heard: number[] = []
  for (let n = 0; n < many; n++) heard.push((await ask()).statusCode)
  return heard
}

test('every route that Fastify has is refused with Retry-After after so many of an address, and so is every address that it has not', async () => {
  const routes = routesOf(t)
  const known = [
    '/vitrine',
    '/files/:name',
    '/icons/:name',
    '/app.webmanifest',
    '/shell',
    '/sw.js',
    '/veil.js',
    '/readyz',
  ]
  for (const url of [...known, '/api/docs', '/api/openapi.json', '/healthz', '/metrics', '/api/v1/products/:id'])
    assert.ok(
      routes.some((r) => r.url === url),
      url,
    )
  assert.ok(routes.length > 250)
  // Fastify prints /tags/* without its beginning.
  const nowhere = ['/', '/tags/pedidos', '/pedidos', '/nada', '/api/v9/nada', '/assets/nada.js', '//x'].map((url) => ({
    method: 'GET',
    url,
  }))
  for (const { method, url } of [...routes, ...nowhere, { method: 'POST', url: '/nada' }]) {
    const heard = await inAMinute(MOST, () => from(method, url))
    assert.equal(heard.includes(429), false, `${method} ${url}: ${heard.join()}`)
    const { statusCode, headers } = await from(method, url)
    assert.equal(statusCode, 429, `${method} ${url}`)
    assert.ok(Number(headers['retry-after']) > 0, `${method} ${url}`)
  }
  assert.notEqual((await from('GET', '/vitrine', { ip: '203.0.113.8' })).statusCode, 429, 'another address is served')
})
test('pages and what comes from the disk are counted apart, and calls apart from both', async () => {
  assert.deepEqual(await inAMinute(MOST + 1, () => from('GET', '/vitrine')), [200, 200, 200, 429])
  for (const url of [`/files/${'0'.repeat(32)}.webp`, '/api/v2/privacy'])
    assert.equal((await from('GET', url)).statusCode, 200, url)
})
test('a person who is refused a page sees a page that tries again by itself; a picture and a program get the refusal', async () => {
  for (const [url, type] of [
    ['/pedidos', 'text/html; charset=utf-8'],
    ['/files/1', 'application/json; charset=utf-8'],
    ['/api/docs', 'application/json; charset=utf-8'],
  ] as const) {
    await inAMinute(MOST, () => from('GET', url))
    const { statusCode, headers, body } = await from('GET', url)
    assert.deepEqual([statusCode, headers['content-type']], [429, type], url)
    assert.match(body, type.startsWith('text') ? /http-equiv="refresh" content="60"/ : /"code":"too_many"/)
  }
})
test('who was refused a page and comes all the same is kept, and nothing is looked up for it', async () => {
  await inAMinute(MOST + 1, () => from('GET', '/vitrine'))
  let questions = 0
  const count = () => void questions++
  t.kit.pool.on('acquire', count)
  for (const url of ['/vitrine', '/app.webmanifest', '/pedidos', '/readyz'])
    assert.equal((await from('GET', url)).statusCode, 429, url)
  t.kit.pool.off('acquire', count)
  assert.equal(questions, 0)
  const kept = from('GET', '/vitrine').then(() => 'kept')
  const other = from('GET', '/healthz', { ip: '203.0.113.8' }).then(() => 'another address')
  assert.equal(await Promise.race([kept, other]), 'another address')
  await kept
})
test('who watches over the machine on it is never refused; through a proxy or from elsewhere they are anybody', async () => {
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      assert.deepEqual(new Set(await inAMinute(MOST * 4, () => from('GET', url, { ip }))), new Set([200]), url)
    const proxied = { ip: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } }
    assert.equal((await inAMinute(MOST + 1, () => from('GET', url, proxied))).at(-1), 429, url)
  }
  assert.equal((await inAMinute(MOST + 1, () => from('GET', '/vitrine', { ip: '127.0.0.1' }))).at(-1), 429)
})
test('twin: without these limits nothing of it is refused', async () => {
  const free = await startTestApp({ config: { limits: { ...UNLIMITED, open_ip: MOST } } })
  try {
    for (let i = 0; i < 30; i++) assert.equal((await free.call('GET', '/vitrine')).status, 404)
  } finally {
    await free.close()
  }
})
