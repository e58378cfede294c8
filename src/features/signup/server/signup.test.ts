import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEFAULT_LIMITS } from '#server/config.ts'
import {
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  startTestApp,
  type TestApp,
  UNLIMITED,
  until,
} from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
const FORM = {
  name: 'Rosa Lima',
  company: 'Doces da Olívia',
  email: 'rosa@doces.test',
  password: 'uma frase comprida',
  phone: '(32) 99111-0022',
  agree: '1',
}
const signUp = (more: object = {}) => t.call('POST', '/api/v2/signup', { body: { ...FORM, ...more } })

test('a person signs up and is inside a company on trial with an address of its own, open to visitors', async () => {
  await t.jobs()
  const r = await signUp({
    tracking: JSON.stringify({
      first: { utm_source: 'instagram' },
      last: { utm_source: 'instagram', fbc: 'fb.1.2.x' },
    }),
  })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const { company, user } = r.body
  assert.deepEqual(
    [company.path, company.trial, company.valid_until, user.level],
    ['doces-da-olivia', '1', '2026-12-12', 1],
  )
  assert.equal((await t.call('GET', '/api/v1/products', { token: r.body.token })).status, 200)
  await aVisitor(t, { path: 'doces-da-olivia' })
  const operator = (await aPerson(t, null, 0)).token
  const seen = (await t.call('GET', `/api/v1/companies/${company.id}`, { token: operator })).body.data
  assert.equal(seen.signup.last.fbc, 'fb.1.2.x')
  const mail = await until(async () =>
    (await t.call('GET', '/api/v2/mails', { token: r.body.token })).body.data.find(
      (m: { status: string; template: string }) => m.status === 'enviada' && m.template === 'welcome',
    ),
  )
  assert.equal(mail.recipient, 'rosa@doces.test')
  assert.equal((await signUp({ email: 'outra@doces.test' })).body.company.path, 'doces-da-olivia-2')
})
test('a weak password, no consent, a reserved or taken address: refused by name, no company is left behind', async () => {
  const count = async () => (await t.owner.query('select count(*)::int as n from companies')).rows[0].n
  const before = await count()
  for (const [field, value] of Object.entries({
    password: 'curta',
    agree: '0',
    path: 'admin',
    email: 'x',
    phone: '123',
  })) {
    const r = await signUp({ company: 'Que não fica', [field]: value })
    assert.ok(r.status === 422 && r.body.errors[field]?.[0], `${field}: ${JSON.stringify(r.body)}`)
  }
  const taken = await signUp({ path: 'doces-da-olivia' })
  assert.match(taken.body.errors.path[0], /outra empresa/)
  assert.equal(await count(), before)
  const look = async (q: string) => (await t.call('GET', `/api/v2/signup?${q}`)).body.data
  assert.equal((await look('name=Doces%20da%20Ol%C3%ADvia')).path, 'doces-da-olivia-3')
  assert.match((await look('path=www')).issue, /reservado/)
})
test('twenty people at once want the same name: twenty addresses', async () => {
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, i) => signUp({ company: 'Mesmo Nome', email: `p${i}@mesmo.test` })),
  )
  const made = all.map((r) => r.body.company?.path)
  const wanted = ['mesmo-nome', ...Array.from({ length: 19 }, (_, i) => `mesmo-nome-${i + 2}`)]
  assert.deepEqual(new Set(made), new Set(wanted))
  assert.equal(made.length, wanted.length)
})
test('two people at once choose the same address: one has it, the other is told by name, and keeps what was typed', async () => {
  const both = await Promise.all(
    ['a', 'b'].map((who) => signUp({ company: `Casa ${who}`, path: 'minha-casa', email: `${who}@casa.test` })),
  )
  assert.equal(both.filter((r) => r.status === 200).length, 1)
  assert.match(both.find((r) => r.status === 422)?.body.errors.path[0], /outra empresa/)
})
test('closed by the operator, and after five companies in an hour from one place, sign-up waits', async () => {
  const operator = (await aPerson(t, null, 0)).token
  await t.call('PUT', '/api/v2/platform', { token: operator, body: { signup_open: '0' } })
  assert.deepEqual(
    [(await signUp({ company: 'Tarde' })).body.code, (await t.call('GET', '/api/v2/signup')).body.data.open],
    ['signup_closed', false],
  )
  const s = await startTestApp({ config: { limits: DEFAULT_LIMITS } })
  try {
    const tries = []
    for (let i = 0; i < 6; i++)
      tries.push((await s.call('POST', '/api/v2/signup', { body: { ...FORM, company: `Loja ${i}` } })).status)
    assert.deepEqual(tries, [200, 200, 200, 200, 200, 429])
  } finally {
    await s.close()
  }
})
test('the sample set fills a catalogue and goes with one call; what the company made stays', async () => {
  const c = await aCompany(t)
  const call = (method: string, body?: object, token = c.admin.token) =>
    t.call(method, '/api/v2/samples', { token, ...(body && { body }) })
  const own = await aProduct(t, c, { name: 'Meu produto' })
  assert.equal((await call('POST', { kind: 'moda' })).body.data.products, 6)
  assert.equal((await call('POST', { kind: 'moda' })).body.data.products, 0)
  const visitor = await aVisitor(t, c)
  const shown = (await t.call('GET', '/api/v1/products', { token: visitor })).body
  assert.equal(shown.total, 7)
  assert.match(
    shown.data.find((p: { code: string }) => p.code === 'EX-MO-01').images[0].path ?? shown.data[0].images[0],
    /files/,
  )
  assert.deepEqual(
    [
      (await call('POST', { kind: 'moda' }, c.seller.token)).status,
      (await call('DELETE', undefined, c.client.token)).status,
    ],
    [403, 403],
  )
  const other = await aCompany(t)
  assert.equal((await call('DELETE', undefined, other.admin.token)).body.data.products, 0)
  assert.equal((await call('DELETE')).body.data.products, 6)
  const left = (await t.call('GET', '/api/v1/products', { token: visitor })).body.data
  assert.deepEqual(
    left.map((p: { id: number }) => p.id),
    [own.id],
  )
  assert.equal((await t.call('GET', '/api/v1/categories', { token: visitor })).body.data.length, 0)
})
test('a sample that was renamed, priced or photographed is the company’s own: it stays when the samples go', async () => {
  const c = await aCompany(t)
  const call = (method: string, url: string, body?: object) =>
    t.call(method, url, { token: c.admin.token, ...(body && { body }) })
  await call('POST', '/api/v2/samples', { kind: 'moda' })
  const products = async () =>
    (await call('GET', '/api/v1/products?limit=20')).body.data as { id: number; code: string }[]
  const [named, priced, shown, looked] = await products()
  await call('PUT', `/api/v1/products/${named?.id}`, { name: 'Vestido da casa' })
  await call('POST', '/api/v2/products/bulk', { ids: [priced?.id], action: 'price', percent: '10' })
  await call('PUT', `/api/v1/products/${looked?.id}`, { order: '1' })
  await call('PUT', `/api/v1/products/${shown?.id}`, { imagesToRemove: [1] })
  assert.equal((await call('GET', '/api/v2/samples')).body.data.products, 3)
  assert.equal((await call('DELETE', '/api/v2/samples')).body.data.products, 3)
  assert.deepEqual(new Set((await products()).map((p) => p.id)), new Set([named?.id, priced?.id, shown?.id]))
  // The set may be planted again beside what was kept of it.
  assert.equal((await call('POST', '/api/v2/samples', { kind: 'moda' })).body.data.products, 3)
})
test('operators read of a further trial with the same e-mail or phone, once a day', async () => {
  const told = async (email: string) =>
    (
      await t.owner.query("select distinct params from mails where template = 'trials' and params->>'email' = $1", [
        email,
      ])
    ).rows.map((r) => r.params.rows.length)
  const operator = (await aPerson(t, null, 0)).token
  await t.call('PUT', '/api/v2/platform', { token: operator, body: { signup_open: '1' } })
  const one = { email: 'um@repete.test', phone: '(32) 99111-7701' }
  await signUp({ ...one, company: 'Repete Um' })
  assert.deepEqual(await told('um@repete.test'), [])
  await signUp({ ...one, company: 'Repete Dois', phone: '(32) 99111-7702' })
  assert.deepEqual(await told('um@repete.test'), [1], 'the same e-mail')
  await signUp({ ...one, company: 'Repete Três' })
  assert.deepEqual(await told('um@repete.test'), [1], 'once a day')
  await signUp({ company: 'Repete Quatro', email: 'dois@repete.test', phone: '(32) 99111-7702' })
  assert.deepEqual(await told('dois@repete.test'), [1], 'the same phone')
})
