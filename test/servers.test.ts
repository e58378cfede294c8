// Many servers: what one of them was told holds for the other at the very next request.
import assert from 'node:assert/strict'
import { globSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { purge } from '#features/privacy/server/index.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  hears,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from './kit.ts'
import { type S3Server, startS3Server } from './s3_server.ts'
import { type Servers, startServers } from './servers.ts'

let t: TestApp
let s3: S3Server
let servers: Servers
let a: Company
before(async () => {
  s3 = await startS3Server()
  const limits = { ...UNLIMITED, order_user: 16, login_account: 5 }
  t = await startTestApp({ config: { limits, s3Url: s3.address('mostruario') } })
  a = await aCompany(t)
  servers = await startServers(t)
})
after(async () => {
  await servers.close()
  await t.close()
  await s3.close()
})
/** Asks the first or the second of them. */
async function ask(
  server: 0 | 1,
  method: string,
  path: string,
  more: { token?: string; body?: object | FormData } = {},
) {
  const form = more.body instanceof FormData
  const r = await fetch(`http://127.0.0.1:${servers.webs[server]?.port}${path}`, {
    method,
    headers: {
      ...(more.token && { authorization: `Bearer ${more.token}` }),
      ...(more.body && !form && { 'content-type': 'application/json' }),
    },
    ...(more.body && { body: form ? (more.body as FormData) : JSON.stringify(more.body) }),
  })
  const bytes = Buffer.from(await r.arrayBuffer())
  const json = r.headers.get('content-type')?.includes('json')
  return { status: r.status, type: r.headers.get('content-type'), bytes, body: json ? JSON.parse(String(bytes)) : null }
}
const signIn = (server: 0 | 1, password = 'segredo-de-teste') =>
  ask(server, 'POST', '/api/v1/auth/login', { body: { email: a.seller.email, password } })

test('who signs in at one is known at the other, and gone from both when signed out at either', async () => {
  const { token } = (await signIn(0)).body as { token: string }
  assert.equal((await ask(1, 'GET', '/api/v1/products?limit=1', { token })).status, 200)
  await ask(1, 'POST', '/api/v1/auth/logout', { token })
  for (const server of [0, 1] as const)
    assert.equal((await ask(server, 'GET', '/api/v1/products?limit=1', { token })).status, 401)
})
test('tries of a password are counted together', async () => {
  const seen = []
  for (let i = 0; i < 6; i++) seen.push((await signIn((i % 2) as 0 | 1, 'errada')).status)
  assert.deepEqual(seen.slice(0, 5).includes(429), false, seen.join())
  assert.equal(seen[5], 429)
  await t.owner.query('delete from rate_hits')
})
test('a price changed at one is the price at the other, though it keeps its answers', async () => {
  const { id } = await aProduct(t, a, { name: 'Vaso', code: 'V-1', price: '10,00' })
  const list = (server: 0 | 1) => ask(server, 'GET', `/api/v1/products/${id}`, { token: a.client.token })
  for (let i = 0; i < 6; i++) {
    const price = `${20 + i},00`
    await ask(0, 'PUT', `/api/v1/products/${id}`, { token: a.admin.token, body: { price } })
    for (const server of [1, 0, 1] as const)
      assert.match(JSON.stringify((await list(server)).body), new RegExp(`"${20 + i}[.,]00"|${20 + i}00`))
  }
})
test('an order taken at one is heard by a screen that listens at the other', async () => {
  const { id } = await aProduct(t, a, { stock: '100' })
  const body = aCart([{ product_id: id, quantity: 1 }])
  const path = `/api/v2/companies/${a.id}/order_cart`
  const take = async () => assert.equal((await ask(0, 'POST', path, { token: a.seller.token, body })).status, 201)
  const other = `http://127.0.0.1:${servers.webs[1]?.port}`
  assert.equal(await hears(other, a.admin.token, 'order', take), true)
  // Sent once more, to the other: it is the same order.
  const again = await ask(1, 'POST', path, { token: a.seller.token, body })
  assert.equal(again.status, 200, JSON.stringify(again.body))
  assert.equal((await t.owner.query('select 1 from orders where company_id = $1', [a.id])).rowCount, 1)
})
test('somebody who orders more than a person can is held back, whichever server is asked', async () => {
  const { id } = await aProduct(t, a, { stock: '1000' })
  const place = (server: 0 | 1) =>
    ask(server, 'POST', `/api/v2/companies/${a.id}/order_cart`, {
      token: a.admin.token,
      body: aCart([{ product_id: id, quantity: 1 }]),
    })
  let taken = 0
  for (let i = 0; i < 22; i++) if ((await place((i % 2) as 0 | 1)).status === 201) taken++
  // Each counts the first two by itself.
  assert.ok(taken >= 16 && taken <= 18, `${taken}`)
})
test('a photo sent to one is made ready by the worker and shown by the other; a PDF as well; nothing of it lies on one disk only', async () => {
  const { id } = await aProduct(t, a, { name: 'Jarra', code: 'J-9' })
  const png = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'jarra.png')
  form.append('product_id', String(id))
  const sent = await ask(0, 'POST', '/api/v2/images/add_image_to_product', { token: a.admin.token, body: form })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const hash = /[0-9a-f]{32}/.exec(JSON.stringify(sent.body))?.[0] as string
  // The nearest width answers until its own is there.
  await until(async () => {
    const { type, bytes } = await ask(1, 'GET', `/files/${hash}-400.webp`)
    return type === 'image/webp' && (await sharp(bytes).metadata()).width === 400
  })
  const made = await ask(0, 'POST', '/api/v2/catalogs', {
    token: a.admin.token,
    body: { title: 'Catálogo', model: 'vitrine', per_page: 4, prices: '1', qr: '1', openings: '0' },
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const link = await until(async () => {
    const { body } = await ask(1, 'GET', '/api/v2/catalogs', { token: a.admin.token })
    const [first] = body.data as { status: string; link: string }[]
    return first?.status === 'pronto' && first.link
  })
  for (const server of [0, 1] as const) {
    const pdf = await ask(server, 'GET', new URL(link).pathname)
    assert.equal(String(pdf.bytes.subarray(0, 5)), '%PDF-')
  }
})
test('a photo that was erased is shown at the other servers for a day at most', async () => {
  const hash = 'e'.repeat(32)
  const webp = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#37a' } })
    .webp()
    .toBuffer()
  const name = `${hash}-400.webp`
  await t.kit.storage.put(name, webp)
  const shown = async () =>
    [await ask(0, 'GET', `/files/${name}`), await ask(1, 'GET', `/files/${name}`)].map((r) => r.type)
  assert.deepEqual(await shown(), ['image/webp', 'image/webp'])
  await t.kit.storage.removeAll(hash)
  // A day later, as their clock has it.
  const then = new Date(t.clock.now().getTime() - 25 * 3600_000)
  for (const disk of servers.disks) utimesSync(join(disk, 'files', hash.slice(0, 2), name), then, then)
  await servers.away()
  await servers.back()
  await until(async () => (await shown()).every((type) => type === 'image/svg+xml'))
})
test('the copy of a company deleted at one is downloaded at the other, shown to nobody else, and gone everywhere once a third has erased it', async () => {
  const gone = await aCompany(t, { name: 'Vai Embora' })
  const { token } = await aPerson(t, null, 0)
  assert.equal((await ask(0, 'DELETE', `/api/v1/companies/${gone.id}`, { token })).status, 200)
  const copy = (server: 0 | 1) => ask(server, 'GET', `/api/v2/companies/${gone.id}/archive/kept`, { token })
  await until(async () => (await copy(1)).status === 200)
  for (const server of [0, 1] as const) {
    const { type, bytes } = await copy(server)
    assert.equal(type, 'application/zip')
    assert.ok(bytes.includes('dados/empresa.json'))
    assert.equal((await ask(server, 'GET', `/files/empresa-${gone.id}.zip`)).status, 404)
  }
  for (const disk of servers.disks) assert.deepEqual(globSync('**/*.zip*', { cwd: disk }), [])
  await t.owner.query("update companies set deleted_at = $2::timestamptz - interval '31 days' where id = $1", [
    gone.id,
    t.clock.now(),
  ])
  await purge(t.kit, gone.id, t.clock.now())
  for (const server of [0, 1] as const) assert.equal((await copy(server)).status, 404)
})
test('how far a sheet is, is known at the server that does not work on it', async () => {
  const lines = Array.from({ length: 3000 }, (_, n) => `C-${n};Caneca ${n};${n % 90},90`)
  const form = new FormData()
  form.append('file', new Blob([`Código;Nome;Preço\n${lines.join('\n')}`], { type: 'text/csv' }), 'canecas.csv')
  form.append('mode', 'insert')
  form.append('progress', 'esta-planilha')
  const seen = new Set<number>()
  let working = true
  const written = ask(0, 'POST', '/api/v2/xls/apply', { token: a.admin.token, body: form }).finally(
    () => (working = false),
  )
  while (working) {
    const r = await ask(1, 'GET', '/api/v2/xls/progress/esta-planilha', { token: a.admin.token })
    seen.add(r.body.data.percent as number)
  }
  const done = await written
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.ok(
    [...seen].some((p) => p > 0),
    [...seen].join(),
  )
})
