// The edge as strangers, proxies and forms meet it: over a real line where the line matters.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, before, test } from 'node:test'
import { type Apart, startApart } from './apart.ts'
import { aCart, aCompany, aProduct, aVisitor, type Company, order, startTestApp, type TestApp, until } from './kit.ts'

let t: TestApp
let a: Company
let port: number
let product: number
const apart: Apart[] = []
before(async () => {
  t = await startTestApp({
    config: {
      publicUrl: 'https://mostruario.example',
      baseDomain: 'catalogos.example',
      metricsToken: 'segredo-das-medidas',
    },
  })
  a = await aCompany(t)
  product = (await aProduct(t, a, { price: '10,00' })).id
  await t.app.listen({ port: 0, host: '0.0.0.0' })
  port = (t.app.server.address() as { port: number }).port
})
after(async () => {
  for (const s of apart) s.stop()
  await t.close()
})
/** Writes `text` on a line of its own and answers everything that comes back until the line ends or falls silent. */
/** What comes back to these bytes: so many answers, and what follows them at once. */
const raw = (text: string, answers = 1) =>
  new Promise<string>((done) => {
    let heard = ''
    const line = connect({ port, host: '127.0.0.1' }, () => line.write(text))
    line.setTimeout(60_000, () => line.destroy())
    line.on('data', (d) => {
      heard += d
      if (heard.split('HTTP/1.1 ').length > answers) line.setTimeout(400)
    })
    line.on('error', () => {})
    line.on('close', () => done(heard))
  })
const form = (url: string, fields: Record<string, string | Blob>, token?: string) =>
  t.call('POST', url, { form: fields, ...(token && { token }) })

test('a call that takes no file refuses a form with one, and says so', async () => {
  const r = await form('/api/v1/auth/login', {
    email: a.admin.email,
    password: 'segredo-de-teste',
    photo: new Blob(['x']),
  })
  assert.deepEqual([r.status, r.body.code], [422, 'invalid'])
  assert.match(r.body.message, /não recebe arquivos/)
  assert.equal((await form('/api/v1/auth/login', { email: a.admin.email, password: 'segredo-de-teste' })).status, 200)
})
test('a form of many megabytes in its fields is too large, with a session as without, and also where files are taken', async () => {
  const field = 'x'.repeat(900 * 1024)
  assert.equal((await form('/api/v1/auth/login', { email: field })).status, 413)
  assert.equal((await form('/api/v1/products', { name: field, description: field }, a.admin.token)).status, 413)
  const thousands = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, 'x']))
  assert.equal((await form('/api/v1/products', thousands, a.admin.token)).status, 413)
  assert.equal((await t.call('POST', '/api/v1/auth/login', { body: { email: 'x'.repeat(100 * 1024) } })).status, 413)
})
test('somebody who may not send is refused before the body has come, and hears it', async () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500000\r\n\r\n{`
  assert.match(await raw(head('/api/v1/products')), /^HTTP\/1\.1 401/)
  assert.match(await raw(head('/api/v1/auth/login')), /^HTTP\/1\.1 413/)
})
test('after a refusal the rest of a body is read up to a bound and the line serves the next request', async () => {
  const body = 'x'.repeat(300_000)
  const heard = await raw(
    `POST /api/v1/products HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n`,
    2,
  )
  assert.match(heard, /^HTTP\/1\.1 401[\s\S]*HTTP\/1\.1 200[\s\S]*"ok"/)
})
test('after a form that is refused half-way, whatever its length, the line serves the next request', async () => {
  for (const size of [1000, 60_000, 70_000, 140_000, 500_000, 900_000]) {
    const form = `--b\r\ncontent-disposition: form-data; name="photo"; filename="x.png"\r\n\r\n${'x'.repeat(size)}\r\n--b--\r\n`
    const heard = await raw(
      `POST /api/v2/companies/${a.id}/order_cart HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${a.client.token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${form.length}\r\n\r\n${form}GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
      2,
    )
    assert.match(heard, /^HTTP\/1\.1 422[\s\S]*HTTP\/1\.1 200[\s\S]*"ok"/, `${size}`)
  }
})
test('a body in pieces of one byte costs what its bytes cost, and is read', async () => {
  const body = JSON.stringify({ email: a.admin.email, password: 'segredo-de-teste' })
  const pieces = [...body].map((c) => `1\r\n${c}\r\n`).join('')
  assert.match(
    await raw(
      `POST /api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
    ),
    /^HTTP\/1\.1 200/,
  )
})
test('whoever sends a body too slowly is told so; what all hold together is bounded with 503 and Retry-After', async () => {
  const slow = await startTestApp({ config: { bounds: { ...t.config.bounds, text_seconds: 0.3, together: 1000 } } })
  try {
    await slow.app.listen({ port: 0, host: '127.0.0.1' })
    const there = (slow.app.server.address() as { port: number }).port
    const r = await new Promise<string>((done) => {
      let heard = ''
      const line = connect({ port: there, host: '127.0.0.1' }, () =>
        line.write(
          'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
        ),
      )
      line.on('data', (d) => {
        heard += d
        line.destroy()
        done(heard)
      })
    })
    assert.match(r, /^HTTP\/1\.1 408/)
    const full = await slow.call('POST', '/api/v1/auth/login', { body: { email: 'x'.repeat(2000) } })
    assert.deepEqual([full.status, full.body.code, full.headers['retry-after']], [503, 'busy', '1'])
    // What was held is given back: a small one is served after it.
    assert.equal((await slow.call('POST', '/api/v2/auth/loginClient', { body: {} })).status, 404)
  } finally {
    await slow.close()
  }
})

test('loginClient as a form with user_id=null opens the public session, as without it', async () => {
  const r = await form('/api/v2/auth/loginClient', { user_id: 'null', company_path: a.path })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const cart = aCart([{ product_id: product, quantity: 1 }])
  const token = await aVisitor(t, a)
  assert.equal(
    (
      await form(
        `/api/v2/companies/${a.id}/order_cart`,
        { ...cart, client_id: 'null', seller_id: 'null', additional_field: 'null' } as Record<string, string>,
        token,
      )
    ).status,
    201,
  )
})
test('addresses that are none are 4xx and leave no stack in the log', async () => {
  const server = await startApart(t, { LOG_LEVEL: 'warn' })
  apart.push(server)
  for (const [path, status] of [
    ['/api/v1/%', 400],
    ['/api/v1/products/%E0%A4%A', 400],
    ['//', 404],
    ['/\\', 404],
    ['http://evil.example/', 404],
  ] as const) {
    const heard = await new Promise<string>((done) => {
      const line = connect({ port: server.port, host: '127.0.0.1' }, () =>
        line.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
      )
      let all = ''
      line.on('data', (d) => (all += d)).on('close', () => done(all))
    })
    assert.match(heard, new RegExp(`^HTTP/1\\.1 ${status}`), `${path}: ${heard}`)
  }
  assert.equal(server.output(), '')
})
test('two Host headers are refused', async () => {
  assert.match(await raw('GET /healthz HTTP/1.1\r\nhost: localhost\r\nHost: evil.example\r\n\r\n'), /^HTTP\/1\.1 400/)
})
test('links that are given out come from the configuration, whatever Host the request says', async () => {
  const host = { host: 'x.evil.example' }
  const link = await t.call('GET', `/api/v2/clients/${a.client.id}/link`, { token: a.admin.token, headers: host })
  assert.match(
    link.body.data.url,
    new RegExp(`^https://${a.path}\\.catalogos\\.example/pedidos\\?id=c${a.client.id}\\.`),
  )
  const again = await t.call('POST', `/api/v2/clients/${a.client.id}/link`, { token: a.admin.token, headers: host })
  assert.ok(again.body.data.url.startsWith(`https://${a.path}.catalogos.example/`))
})
test('the measures are for this machine, or for whoever has the token', async () => {
  const at = (host: string, headers: Record<string, string> = {}) =>
    fetch(`http://${host}:${port}/metrics`, { headers }).then(async (r) => [
      r.status,
      (await r.text()).includes('process_cpu'),
    ])
  assert.deepEqual(await at('127.0.0.1'), [200, true])
  assert.deepEqual(await at('127.0.0.1', { 'x-forwarded-for': '10.1.1.1' }), [404, false])
  assert.deepEqual(await at('127.0.0.1', { forwarded: 'for=127.0.0.1' }), [404, false])
  assert.deepEqual(
    await at('127.0.0.1', { 'x-forwarded-for': '10.1.1.1', authorization: 'Bearer segredo-das-medidas' }),
    [200, true],
  )
  assert.deepEqual(await at('127.0.0.1', { 'x-forwarded-for': '10.1.1.1', authorization: 'Bearer outro' }), [
    404,
    false,
  ])
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((i) => i && !i.internal && i.family === 'IPv4')
  if (outside) assert.deepEqual(await at(outside.address), [404, false])
})
test('the most talkative log writes no session token, no personal link and no e-mail', async () => {
  const server = await startApart(t, { LOG_LEVEL: 'trace' })
  apart.push(server)
  const origin = `http://127.0.0.1:${server.port}`
  const send = (path: string, init: RequestInit) =>
    fetch(origin + path, {
      ...init,
      headers: { authorization: `Bearer ${a.admin.token}`, cookie: 'mo=biscoito-secreto' },
    }).then((r) => r.arrayBuffer())
  const body = new FormData()
  body.set('name', 'Vaso do registro')
  body.set('images', new Blob(['x']), 'x.png')
  await send('/api/v1/products', { method: 'POST', body })
  await send(`/api/v1/users?name=${encodeURIComponent(a.client.email)}`, {})
  await send('/pedidos?id=c7.segredo-do-link', {})
  await send('/api/v2/receipts/segredo-do-recibo', {})
  await until(async () => server.output().includes('request completed'))
  for (const secret of [
    a.admin.token,
    'biscoito-secreto',
    a.client.email,
    encodeURIComponent(a.client.email),
    'segredo-do-link',
    'segredo-do-recibo',
  ])
    assert.ok(!server.output().includes(secret), secret)
})
test('eight right sign-ins at once are no guesses; eight wrong ones at once are, after the fifth', async () => {
  const eight = (password: string) =>
    Promise.all(
      Array.from({ length: 8 }, () =>
        t.call('POST', '/api/v1/auth/login', { body: { email: a.seller.email, password } }),
      ),
    )
  assert.deepEqual(
    (await eight('segredo-de-teste')).map((r) => r.status),
    Array(8).fill(200),
  )
  // Right ones do not use up what an address has either.
  for (let i = 0; i < 2; i++) assert.ok((await eight('segredo-de-teste')).every((r) => r.status === 200))
  const wrong = (await eight('errada')).map((r) => r.status)
  assert.deepEqual([wrong.filter((s) => s === 401).length, wrong.filter((s) => s === 429).length], [5, 3])
})
test('a quantity is plain digits: 0x10, 0b11, 1e1 and 1.000 are refused, " 7 " from a form is seven', async () => {
  for (const quantity of ['0x10', '0b11', '0o7', '1e1', '1.000', '1,5', '2.0', '+3', '', '１', null, true, [1]]) {
    const r = await order(t, a, a.client.token, aCart([{ product_id: product, quantity }]))
    assert.equal(r.status, 422, `${JSON.stringify(quantity)}: ${JSON.stringify(r.body)}`)
  }
  const r = await order(t, a, a.client.token, aCart([{ product_id: product, quantity: ' 7 ' }]))
  assert.deepEqual([r.status, r.body.data.lines[0].quantity], [201, 7])
})
test('a sheet reads 3, 3,0 and 3.00 as three pieces, and 1.000, 1e3 or 0x10 as none', async () => {
  const stock = (text: string) =>
    form(
      '/api/v2/xls/insert',
      {
        company_id: String(a.id),
        file: new Blob([`código;nome;preço;estoque\nQ-${text};Peça ${text};1,00;${text}\n`]),
      },
      a.admin.token,
    )
  for (const text of ['3', '3,0', '3.00']) assert.equal((await stock(text)).status, 200, text)
  for (const text of ['1.000', '1e3', '0x10'])
    assert.match((await stock(text)).body.rows?.[0]?.message ?? '', /não é um número inteiro/, text)
})
test('the password of nobody is 401: without a session and without a link there is nothing to fill in; a visitor is 403', async () => {
  const change = (body: object, token?: string) =>
    t.call('PUT', '/api/v1/auth/password', { body, ...(token && { token }) })
  for (const body of [{}, { password: 'uma-senha-bem-nova' }, { current_password: 'x' }])
    assert.equal((await change(body)).status, 401, JSON.stringify(body))
  assert.equal((await change({}, await aVisitor(t, a))).status, 403)
  const signedIn = await change({ current_password: 'segredo-de-teste' }, a.client.token)
  assert.deepEqual([signedIn.status, signedIn.body.errors], [422, { password: ['Preencha este campo.'] }])
})
test('landing options and about texts lead to pages of the catalogue or to https, never to a hidden other site', async () => {
  const save = (body: object) => t.call('PUT', `/api/v1/companies/${a.id}`, { token: a.admin.token, body })
  const landing = (link: string) => save({ settings: { landing_page_config: [{ link, titulo: 'Ver', opcao: 1 }] } })
  for (const link of [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:\\\\evil.example',
    'https:evil.example',
    '/\t/evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'pedidos',
  ])
    assert.equal((await landing(link)).status, 422, link)
  for (const link of ['/pedidos', '/s/marca/x?y=1#z', 'https://outra.example/x'])
    assert.equal((await landing(link)).status, 200, link)
  const { about } = (
    await save({
      about:
        '<p><a href="//evil.example">a</a> <a href="https://boa.example">b</a> <a href="/\\evil.example">c</a></p>',
    })
  ).body.data
  assert.ok(!/evil/.test(about) && about.includes('https://boa.example'), about)
})
