import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEFAULT_LIMITS } from '#server/config.ts'
import { registered } from '#server/serve.ts'
import { signatureOf } from '#server/signed.ts'
import { sweepRows } from '#features/platform/server/sweep.ts'
import { aCompany, aPerson, type Company, startTestApp, type TestApp, UNLIMITED, until } from '../../../../test/kit.ts'

let t: TestApp
let operator: string
const SECRET = 'segredo-do-banco'
before(async () => {
  const limits = {
    ...UNLIMITED,
    subscribe_ip: DEFAULT_LIMITS.subscribe_ip,
    subscribe_company: DEFAULT_LIMITS.subscribe_company,
  }
  t = await startTestApp({ config: { limits, webhookSecret: SECRET } })
  operator = (await aPerson(t, null, 0)).token
  await t.call('PUT', '/api/v2/platform', {
    token: operator,
    body: {
      pix_key: '123e4567-e12b-12d3-a456-426655440000',
      pix_name: 'Mostruário Ltda',
      pix_city: 'São Paulo',
      consultant_name: 'Ana',
      consultant_phone: '11912345678',
    },
  })
})
after(() => t.close())
const FORM = {
  frequency: 'monthly',
  plan_id: 1,
  option: 'mensal',
  billing_name: 'Um Estranho Ltda',
  billing_document: '529.982.247-25',
  billing_email: 'quem@fora.test',
  phone: '(11) 91234-5678',
}
let address = 0
/** Each from an address of its own, unless told otherwise. */
const ask = (body: object, ip = `10.9.${++address >> 8}.${address & 255}`) =>
  t.app.inject({ method: 'POST', url: '/api/v2/subscription/', payload: { ...FORM, ...body }, remoteAddress: ip })
const requests = async (more = '') =>
  (await t.call('GET', `/api/v2/subscription_requests?limit=500${more}`, { token: operator })).body
const signedIn = (c: Company, body: object) =>
  t.call('POST', '/api/v2/subscription/', {
    token: c.admin.token,
    body: { ...FORM, billing_email: 'nos@empresa.test', ...body },
  })
const invoice = async (token: string) => (await t.call('GET', `/api/v2/invoices/${token}`)).body.data
const confirm = (id: number, amount: string) =>
  t.call('POST', `/api/v2/subscriptions/invoices/${id}/confirm`, { token: operator, body: { amount } })
const read = async (c: Company) => (await t.call('GET', '/api/v2/subscription/', { token: c.admin.token })).body.data
let event = 0
const webhook = (body: object) => {
  const text = JSON.stringify({ event_id: `aviso-${++event}`, ...body })
  const signature = signatureOf(SECRET, Math.floor(t.clock.now().getTime() / 1000), text)
  return t.app.inject({
    method: 'POST',
    url: '/api/v2/subscription/webhook',
    headers: { 'content-type': 'application/json', 'x-mostruario-signature': signature },
    payload: text,
  })
}
/** Everything of a company that money and plans decide. */
const standing = async (c: { id: number }) =>
  (
    await t.owner.query(
      `select (select to_jsonb(c) from companies c where id = $1) as company,
        (select jsonb_agg(s order by id) from subscriptions s where company_id = $1) as subscriptions,
        (select jsonb_agg(i order by id) from invoices i where company_id = $1) as invoices,
        (select jsonb_agg(u order by id) from users u where company_id = $1) as people`,
      [c.id],
    )
  ).rows[0]
/** Numbers that are drawn the same way each time. */
function dice(seed: number) {
  return (n: number) => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((seed / 4_294_967_296) * n)
  }
}

test('a stranger who names a paying company changes nothing of it: the operator finds the request and is told', async () => {
  await t.jobs()
  const c = await aCompany(t, { valid_until: '2036-01-01' })
  await confirm((await invoice((await signedIn(c, { plan_id: 2, option: 'pix' })).body.data.invoice)).id, '1919,04')
  const open = await signedIn(c, { plan_id: 3, option: 'x12' })
  const before = await standing(c)
  const r = (await ask({ company_id: String(c.id), description: 'quero pagar menos' })).json()
  assert.deepEqual([r.status, r.data.status, r.data.amount, r.data.invoice], ['success', 'pendente', '99,90', null])
  assert.match(r.data.message, /chegou.*Ana.*quem@fora\.test/)
  assert.deepEqual(await standing(c), before)
  assert.equal((await invoice(open.body.data.invoice)).status, 'aberta')
  const [asked] = (await requests()).data
  assert.deepEqual(
    [
      asked.company.id,
      asked.billing_name,
      asked.billing_email,
      asked.phone,
      asked.plan_name,
      asked.amount,
      asked.status,
    ],
    [c.id, 'Um Estranho Ltda', 'quem@fora.test', '11912345678', 'Profissional', '99,90', 'novo'],
  )
  await until(
    async () =>
      (
        await t.owner.query("select 1 from mails where template = 'request' and company_id is null and key like $1", [
          `pedido-assinatura-${asked.id}%`,
        ])
      ).rowCount,
  )
})
test('a request without a session gets one answer, whether its company exists, does not exist or is not named', async () => {
  const c = await aCompany(t)
  const answers = await Promise.all([ask({ company_id: String(c.id) }), ask({ company_id: '987654321' }), ask({})])
  for (const a of answers) assert.deepEqual(a.json(), answers[0]?.json())
})
test('strangers who name no company do not use up each other’s tries; one company’s, and one address’s, end', async () => {
  for (let i = 0; i < 12; i++) assert.equal((await ask({})).statusCode, 200)
  const c = await aCompany(t)
  for (let i = 0; i < 3; i++) assert.equal((await ask({ company_id: String(c.id) })).statusCode, 200)
  assert.equal((await ask({ company_id: String(c.id) })).statusCode, 429)
  for (let i = 0; i < 5; i++) assert.equal((await ask({}, '10.8.8.8')).statusCode, 200)
  const waits = await ask({}, '10.8.8.8')
  assert.deepEqual([waits.statusCode, Number(waits.headers['retry-after']) > 0], [429, true])
})
test('only the operator reads and answers requests', async () => {
  const c = await aCompany(t)
  await ask({ company_id: String(c.id), billing_name: 'Para Responder' })
  const one = (await requests()).data.find((r: { billing_name: string }) => r.billing_name === 'Para Responder')
  const answer = (token?: string, body: object = { status: 'atendido' }) =>
    t.call('POST', `/api/v2/subscription_requests/${one.id}`, { ...(token && { token }), body })
  for (const [token, status] of [
    [undefined, 401],
    [c.admin.token, 403],
    [c.seller.token, 403],
    [c.client.token, 403],
  ] as const) {
    assert.equal((await t.call('GET', '/api/v2/subscription_requests', { ...(token && { token }) })).status, status)
    assert.equal((await answer(token)).status, status)
  }
  assert.equal((await answer(operator, { status: 'talvez' })).status, 422)
  assert.equal((await answer(operator)).body.data.status, 'atendido')
  assert.ok(!(await requests('&status=novo')).data.some((r: { id: number }) => r.id === one.id))
  assert.equal(
    (await t.call('POST', '/api/v2/subscription_requests/99999', { token: operator, body: { status: 'atendido' } }))
      .status,
    404,
  )
})
test('whatever is called without a session, in whatever order, no company’s row, people, plan or invoices change', async () => {
  const c = await aCompany(t, { valid_until: '2036-01-01' })
  const paid = (await signedIn(c, { plan_id: 3, option: 'pix' })).body.data.invoice
  await confirm((await invoice(paid)).id, '3359,04')
  await signedIn(c, { plan_id: 3, option: 'x12', extra_products: 10 })
  const offered = await t.call('POST', '/api/v2/proposals', {
    token: operator,
    body: { companyId: c.id, consultantName: 'Ana', selectedProducts: 100, selectedSellers: 1, plan_id: 1 },
  })
  const before = await standing(c)
  const draw = dice(7)
  const pick = <T>(of: readonly T[]) => of[draw(of.length)] as T
  const calls = registered.filter((e) => !e.options.signed)
  for (let i = 0; i < 250; i++) {
    const e =
      i % 3
        ? pick(calls)
        : (calls.find((x) => x.path === '/api/v2/subscription/' && x.method === 'POST') as (typeof calls)[number])
    const url = e.path
      .replace(':company', String(c.id))
      .replace(':token', offered.body.data.token)
      .replaceAll(/:\w+/g, () => String(pick([c.id, c.admin.id, c.public_user, 1, 2])))
    const body = {
      ...FORM,
      company_id: String(c.id),
      company_path: c.path,
      email: c.admin.email,
      password: 'uma frase comprida',
      name: 'Estranho',
      plan_id: 1 + draw(3),
      option: pick(['mensal', 'pix', 'x12']),
      extra_products: draw(20),
      deactivate: { products: 'oldest', price_tables: 'first', keep_sellers: [] },
      ...(draw(2) && { proposta: offered.body.data.token }),
      status: 'atendido',
      amount: '0,01',
    }
    await t.app.inject({
      method: e.method,
      url,
      ...(e.method !== 'GET' && { payload: body }),
      remoteAddress: `10.7.0.${i % 250}`,
    })
  }
  assert.deepEqual(await standing(c), before)
})
test('a Pix for a cancelled invoice becomes credit, the operator is told, and the next invoice is smaller by it', async () => {
  await t.jobs()
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  const first = await invoice((await signedIn(c, { plan_id: 1 })).body.data.invoice)
  await signedIn(c, { plan_id: 2 })
  assert.equal((await webhook({ txid: first.txid, amount: '99,90' })).json().data.result, 'cancelada')
  assert.equal((await webhook({ txid: first.txid, amount: '99,90' })).json().data.result, 'repetida')
  assert.equal((await read(c)).credit, '99,90')
  await until(
    async () =>
      (
        await t.owner.query(
          "select 1 from mails where template = 'credit' and company_id is null and params->>'txid' = $1",
          [first.txid],
        )
      ).rowCount,
  )
  const next = await signedIn(c, { plan_id: 2 })
  assert.equal(next.body.data.amount, '100,00')
  assert.equal((await read(c)).credit, '0,00')
  await confirm((await invoice(next.body.data.invoice)).id, '100,00')
  const now = await read(c)
  assert.deepEqual([now.current.plan_name, now.valid_until, now.credit], ['Diamante', '2027-01-12', '199,90'])
})
test('a Pix of an invoice that a restore did not bring back pays no other company’s with the same numbers', async () => {
  const [lost, c] = [await aCompany(t), await aCompany(t)]
  const gone = await invoice((await signedIn(lost, { plan_id: 1 })).body.data.invoice)
  const { rows } = await t.owner.query('delete from invoices where id = $1 returning subscription_id as id', [gone.id])
  await t.owner.query('delete from subscriptions where id = $1', [rows[0].id])
  for (const [table, id] of [
    ['invoices', gone.id],
    ['subscriptions', rows[0].id],
  ])
    await t.owner.query("select setval(pg_get_serial_sequence($1, 'id'), $2, false)", [table, id])
  const token = (await signedIn(c, { plan_id: 1 })).body.data.invoice as string
  const open = await invoice(token)
  assert.equal(open.id, gone.id)
  assert.equal((await webhook({ txid: gone.txid, amount: '99,90' })).json().data.result, 'desconhecida')
  assert.equal((await invoice(token)).status, 'aberta')
  assert.match(open.txid, /^[A-Z0-9]{1,25}$/)
  assert.equal((await webhook({ txid: open.txid, amount: '99,90' })).json().data.result, 'paga')
})
test('the operator confirms money for a cancelled invoice: it is credit, and only once', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  const first = await invoice((await signedIn(c, { plan_id: 1 })).body.data.invoice)
  await signedIn(c, { plan_id: 2 })
  const once = await confirm(first.id, '99,90')
  assert.deepEqual([once.status, once.body.data.result], [200, 'cancelada'])
  assert.equal((await confirm(first.id, '99,90')).body.data.result, 'repetida')
  assert.equal((await read(c)).credit, '99,90')
})
test('a Pix for a company that was deleted is not lost: it rests as its credit, every operator is told, and it counts when the company is back', async () => {
  await t.jobs()
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-12', name: 'Loja Apagada' })
  const open = await invoice((await signedIn(c, { plan_id: 1 })).body.data.invoice)
  const other = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  const by_hand = await invoice((await signedIn(other, { plan_id: 1 })).body.data.invoice)
  for (const x of [c, other]) await t.call('DELETE', `/api/v1/companies/${x.id}`, { token: operator })
  const told = await webhook({ txid: open.txid, amount: '99,90' })
  assert.deepEqual([told.statusCode, told.json().data?.result], [200, 'cancelada'])
  const confirmed = await confirm(by_hand.id, '99,90')
  assert.deepEqual([confirmed.status, confirmed.body.data?.result], [200, 'cancelada'])
  await until(
    async () =>
      (
        await t.owner.query(
          `select 1 from mails where template = 'credit' and company_id is null and params->>'txid' = $1
            and params->>'company' = 'Loja Apagada'`,
          [open.txid],
        )
      ).rowCount === (await t.owner.query('select 1 from users where level = 0 and active')).rowCount,
  )
  assert.equal((await webhook({ txid: open.txid, amount: '99,90' })).json().data.result, 'repetida')
  await t.call('POST', `/api/v2/companies/${c.id}/restore`, { token: operator })
  c.admin = await aPerson(t, c.id, 1)
  assert.equal((await read(c)).credit, '99,90')
  assert.equal((await signedIn(c, { plan_id: 2 })).body.data.amount, '100,00')
})
test('credit that covers an invoice pays it at once: the next month too, without a Pix', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  const dear = await invoice((await signedIn(c, { plan_id: 2, option: 'mensal' })).body.data.invoice)
  await signedIn(c, { plan_id: 1 })
  await confirm(dear.id, '199,90')
  const r = await signedIn(c, { plan_id: 1 })
  assert.deepEqual([r.body.data.amount, (await invoice(r.body.data.invoice)).status], ['0,00', 'paga'])
  const now = await read(c)
  assert.deepEqual([now.current.plan_name, now.valid_until], ['Profissional', '2027-01-12'])
  const { rows } = await t.owner.query(
    'select (select sum(amount_cents) from credits where company_id = $1) - (select sum(credit_cents) from invoices where company_id = $1 and status <> $2) as left',
    [c.id, 'cancelada'],
  )
  assert.equal(Number(rows[0].left), 10_000)
})
test('the old plan’s invoice is cancelled when another plan is paid: its Pix brings no old plan back', async () => {
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  await confirm((await invoice((await signedIn(c, { plan_id: 1 })).body.data.invoice)).id, '99,90')
  const renewal = (
    await t.owner.query(
      `insert into invoices (company_id, subscription_id, token, txid, amount_cents, option, due_date, expires_at,
        created_at)
      select company_id, id, 'renova-' || id || '-aaaaaaaaaaaaaaaaaaaa', 'MO' || id || 'N2', 9990, 'mensal',
        '2026-12-20', now(), now() from subscriptions where company_id = $1 returning id`,
      [c.id],
    )
  ).rows[0].id
  const up = await signedIn(c, { plan_id: 3, option: 'x12' })
  await confirm((await invoice(up.body.data.invoice)).id, up.body.data.amount)
  assert.equal((await confirm(renewal, '99,90')).body.data.result, 'cancelada')
  assert.equal((await read(c)).current.plan_name, 'Silício')
})
test('money that opens nothing is told to the operator: another amount, an unknown number, the same invoice paid twice', async () => {
  await t.jobs()
  const c = await aCompany(t, { trial: true, valid_until: '2026-12-12' })
  const open = await invoice((await signedIn(c, { plan_id: 1 })).body.data.invoice)
  await webhook({ txid: open.txid, amount: '12,34' })
  await webhook({ txid: 'MO77N7', amount: '43,21' })
  await webhook({ txid: open.txid, amount: '99,90' })
  await webhook({ txid: open.txid, amount: '99,90' })
  const told = async () =>
    (
      await t.owner.query(
        "select params->>'amount' as amount from mails where template = 'money' and params->>'txid' = any($1) order by id",
        [[open.txid, 'MO77N7']],
      )
    ).rows.map((r) => r.amount.replace(/\s/g, ' '))
  assert.deepEqual(await until(async () => ((await told()).length >= 3 ? told() : null)), [
    'R$ 12,34',
    'R$ 43,21',
    'R$ 99,90',
  ])
})
test('what a stranger wrote is forgotten: 90 days after the answer, after 360 without one', async () => {
  const c = await aCompany(t)
  for (const billing_name of ['Respondido', 'Esquecido']) await ask({ company_id: String(c.id), billing_name })
  const find = async (name: string) =>
    (await requests()).data.find((r: { billing_name: string }) => r.billing_name === name)
  await t.call('POST', `/api/v2/subscription_requests/${(await find('Respondido')).id}`, {
    token: operator,
    body: { status: 'atendido' },
  })
  const after = async (days: number) => {
    await sweepRows(t.kit, new Date(t.clock.now().getTime() + days * 86_400_000))
    const { rows } = await t.owner.query('select billing_name from subscription_requests')
    return ['Respondido', 'Esquecido'].map((name) => rows.some((r) => r.billing_name === name))
  }
  assert.deepEqual(
    [await after(89), await after(91), await after(366)],
    [
      [true, true],
      [false, true],
      [false, false],
    ],
  )
})
