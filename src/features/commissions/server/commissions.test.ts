import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
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
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
let other: Person
let hers: Person
let vase: number
let bowl: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
beforeEach(async () => {
  t.clock.set('2026-11-21T12:00:00Z')
  a = await aCompany(t)
  other = await aPerson(t, a.id, 2, { name: 'Bruno' })
  hers = await aPerson(t, a.id, 3, { seller_id: other.id })
  vase = (await aProduct(t, a, { name: 'Vaso', price: '100,00' })).id
  bowl = (await aProduct(t, a, { name: 'Tigela', price: '50,00' })).id
})
/** Another moment, at which everybody is still signed in. */
async function at(iso: string): Promise<void> {
  t.clock.set(iso)
  await t.owner.query('update sessions set last_seen = $1, created_at = $1', [iso])
}
const rates = '/api/v2/commissions/rates'
const put = (url: string, body: object, token = a.admin.token) => t.call('PUT', url, { token, body })
const read = async (token = a.seller.token, query = '') =>
  (await t.call('GET', `/api/v2/commissions${query}`, { token })).body.data
const mine = async (token = a.seller.token, query = '') => (await read(token, query)).sellers[0]
const place = async (client: Person, lines: [number, number][], more: object = {}) =>
  (
    await order(
      t,
      a,
      client.token,
      aCart(
        lines.map(([product_id, quantity]) => ({ product_id, quantity })),
        { ...more },
      ),
    )
  ).body.data.id as number
const move = async (id: number, ...statuses: string[]) => {
  for (const status of statuses)
    assert.equal((await put(`/api/v1/companies/${a.id}/orders/${id}`, { status, reason: 'x' })).status, 200, status)
}
const pay = (ids: number[], paid = '1', token = a.admin.token) =>
  put(`/api/v2/companies/${a.id}/orders/paid`, { ids, paid }, token)
const money = ({ prevista, faturada, paga }: Record<string, string>) => [prevista, faturada, paga]

test('5 % of what a seller sold: foreseen, invoiced when the order is, paid when the money came; cancelled brings nothing', async () => {
  await put(rates, { percent: '5' })
  const first = await place(a.client, [[vase, 3]])
  const second = await place(a.client, [[bowl, 2]])
  assert.deepEqual(money(await mine()), ['20,00', '0,00', '0,00'])
  await move(first, 'confirmado', 'faturado')
  assert.deepEqual(money(await mine()), ['5,00', '15,00', '0,00'])
  assert.deepEqual((await pay([first, second])).body.data, { changed: [first, second] })
  assert.deepEqual(money(await mine()), ['0,00', '0,00', '20,00'])
  await pay([second], '0')
  await move(second, 'cancelado')
  const m = await mine()
  assert.deepEqual([...money(m), m.orders, m.total], ['0,00', '0,00', '15,00', 1, '300,00'])
})
test('product before category before seller before company, and the discount comes off first', async () => {
  const category = (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Cerâmica' } }))
    .body.data.id
  await t.owner.query('insert into product_categories (company_id, product_id, category_id) values ($1, $2, $3)', [
    a.id,
    bowl,
    category,
  ])
  const body = aCart(
    [
      { product_id: vase, quantity: 1 },
      { product_id: bowl, quantity: 2 },
    ],
    { discount: '10', client_id: a.client.id },
  )
  assert.equal((await order(t, a, a.seller.token, body)).status, 201)
  const seen: string[] = []
  for (const who of [{}, { seller_id: a.seller.id }, { category_id: category }, { product_id: vase }]) {
    assert.equal((await put(rates, { ...who, percent: String(5 + seen.length * 5) })).status, 200)
    seen.push((await mine()).prevista)
  }
  assert.deepEqual(seen, ['9,00', '18,00', '22,50', '31,50'])
  await put(rates, { product_id: vase, percent: '' })
  assert.equal((await mine()).prevista, '22,50')
})
test('a change holds from its day on; one typed for an earlier day counts anew from there', async () => {
  await put(rates, { percent: '10', since: '2026-11-01' })
  await place(a.client, [[vase, 1]])
  await at('2026-11-25T12:00:00Z')
  await put(rates, { percent: '20' })
  await place(a.client, [[vase, 1]])
  assert.equal((await mine()).prevista, '30,00')
  await put(rates, { percent: '1', since: '2026-11-20' })
  assert.equal((await mine()).prevista, '2,00')
  assert.equal((await put(rates, { percent: '1', since: '2026-02-31' })).status, 422)
  assert.equal((await put(rates, { percent: '100,01' })).status, 422)
  assert.equal((await put(rates, { percent: '-1' })).status, 422)
  assert.equal((await put(rates, { percent: '1', seller_id: a.seller.id, product_id: vase })).status, 422)
})
test('a target holds for the months after until another is set; the month begins with the company’s day', async () => {
  const target = (month: string, value: string) =>
    put('/api/v2/commissions/targets', { seller_id: a.seller.id, month, target: value })
  await target('2026-10', '1.000,00')
  await place(a.client, [[vase, 4]])
  assert.deepEqual([(await mine()).target, (await mine()).reached], ['1000,00', 40])
  // 23:30 of 30 November in São Paulo, already December in London.
  await at('2026-12-01T02:30:00Z')
  await place(a.client, [[vase, 5]])
  assert.deepEqual([(await mine()).total, (await mine(a.seller.token, '?month=2026-11')).reached], ['900,00', 90])
  await at('2026-12-01T12:00:00Z')
  const december = await mine()
  assert.deepEqual([december.orders, december.target, december.reached], [0, '1000,00', 0])
  await target('2026-12', '')
  assert.deepEqual([(await mine()).target, (await mine()).reached], [null, null])
  assert.equal((await mine(a.seller.token, '?month=2026-11')).target, '1000,00')
  for (const month of ['2026-13', 'x']) assert.equal((await target(month, '1,00')).status, 422)
})
test("a seller reads their own month and no other's; the admin reads all, the best first", async () => {
  await put(rates, { percent: '10' })
  await place(a.client, [[vase, 1]])
  await place(hers, [[vase, 2]])
  assert.deepEqual(
    (await read()).sellers.map((s: Person) => s.id),
    [a.seller.id],
  )
  assert.equal((await read()).sellers[0].total, '100,00')
  assert.deepEqual(
    (await read(a.admin.token)).sellers.map((s: Person) => s.id),
    [other.id, a.seller.id],
  )
  const list = async (token: string, query = '') =>
    (await t.call('GET', `/api/v2/commissions/orders${query}`, { token })).body
  const asked = await list(a.seller.token, `?seller_id=${other.id}`)
  assert.deepEqual([asked.total, asked.data[0].commission], [1, '10,00'])
  assert.deepEqual(
    [(await list(a.admin.token)).total, (await list(a.admin.token, `?seller_id=${other.id}`)).total],
    [2, 1],
  )
  assert.equal((await list(a.admin.token, '?standing=paga')).total, 0)
})
test('a seller learns of rates that can be theirs; setting rates, targets and payments is the admin’s alone', async () => {
  await put(rates, { percent: '5' })
  await put(rates, { seller_id: other.id, percent: '7' })
  const seen = async (token: string) =>
    (await t.call('GET', rates, { token })).body.data.map((r: { percent: string }) => r.percent)
  assert.deepEqual([await seen(a.seller.token), await seen(other.token)], [['5,00'], ['5,00', '7,00']])
  const id = await place(a.client, [[vase, 1]])
  for (const token of [a.seller.token, a.client.token, await aVisitor(t, a)]) {
    assert.equal((await put(rates, { percent: '50' }, token)).status, 403)
    const body = { seller_id: a.seller.id, month: '2026-11', target: '1,00' }
    assert.equal((await put('/api/v2/commissions/targets', body, token)).status, 403)
    assert.equal((await pay([id], '1', token)).status, 403)
  }
  for (const url of ['', '/rates', '/orders'])
    assert.equal((await t.call('GET', `/api/v2/commissions${url}`, { token: a.client.token })).status, 403)
  assert.equal(
    (await t.owner.query('select payment_status from orders where id = $1', [id])).rows[0].payment_status,
    'nao_controlado',
  )
})
test('another company: its sellers, categories and products are not there, its rates count for nobody here, its orders stay unpaid', async () => {
  const b = await aCompany(t)
  await put(rates, { percent: '50' }, b.admin.token)
  const id = await place(a.client, [[vase, 1]])
  assert.equal((await mine()).prevista, '0,00')
  assert.equal((await put(rates, { seller_id: a.seller.id, percent: '1' }, b.admin.token)).status, 404)
  assert.equal((await put(rates, { product_id: vase, percent: '1' }, b.admin.token)).status, 404)
  const body = { seller_id: a.seller.id, month: '2026-11', target: '1,00' }
  assert.equal((await put('/api/v2/commissions/targets', body, b.admin.token)).status, 404)
  const stolen = await put(`/api/v2/companies/${b.id}/orders/paid`, { ids: [id], paid: '1' }, b.admin.token)
  assert.deepEqual(stolen.body.data, { changed: [] })
  assert.equal(
    (await put(`/api/v2/companies/${a.id}/orders/paid`, { ids: [id], paid: '1' }, b.admin.token)).status,
    404,
  )
  assert.deepEqual(
    (await read(b.admin.token)).sellers.map((s: Person) => s.id),
    [b.seller.id],
  )
})
test('paid twice is paid once, and its history says who; a quote and what was cancelled cannot be paid', async () => {
  const id = await place(a.client, [[vase, 1]])
  const gone = await place(a.client, [[vase, 1]])
  await move(gone, 'cancelado')
  assert.deepEqual((await pay([id, gone, 999_999])).body.data, { changed: [id] })
  assert.deepEqual((await pay([id])).body.data, { changed: [] })
  const read1 = async (token: string) =>
    (await t.call('GET', `/api/v1/companies/${a.id}/orders/${id}`, { token })).body.data
  const o = await read1(a.seller.token)
  assert.equal(o.paid_at, t.clock.now().toISOString())
  assert.deepEqual(
    o.events.map((e: { kind: string; reason: string }) => [e.kind, e.reason]),
    [
      ['', ''],
      ['pago', ''],
    ],
  )
  const hers = await read1(a.client.token)
  assert.deepEqual(['paid_at' in hers, hers.events.length], [false, 1], 'the client reads nothing of payments')
})
test('who sees no prices sees no money, and how much of the target is reached all the same', async () => {
  await put(rates, { percent: '10' })
  await put('/api/v2/commissions/targets', { seller_id: a.seller.id, month: '2026-11', target: '200,00' })
  await place(a.client, [[vase, 1]])
  await t.owner.query('update users set hide_price = true where id = $1', [a.seller.id])
  assert.deepEqual(Object.keys(await mine()).sort(), ['active', 'id', 'name', 'orders', 'reached'])
  assert.equal((await mine()).reached, 50)
  const { body } = await t.call('GET', '/api/v2/commissions/orders', { token: a.seller.token })
  assert.deepEqual(['total' in body.data[0], 'commission' in body.data[0]], [false, false])
})
test('two admins at once: one rate stands for a day, whoever was last', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put(rates, { percent: String(n + 1) })))
  assert.deepEqual(new Set(answers.map((r) => r.status)), new Set([200]))
  const { rows } = await t.owner.query('select count(*)::int as n from commission_rates where company_id = $1', [a.id])
  assert.equal(rows[0].n, 1)
})
test('a quote brings nothing, nor while its client asks for changes; accepted it is a sale', async () => {
  await put(rates, { percent: '10' })
  const id = await place(a.client, [[vase, 1]])
  const become = (status: string, answer: string) =>
    t.owner.query(
      "update orders set status = $2, answer = $3, valid_until = '2026-12-01', answered_at = case when $3 = '' then null else now() end where id = $1",
      [id, status, answer],
    )
  for (const [status, answer, sold] of [
    ['orcamento', '', 0],
    ['ajuste_solicitado', 'ajuste', 0],
    ['ajuste_solicitado', 'aceito', 1],
    ['novo', 'aceito', 1],
  ] as const) {
    await become(status, answer)
    assert.deepEqual(
      [(await mine()).orders, (await mine()).prevista],
      [sold, sold ? '10,00' : '0,00'],
      `${status} ${answer}`,
    )
  }
})
