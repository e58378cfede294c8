import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCompany,
  aPerson,
  aProduct,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'
import { findMovedPath } from './queries.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, { name: 'Ateliê <Jequitibá>' })
  await aProduct(t, a, { name: 'Vaso & "Jatobá"', code: 'V 1', price: '100,00' })
  await aProduct(t, a, { name: 'Fora de linha', active: '0' })
})
after(() => t.close())
const set = (body: object, token = a.admin.token) => t.call('PUT', '/api/v2/figures/showcase', { token, body })
const look = (path = a.path) => t.call('GET', '/vitrine', { headers: { host: `${path}.localhost` } })
const policy = async (path = a.path) => String((await look(path)).headers['content-security-policy'])

test('the showcase stands in a frame on the sites that the admin named and on no other; no other page does at all', async () => {
  assert.match(await policy(), /frame-ancestors 'none'$/)
  assert.equal((await set({ sites: 'www.loja.com.br, http://localhost:8080/x', most: '4' })).status, 200)
  assert.match(await policy(), /frame-ancestors https:\/\/www\.loja\.com\.br http:\/\/localhost:8080$/)
  for (const url of ['/api/v1/products', '/api/v2/figures/showcase'])
    assert.match(String((await t.call('GET', url)).headers['content-security-policy']), /frame-ancestors 'none'/)
  const b = await aCompany(t)
  assert.match(await policy(b.path), /frame-ancestors 'none'$/)
  const read = (await t.call('GET', '/api/v2/figures/showcase', { token: a.admin.token })).body.data
  assert.deepEqual([read.sites, read.most], [['https://www.loja.com.br', 'http://localhost:8080'], 4])
  assert.match(read.address, new RegExp(`^http://${a.path}\\..*/vitrine$`))
  await set({ sites: '', most: '4' })
  assert.match(await policy(), /frame-ancestors 'none'$/)
})
test('what is no site is refused by name, and what stood there stays; more than ten, none or too many products, another company', async () => {
  await set({ sites: 'www.loja.com.br', most: '4' })
  for (const sites of [
    "x.com 'self'",
    '*.com',
    'loja',
    'a;b.com',
    'data:x',
    Array.from({ length: 11 }, (_, i) => `s${i}.com`).join(' '),
  ])
    assert.equal((await set({ sites, most: '4' })).status, 422, sites)
  for (const most of ['0', '25', 'x']) assert.equal((await set({ sites: '', most })).status, 422, most)
  const b = await aCompany(t)
  const category = (await t.call('POST', '/api/v1/categories', { token: b.admin.token, body: { name: 'Alheia' } })).body
    .data.id
  assert.equal((await set({ sites: '', most: '4', category_id: category })).status, 404)
  assert.match(await policy(), /frame-ancestors https:\/\/www\.loja\.com\.br$/)
})
test('it shows what a visitor sees, each card leads to the catalogue in a tab, and nothing in it is a script', async () => {
  const { body, status } = await look()
  assert.equal(status, 200)
  assert.match(body, /Vaso &#38; &#34;Jatobá&#34;/)
  assert.match(body, /R\$\u00a0100,00/)
  assert.match(body, /product_code=V%201" target="_blank" rel="noopener"/)
  assert.doesNotMatch(body, /Fora de linha|<script|<Jequitibá>/)
  await t.owner.query('update users set hide_price = true where id = $1', [a.public_user])
  assert.doesNotMatch((await look()).body, /100,00/)
  await t.owner.query("update companies set valid_until = '2020-01-01' where id = $1", [a.id])
  assert.doesNotMatch((await look()).body, /Vaso/)
  assert.equal((await look('ninguem')).status, 404)
})
test('it is made once for all visitors and takes its company’s turn; whatever it shows makes it anew', async () => {
  const b = await aCompany(t, { name: 'Olaria' })
  const product = await aProduct(t, b, { name: 'Moringa', price: '80,00' })
  await look(b.path)
  let questions = 0
  const turns: unknown[] = []
  const { share } = t.kit
  const count = () => void questions++
  t.kit.pool.on('acquire', count)
  t.kit.share = (company, work) => {
    turns.push(company)
    return share(company, work)
  }
  try {
    assert.match((await look(b.path)).body, /Moringa/)
    // Whose page it is and what its version is, nothing else.
    assert.deepEqual([questions, turns], [1, [b.path]])
  } finally {
    t.kit.share = share
    t.kit.pool.off('acquire', count)
  }
  const token = b.admin.token
  const category = (await t.call('POST', '/api/v1/categories', { token, body: { name: 'Barro' } })).body.data.id
  const shown = async (act: () => Promise<{ status: number }>) => {
    assert.equal((await act()).status, 200)
    const { body, headers } = await look(b.path)
    return body + String(headers['content-security-policy'])
  }
  const change = (body: object) => () => t.call('PUT', `/api/v1/products/${product.id}`, { token, body })
  assert.match(await shown(change({ name: 'Pote' })), /Pote/)
  assert.match(await shown(change({ price: '81,00' })), /81,00/)
  assert.match(await shown(() => set({ sites: 'www.olaria.com.br', most: '4' }, token)), /www\.olaria\.com\.br/)
  assert.match(await shown(() => set({ sites: '', most: '4', category_id: category }, token)), /não há produtos/)
  assert.match(await shown(change({ categories: JSON.stringify([category]) })), /Pote/)
  const rename = () => t.call('PUT', `/api/v1/companies/${b.id}`, { token, body: { name: 'Cerâmica' } })
  assert.match(await shown(rename), /<h1>Cerâmica/)
  await t.owner.query('update companies set is_blocked = true where id = $1', [b.id])
  assert.doesNotMatch((await look(b.path)).body, /Pote/)
})
test('the address that a company had before leads to the one it has now, until somebody else has it', async () => {
  const operator = await aPerson(t, null, 0)
  const move = (id: number, path: string) =>
    t.call('PUT', `/api/v1/companies/${id}`, { token: operator.token, body: { path } })
  const leads = (path: string) => findMovedPath(t.kit.db, path)
  const [b, c] = [await aCompany(t), await aCompany(t)]
  assert.equal((await move(b.id, 'loja-de-antes')).status, 200)
  assert.equal(await leads(b.path), 'loja-de-antes')
  assert.equal(await leads('loja-de-antes'), null)
  // A code that a product had is no address.
  await t.owner.query("insert into old_names (company_id, kind, name, object_id) values ($1, 'product', 'p-77', 1)", [
    c.id,
  ])
  assert.equal(await leads('p-77'), null)
  assert.equal(await leads('nunca-houve'), null)
  // Two had it: the one that had it last.
  assert.equal((await move(b.id, 'loja-de-agora')).status, 200)
  assert.equal((await move(c.id, 'loja-de-antes')).status, 200)
  assert.equal(await leads('loja-de-antes'), null, 'somebody has it')
  assert.equal((await move(c.id, 'loja-c')).status, 200)
  assert.equal(await leads('loja-de-antes'), 'loja-c')
  await t.owner.query('update companies set deleted_at = $2 where id = $1', [c.id, t.clock.now()])
  assert.equal(await leads('loja-de-antes'), 'loja-de-agora')
})
test('a window in the site of a company that was renamed leads to its new address', async () => {
  const operator = await aPerson(t, null, 0)
  const c = await aCompany(t)
  const path = `${c.path}-nova`
  await t.call('PUT', `/api/v1/companies/${c.id}`, { token: operator.token, body: { path } })
  const old = await t.call('GET', '/vitrine?de=site', { headers: { host: `${c.path}.localhost` } })
  assert.equal(old.status, 302)
  const to = new URL(String(old.headers.location))
  assert.deepEqual([to.hostname.split('.')[0], to.pathname + to.search], [path, '/vitrine?de=site'])
  assert.equal((await look(path)).status, 200)
})
