// Every switch of the company's and of a person's: off and on are two different answers for who reads.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  order,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from './kit.ts'

let t: TestApp
let a: Company
let operator: Person
let visitor: string
let cup: number
let plain: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t, {
    price_table_active: true,
    exchange_rate: '5',
    additional_name: 'Mesa',
    has_sub_categories: true,
  })
  operator = await aPerson(t, null, 0)
  visitor = await aVisitor(t, a)
  const post = async (body: object) =>
    (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body })).body.data.id as number
  const cups = await post({ name: 'Canecas' })
  await post({ name: 'Mesa', is_master_category: 1, sub_categories: JSON.stringify([cups]) })
  cup = (
    await aProduct(t, a, {
      name: 'Caneca',
      code: 'CAN',
      price: '30,00',
      price2: '20,00',
      categories: JSON.stringify([cups]),
      tags: JSON.stringify(['novo']),
      attributes: JSON.stringify([{ specs: { Cor: 'Areia' }, price: '35,00' }, { specs: { Cor: 'Folha' } }]),
    })
  ).id
  plain = (await aProduct(t, a, { name: 'Vaso', price: '50,00', price2: '45,00', price_promo: '40,00', stock: '0' })).id
  await t.owner.query('update users set price_table = 2 where id = $1', [a.client.id])
})
after(() => t.close())

const get = async (url: string, token = a.client.token) => (await t.call('GET', url, { token })).body
const product = async (id: number, token?: string) => (await get(`/api/v1/products/${id}`, token)).data
const names = (rows: { name: string }[]) => rows.map((r) => r.name)
const ordered = async () => {
  const r = await order(t, a, a.client.token, aCart([{ product_id: plain, quantity: 1 }]))
  return [r.status, Object.keys(r.body.errors ?? {}).join()]
}
const company = async () => (await get(`/api/v1/companies/${a.id}`, visitor)).data
const putCompany = async (body: object, token = a.admin.token) => {
  const r = await t.call('PUT', `/api/v1/companies/${a.id}`, { token, body })
  assert.equal(r.status, 200, JSON.stringify(r.body))
}
const putClient = async (body: object) => {
  const r = await t.call('PUT', `/api/v1/users/${a.client.id}`, { token: a.admin.token, body })
  assert.equal(r.status, 200, JSON.stringify(r.body))
}
interface Switch {
  name: string
  /** Leaves the switch as it was found: the second is how it starts. */
  set: (on: boolean) => Promise<void>
  starts: boolean
  see: () => Promise<unknown>
  on: unknown
  off: unknown
}
const flag = (name: string, starts: boolean, see: () => Promise<unknown>, on: unknown, off: unknown): Switch => ({
  name,
  starts,
  see,
  on,
  off,
  set: (x) => putCompany({ [name]: x ? '1' : '0' }, name === 'pedido_pro' ? operator.token : a.admin.token),
})
const setting = (name: string, starts: boolean): Switch => ({
  ...flag(name, starts, async () => (await company()).settings[name] ?? (starts ? '1' : '0'), '1', '0'),
  set: (x) => putCompany({ settings: { [name]: x ? '1' : '0' } }),
})
const person = (
  name: string,
  on: unknown,
  off: unknown,
  see: () => Promise<unknown>,
  seenOn: unknown,
  seenOff: unknown,
): Switch => ({
  name: `a person's ${name}`,
  starts: false,
  set: (x) => putClient({ [name]: x ? on : off }),
  see,
  on: seenOn,
  off: seenOff,
})
const SWITCHES: Switch[] = [
  flag(
    'variations_active',
    true,
    async () => [(await product(cup)).attributes.length, (await product(cup)).price],
    [2, '20,00'],
    [0, '20,00'],
  ),
  flag(
    'tag_active',
    true,
    async () => [(await product(cup)).tags, (await get('/api/v1/products?tags=novo')).total],
    [['novo'], 1],
    [[], 2],
  ),
  flag(
    'has_sub_categories',
    true,
    async () => names((await get('/api/v1/categories')).data).toSorted(),
    ['Canecas', 'Mesa'],
    ['Mesa'],
  ),
  flag('price_table_active', true, async () => (await product(plain)).price, '45,00', '50,00'),
  flag('promo_price_active', true, async () => (await product(plain)).price_promo, '40,00', null),
  flag('importer', false, async () => (await product(plain)).price, '225,00', '45,00'),
  flag('cpf_required', false, () => ordered(), [422, 'document'], [201, '']),
  flag('cnpj_required', false, () => ordered(), [422, 'document'], [201, '']),
  flag('additional_field_required', false, () => ordered(), [422, 'additional_field'], [201, '']),
  flag('refuse_without_stock', false, async () => (await ordered())[0], 409, 201),
  flag('public_hide_price', false, async () => (await product(plain, visitor)).price, undefined, '50,00'),
  flag('whatsapp', true, async () => (await company()).whatsapp, '1', '0'),
  flag('pedido_pro', true, async () => (await company()).pedido_pro, '1', '0'),
  {
    ...flag('pedidos', true, async () => (await ordered())[0], 201, 403),
    set: (x) => putCompany({ pedidos: x ? '1' : '0', whatsapp: x ? '1' : '0' }),
  },
  setting('show_whatsapp_in_toolbar', true),
  setting('show_instagram_in_toolbar', true),
  setting('show_facebook_in_toolbar', true),
  setting('show_tiktok_in_toolbar', true),
  setting('show_entity_on_menu', false),
  setting('landing_page_active', false),
  person('hide_price', '1', '0', async () => (await product(plain)).price, undefined, '45,00'),
  person(
    'hide_no_stock',
    '1',
    '0',
    async () => names((await get('/api/v1/products')).data),
    ['Caneca'],
    ['Caneca', 'Vaso'],
  ),
  person('margin', '10', '0', async () => (await product(plain)).price, '49,50', '45,00'),
  person('price_table', '1', '2', async () => (await product(plain)).price, '50,00', '45,00'),
]
for (const s of SWITCHES)
  test(`${s.name}: off and on are two answers for the reader`, async () => {
    for (const on of [s.starts, !s.starts, s.starts]) {
      await s.set(on)
      assert.deepEqual(await s.see(), on ? s.on : s.off, `${s.name} ${on ? 'on' : 'off'}`)
    }
  })

test('without variations a product is sold as one, from its own stock; a cart of before is refused by name', async () => {
  await putCompany({ variations_active: '0', refuse_without_stock: '1' })
  const asOne = await order(t, a, a.client.token, aCart([{ product_id: cup, quantity: 2 }]))
  assert.deepEqual([asOne.status, asOne.body.data.total], [201, '40,00'])
  const before = await order(t, a, a.client.token, aCart([{ product_id: cup, quantity: 1, specs: { Cor: 'Areia' } }]))
  assert.deepEqual([before.status, before.body.lines[0].name], [422, 'Caneca'])
  const pdf = await t.call('POST', '/api/v2/products/products_for_pdf?limit=10', {
    token: a.seller.token,
    body: { variation: '1' },
  })
  assert.deepEqual(pdf.body.data.find((p: { id: number }) => p.id === cup).attributes, [])
  assert.equal((await product(cup, a.admin.token)).attributes.length, 2, 'the admin keeps them')
  await putCompany({ variations_active: '1', refuse_without_stock: '0' })
  const again = await order(t, a, a.client.token, aCart([{ product_id: cup, quantity: 1, specs: { Cor: 'Areia' } }]))
  assert.equal(again.status, 201)
})
test('with one level of categories what is below is found, counted and named above', async () => {
  await putCompany({ has_sub_categories: '0' })
  const [top] = (await get('/api/v1/categories')).data
  assert.deepEqual([top.name, top.products, top.sub_categories], ['Mesa', 1, []])
  assert.deepEqual(names((await get(`/api/v1/products?category_id=${top.id}`)).data), ['Caneca'])
  assert.deepEqual((await product(cup)).categories, [top.id])
  assert.equal((await get('/api/v1/categories', a.admin.token)).data.length, 2, 'the admin keeps both')
  await putCompany({ has_sub_categories: '1' })
})
test('a device that has everything is told when a switch changes what it shows', async () => {
  const sync = async (q: string) => (await get(`/api/v2/offline?${q}`)).data
  let { version, projection } = await sync('')
  for (const [name, off] of [
    ['tag_active', '0'],
    ['variations_active', '0'],
    ['promo_price_active', '0'],
    ['price_table_active', '0'],
    ['has_sub_categories', '0'],
    ['importer', '1'],
  ] as const) {
    await putCompany({ [name]: off })
    const next = await sync(`since=${version}&projection=${encodeURIComponent(projection)}`)
    assert.deepEqual([next.reset, next.products.length], [true, 2], name)
    ;({ version, projection } = next)
  }
  const last = await sync(`since=${version}&projection=${encodeURIComponent(projection)}`)
  assert.deepEqual([last.reset, last.products.length], [false, 0])
})
