// Who may call what: generated from permissions.json (a copy of the team's decision, test/permissions.json).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { registered } from '#server/serve.ts'
import type { ErpSimulator } from './erp_shapes.ts'
import { erpSimulator, KEYS, PLATFORM } from './erp_simulator.ts'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from './kit.ts'
import { OURS } from './own_calls.ts'
import { type Row, routeOf, rows } from './permissions.ts'
import { type Asked, eachRole } from './roles.ts'

/** The specification's subscription request. */
const SUBSCRIPTION = (company: number) => ({
  frequency: 'monthly',
  description: '',
  company_id: String(company),
  billing_email: 'financeiro@alfa.test',
  phone: '(11) 91234-5678',
  amount: '99,90',
  plan_id: 3,
  billing_name: 'Marca ALFA Ltda',
  billing_document: '529.982.247-25',
  billing_address_street: 'Rua A',
  number: '1',
  complement: '',
  city: 'Cunha',
  state: 'SP',
  postal_code: '12530-000',
  discount_amount: '0,00',
  seller_id: '',
  due_date: '2026-11-25',
  best_day_due: 10,
})
/** Whoever sells makes a client by an order: nobody twice. */
let phones = 0
let t: TestApp
let a: Company
let b: Company
let operator: string
let visitor: string
let png: Blob
let sheet: Blob
let erp: ErpSimulator
let made: {
  product: number
  category: number
  entity: number
  pedidook: number
  omie: number
  bling: number
  sankhya: number
  tagplus: number
}
before(async () => {
  erp = await erpSimulator()
  // An account without any group answers 404, which is a failure of the call.
  erp.sankhya.groups = [{ codigoGrupoProduto: 77, nome: 'Casa' }]
  t = await startTestApp({ config: { limits: UNLIMITED, ...PLATFORM, erpHosts: erp.hosts, erpPace: 0.001 } })
  a = await aCompany(t, { name: 'Marca ALFA' })
  b = await aCompany(t, { name: 'Marca BETA' })
  operator = (await aPerson(t, null, 0)).token
  visitor = await aVisitor(t, a)
  png = new Blob([
    Buffer.from(
      await sharp({ create: { width: 20, height: 20, channels: 3, background: '#b4532a' } })
        .png()
        .toBuffer(),
    ),
  ])
  sheet = new Blob(['nome;preço\nPeça de planilha;1,00\n'])
  const link = async (type: string, more: object = {}) =>
    (
      await t.call('POST', '/api/v2/integration', {
        token: a.admin.token,
        body: { type, ...KEYS[type as keyof typeof KEYS], ...more },
      })
    ).body.data.id as number
  made = {
    pedidook: await link('pedidook', { filter: 'ALFA' }),
    omie: await link('omie'),
    bling: await link('bling'),
    sankhya: await link('sankhya'),
    // The row that creates one makes it.
    tagplus: 0,
    product: (await aProduct(t, a, { name: 'Produto ALFA', code: 'ALFA-1' })).id,
    category: (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Categoria ALFA' } }))
      .body.data.id,
    entity: (await t.call('POST', '/api/v2/entities', { token: a.admin.token, body: { name: 'Marca ALFA' } })).body.data
      .id,
  }
})
after(async () => {
  erp.close()
  await t.close()
})
const served = () => registered.map((e) => `${e.method} ${e.path}`)
const known = () => rows.filter((r) => served().includes(routeOf(r)))

test('every call that exists is in permissions.json or in our own list, and our list names no ghost', () => {
  const listed = new Set([...rows.map(routeOf), ...OURS])
  assert.deepEqual(
    served().filter((s) => !listed.has(s)),
    [],
  )
  assert.deepEqual(
    OURS.filter((s) => !served().includes(s)),
    [],
  )
  assert.ok(known().length >= 30, `only ${known().length} rows`)
})

/** A valid request for a row, on company A's objects; `who` owns what is "own". */
async function request(r: Row, who: { id: number }): Promise<{ url: string; options: Parameters<TestApp['call']>[2] }> {
  const own = async () => {
    const mine = await order(t, a, a.client.token, aCart([{ product_id: made.product, quantity: 1 }]))
    return mine.body.data.id as number
  }
  const path = r.path
    .replace('{company}', String(a.id))
    .replace('/companies/{id}', `/companies/${a.id}`)
    .replace('/users/{id}', `/users/${r.method === 'DELETE' ? (await aPerson(t, a.id, 3)).id : who.id}`)
    .replace('/products/{id}', `/products/${made.product}`)
    .replace('/logs/{id}', `/logs/${a.id}`)
    .replace('/categories/{id}', `/categories/${made.category}`)
    .replace('/entities/{id}', `/entities/${made.entity}`)
    .replace('/integration/{id}', `/integration/${made.pedidook}`)
    .replace('/sankhya/{id}', `/sankhya/${made.sankhya}`)
    .replace('/tagplus/{id}', `/tagplus/${made.tagplus}`)
    .replace('{name}', 'alfa')
    .replace('{text}', 'alfa')
  /** An order about which this person has asked for an adjustment; anyone else's request is the admin's. */
  const asked = async () => {
    if (who.id !== a.client.id) {
      const id = await own()
      const token = who.id === a.seller.id ? a.seller.token : a.admin.token
      await t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, { token, body: { status: 'ajuste_solicitado' } })
      return id
    }
    const cart = aCart([{ product_id: made.product, quantity: 1 }], { quote: 1, client_id: a.client.id })
    const { id, receipt_path } = (await order(t, a, a.seller.token, cart)).body.data
    const body = { answer: 'ajuste', revision: 1, text: 'Em azul?' }
    await t.call('PUT', `/api/v2/receipts/${receipt_path.split('/').pop()}/quote`, { body })
    return id as number
  }
  const id = r.path.endsWith('/adjustment') ? asked : own
  const url = path.includes('/orders/{id}') ? path.replace('{id}', String(await id())) : path
  const query = (r.query ?? [])
    .filter((q) => q !== 'seller_id')
    .map(
      (q) =>
        `${q}=${{ company_id: a.id, id_integration: made.tagplus, master_id: made.category, limit: 5, page: 1, onlysuper: 0, level: 3, category_id: made.category, tags: 'x', order: 'name', name: 'a', search: 'a' }[q] ?? ''}`,
    )
  const bodies: Record<string, object> = {
    'POST /api/v1/categories': { name: 'Nova', company_id: String(a.id) },
    'POST /api/v1/categories/{id}': { _method: 'PUT', name: 'Outra' },
    'POST /api/v1/auth/login': { email: a.admin.email, password: 'segredo-de-teste' },
    'POST /api/v1/auth/forgotPassword': { email: 'x@y.test' },
    'PUT /api/v1/auth/password': { current_password: 'segredo-de-teste', password: 'segredo-de-teste-novo' },
    'POST /api/v2/auth/loginClient': { user_id: null, company_path: a.path },
    'POST /api/v1/users': {
      name: 'Pessoa Nova',
      email: `nova${Math.random()}@teste.test`,
      password: 'uma frase comprida',
      level: 3,
      company_id: String(a.id),
    },
    'POST /api/v1/users/{id}': { _method: 'PUT', name: 'Outro Nome' },
    'POST /api/v2/xls/export': { company_id: String(a.id) },
    'POST /api/v2/xls/sales/export': { company_id: String(a.id), start_date: '2026-11-01', end_date: '2026-11-30' },
    'POST /api/v1/companies': {
      name: `Nova ${Math.random()}`,
      orders_email: 'x@y.test',
      valid_until: '2027-01-01',
      max_users_admin: 1,
      max_users_seller: 1,
      max_users_client: 5,
    },
    'POST /api/v2/subscription/': SUBSCRIPTION(a.id),
    'POST /api/v1/companies/{id}': { _method: 'PUT', city: 'Paraty' },
    'POST /api/v2/companies/store_settings': { company_id: String(a.id), banner_mobile_remove: '1' },
    'POST /api/v2/companies/updateExchangeRate': { exchange_rate: '5,25' },
    'POST /api/v2/entities': { name: `Nova ${Math.random()}`, company_id: String(a.id) },
    'PUT /api/v2/entities/{id}': { name: 'Marca ALFA' },
    'POST /api/v2/pages/update': { company_id: String(a.id), pages: '[]' },
    'POST /api/v2/integration': { type: 'tagplus', ...KEYS.tagplus, company_id: String(a.id) },
    'POST /api/v2/integration/{id}': { filter: 'ALFA' },
    ...Object.fromEntries(
      [
        'v1/integration/omie/update_products',
        'v1/integration/omie/get_categories',
        'v1/integration/omie/get_accounts',
      ].map((x) => [`POST /api/${x}`, { integration_id: made.omie }]),
    ),
    ...Object.fromEntries(
      ['update_products', 'import_products'].map((x) => [
        `POST /api/v1/integration/bling/${x}`,
        { integration_id: made.bling },
      ]),
    ),
    ...Object.fromEntries(
      (['sankhya', 'tagplus', 'pedidook'] as const).map((x) => [
        `POST /api/v2/integracao/${x}/update_products`,
        { company_id: a.id, integration_id: made[x] },
      ]),
    ),
    'POST /api/v2/tags/update': { company_id: String(a.id), tags: 'natal' },
    'POST /api/v1/products': { name: 'Produto novo', company_id: String(a.id) },
    'POST /api/v1/products/{id}': { name: 'Produto ALFA' },
    'POST /api/v2/companies/{id}/order_cart': aCart([{ product_id: made.product, quantity: 1 }], {
      phone: `119${String(++phones).padStart(8, '0')}`,
    }),
    'PUT /api/v1/companies/{company}/orders/{id}': { status: 'cancelado' },
  }
  const full = `${url}${query.length ? `?${query.join('&')}` : ''}`
  if (r.path.includes('add_image')) return { url: full, options: { form: { image: png, company_id: String(a.id) } } }
  if (r.path.includes('/xls/insert')) return { url: full, options: { form: { file: sheet, company_id: String(a.id) } } }
  if (r.path.includes('/xls/update'))
    return {
      url: full,
      options: { form: { file: new Blob(['código;preço\nALFA-1;1,00\n']), company_id: String(a.id) } },
    }
  if (r.path.includes('order_export')) return { url: full, options: { body: { order_id: await own() } } }
  const body = bodies[`${r.method} ${r.path}`]
  return { url: full, options: body ? { body } : {} }
}
/** No run under way, Bling's consent given, and the number of the link that its row made. */
async function stillIntegrations(): Promise<void> {
  await t.owner.query("update sync_runs set status = 'pronto'")
  made.tagplus = Number(
    (await t.owner.query("select id from integrations where type = 'tagplus' and company_id = $1", [a.id])).rows[0]
      ?.id ?? 0,
  )
  if (erp.bling.access) return
  erp.bling.code = 'codigo'
  const { url } = (await t.call('GET', `/api/v2/integration/${made.bling}/connect`, { token: a.admin.token })).body.data
  await t.app.inject({
    method: 'GET',
    url: `/api/v2/integration/consent?code=codigo&state=${new URL(url).searchParams.get('state')}`,
  })
}
const checksum = async () =>
  JSON.stringify(
    (
      await t.owner.query(
        "select (select md5(string_agg(p::text, '' order by id)) from products p), (select md5(string_agg(c::text, '' order by id)) from categories c), (select md5(string_agg(o::text, '' order by id)) from orders o), (select md5(string_agg(u::text, '' order by id)) from users u), (select md5(string_agg(c::text, '' order by id)) from companies c), (select md5(string_agg(e::text, '' order by id)) from entities e), (select md5(string_agg(i::text, '' order by id)) from integrations i), (select md5(string_agg(s::text, '' order by id)) from sync_runs s)",
      )
    ).rows,
  )

test('each cell of the matrix answers as it is written, and what is denied changes nothing', async () => {
  const wrong: string[] = []
  let cells = 0
  for (const r of known()) {
    const fresh = async (level: number) => aPerson(t, a.id, level, level === 3 ? { seller_id: a.seller.id } : {})
    const changesSelf = r.path.endsWith('/auth/password')
    const people = {
      client: changesSelf ? await fresh(3) : a.client,
      seller: changesSelf ? await fresh(2) : a.seller,
      admin: changesSelf ? await fresh(1) : a.admin,
      operator: { id: 0, token: changesSelf ? (await aPerson(t, null, 0)).token : operator },
    }
    const tokens: [string, string, string | undefined, { id: number }][] = [
      ['anonymous', r.roles.anonymous, undefined, a.client],
      ['client', r.roles.client, people.client.token, people.client],
      ['seller', r.roles.seller, people.seller.token, people.seller],
      ['admin', r.roles.admin, people.admin.token, people.admin],
      ['operator', r.roles.operator, people.operator.token, a.admin],
      ['public_client', r.public_client, visitor, { id: a.public_user }],
    ]
    if (r.foreign_admin !== 'deny:401') tokens.push(['foreign_admin', r.foreign_admin, b.admin.token, a.client])
    for (const [who, cell, token, person] of tokens) {
      if (who === 'operator' && r.path === '/api/v1/users/{id}') person.id = a.admin.id
      if (r.section === 'integration') await stillIntegrations()
      const { url, options } = await request(r, person)
      const before = cell.startsWith('deny') && r.effect !== 'read' ? await checksum() : ''
      const answer = await t.call(r.method, url, { ...options, ...(token && { token }) })
      cells++
      const expected = cell.startsWith('deny:') ? [Number(cell.slice(5))] : [200, 201]
      if (!expected.includes(answer.status))
        wrong.push(
          `row ${r.id} ${r.method} ${url} as ${who}: ${answer.status} ${answer.body?.code ?? ''}, wanted ${cell}`,
        )
      if (before && (await checksum()) !== before) wrong.push(`row ${r.id} as ${who}: denied, and something changed`)
      if (cell === 'allow-own-rows-only' && JSON.stringify(answer.body).includes('ALFA'))
        wrong.push(`row ${r.id} as ${who}: shows the other company's rows`)
      if (r.effect === 'delete' && answer.status === 200) {
        await t.owner.query('update companies set deleted_at = null where id = $1', [a.id])
        await t.owner.query('update integrations set deleted_at = null, active = true where id = $1', [made.pedidook])
        await t.owner.query('update products set deleted_at = null, active = true where id = $1', [made.product])
        await t.owner.query('update entities set deleted_at = null where id = $1', [made.entity])
        await t.owner.query('update categories set deleted_at = null where id = $1', [made.category])
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(cells > 200, `${cells} cells`)
})
test("what is one's own: a sibling's order and profile are 404 for client and seller", async () => {
  const sibling = await aPerson(t, a.id, 3)
  const other = await aPerson(t, a.id, 2)
  const { id } = (await order(t, a, a.client.token, aCart([{ product_id: made.product, quantity: 1 }]))).body.data
  for (const p of [sibling, other]) {
    assert.equal((await t.call('GET', `/api/v1/companies/${a.id}/orders/${id}`, { token: p.token })).status, 404)
    assert.equal(
      (await t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, { token: p.token, body: { status: 'cancelado' } }))
        .status,
      404,
    )
    assert.equal((await t.call('GET', `/api/v1/users/${a.client.id}`, { token: p.token })).status, 404)
  }
})
test("the role is refused before the content is looked at, with the specification's sentence", async () => {
  for (const [method, url] of [
    ['POST', '/api/v1/products'],
    ['DELETE', `/api/v1/products/${made.product}`],
    ['POST', '/api/v1/categories'],
    ['DELETE', `/api/v1/categories/${made.category}`],
  ] as const) {
    for (const token of [a.seller.token, a.client.token]) {
      const r = await t.call(method, url, { token, ...(method === 'POST' && { body: { price: 'lixo' } }) })
      assert.equal(r.status, 403)
      assert.equal(r.body.message, 'Voce precisa ser administrador para executar esta acao')
    }
  }
})
test('clients: each call as each role; a colleague finds nothing, another company nothing, and what is denied changes nothing', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const [one, two, three] = [await aClient(t, a), await aClient(t, a), await aClient(t, a)]
  const card = `/api/v2/clients/${one}`
  await t.call('POST', `${card}/merge`, { token: a.admin.token, body: { other: three } })
  const { merges } = (await t.call('GET', card, { token: a.admin.token })).body.data
  const found = [401, 403, 403, 403, 404, 404, 200, 200]
  const own = [401, 403, 403, 403, 200, 200, 200, 200]
  const admin = [401, 403, 403, 403, 403, 404, 403, 200]
  const rows: Asked[] = [
    ['GET', '/api/v2/clients', undefined, own],
    // Who works for another company makes a client there, and nothing here.
    ['POST', '/api/v2/clients', { name: 'Recém-Chegado' }, own],
    ['GET', card, undefined, found],
    ['GET', `${card}/habits`, undefined, found],
    ['GET', `${card}/link`, undefined, found],
    ['GET', '/api/v2/clients/same?phone=11912345678', undefined, own],
    ['POST', card, { notes: 'Cliente ALFA' }, found],
    ['DELETE', `${card}/link`, undefined, found],
    ['POST', `${card}/link`, {}, found],
    ['POST', `${card}/merge`, { other: two }, [401, 403, 403, 403, 404, 404, 200, 404]],
    ['DELETE', `${card}/merges/${merges[0].id}`, undefined, [401, 403, 403, 403, 404, 404, 200, 409]],
    ['POST', '/api/v2/clients/move', { ids: [one], seller_id: colleague.id }, admin],
  ]
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    "select string_agg(u::text, '' order by id) as s from users u where company_id = $1",
  )
})
