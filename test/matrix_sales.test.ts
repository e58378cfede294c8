// Home and commissions, each call as each role.
import { after, before, test } from 'node:test'
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
import { type Asked, eachRole } from './roles.ts'

let t: TestApp
let a: Company
let b: Company
let operator: string
let visitor: string
let product: number
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  b = await aCompany(t)
  operator = (await aPerson(t, null, 0)).token
  visitor = await aVisitor(t, a)
  product = (await aProduct(t, a)).id
})
after(() => t.close())

test('home and commissions: each call as each role; a colleague and another company read nothing of it', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const client_id = await aClient(t, a, { company_name: 'Cliente ALFA' })
  await order(t, a, a.seller.token, aCart([{ product_id: product, quantity: 1 }], { client_id }))
  const seller_id = a.seller.id
  const seller = [401, 403, 403, 403, 200, 403, 200, 403]
  const staff = [401, 403, 403, 403, 200, 200, 200, 200]
  const admin = [401, 403, 403, 403, 403, 404, 403, 200]
  const rows: Asked[] = [
    ['GET', '/api/v2/home/today', undefined, seller],
    ['GET', '/api/v2/home/seller', undefined, seller],
    ['GET', '/api/v2/home/company', undefined, [401, 403, 403, 403, 403, 200, 403, 200]],
    ['PUT', '/api/v2/home/put_off', { client_id, off: '1' }, [401, 403, 403, 403, 404, 403, 200, 403]],
    ['GET', '/api/v2/commissions', undefined, staff],
    ['GET', `/api/v2/commissions/orders?seller_id=${seller_id}`, undefined, staff],
    ['GET', '/api/v2/commissions/rates', undefined, staff],
    ['PUT', '/api/v2/commissions/rates', { seller_id, percent: '5' }, admin],
    ['PUT', '/api/v2/commissions/targets', { seller_id, month: '2026-11', target: '100,00' }, admin],
  ]
  const rates = 'select r::text from commission_rates r where company_id = $1'
  const others = `select p::text as x from put_offs p where company_id = $1 union all ${rates}`
  await eachRole(
    { t, a, b, visitor, operator },
    rows,
    colleague,
    `select string_agg(x, '' order by x) as s from (${others}) y`,
  )
})
