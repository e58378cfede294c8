// What a device keeps, and how it is renewed: after every change the copy that took it is the one fetched anew.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findClients } from '#features/clients/web/found.ts'
import { findOrders } from '#features/orders/web/kept.ts'
import { copyOf, Device } from './device.ts'
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

let t: TestApp
let a: Company
let b: Company
let product: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  ;[a, b] = [await aCompany(t), await aCompany(t)]
  product = (await aProduct(t, a, { name: 'Vaso' })).id
  await aProduct(t, b)
})
after(() => t.close())
const names = (d: Device) => [...d.rows('clients').values()].map((c): string => c.name).sort()
const byNumber = (ids: Iterable<number>) => [...ids].sort((x, y) => x - y)
const admin = (method: string, url: string, body: object) => t.call(method, url, { token: a.admin.token, body })

test('each role keeps what belongs to it: a seller the portfolio and the own orders, a client the own orders, a visitor neither', async () => {
  const other = await aPerson(t, a.id, 2)
  await aClient(t, a, { name: 'Da Ana' })
  await aClient(t, a, { name: 'Do Beto', seller_id: other.id })
  const mine = (await order(t, a, a.client.token, aCart([{ product_id: product, quantity: 1 }]))).body.data.id
  const seller = await copyOf(t, a.seller.token)
  assert.ok(names(seller).includes('Da Ana') && !names(seller).includes('Do Beto'))
  assert.deepEqual([...seller.rows('orders').keys()], [mine])
  const theirs = await copyOf(t, other.token)
  assert.deepEqual([names(theirs), theirs.rows('orders').size], [['Do Beto'], 0])
  const client = await copyOf(t, a.client.token)
  assert.deepEqual(Object.keys(client.kinds).sort(), [
    'categories',
    'entities',
    'messages',
    'notices',
    'ordered',
    'orders',
    'sellers',
  ])
  assert.deepEqual([...client.rows('orders').keys()], [mine])
  assert.equal(client.rows('orders').get(mine)?.internal_note, undefined)
  assert.ok(names(await copyOf(t, a.admin.token)).includes('Do Beto'))
  assert.deepEqual(Object.keys((await copyOf(t, await aVisitor(t, a))).kinds).sort(), [
    'categories',
    'entities',
    'sellers',
  ])
})
test('a client’s device knows whether the next order is the first: quotes and what was cancelled are none, one of years ago is', async () => {
  const client = await aPerson(t, a.id, 3, { seller_id: a.seller.id })
  const device = await copyOf(t, client.token)
  const ordered = async () => {
    await device.renew()
    return device.kinds.ordered
  }
  assert.equal(await ordered(), false)
  const cart = aCart([{ product_id: product, quantity: 1 }], { client_id: client.id, quote: '1' })
  assert.equal((await order(t, a, a.seller.token, cart)).status, 201)
  assert.equal(await ordered(), false)
  const { id } = (await order(t, a, client.token, aCart([{ product_id: product, quantity: 1 }]))).body.data
  assert.equal(await ordered(), true)
  await t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, { token: client.token, body: { status: 'cancelado' } })
  assert.equal(await ordered(), false)
  const first = (await order(t, a, client.token, aCart([{ product_id: product, quantity: 1 }]))).body.data
  for (const status of ['confirmado', 'entregue'])
    await t.call('PUT', `/api/v1/companies/${a.id}/orders/${first.id}`, { token: a.admin.token, body: { status } })
  await t.owner.query("update orders set received_at = received_at - interval '3 years' where id = $1", [first.id])
  assert.deepEqual([await ordered(), device.rows('orders').has(first.id)], [true, false])
})
test('another company’s change, and its people, are nowhere in the copy', async () => {
  const seller = await copyOf(t, a.seller.token)
  const stranger = await copyOf(t, b.admin.token)
  const product_b = [...stranger.products.keys()][0] as number
  await order(t, b, b.client.token, aCart([{ product_id: product_b, quantity: 1 }]))
  const before = JSON.stringify(seller.state())
  await seller.renew()
  assert.equal(JSON.stringify(seller.state()), before)
  assert.ok([...stranger.rows('clients').keys()].every((id) => !seller.rows('clients').has(id)))
})
test('a client who is moved to another seller leaves the first one’s device and comes to the other’s, with the habits', async () => {
  const other = await aPerson(t, a.id, 2)
  const client = await aClient(t, a, { name: 'Muda de carteira' })
  await order(t, a, a.seller.token, aCart([{ product_id: product, quantity: 3 }], { client_id: client }))
  const [from, to] = [await copyOf(t, a.seller.token), await copyOf(t, other.token)]
  assert.equal(from.rows('clients').get(client)?.usual.length, 1)
  await admin('POST', '/api/v2/clients/move', { ids: [client], seller_id: other.id })
  await from.renew()
  await to.renew()
  assert.ok(!from.rows('clients').has(client))
  assert.equal(to.rows('clients').get(client)?.usual[0].product_id, product)
  assert.equal(from.resets, 0, 'nothing else was fetched again')
})
test('prices hidden from a seller, and a client turned into a seller: the copy is fetched anew as they may see it', async () => {
  const seller = await aPerson(t, a.id, 2)
  await order(t, a, seller.token, aCart([{ product_id: product, quantity: 1 }]))
  const device = await copyOf(t, seller.token)
  const [placed] = device.rows('orders').values()
  assert.equal(placed?.total, '10,00')
  await t.owner.query('update users set hide_price = true where id = $1', [seller.id])
  await device.renew()
  const [now] = device.rows('orders').values()
  assert.equal(now?.total, undefined)
  assert.ok(!JSON.stringify(device.state()).includes('"10,00"'), 'no price is left')
  await t.owner.query('update users set level = 3, hide_price = false where id = $1', [seller.id])
  await device.renew()
  assert.equal(device.kinds.clients, undefined)
  assert.equal(device.rows('orders').size, 0)
})
test('an order does not throw away what is kept of the catalogue, and a transaction that commits late is not missed', async () => {
  const version = async () => (await t.call('GET', '/api/v2/offline', { token: a.admin.token })).body.data.version
  const was = await version()
  const device = await copyOf(t, a.seller.token)
  const late = await t.owner.connect()
  await late.query('begin')
  const client = await aClient(t, a, { name: 'Antes' })
  await device.renew()
  await late.query("update users set name = 'Depois' where id = $1", [client])
  // Somebody else commits, and is fetched, between the writing and the commit of the slow one.
  await order(t, a, a.seller.token, aCart([{ product_id: product, quantity: 1 }]))
  await device.renew()
  assert.equal(device.rows('clients').get(client)?.name, 'Antes')
  await late.query('commit')
  late.release()
  await device.renew()
  assert.equal(device.rows('clients').get(client)?.name, 'Depois')
  assert.equal(await version(), was)
})
test('more than one part: what changes between the parts is not lost', async () => {
  const c = await aCompany(t)
  const sold = (await aProduct(t, c)).id
  await t.owner.query(
    `insert into users (company_id, level, name, seller_id) select $1, 3, 'Cliente ' || n, $2 from generate_series(1, 600) n`,
    [c.id, c.seller.id],
  )
  const device = new Device(t, c.seller.token)
  let parts = 0
  const changed = async () => {
    if (++parts !== 1) return
    await t.owner.query("update users set name = 'Outro nome' where company_id = $1 and name = 'Cliente 1'", [c.id])
    await t.owner.query("delete from users where company_id = $1 and name = 'Cliente 600'", [c.id])
    await order(t, c, c.seller.token, aCart([{ product_id: sold, quantity: 1 }]))
  }
  await device.renew(changed)
  assert.ok(parts >= 2, `${parts} parts`)
  await device.renew()
  const fresh = await copyOf(t, c.seller.token)
  assert.deepEqual(device.state(), fresh.state())
  assert.equal(device.rows('clients').size, 601)
})
test('a database that was there before another: numbers that this one never gave fetch everything anew', async () => {
  const device = await copyOf(t, a.seller.token)
  for (const [kind, mark] of Object.entries(device.marks)) device.marks[kind] = mark.replace(/^-\d+/, '-99999999999')
  device.version = 99_999_999
  await device.renew()
  assert.deepEqual(device.state(), (await copyOf(t, a.seller.token)).state())
  assert.ok(device.resets > 0)
})
test('too many rows for a device are asked of the server', async () => {
  const c = await aCompany(t)
  await t.owner.query(
    `insert into users (company_id, level, name) select $1, 3, 'Cliente ' || n from generate_series(1, 5001) n`,
    [c.id],
  )
  const device = await copyOf(t, c.admin.token)
  assert.deepEqual(device.kinds.clients, null)
})
test('a category is moved, taken out and deleted: the renewed copy is the one fetched anew, whoever hides what and whether sub-categories are shown', async () => {
  for (const has_sub_categories of [true, false]) {
    const c = await aCompany(t, { has_sub_categories })
    const call = (method: string, url: string, body: object) => t.call(method, url, { token: c.admin.token, body })
    const make = async (name: string): Promise<number> =>
      (await call('POST', '/api/v1/categories', { name })).body.data.id
    const [hidden, moved] = [await make('Reservada'), await make('Copos')]
    const one = await aProduct(t, c, { name: 'Copo', categories: [moved] })
    await aProduct(t, c, { name: 'Jarra' })
    const narrow = await aPerson(t, c.id, 3, { hidden_categories: [hidden] })
    const tokens = [narrow.token, c.client.token, c.seller.token, await aVisitor(t, c)]
    const devices = await Promise.all(tokens.map((token) => copyOf(t, token)))
    const shows = () => devices.map((d) => d.products.has(one.id))
    const put = (subs: number[]) => call('PUT', `/api/v1/categories/${hidden}`, { sub_categories: subs })
    for (const [act, seen] of [
      [() => put([moved]), false],
      [() => put([]), true],
      [() => put([moved]), false],
      [() => call('DELETE', `/api/v1/categories/${hidden}`, {}), true],
    ] as const) {
      assert.equal((await act()).status, 200)
      for (const d of devices) {
        await d.renew()
        assert.deepEqual(d.state(), (await copyOf(t, d.token)).state())
      }
      assert.deepEqual(shows(), [seen, true, true, true])
    }
  }
})
test('random changes by the admin: whatever was taken as a change is what is fetched anew, for each role', async () => {
  const c = await aCompany(t, { price_table_active: true, pedido_pro: true })
  const other = await aPerson(t, c.id, 2)
  const goods = await Promise.all([1, 2, 3, 4].map(() => aProduct(t, c, { stock: 1000 })))
  const clients = await Promise.all([1, 2, 3, 4, 5].map(() => aClient(t, c)))
  const tokens = [c.admin.token, c.seller.token, other.token, c.client.token]
  const devices = await Promise.all(tokens.map((token) => copyOf(t, token)))
  let seed = 7
  const pick = <T>(list: readonly T[]): T => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return list[(seed >>> 16) % list.length] as T
  }
  const orders: number[] = []
  const call = (method: string, url: string, body?: object) => t.call(method, url, { token: c.admin.token, body })
  const acts: (() => Promise<unknown>)[] = [
    () =>
      call('POST', `/api/v1/products/${pick(goods).id}`, {
        price: pick(['11,00', '12,50']),
        active: pick([1, 1, 1, 0]),
      }),
    () => call('POST', `/api/v2/clients/${pick(clients)}`, { notes: pick(['fala cedo', '']), phone: '11988887777' }),
    () =>
      call('POST', '/api/v2/clients/move', { ids: [pick(clients)], seller_id: pick([c.seller.id, other.id, null]) }),
    async () => {
      const r = await order(
        t,
        c,
        c.admin.token,
        aCart([{ product_id: pick(goods).id, quantity: 1 }], { client_id: pick(clients) }),
      )
      if (r.status === 201) orders.push(r.body.data.id)
    },
    async () => {
      if (orders.length === 0) return
      await call('PUT', `/api/v1/companies/${c.id}/orders/${pick(orders)}`, {
        status: pick(['confirmado', 'cancelado', 'ajuste_solicitado']),
        reason: 'teste',
      })
    },
    async () => {
      if (orders.length === 0) return
      await call('PUT', `/api/v2/companies/${c.id}/orders/${pick(orders)}/note`, { internal_note: pick(['x', 'y']) })
    },
    () => call('POST', '/api/v1/categories', { name: `Nova ${pick([1, 2, 3])}` }),
    () => call('DELETE', `/api/v1/products/${goods[3]?.id}`),
    async () => {
      await call('POST', `/api/v2/clients/${clients[3]}/merge`, { other: clients[4] })
    },
  ]
  for (let round = 0; round < 24; round++) {
    for (let i = 0; i < 3; i++) await pick(acts)()
    for (const d of devices) await d.renew()
    if (round % 4 === 3)
      for (const [i, d] of devices.entries())
        assert.deepEqual(d.state(), (await copyOf(t, tokens[i] as string)).state(), `round ${round}, device ${i}`)
  }
  assert.ok(orders.length > 3)
  const lists = async (token: string, url: string) =>
    byNumber((await t.call('GET', url, { token })).body.data.map((r: { id: number }) => r.id))
  for (const [i, token] of tokens.entries())
    assert.deepEqual(
      byNumber((devices[i] as Device).rows('orders').keys()),
      await lists(token, `/api/v1/companies/${c.id}/orders?limit=100`),
    )
  for (const [i, token] of tokens.slice(0, 3).entries())
    assert.deepEqual(
      byNumber((devices[i] as Device).rows('clients').keys()),
      await lists(token, '/api/v2/clients?limit=100'),
    )
})
test('the lists of the device stand in the order of the server, whatever is asked for', async () => {
  const c = await aCompany(t)
  const sold = (await aProduct(t, c)).id
  const people = ['Padaria Açaí', 'padaria pires', 'Ateliê', 'Zé do Bar', 'Bar da Lu']
  for (const [i, name] of people.entries()) {
    const id = await aClient(t, c, { company_name: name, phone: `119777766${i}0`, document: i ? '' : '52998224725' })
    for (let n = 0; n < i; n++) {
      const placed = await order(t, c, c.seller.token, aCart([{ product_id: sold, quantity: 1 }], { client_id: id }))
      await t.owner.query("update orders set received_at = $2::timestamptz - $3 * interval '9 days' where id = $1", [
        placed.body.data.id,
        t.clock.now(),
        n * i + 1,
      ])
    }
  }
  const device = await copyOf(t, c.seller.token)
  const day = '2026-11-21'
  const listed = async (url: string) =>
    (await t.call('GET', url, { token: c.seller.token })).body.data.map((r: { id: number }) => r.id)
  const asked = { words: '', order: '', seller: null }
  for (const order of ['recent', 'late', 'name', 'silent'])
    assert.deepEqual(
      findClients(device.rows('clients'), { ...asked, order }, day).map((r) => r.id),
      await listed(`/api/v2/clients?order=${order}&limit=100`),
      order,
    )
  for (const words of ['padaria', 'PAD ac', 'padraia', '529.982.247-25', '7777-6610', 'ninguém', 'a'])
    assert.deepEqual(
      findClients(device.rows('clients'), { ...asked, words }, day).map((r) => r.id),
      await listed(`/api/v2/clients?name=${encodeURIComponent(words)}&limit=100`),
      words,
    )
  for (const [query, by] of [
    ['', {}],
    ['status=novo', { status: 'novo' }],
    ['status=cancelado', { status: 'cancelado' }],
    ['search=lu', { search: 'lu' }],
    ['search=3', { search: '3' }],
    ['from=2026-11-01', { from: '2026-11-01' }],
  ] as const)
    assert.deepEqual(
      findOrders(device.rows('orders'), by).map((r) => r.id),
      await listed(`/api/v1/companies/${c.id}/orders?limit=100&${query}`),
      query,
    )
})
test('twin: a device that believes the rows alone, without the sums, keeps a client who is gone', async () => {
  const other = await aPerson(t, a.id, 2)
  const client = await aClient(t, a, { name: 'Fica por engano' })
  const device = await copyOf(t, a.seller.token)
  device.sums = false
  await admin('POST', '/api/v2/clients/move', { ids: [client], seller_id: other.id })
  await device.renew()
  assert.ok(device.rows('clients').has(client))
})
