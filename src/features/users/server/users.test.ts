import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEFAULT_LIMITS } from '#server/config.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  untilLocked,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: { ...DEFAULT_LIMITS, login_ip: 1000 } } })
  a = await aCompany(t, { max_users_seller: 2, price_table_active: true })
})
after(() => t.close())
const post = (url: string, body: object, token = a.admin.token) => t.call('POST', url, { token, body })
const put = (url: string, body: object, token = a.admin.token) => t.call('PUT', url, { token, body })
let n = 0
const someone = (more: object = {}) => ({
  name: 'Rosa Lima',
  email: `rosa${++n}@teste.test`,
  password: 'frase bem comprida',
  phone: '11912345678',
  level: 2,
  ...more,
})

test('the admin adds sellers up to the limit; one more answers max_users, and blocking one makes room', async () => {
  const first = await post('/api/v1/users', someone())
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.equal(first.body.data.isSeller, true)
  const more = await post('/api/v1/users', someone())
  assert.deepEqual([more.status, more.body.code, more.body.message], [409, 'max_users', 'max_users'])
  assert.equal((await put(`/api/v1/users/${first.body.data.id}`, { active: '0' })).status, 200)
  const third = await post('/api/v1/users', someone())
  assert.equal(third.status, 200)
  const back = await put(`/api/v1/users/${first.body.data.id}`, { active: '1' })
  assert.equal(back.body.code, 'max_users')
  await t.call('DELETE', `/api/v1/users/${third.body.data.id}`, { token: a.admin.token })
})
test('ten admins at once take the last seat once', async () => {
  const b = await aCompany(t, { max_users_seller: 2 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('/api/v1/users', someone(), b.admin.token)))
  assert.equal(answers.filter((r) => r.status === 200).length, 1)
  assert.equal(answers.filter((r) => r.body.code === 'max_users').length, 9)
})
test('every bad field is named at once, and nothing is written', async () => {
  const count = async () => (await t.owner.query('select count(*)::int as n from users')).rows[0].n
  const before = await count()
  const r = await post('/api/v1/users', {
    name: 'Rosa',
    email: 'rosa',
    phone: '123',
    document: '111.111.111-11',
    price_table: 7,
    password: 'curta',
    level: 3,
    currency: 'XYZ',
  })
  assert.equal(r.status, 422)
  assert.deepEqual(Object.keys(r.body.errors).sort(), [
    'currency',
    'document',
    'email',
    'password',
    'phone',
    'price_table',
  ])
  assert.equal((await post('/api/v1/users', someone({ level: 0 }))).status, 403)
  const taken = await post('/api/v1/users', someone({ email: a.client.email.toUpperCase(), level: 3 }))
  assert.deepEqual([taken.status, taken.body.errors.email[0]], [409, 'Este e-mail já está em uso.'])
  assert.equal(await count(), before)
})
test('a seller changes own name and phone; level, margin and table stay as they are', async () => {
  const r = await put(
    `/api/v1/users/${a.seller.id}`,
    { name: 'Nome Novo', level: 1, margin: '50', price_table: 3 },
    a.seller.token,
  )
  assert.equal(r.status, 200)
  assert.deepEqual(
    [r.body.data.name, r.body.data.level, r.body.data.margin, r.body.data.price_table],
    ['Nome Novo', 2, '0,00', 1],
  )
  const password = await put(`/api/v1/users/${a.seller.id}`, { password: 'outra frase comprida' }, a.seller.token)
  assert.equal(password.body.code, 'wrong_password')
  assert.equal((await put(`/api/v1/users/${a.client.id}`, { name: 'Invasor' }, a.seller.token)).status, 404)
})
test('the last admin stays, and nobody removes themselves', async () => {
  assert.equal(
    (await t.call('DELETE', `/api/v1/users/${a.admin.id}`, { token: a.admin.token })).body.code,
    'not_yourself',
  )
  const second = await aPerson(t, a.id, 1)
  assert.equal((await t.call('DELETE', `/api/v1/users/${second.id}`, { token: a.admin.token })).status, 200)
  const operator = await aPerson(t, null, 0)
  assert.equal((await put(`/api/v1/users/${a.admin.id}`, { level: 2 }, operator.token)).body.code, 'last_admin')
})
test('a blocked person is out at once and cannot come back until unblocked', async () => {
  const b = await aCompany(t)
  assert.equal((await put(`/api/v1/users/${b.client.id}`, { active: '0' }, b.admin.token)).status, 200)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: b.client.token })).status, 401)
  const again = await t.call('POST', '/api/v1/auth/login', {
    body: { email: b.client.email, password: 'segredo-de-teste' },
  })
  assert.equal(again.status, 401)
})
test('removing a seller asks for a successor, who gets clients, open orders and the old link', async () => {
  const b = await aCompany(t, { max_users_seller: 5 })
  const p = await aProduct(t, b)
  const { id } = (await order(t, b, b.client.token, aCart([{ product_id: p.id, quantity: 1 }]))).body.data
  const heir = await aPerson(t, b.id, 2)
  const asked = await t.call('DELETE', `/api/v1/users/${b.seller.id}`, { token: b.admin.token })
  assert.deepEqual(
    [asked.status, asked.body.code, asked.body.clients, asked.body.orders],
    [409, 'successor_needed', 1, 1],
  )
  const done = await t.call('DELETE', `/api/v1/users/${b.seller.id}?successor_id=${heir.id}`, { token: b.admin.token })
  assert.equal(done.status, 200)
  assert.equal((await t.call('GET', '/api/v2/clients', { token: heir.token })).body.data[0].id, b.client.id)
  assert.equal((await t.call('GET', `/api/v1/companies/${b.id}/orders/${id}`, { token: heir.token })).status, 200)
  const sellers = (await t.call('GET', `/api/v1/companies/${b.id}/sellers`, { token: b.client.token })).body.data
  assert.deepEqual(
    sellers.map((s: { id: number; replaces: number[] }) => [s.id, s.replaces]),
    [[heir.id, [b.seller.id]]],
  )
  const old = await order(t, b, b.client.token, aCart([{ product_id: p.id, quantity: 1 }], { seller_id: b.seller.id }))
  assert.equal(old.body.data.seller_id, heir.id)
})
test('an order by the link of a seller who is being removed belongs to the successor', async () => {
  const b = await aCompany(t, { max_users_seller: 5 })
  const p = await aProduct(t, b)
  const heir = await aPerson(t, b.id, 2)
  const removal = await t.owner.connect()
  await removal.query('begin')
  await removal.query('select 1 from company_counters where company_id = $1 for update', [b.id])
  await removal.query('select 1 from users where id = $1 for update', [b.seller.id])
  const sent = order(t, b, b.client.token, aCart([{ product_id: p.id, quantity: 1 }], { seller_id: b.seller.id }))
  await untilLocked(t.owner)
  await removal.query('update users set deleted_at = now(), active = false, successor_id = $2 where id = $1', [
    b.seller.id,
    heir.id,
  ])
  await removal.query('commit')
  removal.release()
  const { id } = (await sent).body.data
  const { rows } = await t.owner.query('select seller_id::int, seller_name from orders where id = $1', [id])
  const { name } = (await t.owner.query('select name from users where id = $1', [heir.id])).rows[0]
  assert.deepEqual(rows, [{ seller_id: heir.id, seller_name: name }])
})
test('six rounds of orders while their seller is removed and their client merged leave none with nobody', async () => {
  for (let round = 0; round < 6; round++) {
    const b = await aCompany(t, { max_users_seller: 5 })
    const p = await aProduct(t, b)
    const heir = await aPerson(t, b.id, 2)
    const card = await aPerson(t, b.id, 3, { seller_id: b.seller.id })
    const lines = [{ product_id: p.id, quantity: 1 }]
    const sent = Array.from({ length: 6 }, (_, n) =>
      n % 2
        ? order(t, b, b.client.token, aCart(lines, { seller_id: b.seller.id }))
        : order(t, b, b.admin.token, aCart(lines, { client_id: card.id })),
    )
    const acts = [
      t.call('DELETE', `/api/v1/users/${b.seller.id}?successor_id=${heir.id}`, { token: b.admin.token }),
      t.call('POST', `/api/v2/clients/${b.client.id}/merge`, { token: b.admin.token, body: { other: card.id } }),
    ]
    const answers = await Promise.all([...sent, ...acts])
    assert.ok(
      answers.every((r) => r.status < 500),
      JSON.stringify(answers.map((r) => r.status)),
    )
    assert.deepEqual(
      answers.slice(-2).map((r) => r.status),
      [200, 200],
    )
    const { rows } = await t.owner.query(
      `select o.id from orders o left join users s on s.id = o.seller_id left join users c on c.id = o.client_id
       where o.company_id = $1 and (s.deleted_at is not null or c.merged_into is not null)`,
      [b.id],
    )
    assert.deepEqual(rows, [], `round ${round}`)
  }
})
test('a seller who becomes something else leaves clients, open orders and the old link to a successor, too', async () => {
  const b = await aCompany(t, { max_users_seller: 5, max_users_admin: 5 })
  const p = await aProduct(t, b)
  const sent = (more: object = {}) =>
    order(t, b, b.client.token, aCart([{ product_id: p.id, quantity: 1 }], { ...more }))
  const { id } = (await sent()).body.data
  const heir = await aPerson(t, b.id, 2)
  const become = (level: number, more: object = {}) =>
    put(`/api/v1/users/${b.seller.id}`, { level, ...more }, b.admin.token)
  for (const level of [1, 3]) {
    const asked = await become(level)
    assert.deepEqual(
      [asked.status, asked.body.code, asked.body.clients, asked.body.orders],
      [409, 'successor_needed', 1, 1],
    )
  }
  assert.deepEqual(Object.keys((await become(3, { successor_id: b.seller.id })).body.errors), ['successor_id'])
  assert.equal((await become(3, { successor_id: heir.id })).body.data.level, 3)
  assert.equal((await t.call('GET', '/api/v2/clients', { token: heir.token })).body.data[0].id, b.client.id)
  assert.equal((await t.call('GET', `/api/v1/companies/${b.id}/orders/${id}`, { token: heir.token })).status, 200)
  const sellers = (await t.call('GET', `/api/v1/companies/${b.id}/sellers`, { token: b.client.token })).body.data
  assert.deepEqual(
    sellers.map((s: { id: number; replaces: number[] }) => [s.id, s.replaces]),
    [[heir.id, [b.seller.id]]],
  )
  assert.equal((await sent({ seller_id: b.seller.id })).body.data.seller_id, heir.id)
  // Who left nothing behind needs nobody.
  assert.equal((await put(`/api/v1/users/${(await aPerson(t, b.id, 2)).id}`, { level: 3 }, b.admin.token)).status, 200)
})
test("another price table for a client changes what that client sees, and nobody else's", async () => {
  const p = await aProduct(t, a, { price: '10,00', price2: '8,00' })
  const price = async (token: string) => (await t.call('GET', `/api/v1/products/${p.id}`, { token })).body.data.price
  assert.equal(await price(a.client.token), '10,00')
  assert.equal((await post(`/api/v2/clients/${a.client.id}`, { price_table: 2 })).status, 200)
  assert.equal(await price(a.client.token), '8,00')
  assert.equal(await price(a.seller.token), '10,00')
})
test('a seller keeps a portfolio: creates and changes own clients, never prices, never a colleague’s', async () => {
  const mine = await post(
    '/api/v2/clients',
    {
      name: 'Empório da Vila',
      document: '12.ABC.345/01DE-35',
      phone: '(11) 3333-4444',
      price_table: 3,
      email: 'vila@loja.test',
    },
    a.seller.token,
  )
  assert.equal(mine.status, 200, JSON.stringify(mine.body))
  assert.deepEqual(
    [mine.body.data.seller_id, mine.body.data.price_table, mine.body.data.document, mine.body.data.level],
    [a.seller.id, 1, '12ABC34501DE35', 3],
  )
  const other = await aPerson(t, a.id, 3)
  for (const call of [
    t.call('GET', `/api/v2/clients/${other.id}`, { token: a.seller.token }),
    post(`/api/v2/clients/${other.id}`, { name: 'Tomado' }, a.seller.token),
    t.call('GET', `/api/v2/clients/${other.id}/link`, { token: a.seller.token }),
  ])
    assert.equal((await call).status, 404)
  assert.equal((await post('/api/v2/clients', { name: 'Sem Direito' }, a.client.token)).status, 403)
  const b = await aCompany(t)
  assert.equal((await t.call('GET', `/api/v2/clients/${mine.body.data.id}`, { token: b.admin.token })).status, 404)
})
test("a client's personal link opens the client's session; another link ends the old one", async () => {
  const open = (token: string) =>
    t.call('POST', '/api/v2/auth/loginClient', { body: { user_id: token, company_path: a.path } })
  const link = (await t.call('GET', `/api/v2/clients/${a.client.id}/link`, { token: a.seller.token })).body.data
  assert.match(link.url, /\/pedidos\?id=c\d+\./)
  assert.equal((await open(link.token)).body.user.id, a.client.id)
  const fresh = (await post(`/api/v2/clients/${a.client.id}/link`, {}, a.seller.token)).body.data
  assert.equal((await open(link.token)).status, 403)
  assert.equal((await open(fresh.token)).status, 200)
})
test('who is signed in where, and sign out of everything', async () => {
  const p = await aPerson(t, a.id, 3)
  const list = (await t.call('GET', `/api/v2/users/${p.id}/sessions`, { token: a.admin.token })).body.data
  assert.equal(list.length, 1)
  assert.equal((await t.call('GET', `/api/v2/users/${a.client.id}/sessions`, { token: a.seller.token })).status, 404)
  assert.equal((await t.call('DELETE', `/api/v2/users/${p.id}/sessions`, { token: a.admin.token })).body.data.ended, 1)
  assert.equal((await t.call('GET', '/api/v1/auth/me', { token: p.token })).status, 401)
})
test('the log says who changed what, old and new, with personal data masked; another company reads nothing of it', async () => {
  await put(`/api/v1/users/${a.client.id}`, { phone: '11987654321', hide_price: '1' })
  const log = (
    await t.call('GET', `/api/v2/logs/${a.id}/show_logs?object=user&object_id=${a.client.id}`, { token: a.admin.token })
  ).body.data
  assert.equal(log[0].action, 'update')
  assert.deepEqual(log[0].changes, { phone: ['••••5678', '••••4321'], hide_price: [false, true] })
  assert.ok(log.some((l: { action: string }) => l.action === 'login'))
  assert.ok(!JSON.stringify(log).includes('argon2id'))
  const b = await aCompany(t)
  assert.equal((await t.call('GET', `/api/v2/logs/${a.id}/show_logs`, { token: b.admin.token })).status, 404)
  assert.equal((await t.call('GET', `/api/v2/logs/${a.id}/show_logs`, { token: a.seller.token })).status, 403)
})
const told = async (email: string) =>
  (await t.owner.query("select 1 from mails where template = 'email_changed' and recipient = $1", [email])).rowCount
test('changes the own e-mail only with the current password and tells the old address', async () => {
  for (const level of [1, 2, 3]) {
    const p = await aPerson(t, a.id, level)
    const change = (more: object) =>
      t.call('PUT', `/api/v1/users/${p.id}`, { token: p.token, body: { email: `novo-${p.id}@casa.test`, ...more } })
    assert.deepEqual([(await change({})).status, (await change({ current_password: 'errada' })).status], [422, 422])
    assert.equal((await change({ email: p.email.toUpperCase() })).status, 200, 'the same address needs no proof')
    assert.equal(await told(p.email), 0)
    const done = await change({ current_password: 'segredo-de-teste' })
    assert.deepEqual([done.status, done.body.data?.email], [200, `novo-${p.id}@casa.test`], JSON.stringify(done.body))
    assert.equal(await told(p.email), 1)
  }
})
test('tells the old address of a client’s e-mail that an admin or a sheet changes', async () => {
  const p = await aPerson(t, a.id, 3, { seller_id: a.seller.id, phone: '11977776666' })
  const byCard = (token: string, email: string) => t.call('POST', `/api/v2/clients/${p.id}`, { token, body: { email } })
  assert.equal((await byCard(a.seller.token, 'do-vendedor@fora.test')).status, 422)
  assert.equal(await told(p.email), 0)
  assert.equal((await byCard(a.admin.token, 'um@casa.test')).status, 200)
  assert.equal(await told(p.email), 1)
  const file = new Blob(['Razão social;Celular;E-mail\nCasa;(11) 97777-6666;dois@casa.test\n'])
  const sheet = await t.call('POST', '/api/v2/xls/apply', { token: a.admin.token, form: { kind: 'clients', file } })
  assert.equal(sheet.status, 200, JSON.stringify(sheet.body))
  assert.equal(await told('um@casa.test'), 1)
})
test('a webhook stops when the admin who made it leaves, unless another admin keeps it', async () => {
  const b = await aCompany(t)
  const call = (method: string, url: string, token: string, body?: object) =>
    t.call(method, url, { token, ...(body && { body }) })
  const second = async () => {
    await t.owner.query('update companies set max_users_admin = 20, max_users_seller = 20 where id = $1', [b.id])
    return aPerson(t, b.id, 1)
  }
  const make = async (token: string, name: string) => {
    const body = { name, url: 'https://avisos.example.com/pedidos', events: ['order.created'] }
    const r = await call('POST', '/api/v2/webhooks', token, body)
    assert.equal(r.status, 200, JSON.stringify(r.body))
    return r.body.data.webhook.id as number
  }
  const states = async () =>
    ((await call('GET', '/api/v2/webhooks', b.admin.token)).body.data as { name: string; active: string }[]).map(
      (w) => [w.name, w.active],
    )
  const [gone, off, lower] = [await second(), await second(), await second()]
  await make(b.admin.token, 'meu')
  const kept = await make(gone.token, 'fica')
  await make(gone.token, 'sai')
  await make(off.token, 'desligado')
  await make(lower.token, 'rebaixado')
  const left = (await call('GET', `/api/v2/users/${gone.id}/left`, b.admin.token)).body.data
  assert.deepEqual(
    left.map((l: { kind: string; name: string }) => [l.kind, l.name]),
    [
      ['webhook', 'fica'],
      ['webhook', 'sai'],
    ],
  )
  await call('DELETE', `/api/v1/users/${gone.id}?keep=webhook:${kept}`, b.admin.token)
  await call('PUT', `/api/v1/users/${off.id}`, b.admin.token, { active: 0 })
  await call('PUT', `/api/v1/users/${lower.id}`, b.admin.token, { level: 2 })
  const on = (await states())
    .filter(([, active]) => String(active) === '1' || String(active) === 'true')
    .map(([name]) => name)
  assert.deepEqual(on, ['meu', 'fica'])
})
