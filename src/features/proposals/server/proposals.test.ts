import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, startTestApp, type TestApp, UNLIMITED } from '../../../../test/kit.ts'

let t: TestApp
let operator: string
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  operator = (await aPerson(t, null, 0)).token
})
after(() => t.close())
const NEED = {
  selectedProducts: 1700,
  selectedSellers: 6,
  consultantName: 'Ana Paula de Souza',
  consultantPhone: '(11) 91234-5678',
  prospect: 'Casa Aroeira',
}
const make = (more: object = {}) => t.call('POST', '/api/v2/proposals', { token: operator, body: { ...NEED, ...more } })

test('a proposal recommends the plan that costs least, with extras, four ways to pay and an activation link', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  const r = await make({ companyId: c.id, totalMonthlyCost: '1,00' })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const p = r.body.data
  assert.deepEqual(
    [
      p.recommendedPlan.name,
      p.extraProducts,
      p.extraSellers,
      p.extraProductCost,
      p.extraSellerCost,
      p.totalMonthlyCost,
    ],
    ['Diamante', 200, 1, '20,00', '29,90', '249,80'],
  )
  assert.deepEqual(p.annual.pix, { total: '2398,08', instalments: 1, each: '2398,08', saving: '599,52' })
  const link = new URL(p.link)
  assert.deepEqual(
    [
      link.pathname,
      ...['vendedores', 'produtos', 'company_id', 'consultor', 'proposta'].map((k) => link.searchParams.get(k)),
    ],
    ['/session/assinar', '6', '1700', String(c.id), 'ana-paula', p.token],
  )
  const seen = (await t.call('GET', `/api/v2/proposals/${p.token}`)).body.data
  assert.deepEqual([seen.views, seen.expired, seen.expires_at.slice(0, 10)], [1, false, '2026-11-28'])
  const pdf = await t.app.inject({ method: 'GET', url: `/api/v2/proposals/${p.token}/pdf` })
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  assert.equal(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-')
})
test('its prices hold for seven days though the plan costs more by then; after that it has expired', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-30' })
  const p = (await make({ companyId: c.id })).body.data
  await t.owner.query('update plans set monthly_cents = 29990 where id = 2')
  const form = {
    frequency: 'monthly',
    plan_id: 1,
    option: 'pix',
    billing_name: 'Casa',
    billing_document: '529.982.247-25',
    billing_email: 'f@c.test',
    proposta: p.token,
  }
  const ask = (token: string) => t.call('POST', '/api/v2/subscription/', { token, body: form })
  try {
    const r = await ask(c.admin.token)
    assert.equal(r.body.data?.amount, '2398,08', JSON.stringify(r.body))
    assert.ok((await t.call('GET', `/api/v2/proposals/${p.token}`)).body.data.accepted_at)
    t.clock.forward(7 * 86_400_000 + 1000)
    const late = await aPerson(t, c.id, 1)
    assert.deepEqual(
      [(await ask(late.token)).body.code, (await t.call('GET', `/api/v2/proposals/${p.token}`)).body.data.expired],
      ['proposal_expired', true],
    )
  } finally {
    await t.owner.query('update plans set monthly_cents = 19990 where id = 2')
    t.clock.forward(-7 * 86_400_000 - 1000)
    operator = (await aPerson(t, null, 0)).token
  }
})
test('the operator finds a proposal by client or consultant, and those that hold, were accepted or ran out', async () => {
  await make({ prospect: 'Rede 100%' })
  const names = async (query: string) =>
    (await t.call('GET', `/api/v2/proposals?${query}`, { token: operator })).body.data.map(
      (p: { prospect: string }) => p.prospect,
    )
  assert.deepEqual(await names('text=rede'), ['Rede 100%'])
  assert.deepEqual(await names('text=%25'), ['Rede 100%'], 'a sign of SQL is a sign like others')
  assert.deepEqual(await names('state=aceita'), ['Casa Aroeira'])
  assert.ok((await names('state=valendo')).includes('Rede 100%'))
  assert.deepEqual(await names('state=vencida'), [])
  t.clock.forward(8 * 86_400_000)
  operator = (await aPerson(t, null, 0)).token
  assert.ok((await names('state=vencida')).includes('Rede 100%'))
  assert.deepEqual(await names('state=valendo'), [])
  assert.equal((await t.call('GET', '/api/v2/proposals?state=outra', { token: operator })).status, 422)
})
test('its plan may be taken off sale meanwhile: whoever has the proposal still gets it', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-30' })
  const p = (await make({ companyId: c.id })).body.data
  await t.owner.query('update plans set active = false, monthly_cents = 29990 where id = 2')
  try {
    const seen = (await t.call('GET', `/api/v2/proposals/${p.token}`)).body.data.recommendedPlan
    assert.deepEqual([seen.name, seen.monthly, seen.extra_products], ['Diamante', '199,90', '10,00'])
    const body = {
      frequency: 'monthly',
      plan_id: 1,
      option: 'pix',
      billing_name: 'Casa',
      billing_document: '529.982.247-25',
      billing_email: 'f@c.test',
    }
    const ask = (more: object) =>
      t.call('POST', '/api/v2/subscription/', { token: c.admin.token, body: { ...body, ...more } })
    assert.equal((await ask({ proposta: p.token })).body.data?.amount, '2398,08')
    assert.equal((await ask({ plan_id: 2 })).status, 422)
  } finally {
    await t.owner.query('update plans set active = true, monthly_cents = 19990 where id = 2')
  }
})
test('needs that are no numbers, an unknown company: refused by name; only an operator makes proposals', async () => {
  const r = await make({ selectedProducts: 0, selectedSellers: -1, companyId: 987654, email: 'x' })
  assert.deepEqual(
    [r.status, Object.keys(r.body.errors).sort()],
    [422, ['companyId', 'email', 'selectedProducts', 'selectedSellers']],
  )
  const c = await aCompany(t)
  assert.equal((await t.call('POST', '/api/v2/proposals', { token: c.admin.token, body: NEED })).status, 403)
  assert.equal((await t.call('GET', '/api/v2/proposals', { token: c.admin.token })).status, 403)
  assert.equal((await t.call('GET', '/api/v2/proposals/nao-existe-este')).status, 404)
})
