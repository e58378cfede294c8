// A company that is blocked, or past its date: its admin reads, pays and exports.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { registered } from '#server/serve.ts'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from './kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
/** How a company is closed, and what its admin reads: money ends no block. */
const CLOSED: [string, string, RegExp][] = [
  ['blocked', 'is_blocked = true', /não alterar nem pagar.*contato da operação/],
  ['past its date', "valid_until = '2026-11-18'", /ver, pagar e baixar/],
]
async function closed(how: string): Promise<{ c: Company; product: number; sale: number; receipt: string }> {
  const c = await aCompany(t)
  const product = (await aProduct(t, c)).id
  const sold = (await order(t, c, c.client.token, aCart([{ product_id: product, quantity: 1 }]))).body.data
  await t.owner.query(`update companies set ${how} where id = $1`, [c.id])
  return { c, product, sale: sold.id, receipt: `/api/v2/receipts/${sold.receipt_path.split('/').pop()}` }
}
/** The writes that stay open: paying, signing out, the own account, and exports that are asked for by POST. */
const OPEN = [
  'POST /api/v2/subscription/',
  'POST /api/v2/subscription/cancel',
  'DELETE /api/v2/subscription/asks/:id',
  'POST /api/v2/companies/:company/offer',
  'POST /api/v1/auth/logout',
  'POST /api/v1/auth/logoutAll',
  'POST /api/v2/consents',
  'POST /api/v2/xls/export',
  'POST /api/v2/xls/sales/export',
  'POST /api/v2/xls/sales/order_export',
  'POST /api/v2/products/products_for_pdf',
]
for (const [name, how, words] of CLOSED) {
  test(`the admin of a company that is ${name} changes nothing by any call, and is told what to do`, async () => {
    const { c, product } = await closed(how)
    const writes = registered.filter(
      (e) => e.method !== 'GET' && Array.isArray(e.options.levels) && e.options.levels.includes(1),
    )
    assert.ok(writes.length > 60, `${writes.length} writes`)
    const open: string[] = []
    for (const e of writes) {
      const url = e.path.replace(':company', String(c.id)).replaceAll(/:\w+/g, String(product))
      if (e.path.startsWith('/api/v1/auth/')) continue
      const r = await t.call(e.method, url, { token: c.admin.token, ...(e.method !== 'DELETE' && { body: {} }) })
      if (r.status === 403 && r.body.code === 'company_closed') assert.match(r.body.message, words)
      else open.push(`${e.method} ${e.path}`)
    }
    const expected = OPEN.filter((o) => !o.includes('/auth/'))
    assert.deepEqual(open.sort(), expected.sort())
    assert.equal(
      (await order(t, c, c.admin.token, aCart([{ product_id: product, quantity: 1 }]))).body.code,
      'company_closed',
    )
  })
  test(`who holds the link of an order of a company that is ${name} reads it and answers nothing`, async () => {
    const { receipt } = await closed(how)
    const said = await t.call('PUT', receipt, { body: { status: 'cancelado' } })
    assert.deepEqual([said.status, said.body.code], [403, 'catalogue_closed'])
    assert.equal((await t.call('GET', receipt)).body.data.status, 'novo')
  })
  test(`the admin of a company that is ${name} reads, exports, pays what may be paid, changes the own password and signs out`, async () => {
    const { c, product, sale } = await closed(how)
    const as = (method: string, url: string, body?: object) =>
      t.call(method, url, { token: c.admin.token, ...(body && { body }) })
    for (const url of [
      '/api/v1/products',
      `/api/v1/products/${product}`,
      `/api/v1/companies/${c.id}/orders`,
      '/api/v1/users',
      '/api/v2/subscription/',
      `/api/v2/logs/${c.id}/show_logs`,
    ])
      assert.equal((await as('GET', url)).status, 200, url)
    assert.equal((await as('POST', '/api/v2/xls/export', {})).status, 200)
    assert.equal(
      (await as('POST', '/api/v2/xls/sales/export', { start_date: '2026-11-01', end_date: '2026-11-30' })).status,
      200,
    )
    assert.equal((await as('POST', '/api/v2/xls/sales/order_export', { order_id: sale })).status, 200)
    assert.equal((await as('GET', `/api/v2/companies/${c.id}/archive`)).status, 200)
    assert.equal((await as('GET', `/api/v2/users/${c.admin.id}/data`)).status, 200)
    assert.equal((await as('PUT', `/api/v1/users/${c.admin.id}`, { phone: '11987654321' })).status, 200)
    assert.equal(
      (await as('PUT', `/api/v1/users/${c.seller.id}`, { phone: '11987654321' })).body.code,
      'company_closed',
    )
    assert.equal(
      (
        await as('PUT', '/api/v1/auth/password', {
          current_password: 'segredo-de-teste',
          password: 'outra frase comprida',
        })
      ).status,
      200,
    )
    const asked = await as('POST', '/api/v2/subscription/', {
      frequency: 'monthly',
      plan_id: 2,
      option: 'mensal',
      billing_name: 'Casa Aroeira Ltda',
      billing_document: '529.982.247-25',
      billing_email: 'financeiro@aroeira.test',
    })
    const operator = (await aPerson(t, null, 0)).token
    // Money ends only what lack of money closed.
    if (name === 'blocked') {
      assert.deepEqual([asked.status, asked.body.code], [403, 'company_blocked'])
      assert.equal((await as('POST', '/api/v1/auth/logout')).status, 200)
      return
    }
    assert.equal(asked.status, 200)
    const { id } = (await t.call('GET', `/api/v2/invoices/${asked.body.data.invoice}`)).body.data
    await t.call('POST', `/api/v2/subscriptions/invoices/${id}/confirm`, {
      token: operator,
      body: { amount: '199,90' },
    })
    assert.equal((await as('PUT', `/api/v1/companies/${c.id}`, { city: 'Paraty' })).status, 200)
    assert.equal((await as('POST', '/api/v1/auth/logout')).status, 200)
  })
}
