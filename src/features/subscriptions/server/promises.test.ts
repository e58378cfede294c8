// What a promise costs when it is taken up late, who may make it, and what may end a block.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { platformDay } from '#features/platform/server/index.ts'
import { aCart, aPerson, aProduct, type Company, order, PASSWORD } from '../../../../test/kit.ts'
import { startSubscriptions } from '../../../../test/subscription_kit.ts'

const { t, operator, on, trial, request, asks, confirm, pays, read } = await startSubscriptions()
beforeEach(() => on('2026-11-21'))
after(() => t.close())
const company = async (c: Company) =>
  (await t.call('GET', `/api/v1/companies/${c.id}`, { token: c.admin.token })).body.data
const paidYear = async (plan_id: number) => {
  const c = await trial({ valid_until: '2026-11-20' })
  await pays(c, { plan_id, option: 'pix' })
  return c
}
const block = (c: Company, is_blocked = true) =>
  t.call('PUT', `/api/v1/companies/${c.id}`, {
    token: operator(),
    body: { is_blocked, ...(is_blocked && { blocked_reason: 'Vende produto falsificado' }) },
  })
const mailsAbout = async (template: string, txid: string) =>
  (await t.owner.query("select recipient from mails where template = $1 and params->>'txid' = $2", [template, txid]))
    .rows
test('the same plan again is a renewal at the full price, without credit or offer', async () => {
  const c = await paidYear(1)
  await t.call('POST', '/api/v2/coupons', { token: operator(), body: { code: 'metade', percent: '50' } })
  await on('2026-11-22', c)
  const again = await asks(c, { plan_id: 1, option: 'pix', desconto: 'metade' })
  assert.equal(again.amount, '959,04')
  await confirm(again.id, '959,04')
  const now = await read(c)
  assert.equal(now.valid_until, '2028-11-21')
  // Both years are money for another plan: none of their days became a gift at its price.
  assert.equal(now.credit, '1915,45')
  await pays(c, { plan_id: 3, option: 'pix' })
  assert.equal((await read(c)).valid_until, '2027-11-22')
})
test('a bill of a change is worth the credit of the day on which it is paid', async () => {
  const c = await paidYear(1)
  const up = await asks(c, { plan_id: 3, option: 'pix', due_date: '2026-12-21' })
  assert.equal(up.amount, '2400,00')
  await on('2026-12-21', c)
  assert.equal((await confirm(up.id, up.amount)).body.data.result, 'paga')
  // 335 of 365 days of 959,04 are left: 3.280,21 of 3.359,04 pay 356 of 365 days.
  assert.equal((await read(c)).valid_until, '2027-12-12')
})
test('an offer ends with its due date: no code, and money by the day’s prices', async () => {
  const c = await paidYear(1)
  const r = await request(c, { plan_id: 3, option: 'pix' })
  const { invoice } = r.body.data
  const open = async () => (await t.call('GET', `/api/v2/invoices/${invoice}`)).body.data
  await on('2026-11-24', c)
  assert.deepEqual(
    [(await open()).ended, (await t.call('POST', `/api/v2/invoices/${invoice}/renew`)).status],
    [false, 200],
  )
  await on('2027-11-12', c)
  assert.deepEqual([(await open()).ended, (await open()).pix, (await open()).payable], [true, '', false])
  assert.equal((await t.call('POST', `/api/v2/invoices/${invoice}/renew`)).body.code, 'offer_ended')
  const { id, amount, txid } = await open()
  assert.equal((await confirm(id, amount)).body.data.result, 'cancelada')
  assert.equal((await confirm(id, amount)).body.data.result, 'repetida')
  const now = await read(c)
  assert.deepEqual([now.current.plan_name, now.valid_until, now.kept], ['Profissional', '2027-11-21', amount])
  assert.ok((await mailsAbout('credit', txid)).length > 0)
  assert.deepEqual(await mailsAbout('kept', txid), [{ recipient: 'financeiro@aroeira.test' }])
})
test('a first bill paid late has neither the welcome offer nor the coupon of its day', async () => {
  const c = await trial()
  await t.call('POST', `/api/v2/companies/${c.id}/offer`, { token: c.admin.token })
  const welcome = await asks(c, { plan_id: 1, option: 'x12' })
  assert.equal(welcome.amount, '959,04')
  await on('2026-11-25', c)
  assert.equal((await confirm(welcome.id, welcome.amount)).body.data.result, 'cancelada')
  assert.deepEqual([(await read(c)).current, (await read(c)).kept], [null, '959,04'])
  // The credit pays first when the plan is asked for again.
  assert.equal((await asks(c, { plan_id: 1, option: 'x12' })).amount, '239,76')
})
test('twin: a late offer without credit or discount begins all the same', async () => {
  const c = await trial({ valid_until: '2026-11-20' })
  const { id, amount } = await asks(c, { plan_id: 1 })
  await on('2026-12-21', c)
  assert.equal((await confirm(id, amount)).body.data.result, 'paga')
  assert.deepEqual([(await read(c)).valid_until, (await read(c)).kept], ['2027-01-21', '0,00'])
})
test('no money ends a block by a person: it is kept as credit and told', async () => {
  const c = await paidYear(3)
  const renewal = await asks(c, { plan_id: 3, option: 'pix' })
  await block(c)
  for (const { token } of [c.admin, c.seller]) {
    const r = await request(c, { plan_id: 1 }, token)
    assert.deepEqual([r.status, r.body.code], [403, 'company_blocked'])
  }
  const { rows } = await t.owner.query('select token, txid from invoices where id = $1', [renewal.id])
  const bill = async () => (await t.call('GET', `/api/v2/invoices/${rows[0].token}`)).body.data
  assert.equal((await bill()).time_zone, 'America/Sao_Paulo')
  assert.deepEqual([(await bill()).blocked, (await bill()).pix, (await bill()).payable], [true, '', false])
  assert.equal((await t.call('POST', `/api/v2/invoices/${rows[0].token}/renew`)).body.code, 'company_blocked')
  assert.equal((await confirm(renewal.id, renewal.amount)).body.data.result, 'cancelada')
  const { rows: after } = await t.owner.query(
    'select is_blocked, blocked_reason, valid_until from companies where id = $1',
    [c.id],
  )
  assert.deepEqual(after[0], {
    is_blocked: true,
    blocked_reason: 'Vende produto falsificado',
    valid_until: '2027-11-21',
  })
  assert.equal((await read(c)).kept, renewal.amount)
  assert.deepEqual(await mailsAbout('kept', rows[0].txid), [{ recipient: 'financeiro@aroeira.test' }])
  await t.owner.query("update companies set valid_until = '2026-11-25' where id = $1", [c.id])
  await platformDay(t.kit)
  assert.equal(
    (await t.owner.query("select 1 from invoices where company_id = $1 and status = 'aberta'", [c.id])).rowCount,
    0,
  )
  await block(c, false)
  await platformDay(t.kit)
  assert.ok((await read(c)).valid_until > '2027-11-20', 'the credit pays the renewal when the block has ended')
})
test('a coupon serves a company and a document once unless it may repeat', async () => {
  const coupon = (code: string, more: object = {}) =>
    t.call('POST', '/api/v2/coupons', { token: operator(), body: { code, percent: '50', ...more } })
  await coupon('umavez')
  await coupon('sempre', { repeatable: true })
  const c = await trial({ valid_until: '2026-11-20' })
  await pays(c, { plan_id: 1, desconto: 'umavez' })
  // With an extra it is a change and no renewal.
  const costs = async (desconto: string, more: object = {}) =>
    Number((await request(c, { plan_id: 3, desconto, ...more })).body.data.amount.replace(',', '.'))
  const plain = await costs('')
  assert.equal(await costs('umavez'), plain)
  const { refused } = (await t.call('GET', '/api/v2/plans?desconto=umavez', { token: c.admin.token })).body.data
  assert.equal(refused, true)
  assert.ok((await costs('sempre')) < plain)
  const other = await trial()
  const taken = await request(other, { plan_id: 1, desconto: 'umavez' })
  assert.deepEqual([taken.status, Object.keys(taken.body.errors)], [422, ['desconto']])
  assert.equal(
    (await asks(other, { plan_id: 1, desconto: 'umavez', billing_document: '111.444.777-35' })).amount,
    '49,95',
  )
})
test('of ten companies with one document that use a coupon at once, one has it', async () => {
  await t.call('POST', '/api/v2/coupons', { token: operator(), body: { code: 'corrida', percent: '50' } })
  const companies = await Promise.all(Array.from({ length: 10 }, () => trial()))
  const all = await Promise.all(companies.map((c) => request(c, { plan_id: 1, desconto: 'corrida' })))
  assert.deepEqual(
    all.map((r) => r.status).sort((a, b) => a - b),
    [200, ...Array.from({ length: 9 }, () => 422)],
  )
})
test('a proposal is its company’s, or the first taker’s, and is used once', async () => {
  const offer = async (companyId?: number) =>
    (
      await t.call('POST', '/api/v2/proposals', {
        token: operator(),
        body: {
          consultantName: 'Ana',
          selectedProducts: 100,
          selectedSellers: 1,
          plan_id: 1,
          ...(companyId && { companyId }),
        },
      })
    ).body.data.token as string
  const [x, y] = [await trial({ valid_until: '2026-11-20' }), await trial()]
  const take = async (c: Company, proposta: string) => {
    const r = await request(c, { plan_id: 1, proposta })
    return r.status === 200 ? 'taken' : r.body.code
  }
  const named = await offer(x.id)
  assert.equal(await take(y, named), 'proposal_taken')
  assert.deepEqual(
    [await take(x, named), await take(x, named)],
    ['taken', 'taken'],
    'not paid, it may be asked for again',
  )
  const { rows } = await t.owner.query("select id from invoices where company_id = $1 and status = 'aberta'", [x.id])
  assert.equal((await confirm(rows[0].id, '99,90')).body.data.result, 'paga')
  assert.equal(await take(x, named), 'proposal_taken', 'used once')
  const free = await offer()
  const companies = await Promise.all(Array.from({ length: 10 }, () => trial()))
  const all = await Promise.all(companies.map((c) => take(c, free)))
  assert.equal(all.filter((r) => r === 'taken').length, 1)
  const stranger = await offer()
  const left = await t.call('POST', '/api/v2/subscription/', {
    body: {
      frequency: 'monthly',
      plan_id: 1,
      option: 'mensal',
      billing_name: 'Um Estranho',
      billing_document: '529.982.247-25',
      billing_email: 'quem@fora.test',
      company_id: String(y.id),
      proposta: stranger,
    },
  })
  assert.equal(left.status, 200)
  assert.equal(await take(x, stranger), 'taken', 'who asks without a session takes it from nobody')
})

test('a proposal that credit pays for begins at once, and is used once', async () => {
  const c = await paidYear(3)
  const body = { consultantName: 'Ana', selectedProducts: 100, selectedSellers: 1, plan_id: 1, companyId: c.id }
  const proposta = (await t.call('POST', '/api/v2/proposals', { token: operator(), body })).body.data.token as string
  const bill = await asks(c, { plan_id: 1, proposta })
  assert.deepEqual([bill.amount, bill.status], ['0,00', 'paga'])
  assert.equal((await request(c, { plan_id: 1, proposta })).body.code, 'proposal_taken')
})

/** A company on Diamante, paid for a month, with a second seller. */
async function onDiamante(more: object = {}) {
  const c = await trial({ valid_until: '2026-11-20', ...more })
  await pays(c, { plan_id: 2 })
  return { ...c, second: await aPerson(t, c.id, 2) }
}
const rowOf = async (c: Company) =>
  (
    await t.owner.query(
      `select (select to_jsonb(c) - 'version' from companies c where id = $1) as company,
        (select jsonb_agg(jsonb_build_array(id, active, price_table) order by id) from users where company_id = $1) as people,
        (select count(*)::int from invoices where company_id = $1) as invoices,
        (select coalesce(sum(credit_cents), 0)::int from invoices where company_id = $1) as spent`,
      [c.id],
    )
  ).rows[0]
test('a seller’s request waits for an admin and changes nothing, whatever it carries', async () => {
  const c = await onDiamante()
  await t.owner.query(
    'insert into credits (company_id, invoice_id, txid, amount_cents, at) select $1, min(id), $2, 900000, now() from invoices where company_id = $1',
    [c.id, 'MOX'],
  )
  const before = await rowOf(c)
  const deactivate = { products: 'oldest', keep_sellers: [c.seller.id], price_tables: 'first' }
  const asked = await request(c, { plan_id: 1, option: 'mensal', deactivate }, c.seller.token)
  assert.deepEqual([asked.status, asked.body.data.invoice], [200, null], JSON.stringify(asked.body))
  assert.match(asked.body.data.message, /administrador/)
  await request(c, { plan_id: 3, option: 'x12' }, c.seller.token)
  assert.deepEqual(await rowOf(c), before)
  const { asks: waiting } = await read(c)
  assert.deepEqual(
    waiting.map((a: { plan_name: string; form: object }) => [a.plan_name, 'deactivate' in a.form]),
    [['Silício', false]],
    'a second request replaces the first',
  )
  const home = async () => (await t.call('GET', '/api/v2/home/company', { token: c.admin.token })).body.data.waiting
  assert.equal((await home()).assinatura, 1)
  const made = await request(c, { plan_id: 3, option: 'x12', ask: waiting[0].id })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.deepEqual([(await read(c)).asks, (await home()).assinatura], [[], 0])
})
test('only an admin of the company declines a seller’s request', async () => {
  const c = await onDiamante()
  await request(c, { plan_id: 3 }, c.seller.token)
  const [{ id }] = (await read(c)).asks
  const decline = (token: string) => t.call('DELETE', `/api/v2/subscription/asks/${id}`, { token })
  assert.equal((await decline(c.seller.token)).status, 403)
  assert.equal((await decline((await trial()).admin.token)).status, 404)
  assert.equal((await request(await trial(), { ask: id })).status, 200)
  assert.equal((await read(c)).asks.length, 1, 'another company’s subscription answers no request of this one')
  assert.equal((await decline(c.admin.token)).status, 200)
  assert.deepEqual((await read(c)).asks, [])
})
test('a request that no admin answered is dropped after 30 days', async () => {
  const c = await onDiamante()
  await request(c, { plan_id: 3 }, c.seller.token)
  await t.owner.query("update subscription_asks set created_at = created_at - interval '29 days'")
  await platformDay(t.kit)
  assert.equal((await read(c)).asks.length, 1)
  await t.owner.query("update subscription_asks set created_at = created_at - interval '2 days'")
  await platformDay(t.kit)
  assert.deepEqual((await read(c)).asks, [])
})
test('a company of a reseller subscribes at the reseller’s link only', async () => {
  const { rows } = await t.owner.query(
    "insert into resellers (name, redirect_link) values ('Rep Leste', 'https://leste.test/assine') returning id",
  )
  const c = await trial({ reseller_id: rows[0].id })
  for (const { token } of [c.admin, c.seller]) {
    const r = await request(c, {}, token)
    assert.deepEqual(
      [r.status, r.body.code, r.body.redirect],
      [409, 'reseller_subscribes', 'https://leste.test/assine'],
    )
  }
  assert.equal((await request(c, {}, operator())).status, 200)
})
test('what grew between request and payment rests when the plan begins', async () => {
  const c = await trial({ max_products: 3000, max_users_seller: 10, max_users_admin: 20, max_users_client: 50 })
  const products = [await aProduct(t, c), await aProduct(t, c)]
  await t.owner.query('update plans set products = 2, admins = 1, clients = 1 where id = 1')
  try {
    const open = await asks(c, { plan_id: 1 })
    const late = { seller: await aPerson(t, c.id, 2), admin: await aPerson(t, c.id, 1) }
    const client = await aPerson(t, c.id, 3, { price_table: 3 })
    products.push(await aProduct(t, c))
    await confirm(open.id, '99,90')
    const now = await company(c)
    assert.deepEqual([now.max_users_admin, now.max_users_client, now.max_users_seller], [1, 1, 1])
    const active = async (table: string, ids: number[]) =>
      (await t.owner.query(`select id from ${table} where id = any($1) and active`, [ids])).rows.map((r) =>
        Number(r.id),
      )
    assert.deepEqual(
      await active('users', [c.admin.id, c.seller.id, c.client.id, late.seller.id, late.admin.id, client.id]),
      [c.admin.id, c.seller.id, c.client.id, client.id],
      'a client whose sign-in rests stays a card in use',
    )
    const login = async () =>
      (await t.call('POST', '/api/v1/auth/login', { body: { email: client.email, password: PASSWORD } })).status
    assert.deepEqual(
      [await login(), (await t.call('GET', '/api/v1/auth/me', { token: client.token })).status],
      [401, 401],
    )
    const cart = aCart([{ product_id: Number(products[2]?.id), quantity: 1 }], { client_id: client.id })
    assert.equal((await order(t, c, c.admin.token, cart)).status, 201, 'and is sold to')
    await t.owner.query('update plans set clients = 9 where id = 2')
    await pays(c, { plan_id: 2, option: 'pix' })
    assert.equal(await login(), 200, 'with a larger plan the sign-in is back')
    await t.owner.query('update plans set clients = 5000 where id = 2')
    assert.deepEqual(
      await active(
        'products',
        products.map((p) => p.id),
      ),
      products.slice(1).map((p) => p.id),
    )
    assert.equal((await t.call('GET', '/api/v1/auth/me', { token: late.seller.token })).status, 401)
    const { rows } = await t.owner.query('select price_table from users where id = $1', [client.id])
    assert.equal(rows[0].price_table, 1)
  } finally {
    await t.owner.query('update plans set products = 500, admins = 3, clients = 5000 where id = 1')
  }
})
test('the admin chooses which admins and whose sign-ins rest', async () => {
  const c = await trial({ max_products: 3000, max_users_seller: 10, max_users_admin: 20, max_users_client: 50 })
  const second = await aPerson(t, c.id, 1)
  const { id: product } = await aProduct(t, c)
  const buys = await aPerson(t, c.id, 3, { seller_id: c.seller.id })
  await order(t, c, buys.token, aCart([{ product_id: product, quantity: 1 }]))
  await t.owner.query('update plans set admins = 1, clients = 1 where id = 1')
  try {
    const ask = (deactivate?: object) => request(c, { plan_id: 1, ...(deactivate && { deactivate }) })
    const refused = (await ask()).body
    assert.deepEqual(
      [refused.code, refused.over, refused.most_admins, refused.admins.length],
      ['over_limit', { products: 0, sellers: 0, price_tables: 0, admins: 1, clients: 1 }, 1, 2],
    )
    assert.equal((await ask({ keep_admins: [second.id] })).body.code, 'over_limit', 'whose sign-ins?')
    for (const keep_admins of [[], [c.admin.id, second.id]])
      assert.equal((await ask({ keep_admins, clients: 'idle' })).status, 422, `${keep_admins.length} admins`)
    const r = await ask({ keep_admins: [second.id], clients: 'idle' })
    const bill = (await t.call('GET', `/api/v2/invoices/${r.body.data.invoice}`)).body.data
    assert.equal((await confirm(bill.id, bill.amount)).body.data.result, 'paga')
    const { rows } = await t.owner.query(
      `select id::int from users where company_id = $1 and active and (level < 3 or password_hash is not null)
         and not is_visitor order by id`,
      [c.id],
    )
    assert.deepEqual(
      rows.map((x) => x.id),
      [c.seller.id, second.id, buys.id],
    )
  } finally {
    await t.owner.query('update plans set admins = 3, clients = 5000 where id = 1')
  }
})
test('a larger plan for an hour leaves none of its numbers behind', async () => {
  const c = await trial({ valid_until: '2026-11-20' })
  await t.owner.query('update plans set admins = 20, clients = 50000 where id = 3')
  try {
    await pays(c, { plan_id: 3 })
    assert.equal((await company(c)).max_users_admin, 20)
    await request(c, { plan_id: 1, option: 'mensal' })
    const now = await company(c)
    assert.deepEqual([now.max_users_admin, now.max_users_client, now.max_products], [3, 5000, 500])
    assert.ok(now.valid_until > '2027-02-20', 'days that were paid for stay')
  } finally {
    await t.owner.query('update plans set admins = 3, clients = 5000 where id = 3')
  }
})
