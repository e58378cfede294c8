// A month of commission that is over stays as it was: percentages are frozen, what falls away is a correction.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { rateFor, bookOn, type Rate } from '../rules.ts'
import {
  aCart,
  aCompany,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
async function at(iso: string): Promise<void> {
  t.clock.set(iso)
  await t.owner.query('update sessions set last_seen = $1, created_at = $1', [iso])
}
const put = (c: Company, url: string, body: object) => t.call('PUT', url, { token: c.admin.token, body })
const month = async (c: Company, name: string) => {
  const { body } = await t.call('GET', `/api/v2/commissions?month=${name}`, { token: c.seller.token })
  const { prevista, faturada, paga, correcao } = body.data.sellers[0]
  return [prevista, faturada, paga, correcao]
}
const move = async (c: Company, id: number, ...statuses: string[]) => {
  for (const status of statuses)
    assert.equal((await put(c, `/api/v1/companies/${c.id}/orders/${id}`, { status, reason: 'x' })).status, 200, status)
}
const mark = (c: Company, id: number, paid: string) =>
  put(c, `/api/v2/companies/${c.id}/orders/paid`, { ids: [id], paid })
const category = async (c: Company, name: string) =>
  (await t.call('POST', '/api/v1/categories', { token: c.admin.token, body: { name } })).body.data.id as number
const into = (c: Company, product: number, into: number) =>
  t.owner.query(
    `with gone as (delete from product_categories where product_id = $2)
     insert into product_categories (company_id, product_id, category_id) values ($1, $2, $3)`,
    [c.id, product, into],
  )
/** A company at 10 % and 1 % by category, with an order of 100,00 of September. */
async function sold() {
  await at('2026-09-10T12:00:00Z')
  const c = await aCompany(t)
  const [dear, cheap] = [await category(c, 'Dez'), await category(c, 'Um')]
  await put(c, '/api/v2/commissions/rates', { category_id: dear, percent: '10', since: '2026-01-01' })
  await put(c, '/api/v2/commissions/rates', { category_id: cheap, percent: '1', since: '2026-01-01' })
  const { id: product } = await aProduct(t, c, { price: '100,00' })
  await into(c, product, dear)
  const placed = await order(t, c, c.client.token, aCart([{ product_id: product, quantity: 1 }]))
  return { c, id: placed.body.data.id as number, product, dear, cheap }
}

test('a product that moves to another category leaves confirmed orders as they were', async () => {
  const { c, id, product, cheap } = await sold()
  await move(c, id, 'confirmado', 'faturado')
  await mark(c, id, '1')
  assert.deepEqual(await month(c, '2026-09'), ['0,00', '0,00', '10,00', '0,00'])
  await at('2026-11-10T12:00:00Z')
  await into(c, product, cheap)
  assert.deepEqual(await month(c, '2026-09'), ['0,00', '0,00', '10,00', '0,00'])
  await put(c, '/api/v2/commissions/rates', { product_id: product, percent: '50', since: '2026-09-01' })
  assert.deepEqual(await month(c, '2026-09'), ['0,00', '0,00', '10,00', '0,00'], 'nor a percentage typed for before')
})
test('twin: an order that is neither confirmed nor paid follows the percentages of its day', async () => {
  const { c, product, cheap } = await sold()
  await into(c, product, cheap)
  assert.deepEqual(await month(c, '2026-09'), ['1,00', '0,00', '0,00', '0,00'])
})
test('a cancellation two months later is a correction there; the month that was paid stays', async () => {
  const { c, id } = await sold()
  await move(c, id, 'confirmado', 'faturado')
  await mark(c, id, '1')
  await at('2026-11-10T12:00:00Z')
  await move(c, id, 'cancelado')
  assert.deepEqual(await month(c, '2026-09'), ['0,00', '0,00', '10,00', '0,00'])
  assert.deepEqual(await month(c, '2026-10'), ['0,00', '0,00', '0,00', '0,00'])
  assert.deepEqual(await month(c, '2026-11'), ['0,00', '0,00', '0,00', '-10,00'])
  await at('2026-12-10T12:00:00Z')
  await mark(c, id, '0')
  assert.deepEqual(await month(c, '2026-12'), ['0,00', '0,00', '0,00', '0,00'], 'the refund takes nothing more')
  const { body } = await t.call('GET', '/api/v2/commissions/orders?month=2026-11', { token: c.seller.token })
  assert.deepEqual(
    body.data.map((o: Record<string, unknown>) => [o.id, o.standing, o.commission]),
    [[id, 'correcao', '-10,00']],
  )
})
test('an order that grows after it was paid pays no more commission than was paid', async () => {
  const { c, id } = await sold()
  await mark(c, id, '1')
  const body = { lines: [{ line: 1, quantity: 900 }] }
  assert.equal((await put(c, `/api/v2/companies/${c.id}/orders/${id}/lines`, body)).status, 200)
  assert.deepEqual(await month(c, '2026-09'), ['8990,00', '0,00', '10,00', '0,00'])
})
test('a refund takes its part in its month, and a new payment gives it back', async () => {
  const { c, id } = await sold()
  await move(c, id, 'confirmado', 'faturado')
  await mark(c, id, '1')
  await at('2026-10-10T12:00:00Z')
  const pay = (more: object) =>
    t.call('POST', `/api/v2/companies/${c.id}/orders/${id}/payments`, {
      token: c.admin.token,
      body: { amount: '40,00', ...more },
    })
  // Written down for a day of a month that is over, it still counts now.
  assert.equal((await pay({ refund: '1', day: '2026-09-15' })).status, 200)
  assert.deepEqual(await month(c, '2026-09'), ['0,00', '4,00', '10,00', '0,00'])
  assert.deepEqual(await month(c, '2026-10'), ['0,00', '0,00', '0,00', '-4,00'])
  await at('2026-11-10T12:00:00Z')
  assert.equal((await pay({})).status, 200)
  assert.deepEqual(await month(c, '2026-09'), ['0,00', '0,00', '10,00', '0,00'])
  assert.deepEqual(await month(c, '2026-11'), ['0,00', '0,00', '0,00', '4,00'])
})
test('an order of a client who gives up before it was confirmed or paid brings nothing anywhere', async () => {
  const { c, id } = await sold()
  await at('2026-10-10T12:00:00Z')
  await move(c, id, 'cancelado')
  for (const name of ['2026-09', '2026-10']) assert.deepEqual(await month(c, name), ['0,00', '0,00', '0,00', '0,00'])
})
test('the percentage that is frozen is the one that is counted', async () => {
  const { c, product, dear, cheap } = await sold()
  const child = await category(c, 'Filha')
  await t.owner.query('update categories set master_id = $2 where id = $1', [child, dear])
  const places = [
    [],
    [{ id: dear, master_id: null }],
    [{ id: cheap, master_id: null }],
    [{ id: child, master_id: dear }],
    [
      { id: child, master_id: dear },
      { id: cheap, master_id: null },
    ],
  ]
  const more = [{}, { seller_id: c.seller.id }, { product_id: product }, { category_id: child }]
  let compared = 0
  for (const [n, whom] of more.entries()) {
    for (const [i, percent] of ['3', '', '7'].entries()) {
      await put(c, '/api/v2/commissions/rates', { ...whom, percent, since: `2026-0${5 + i}-01` })
      const { rows } = await t.owner.query<Rate>(
        `select seller_id::int, category_id::int, product_id::int, rate_bp, to_char(since, 'YYYY-MM-DD') as since
         from commission_rates where company_id = $1`,
        [c.id],
      )
      for (const categories of places) {
        await t.owner.query('delete from product_categories where product_id = $1', [product])
        for (const g of categories)
          await t.owner.query(
            'insert into product_categories (company_id, product_id, category_id) values ($1, $2, $3)',
            [c.id, product, g.id],
          )
        for (const day of ['2026-05-31', '2026-06-15', '2026-09-10']) {
          const frozen = await t.owner.query('select app.commission_bp($1, $2, $3, $4) as bp', [
            c.id,
            c.seller.id,
            product,
            day,
          ])
          const place = { product_id: product, categories: categories.map((g) => ({ ...g, id: Number(g.id) })) }
          assert.equal(frozen.rows[0].bp, rateFor(bookOn(rows, day), c.seller.id, place), `${n} ${i} ${day}`)
          compared++
        }
      }
    }
  }
  assert.equal(compared, 180)
})
