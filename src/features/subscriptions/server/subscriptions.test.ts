import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signatureOf } from '#server/signed.ts'
import {
  aCompany,
  aPerson,
  aProduct,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'
import { platformDay } from '#features/platform/server/index.ts'

let t: TestApp
let operator: string
const SECRET = 'segredo-do-banco'
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED, webhookSecret: SECRET } })
  operator = (await aPerson(t, null, 0)).token
  const r = await t.call('PUT', '/api/v2/platform', {
    token: operator,
    body: {
      pix_key: '123e4567-e12b-12d3-a456-426655440000',
      pix_name: 'Mostruário Ltda',
      pix_city: 'São Paulo',
      consultant_name: 'Ana',
      consultant_phone: '11912345678',
    },
  })
  assert.equal(r.status, 200, JSON.stringify(r.body))
})
after(() => t.close())
const trial = (more: object = {}) =>
  aCompany(t, {
    trial: true,
    valid_until: '2026-12-12',
    max_products: 500,
    max_users_seller: 1,
    max_price_tables: 1,
    ...more,
  })
const FORM = {
  frequency: 'monthly',
  plan_id: 2,
  option: 'pix',
  billing_name: 'Casa Aroeira Ltda',
  billing_document: '529.982.247-25',
  billing_email: 'financeiro@aroeira.test',
  phone: '(11) 91234-5678',
  postal_code: '12530-000',
}
const ask = (c: Company, more: object = {}, token: string | undefined = c.admin.token) =>
  t.call('POST', '/api/v2/subscription/', {
    ...(token && { token }),
    body: { ...FORM, company_id: String(c.id), ...more },
  })
const read = async (c: Company) => (await t.call('GET', '/api/v2/subscription/', { token: c.admin.token })).body.data
const company = async (c: Company) =>
  (await t.call('GET', `/api/v1/companies/${c.id}`, { token: c.admin.token })).body.data
const invoice = async (token: string) => (await t.call('GET', `/api/v2/invoices/${token}`)).body.data
const confirm = (id: number, amount: string) =>
  t.call('POST', `/api/v2/subscriptions/invoices/${id}/confirm`, { token: operator, body: { amount } })
let event = 0
const webhook = (body: object, secret = SECRET, at = t.clock.now()) => {
  const text = JSON.stringify(body)
  return t.app.inject({
    method: 'POST',
    url: '/api/v2/subscription/webhook',
    headers: {
      'content-type': 'application/json',
      'x-mostruario-signature': signatureOf(secret, Math.floor(at.getTime() / 1000), text),
    },
    payload: text,
  })
}
test('an admin asks, pays by Pix and is active for a year with the plan’s limits; the invoice becomes the receipt', async () => {
  const c = await trial()
  const r = await ask(c, { amount: '0,01', discount_amount: '9999,00' })
  assert.equal(r.status, 200, JSON.stringify(r.body))
  assert.deepEqual(
    [r.body.data.amount, r.body.data.discount_amount, r.body.data.status],
    ['1919,04', '479,76', 'pendente'],
  )
  assert.equal((await company(c)).trial, '1')
  const open = await invoice(r.body.data.invoice)
  assert.match(open.pix, /^000201.*br\.gov\.bcb\.pix.*54071919\.04.*6304[0-9A-F]{4}$/)
  assert.match(open.txid, /^MO\d+N1X[0-9A-F]{8}$/)
  assert.equal((await confirm(open.id, '1919,04')).body.data.result, 'paga')
  const now = await company(c)
  assert.deepEqual(
    [now.trial, now.valid_until, now.max_products, now.max_users_seller, now.max_price_tables],
    ['0', '2027-12-12', 1500, 5, 2],
  )
  const paid = await invoice(r.body.data.invoice)
  assert.deepEqual([paid.status, paid.pix, paid.covers_until], ['paga', '', '2027-12-12'])
  assert.equal((await confirm(open.id, '1919,04')).body.data.result, 'repetida')
  assert.equal((await company(c)).valid_until, '2027-12-12')
})
test('the operator reads what comes in by month, what is owed and what is late, and of each until when it is good', async () => {
  const standing = async () =>
    (await t.call('GET', '/api/v2/subscriptions/standing', { token: operator })).body.data as Record<string, string>
  const cents = (s: string | undefined) => Number(String(s).replace(/\D/g, ''))
  const before = await standing()
  const c = await trial({ name: 'Paga por Mês' })
  const open = await invoice((await ask(c, { option: 'mensal', plan_id: 1 })).body.data.invoice)
  const asked = await standing()
  assert.equal(cents(asked.open) - cents(before.open), 9990)
  assert.equal(asked.monthly, before.monthly, 'nothing comes in before it is paid')
  await confirm(open.id, '99,90')
  const paid = await standing()
  assert.equal(cents(paid.monthly) - cents(before.monthly), 9990)
  assert.equal(paid.open, before.open)
  const row = (await t.call('GET', '/api/v2/subscriptions?text=Paga por', { token: operator })).body.data[0]
  assert.deepEqual([row.company.valid_until, row.company.days], ['2027-01-12', 52])
  for (const token of [c.admin.token, c.seller.token, c.client.token])
    assert.equal((await t.call('GET', '/api/v2/subscriptions/standing', { token })).status, 403)
  const figures = async () => (await t.call('GET', '/api/v2/platform/figures', { token: operator })).body.data
  await ask(c, { option: 'mensal', plan_id: 2 })
  const { mrr, subscriptions, open_invoices } = await figures()
  await t.call('DELETE', `/api/v1/companies/${c.id}`, { token: operator })
  const gone = await figures()
  assert.deepEqual(await standing(), {
    ...paid,
    monthly: before.monthly,
    open: before.open,
    counts: (await standing()).counts,
  })
  assert.deepEqual(
    [cents(mrr) - cents(gone.mrr), subscriptions - gone.subscriptions, open_invoices - gone.open_invoices],
    [9990, 1, 1],
  )
})
test('a Pix with another amount confirms nothing, told twice it is one, unsigned or old messages are not taken', async () => {
  const c = await trial()
  const open = await invoice((await ask(c, { option: 'mensal', plan_id: 1 })).body.data.invoice)
  assert.deepEqual(
    [(await confirm(open.id, '99,91')).status, (await confirm(open.id, '99,91')).body.code],
    [409, 'other_amount'],
  )
  const pay = (amount: string, id = `evento-${++event}`) => webhook({ event_id: id, txid: open.txid, amount })
  assert.equal((await webhook({ event_id: 'x123', txid: open.txid, amount: '99,90' }, 'outro segredo')).statusCode, 401)
  assert.equal(
    (
      await webhook(
        { event_id: 'x123', txid: open.txid, amount: '99,90' },
        SECRET,
        new Date(t.clock.now().getTime() - 600_000),
      )
    ).statusCode,
    401,
  )
  assert.equal(
    (
      await t.call('POST', '/api/v2/subscription/webhook', {
        body: { event_id: 'x123', txid: open.txid, amount: '99,90' },
      })
    ).status,
    401,
  )
  assert.equal((await pay('50,00')).json().data.result, 'outro_valor')
  assert.equal((await company(c)).trial, '1')
  const [first, second] = [await pay('99,90', 'evento-certo'), await pay('99,90', 'evento-certo')]
  assert.deepEqual([first.json().data.result, second.json().data.result], ['paga', 'paga'])
  assert.equal((await pay('99,90')).json().data.result, 'repetida')
  assert.equal(
    (await webhook({ event_id: `evento-${++event}`, txid: 'MO99N9', amount: '1,00' })).json().data.result,
    'desconhecida',
  )
  assert.equal((await company(c)).valid_until, '2027-01-12')
})
test('ten confirmations at once pay once', async () => {
  const c = await trial()
  const open = await invoice((await ask(c, { option: 'mensal', plan_id: 1 })).body.data.invoice)
  const all = await Promise.all(Array.from({ length: 10 }, () => confirm(open.id, '99,90')))
  assert.deepEqual(
    all.map((r) => r.body.data?.result).sort((x, y) => x.localeCompare(y)),
    ['paga', ...Array.from({ length: 9 }, () => 'repetida')],
  )
  assert.equal((await company(c)).valid_until, '2027-01-12')
})
test('the welcome offer takes 20% off a year within its day, a coupon when it is better, an unknown word nothing', async () => {
  const c = await trial()
  await t.call('POST', `/api/v2/companies/${c.id}/offer`, { token: c.admin.token })
  const plans = async (q = '') => (await t.call('GET', `/api/v2/plans${q}`, { token: c.admin.token })).body.data
  assert.deepEqual(
    [
      (await plans()).offers[0].percent_bp,
      (await plans('?desconto=20')).refused,
      (await plans('?desconto=NADA')).refused,
    ],
    [2000, false, true],
  )
  assert.equal((await ask(c, { option: 'x12', desconto: '20' })).body.data.amount, '1919,04')
  assert.equal((await ask(c, { option: 'mensal' })).body.data.amount, '199,90')
  assert.match(
    (await t.call('POST', '/api/v2/coupons', { token: operator, body: { code: 'tudo', percent: '101' } })).body.errors
      .percent[0],
    /entre 0 e 100/,
  )
  await t.call('POST', '/api/v2/coupons', { token: operator, body: { code: 'feira30', percent: '30', max_uses: '1' } })
  assert.equal((await ask(c, { option: 'x12', desconto: 'Feira30' })).body.data.amount, '1679,16')
  assert.equal((await ask(await trial(), { option: 'x12', desconto: 'feira30' })).body.data.amount, '2398,80')
  t.clock.forward(25 * 3_600_000)
  c.admin = await aPerson(t, c.id, 1)
  assert.equal((await ask(c, { option: 'x12', desconto: '20' })).body.data.amount, '2398,80')
  t.clock.forward(-25 * 3_600_000)
  operator = (await aPerson(t, null, 0)).token
})
test('anything but monthly, a wrong document, a due date far away: refused by name; a seller may ask, a client may not', async () => {
  const c = await trial()
  const r = await ask(c, {
    frequency: 'yearly',
    billing_document: '111.111.111-11',
    due_date: '2027-06-01',
    best_day_due: 31,
  })
  assert.deepEqual(
    [r.status, Object.keys(r.body.errors).sort()],
    [422, ['best_day_due', 'billing_document', 'due_date', 'frequency']],
  )
  assert.equal((await ask(c, {}, c.client.token)).status, 403)
  assert.equal((await ask(c, {}, c.seller.token)).status, 200)
  assert.equal((await ask(c, {}, (await aCompany(t)).admin.token)).status, 403)
})
test('without a session the answer is the same for a company that is not there, and no invoice is made', async () => {
  const c = await trial()
  const known = await ask(c, { billing_email: 'quem@fora.test' }, '')
  const unknown = await t.call('POST', '/api/v2/subscription/', {
    body: { ...FORM, billing_email: 'quem@fora.test', company_id: '987654' },
  })
  assert.deepEqual(known.body, unknown.body)
  assert.equal(known.body.data.invoice, null)
  const now = await read(c)
  assert.deepEqual([now.pending, now.invoices], [null, []])
})
test('a smaller plan asks what rests; nothing is deleted, the rest is inactive, and the limit holds from then on', async () => {
  const c = await trial({ max_products: 3000 })
  const products = []
  for (let i = 0; i < 4; i++) products.push(await aProduct(t, c))
  await t.owner.query('update plans set products = 2 where id = 1')
  try {
    const refused = await ask(c, { plan_id: 1, option: 'mensal' })
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.over],
      [409, 'over_limit', { products: 2, sellers: 0, price_tables: 0, admins: 0, clients: 0 }],
    )
    const open = await invoice(
      (await ask(c, { plan_id: 1, option: 'mensal', deactivate: { products: 'oldest' } })).body.data.invoice,
    )
    await confirm(open.id, '99,90')
    const active = (
      await t.owner.query('select id from products where company_id = $1 and active order by id', [c.id])
    ).rows.map((r) => Number(r.id))
    assert.deepEqual(active, [products[2]?.id, products[3]?.id])
    const full = await t.call('POST', '/api/v1/products', { token: c.admin.token, body: { name: 'Mais um' } })
    assert.deepEqual([full.status, full.body.code, full.body.plan], [409, 'plan_limit', 'Diamante'])
    assert.match(full.body.message, /2 produtos ativos.*Diamante tem lugar para 1\.500/)
    await t.owner.query("update plans set products = 3 where name = 'Diamante'")
    const exact = await t.call('POST', '/api/v1/products', { token: c.admin.token, body: { name: 'Mais um' } })
    assert.equal(exact.body.plan, 'Diamante', 'with room for this one and no more')
    await t.owner.query("update plans set products = 1500 where name = 'Diamante'")
    const back = await t.call('PUT', `/api/v1/products/${products[0]?.id}`, {
      token: c.admin.token,
      body: { active: 1 },
    })
    assert.equal(back.body.code, 'plan_limit')
    assert.equal(
      (await t.call('POST', '/api/v1/products', { token: c.admin.token, body: { name: 'Guardado', active: 0 } }))
        .status,
      200,
    )
  } finally {
    await t.owner.query('update plans set products = 500 where id = 1')
  }
})
test('a larger plan takes the unused days off its price; a smaller one turns them into days', async () => {
  const c = await trial()
  const first = await invoice((await ask(c, { plan_id: 2, option: 'x12' })).body.data.invoice)
  await confirm(first.id, '2398,80')
  assert.equal((await read(c)).credit, '2398,80')
  const up = await ask(c, { plan_id: 3, option: 'x12' })
  assert.equal(up.body.data.amount, '1800,00')
  const down = await ask(c, { plan_id: 1, option: 'x12' })
  assert.equal(down.body.data.amount, '0,00')
  assert.match(down.body.data.message, /já vale/)
  const now = await read(c)
  assert.deepEqual([now.current.plan_name, now.limits.products, now.credit], ['Profissional', 500, '2398,80'])
  assert.ok(now.valid_until > '2028-11-01', now.valid_until)
})
test('the next invoice comes once, ten days before its due date; unpaid it is late, paid it extends the period, cancelled it runs out', async () => {
  const c = await trial({ valid_until: '2026-11-20' })
  const open = await invoice((await ask(c, { plan_id: 1, option: 'mensal', best_day_due: 15 })).body.data.invoice)
  await confirm(open.id, '99,90')
  const start = t.clock.now().toISOString()
  const day = async (iso: string) => {
    t.clock.set(iso)
    await platformDay(t.kit)
    await platformDay(t.kit)
    return (
      await t.owner.query(
        'select i.status, i.due_date, s.status as sub from invoices i join subscriptions s on s.id = i.subscription_id where i.company_id = $1 order by i.id',
        [c.id],
      )
    ).rows
  }
  assert.equal((await day('2026-12-04T12:00:00Z')).length, 1)
  const ahead = await day('2026-12-05T12:00:00Z')
  assert.deepEqual([ahead.length, ahead[1].due_date], [2, '2026-12-15'])
  assert.equal((await day('2026-12-22T12:00:00Z'))[1].sub, 'ativa')
  operator = (await aPerson(t, null, 0)).token
  c.admin = await aPerson(t, c.id, 1)
  assert.equal((await read(c)).current.status, 'atrasada')
  const next = (await t.owner.query("select id from invoices where company_id = $1 and status = 'aberta'", [c.id]))
    .rows[0].id
  assert.equal((await confirm(next, '99,90')).body.data.valid_until, '2027-01-22')
  assert.equal(
    (await t.call('POST', '/api/v2/subscription/cancel', { token: c.admin.token, body: { reason: 'fechamos' } }))
      .status,
    200,
  )
  assert.deepEqual([(await read(c)).current, (await company(c)).valid_until], [null, '2027-01-22'])
  assert.equal((await day('2027-01-20T12:00:00Z')).length, 2)
  t.clock.set(start)
})
test('time that an operator had given is not lost by paying: the payment goes on from its end', async () => {
  const c = await aCompany(t, { valid_until: '2027-05-31' })
  const open = await invoice((await ask(c, { plan_id: 2, option: 'mensal' })).body.data.invoice)
  assert.equal((await confirm(open.id, '199,90')).body.data.valid_until, '2027-06-30')
})
test('a trial that pays keeps the days it had: the paid month begins when they end', async () => {
  const c = await trial({ valid_until: '2027-01-31' })
  const open = await invoice((await ask(c, { plan_id: 1, option: 'mensal' })).body.data.invoice)
  assert.equal((await confirm(open.id, '99,90')).body.data.valid_until, '2027-02-28')
})
test('days that an operator gave beyond what was paid stay when the plan changes', async () => {
  const c = await trial({ valid_until: '2026-11-20' })
  await confirm((await invoice((await ask(c, { plan_id: 2, option: 'x12' })).body.data.invoice)).id, '2398,80')
  assert.equal((await read(c)).valid_until, '2027-11-21')
  await t.call('PUT', `/api/v1/companies/${c.id}`, { token: operator, body: { valid_until: '2036-01-01' } })
  await ask(c, { plan_id: 1, option: 'x12' })
  const now = await read(c)
  assert.equal(now.current.plan_name, 'Profissional')
  // Two years of this plan for the one that was paid, and the eight that were given.
  assert.ok(now.valid_until > '2036-12-01', now.valid_until)
})
test('who pays the next month early and then another plan loses neither: what was paid is credit for the new one', async () => {
  const c = await trial({ valid_until: '2026-11-20' })
  await confirm((await invoice((await ask(c, { plan_id: 1, option: 'mensal' })).body.data.invoice)).id, '99,90')
  const up = (await ask(c, { plan_id: 2, option: 'mensal' })).body.data
  assert.equal(up.amount, '100,00')
  t.clock.set('2026-12-11T12:00:00Z')
  await platformDay(t.kit)
  operator = (await aPerson(t, null, 0)).token
  c.admin = await aPerson(t, c.id, 1)
  const renewal = (
    await t.owner.query("select id from invoices where company_id = $1 and status = 'aberta' and amount_cents = 9990", [
      c.id,
    ])
  ).rows[0].id
  assert.equal((await confirm(renewal, '99,90')).body.data.valid_until, '2027-01-21')
  // Ten days of the first month and the whole next one are still there when the larger plan is paid.
  await confirm((await invoice(up.invoice)).id, '100,00')
  const now = await read(c)
  assert.deepEqual([now.current.plan_name, now.valid_until], ['Diamante', '2027-01-11'])
  // The offer had ended: of 199,90, 133,20 are paid days by now, and of the 100,00 that came 33,30 are left.
  assert.equal(now.kept, '33,30')
  t.clock.set('2026-11-21T12:00:00Z')
})
test('without a Pix key of the platform an invoice says that no code can be made, and none is', async () => {
  const set = (pix_key: string) => t.call('PUT', '/api/v2/platform', { token: operator, body: { pix_key } })
  const c = await trial()
  await set('')
  try {
    const open = await invoice((await ask(c, { plan_id: 1, option: 'mensal' })).body.data.invoice)
    assert.deepEqual([open.payable, open.pix, (await t.call('GET', '/api/v2/plans')).body.data.pix], [false, '', false])
  } finally {
    await set('123e4567-e12b-12d3-a456-426655440000')
  }
})
test('an invoice that was renewed has the same amount and number; a cancelled one takes no money', async () => {
  const c = await trial()
  const token = (await ask(c, { plan_id: 1, option: 'mensal', due_date: '2026-12-10' })).body.data.invoice
  const before = await invoice(token)
  t.clock.forward(4 * 86_400_000)
  assert.equal((await invoice(token)).pix, '')
  await t.call('POST', `/api/v2/invoices/${token}/renew`)
  assert.deepEqual([(await invoice(token)).pix, (await invoice(token)).txid], [before.pix, before.txid])
  t.clock.forward(-4 * 86_400_000)
  c.admin = await aPerson(t, c.id, 1)
  await ask(c, { plan_id: 2 })
  assert.equal((await invoice(token)).status, 'cancelada')
  assert.equal((await t.call('POST', `/api/v2/invoices/${token}/renew`)).body.code, 'invoice_closed')
  assert.equal(
    (await webhook({ event_id: `evento-${++event}`, txid: before.txid, amount: '99,90' })).json().data.result,
    'cancelada',
  )
  assert.equal((await t.call('GET', '/api/v2/invoices/nao-existe-nada-aqui-000')).status, 404)
})
