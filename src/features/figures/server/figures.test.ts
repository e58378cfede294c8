import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import {
  aCart,
  aClient,
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
import { platformTasks } from './jobs.ts'

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
  t.clock.set('2026-11-18T15:00:00Z')
  a = await aCompany(t)
  other = await aPerson(t, a.id, 2, { name: 'Bruno' })
  hers = await aPerson(t, a.id, 3, { seller_id: other.id, company_name: 'Hotel Serra Verde' })
  vase = (await aProduct(t, a, { name: 'Vaso', code: 'V', price: '100,00' })).id
  bowl = (await aProduct(t, a, { name: 'Tigela', code: 'T', price: '50,00' })).id
})
/** Another moment, at which everybody is still signed in. */
async function at(iso: string): Promise<void> {
  t.clock.set(iso)
  await t.owner.query('update sessions set last_seen = $1, created_at = $1', [iso])
}
const read = async (path: string, token = a.admin.token) =>
  (await t.call('GET', `/api/v2/figures/${path}`, { token })).body.data
const NOVEMBER = 'from=2026-11-01&until=2026-11-30'
const place = async (token: string, lines: [number, number][], more: object = {}) =>
  (
    await order(
      t,
      a,
      token,
      aCart(
        lines.map(([product_id, quantity]) => ({ product_id, quantity })),
        { ...more },
      ),
    )
  ).body.data.id as number
const move = (id: number, status: string) =>
  t.call('PUT', `/api/v1/companies/${a.id}/orders/${id}`, { token: a.admin.token, body: { status } })
const ranks = async (by: string, query = NOVEMBER, token = a.admin.token) =>
  (await read(`ranking?by=${by}&${query}`, token)).rows.map((r: { name: string; total?: string; pieces: number }) =>
    `${r.name || '—'} ${r.pieces} ${r.total ?? ''}`.trim(),
  )

test('an order is counted on the day on which it came in the company, goes when it is cancelled, and changes with its lines', async () => {
  await at('2026-11-18T02:59:00Z')
  const late = await place(a.client.token, [[vase, 1]])
  await at('2026-11-18T03:00:00Z')
  await place(hers.token, [
    [vase, 2],
    [bowl, 1],
  ])
  const days = async () =>
    (await read('curve?from=2026-11-16&until=2026-11-18')).steps.map(
      (s: { orders: number; total: string }) => `${s.orders} ${s.total}`,
    )
  assert.deepEqual(await days(), ['0 0,00', '1 100,00', '1 250,00'])
  await move(late, 'cancelado')
  assert.deepEqual(await days(), ['0 0,00', '0 0,00', '1 250,00'])
  const draft = await place(a.seller.token, [[vase, 9]], { draft: '1', client_id: a.client.id })
  await t.owner.query("update orders set status = 'rascunho' where id = $1", [draft])
  assert.deepEqual(await days(), ['0 0,00', '0 0,00', '1 250,00'])
  await t.owner.query("update companies set time_zone = 'America/Rio_Branco' where id = $1", [a.id])
  assert.deepEqual(await days(), ['0 0,00', '1 250,00', '0 0,00'])
})
test('by product, category, client, seller and city, the greatest first, with the period before beside it', async () => {
  const category = (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Barro' } })).body
    .data.id
  await t.call('POST', `/api/v1/products/${vase}`, {
    token: a.admin.token,
    body: { categories: JSON.stringify([category]) },
  })
  await t.owner.query(`update users set address = '{"city": "Cunha ", "state": "sp"}' where id = $1`, [a.client.id])
  await t.owner.query(`update users set address = '{"city": "cunha", "state": "SP"}' where id = $1`, [hers.id])
  await at('2026-10-05T12:00:00Z')
  await place(a.client.token, [[vase, 1]])
  await at('2026-11-18T12:00:00Z')
  await place(a.client.token, [
    [vase, 1],
    [bowl, 3],
  ])
  await place(hers.token, [[vase, 3]])
  assert.deepEqual(await ranks('product'), ['Vaso 4 400,00', 'Tigela 3 150,00'])
  assert.deepEqual(await ranks('category'), ['Barro 4 400,00', '— 3 150,00'])
  assert.deepEqual(await ranks('seller'), ['Bruno 3 300,00', `${await nameOf(a.seller.id)} 4 250,00`])
  assert.deepEqual(await ranks('client'), ['Hotel Serra Verde 3 300,00', `${await nameOf(a.client.id)} 4 250,00`])
  assert.match((await ranks('city')).join(), /^[Cc]unha – SP 7 550,00$/)
  const { rows, before: b, classes, count, curve } = await read(`ranking?by=product&${NOVEMBER}`)
  assert.deepEqual(b, { from: '2026-10-01', until: '2026-10-31' })
  assert.deepEqual([rows[0].before.total, rows[0].share, rows[0].class, rows[0].orders], ['100,00', 72.7, 'A', 2])
  assert.deepEqual(
    [rows[1].class, count, classes[0], curve],
    [
      'A',
      2,
      { class: 'A', count: 2, share: 100 },
      [
        [1, 72.7],
        [2, 100],
      ],
    ],
  )
  const c = await read(`curve?${NOVEMBER}`)
  assert.deepEqual([c.step, c.steps.length, c.sums.total, c.sums.before.total], ['day', 30, '550,00', '100,00'])
  const year = await read('curve?from=2026-01-01&until=2026-12-31')
  assert.deepEqual(
    [year.step, year.steps.length, year.steps[9].total, year.steps[10].total],
    ['month', 12, '100,00', '550,00'],
  )
})
const nameOf = async (id: number) =>
  (await t.owner.query("select coalesce(nullif(company_name, ''), name) as name from users where id = $1", [id]))
    .rows[0].name as string
test("a seller reads what is the seller's own, without visits; another company reads nothing of it", async () => {
  await place(a.client.token, [[vase, 1]])
  await place(hers.token, [[bowl, 1]])
  assert.deepEqual(await ranks('product', NOVEMBER, a.seller.token), ['Vaso 1 100,00'])
  assert.deepEqual(await ranks('product', `${NOVEMBER}&seller_id=${other.id}`, a.seller.token), ['Vaso 1 100,00'])
  assert.deepEqual(await ranks('product', `${NOVEMBER}&seller_id=${other.id}`), ['Tigela 1 50,00'])
  assert.equal((await ranks('client', NOVEMBER, a.seller.token)).join().includes('Hotel'), false)
  const glance = await read('glance', a.seller.token)
  assert.deepEqual([glance.today.orders, glance.today.total, 'visits' in glance.today], [1, '100,00', false])
  const b = await aCompany(t)
  assert.deepEqual(await ranks('product', NOVEMBER, b.admin.token), [])
  assert.equal(
    (await t.call('GET', `/api/v2/figures/curve?${NOVEMBER}&seller_id=${a.seller.id}`, { token: b.admin.token }))
      .status,
    404,
  )
  await t.owner.query('update users set hide_price = true where id = $1', [a.seller.id])
  assert.deepEqual(await ranks('product', NOVEMBER, a.seller.token), ['Vaso 1'])
  for (const path of ['glance', `curve?${NOVEMBER}`, `ranking?by=client&${NOVEMBER}`])
    assert.doesNotMatch(JSON.stringify(await read(path, a.seller.token)), /100,00|"total"/, path)
  const csv = await t.call('GET', `/api/v2/figures/csv?by=product&${NOVEMBER}`, { token: a.seller.token })
  assert.doesNotMatch(csv.body, /100,00|Vendas/)
})
test('of one client: the days, the products and the CSV of what this one bought, of a seller only what went by the seller', async () => {
  await place(a.client.token, [[vase, 1]])
  await place(hers.token, [[bowl, 2]])
  const of = `${NOVEMBER}&client_id=${hers.id}`
  assert.deepEqual(await ranks('product', of), ['Tigela 2 100,00'])
  assert.deepEqual(await ranks('category', of), ['— 2 100,00'])
  assert.equal((await read(`curve?${of}`)).sums.orders, 1)
  const csv = await t.call('GET', `/api/v2/figures/csv?by=product&${of}`, { token: a.admin.token })
  assert.ok(csv.body.includes('Tigela') && !csv.body.includes('Vaso'))
  assert.deepEqual(await ranks('product', of, a.seller.token), [])
  assert.deepEqual(await ranks('product', of, (await aCompany(t)).admin.token), [])
})
test('a period that no calendar has, that ends before it begins or is longer than three years is refused', async () => {
  for (const odd of [
    'from=2026-02-30&until=2026-03-01',
    'from=2026-11-02&until=2026-11-01',
    'from=2020-01-01&until=2026-01-01',
    'from=hoje&until=2026-11-01',
    'until=2026-11-01',
  ])
    assert.equal((await t.call('GET', `/api/v2/figures/curve?${odd}`, { token: a.admin.token })).status, 422, odd)
  assert.equal(
    (await t.call('GET', `/api/v2/figures/ranking?by=colour&${NOVEMBER}`, { token: a.admin.token })).status,
    422,
  )
})
test('an empty company has figures of nothing, and one order is all of A', async () => {
  const g = await read('glance')
  assert.deepEqual([g.counting, g.today.orders, g.week.total, g.days.length, g.last], [false, 0, '0,00', 14, null])
  assert.deepEqual(
    [(await read(`ranking?by=product&${NOVEMBER}`)).rows, (await read(`together?${NOVEMBER}`)).pairs],
    [[], []],
  )
  await place(a.client.token, [[vase, 1]])
  const r = await read(`ranking?by=client&${NOVEMBER}`)
  assert.deepEqual([r.rows.length, r.rows[0].class, r.rows[0].share], [1, 'A', 100])
})
test('a day without a sale names the last one that had any, however long ago, and a seller the last of the own', async () => {
  await at('2026-10-03T15:00:00Z')
  await place(hers.token, [[bowl, 1]])
  await at('2026-10-05T15:00:00Z')
  await place(a.client.token, [[vase, 1]])
  await at('2026-11-05T15:00:00Z')
  const last = async (token?: string) => (await read('glance', token)).last
  assert.deepEqual(await last(), { day: '2026-10-05', orders: 1, pieces: 1, total: '100,00' })
  assert.equal((await last(a.seller.token)).day, '2026-10-05')
  await place(hers.token, [[bowl, 1]])
  assert.deepEqual([(await last()).day, (await last(a.seller.token)).day], ['2026-11-05', '2026-10-05'])
})
test('today stands against the same weekday until the same time, new clients are those whose first order it was', async () => {
  await at('2026-11-11T14:00:00Z')
  await place(a.client.token, [[vase, 1]])
  await at('2026-11-11T16:00:00Z')
  await place(a.client.token, [[vase, 5]])
  await at('2026-11-18T15:00:00Z')
  await place(hers.token, [[bowl, 2]])
  await place(a.client.token, [[bowl, 1]])
  const g = await read('glance')
  const told = (x: { orders: number; total: string; new_clients: number }) => [x.orders, x.total, x.new_clients]
  assert.deepEqual(
    [told(g.today), told(g.week_ago)],
    [
      [2, '150,00', 1],
      [1, '100,00', 1],
    ],
  )
  assert.deepEqual(
    [told(g.week), told(g.week_before)],
    [
      [2, '150,00', 1],
      [2, '600,00', 1],
    ],
  )
  assert.deepEqual([g.days[13].day, g.days[6].total], ['2026-11-18', '600,00'])
})
test('what sells together more often than by chance is told, the rarer one first', async () => {
  const lid = (await aProduct(t, a, { name: 'Tampa', price: '5,00' })).id
  for (let n = 0; n < 3; n++)
    await place(a.client.token, [
      [vase, 1],
      [lid, 1],
    ])
  for (let n = 0; n < 2; n++) await place(a.client.token, [[vase, 1]])
  for (let n = 0; n < 4; n++) await place(a.client.token, [[bowl, 1]])
  await place(a.client.token, [
    [vase, 1],
    [bowl, 1],
  ])
  const { pairs, orders } = await read(`together?${NOVEMBER}`)
  assert.equal(orders, 10)
  assert.deepEqual(
    pairs.map((p: { first: { name: string }; second: { name: string }; orders: number; share: number }) => [
      p.first.name,
      p.second.name,
      p.orders,
      p.share,
    ]),
    [['Tampa', 'Vaso', 3, 100]],
  )
})
test('a merged client counts as the one that stayed, a deleted one keeps its sales, an erased one only a number', async () => {
  await place(a.client.token, [[vase, 1]])
  await place(hers.token, [[vase, 2]])
  const merged = await t.call('POST', `/api/v2/clients/${a.client.id}/merge`, {
    token: a.admin.token,
    body: { other: hers.id },
  })
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  assert.deepEqual(
    (await ranks('client')).map((r: string) => r.replace(/^.* (3 )/, '$1')),
    ['3 300,00'],
  )
  const id = await aClient(t, a, { name: 'Loja da Rosa' })
  await place(a.seller.token, [[bowl, 1]], { client_id: id })
  await t.call('DELETE', `/api/v1/users/${id}`, { token: a.admin.token })
  assert.ok((await ranks('client')).includes('Loja da Rosa 1 50,00'))
  assert.equal((await t.call('POST', `/api/v2/users/${id}/anonymise`, { token: a.admin.token })).status, 200)
  assert.ok((await ranks('client')).includes(`Cliente ${id} 1 50,00`))
})
test('behind every chart there is a CSV in which nothing that somebody typed is a formula', async () => {
  const evil = (await aProduct(t, a, { name: '=HYPERLINK("http://x")', code: '+55', price: '1,50' })).id
  await place(a.client.token, [
    [evil, 2],
    [vase, 1],
  ])
  for (const by of ['day', 'product', 'category', 'client', 'seller', 'city', 'together']) {
    const r = await t.call('GET', `/api/v2/figures/csv?by=${by}&${NOVEMBER}`, { token: a.admin.token })
    assert.deepEqual([r.status, r.headers['content-type']], [200, 'text/csv; charset=utf-8'])
    assert.match(String(r.headers['content-disposition']), /attachment; filename="vendas-[\w-]+\.csv"/)
    assert.doesNotMatch(r.body, /(^|[;"\n])[=+@]/)
  }
  const { body } = await t.call('GET', `/api/v2/figures/csv?by=product&${NOVEMBER}`, { token: a.admin.token })
  assert.match(body, /^\uFEFFProduto;Código;Pedidos;Peças;Vendas;/)
  assert.match(body, /\nVaso;V;1;1;100,00;97,1;A;0;0,00/)
  assert.match(body, /'=HYPERLINK\(""http:\/\/x""\)";'\+55;1;2;3,00/)
})
test('visits are counted once a day and device, without programs, people of the company, or anything of whoever it was', async () => {
  const as = (agent: string, ip = '10.1.1.1') => ({ headers: { 'user-agent': agent, 'x-forwarded-for': ip } })
  const open = (agent: string, now?: string) => {
    if (now) t.clock.set(now)
    return t.call('POST', '/api/v2/auth/loginClient', { body: { user_id: null, company_path: a.path }, ...as(agent) })
  }
  await t.owner.query('delete from catalogue_visits')
  const phone = 'Mozilla/5.0 (Android 14; Mobile) Firefox/140'
  for (let n = 0; n < 3; n++) await open(phone)
  await open('Mozilla/5.0 (iPhone) Safari/605')
  for (const bot of ['Googlebot/2.1', 'WhatsApp/2.23', 'curl/8.0', 'facebookexternalhit/1.1', '']) await open(bot)
  const token = await aVisitor(t, a)
  await t.call('GET', '/api/v1/auth/me', { token, ...as(phone) })
  await t.call('GET', '/api/v1/auth/me', { token: a.admin.token, ...as('Mozilla/5.0 (Windows) Edge/1') })
  await t.call('GET', '/api/v1/auth/me', { token: a.client.token, ...as('Mozilla/5.0 (Macintosh) Safari/1') })
  const kept = async () =>
    (
      await t.owner.query('select day::text, visits::int from catalogue_visits where company_id = $1 order by 1', [
        a.id,
      ])
    ).rows
  // The kit's own device was here before.
  assert.deepEqual(await kept(), [{ day: '2026-11-18', visits: 3 }])
  await open(phone, '2026-11-19T02:59:00Z')
  assert.deepEqual(await kept(), [{ day: '2026-11-18', visits: 3 }])
  await open(phone, '2026-11-19T03:00:00Z')
  assert.equal((await kept()).length, 2)
  await at('2026-11-19T12:00:00Z')
  await place(a.client.token, [[vase, 1]])
  const g = await read('glance')
  assert.deepEqual([g.today.visits, g.today.from_catalogue, g.days[12].visits], [1, 1, 3])
})
test('the job counts before anybody asks, also after its process died in the middle of a round', async () => {
  await place(a.client.token, [[vase, 1]])
  await platformTasks.renew_figures?.run(t.kit)
  const kept = async () =>
    Number(
      (await t.owner.query('select coalesce(sum(goods), 0) as s from sold_lines where company_id = $1', [a.id])).rows[0]
        .s,
    )
  assert.equal(await kept(), 10000)
  await t.owner.query(
    "update figures_kept set next_round = done_changed, done_changed = '0', done_id = 0 where company_id = $1",
    [a.id],
  )
  await t.owner.query('delete from sold_orders where company_id = $1', [a.id])
  await t.owner.query('delete from sold_lines where company_id = $1', [a.id])
  await platformTasks.renew_figures?.run(t.kit)
  assert.equal(await kept(), 10000)
})
