// A program of the company's own comes in by a key: only where the key may, only this company, and by its name in the log.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { registered } from '#server/serve.ts'
import { KEY_SCOPES } from '#shared/wire.ts'
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
} from '../../../../test/kit.ts'
import type { Key } from '../contract.ts'

let t: TestApp
let a: Company
let b: Company
let product: number
const DAY = 86_400_000
before(async () => {
  t = await startTestApp({ config: { limits: { ...UNLIMITED, key: 500 } } })
  a = await aCompany(t)
  b = await aCompany(t)
  product = (await aProduct(t, a, { name: 'Moringa' })).id
})
after(() => t.close())
const ask = (method: string, url: string, token: string, body?: object) =>
  t.call(method, url, { token, ...(body && { body }) })
const make = async (scopes: readonly string[], more: object = {}, owner = a.admin.token) => {
  const r = await ask('POST', '/api/v2/keys', owner, { name: 'ERP da loja', scopes, ...more })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return { token: r.body.data.token as string, id: r.body.data.key.id as number }
}
const keys = async (token = a.admin.token) => (await ask('GET', '/api/v2/keys', token)).body.data as Key[]

test('a key reads what it may read and nothing else; the log calls a change by the name of the key', async () => {
  const reads = await make(['products:read'])
  assert.match(reads.token, /^mk_[\w-]{67}$/)
  const list = await ask('GET', '/api/v1/products', reads.token)
  assert.deepEqual([list.status, list.body.total], [200, 1])
  const denied = await ask('POST', `/api/v1/products/${product}`, reads.token, { price: '1,00' })
  assert.deepEqual([denied.status, denied.body.code], [403, 'key_scope'])
  const writes = await make(['products:write'])
  assert.equal((await ask('GET', '/api/v1/products', writes.token)).body.code, 'key_scope')
  assert.equal((await ask('POST', `/api/v1/products/${product}`, writes.token, { price: '11,00' })).status, 200)
  const [line] = (await ask('GET', `/api/v2/logs/${a.id}/show_logs?object=product`, a.admin.token)).body.data
  assert.deepEqual([line.who, line.changes.price], ['ERP da loja (chave)', [1000, 1100]])
})
test('orders come and go by a key, and their history names it', async () => {
  const { token } = await make(['orders:write', 'orders:read'])
  const placed = await order(t, a, token, aCart([{ product_id: product, quantity: 1 }]))
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  const url = `/api/v1/companies/${a.id}/orders/${placed.body.data.id}`
  assert.equal((await ask('PUT', url, token, { status: 'confirmado' })).status, 200)
  const { events } = (await ask('GET', url, token)).body.data as { events: { to: string; who: string }[] }
  assert.equal(events.find((e) => e.to === 'confirmado')?.who, 'ERP da loja (chave)')
})
test('no key opens a call that is not meant for keys, whatever it may: each one that exists was tried', async () => {
  const { token } = await make(KEY_SCOPES)
  const closed = registered.filter((e) => !e.options.key)
  assert.ok(closed.length > 100)
  for (const e of closed) {
    const url = e.path.replace(':company', String(a.id)).replaceAll(/:\w+/g, '1')
    const r = await ask(e.method, url, token, e.method === 'GET' ? undefined : {})
    assert.deepEqual([r.status, r.body.code], [403, 'key_scope'], `${e.method} ${e.path}`)
  }
  const open = registered.filter((e) => e.options.key)
  assert.ok(open.every((e) => e.options.levels !== 'anyone' && e.options.levels.includes(1)))
  // What writes asks for the right to write.
  assert.deepEqual(
    open.filter((e) => e.method !== 'GET' && e.options.key?.endsWith(':read')).map((e) => e.path),
    [],
  )
})
test("another company's data stay closed to a key: by address, by body and by id", async () => {
  const theirs = (await aProduct(t, b, { name: 'Segredo' })).id
  const { token } = await make(KEY_SCOPES)
  assert.equal((await ask('GET', `/api/v1/products/${theirs}`, token)).status, 404)
  assert.equal((await ask('GET', `/api/v1/companies/${b.id}/orders`, token)).status, 404)
  assert.equal((await ask('POST', `/api/v1/products/${theirs}`, token, { price: '1,00' })).status, 404)
  const named = await ask('POST', '/api/v1/products', token, { name: 'X', company_id: b.id })
  assert.deepEqual([named.status, named.body.code], [403, 'other_company'])
  assert.ok(!JSON.stringify((await ask('GET', '/api/v1/products?limit=100', token)).body).includes('Segredo'))
  const { id } = await make(['orders:read'])
  assert.equal((await ask('DELETE', `/api/v2/keys/${id}`, b.admin.token)).status, 404)
  assert.deepEqual(await keys(b.admin.token), [])
})
test('revoked, it is over with the next request; past its last day, too; and so when its maker is no admin any more', async () => {
  const gone = await make(['products:read'])
  assert.equal((await ask('GET', '/api/v1/products', gone.token)).status, 200)
  assert.equal((await ask('DELETE', `/api/v2/keys/${gone.id}`, a.admin.token)).status, 200)
  assert.equal((await ask('GET', '/api/v1/products', gone.token)).status, 401)
  assert.equal((await ask('DELETE', `/api/v2/keys/${gone.id}`, a.admin.token)).status, 200, 'twice is once')
  const today = t.clock.now().toISOString().slice(0, 10)
  const short = await make(['products:read'], { expires_on: today })
  assert.equal((await ask('GET', '/api/v1/products', short.token)).status, 200)
  const before = t.clock.now().toISOString()
  t.clock.forward(2 * DAY)
  assert.equal((await ask('GET', '/api/v1/products', short.token)).status, 401)
  t.clock.set(before)
  const second = await aPerson(t, a.id, 1)
  const orphan = await make(['products:read'], {}, second.token)
  await t.owner.query('update users set level = 2 where id = $1', [second.id])
  assert.equal((await ask('GET', '/api/v1/products', orphan.token)).status, 401)
  const states = new Map((await keys()).map((k) => [k.id, k.state]))
  assert.deepEqual(
    [states.get(gone.id), states.get(short.id), states.get(orphan.id)],
    ['revogada', 'ativa', 'sem_dono'],
  )
  const past = await ask('POST', '/api/v2/keys', a.admin.token, {
    name: 'X',
    scopes: ['orders:read'],
    expires_on: '2020-01-01',
  })
  assert.deepEqual([past.status, Object.keys(past.body.errors)], [422, ['expires_on']])
})
test('only its hash is kept, it is answered once, and its last use is told', async () => {
  const { token, id } = await make(['products:read'])
  const used = async () => (await keys()).find((k) => k.id === id)?.used_at
  assert.equal(await used(), null)
  await ask('GET', '/api/v1/products', token)
  assert.equal(String(await used()), t.clock.now().toISOString())
  assert.ok(!JSON.stringify(await keys()).includes(token.slice(3, -4)))
  const { rows } = await t.owner.query("select string_agg(k::text, '') as all from api_keys k")
  assert.ok(!rows[0].all.includes(token.slice(3)))
  for (const wrong of [`mk_${'x'.repeat(43)}`, token.slice(0, -1), `mo_${token.slice(3)}`])
    assert.equal((await ask('GET', '/api/v1/products', wrong)).status, 401)
})
test('one key that asks too often waits, and another goes on', async () => {
  const [busy, calm] = [await make(['products:read']), await make(['products:read'])]
  t.config.limits.key = 5
  const said = []
  for (let n = 0; n < 7; n++) said.push(await ask('GET', '/api/v1/products', busy.token))
  assert.deepEqual(
    said.map((r) => r.status),
    [200, 200, 200, 200, 200, 429, 429],
  )
  assert.ok(Number(said.at(-1)?.headers['retry-after']) > 0)
  assert.equal((await ask('GET', '/api/v1/products', calm.token)).status, 200)
  t.config.limits.key = 500
})
test('the minute of the limit begins with its first question, not with the last', async () => {
  const { token } = await make(['products:read'])
  t.config.limits.key = 2
  const ask_ = async (seconds: number) => {
    t.clock.forward(seconds * 1000)
    return (await ask('GET', '/api/v1/products', token)).status
  }
  assert.deepEqual([await ask_(0), await ask_(50), await ask_(9), await ask_(1)], [200, 200, 429, 200])
  t.config.limits.key = 500
})
test('its last use is written once a minute; a deleted company’s key opens nothing', async () => {
  const c = await aCompany(t)
  const { token, id } = await make(['products:read'], {}, c.admin.token)
  const began = t.clock.now().getTime()
  for (const [seconds, written] of [
    [0, 0],
    [59, 0],
    [1, 0],
    [1, 61],
  ] as const) {
    t.clock.forward(seconds * 1000)
    assert.equal((await ask('GET', '/api/v1/products', token)).status, 200)
    const used = (await keys(c.admin.token)).find((k) => k.id === id)?.used_at
    assert.equal(new Date(used ?? 0).getTime(), began + written * 1000)
  }
  await t.owner.query('update companies set deleted_at = $2 where id = $1', [c.id, t.clock.now()])
  assert.equal((await ask('GET', '/api/v1/products', token)).status, 401)
})
test('twenty are the most at a time; one that is revoked makes room', async () => {
  const body = { name: 'K', scopes: ['orders:read'] }
  const c = await aCompany(t)
  const made = await Promise.all(Array.from({ length: 22 }, () => ask('POST', '/api/v2/keys', c.admin.token, body)))
  assert.equal(made.filter((r) => r.status === 200).length, 20)
  const id = made.find((r) => r.status === 200)?.body.data.key.id
  await ask('DELETE', `/api/v2/keys/${id}`, c.admin.token)
  assert.equal((await ask('POST', '/api/v2/keys', c.admin.token, body)).status, 200)
})
