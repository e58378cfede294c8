// The migrations since release 0.2.0 on data of that release: what each kind of row became.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { STATUSES } from '#features/orders/status.ts'
import { migrate } from '#server/migrate.ts'
import { migrationFiles } from '#server/migrations.ts'
import { urls } from './kit.ts'

/** The last migration of release 0.2.0. */
const LAST = '0240_accounts_of_demo_companies.sql'
const PAID_AT = '2026-10-02T02:00:00Z'
let db: pg.Client
const ids: Record<string, number> = {}
before(async () => {
  const database = `t_olddata_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const { admin, owner } = urls(database)
  const server = new pg.Client({ connectionString: admin })
  await server.connect()
  await server.query(`create database ${database} owner mostruario_owner`)
  await server.end()
  await migrate(
    owner,
    migrationFiles().filter((name) => name <= LAST),
  )
  db = new pg.Client({ connectionString: owner })
  await db.connect()
  await fill()
  assert.ok((await migrate(owner)) > 8, 'there are migrations since')
})
after(() => db.end())
const rowsOf = async (sql: string, values: unknown[] = []) => (await db.query(sql, values)).rows
const one = async (sql: string, values: unknown[] = []) => Object.values((await rowsOf(sql, values))[0] ?? {})
async function insert(table: string, values: Record<string, unknown>): Promise<number> {
  const keys = Object.keys(values)
  const places = keys.map((_, n) => `$${n + 1}`)
  const sql = `insert into ${table} (${keys.join()}) values (${places.join()}) returning id::int`
  return (await db.query(sql, Object.values(values))).rows[0].id
}
/** An order of two pieces at 100,00; answers its number in `ids` by `name`. */
async function order(name: string, more: Record<string, unknown> = {}, discount_bp = 0): Promise<number> {
  const subtotal = 20_000 - 2 * discount_bp
  const id = await insert('orders', {
    company_id: ids.company,
    cart_id: `cart-${name}`,
    lines_hash: '',
    receipt_token: `token-${name}`,
    status: 'novo',
    origin: 'vendedor',
    session_kind: 'user',
    created_by: ids.seller,
    seller_id: ids.seller,
    client_id: ids.client,
    name: 'Cliente',
    subtotal,
    total: subtotal,
    items_count: 2,
    received_at: '2026-09-10T12:00:00Z',
    updated_at: '2026-09-10T12:00:00Z',
    ...more,
  })
  await db.query(
    `insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, discount_bp, discount, total)
     values ($1, $2, 1, $3, 'P', 'Vaso', 2, 10000, $4, $5, $6)`,
    [ids.company, id, ids.product, discount_bp, 2 * discount_bp, subtotal],
  )
  return (ids[name] = id)
}
async function fill(): Promise<void> {
  const company = (path: string, more: object) =>
    insert('companies', {
      path,
      name: path,
      valid_until: '2030-01-01',
      time_zone: 'America/Manaus',
      plan_id: 2,
      ...more,
    })
  ids.company = await company('antiga', { trial: false })
  ids.trial = await company('teste', { trial: true, plan_id: 1 })
  const person = (company_id: number, level: number, more: object) =>
    insert('users', { company_id, level, name: 'Pessoa', phone: '', ...more })
  const ana = { name: 'Ana', email: 'ana@duas.test', password_hash: 'x' }
  ids.admin = await person(ids.company, 1, ana)
  ids.same = await person(ids.trial, 1, ana)
  ids.seller = await person(ids.company, 2, {})
  ids.client = await person(ids.company, 3, { email: 'cliente@loja.test', password_hash: 'x', seller_id: ids.seller })
  ids.product = await insert('products', { company_id: ids.company, name: 'Vaso', code: 'P', price: 10_000 })
  await insert('commission_rates', { company_id: ids.company, rate_bp: 500, since: '2026-01-01' })
  for (const status of STATUSES) await order(status, { status, confirmed_at: status === 'confirmado' ? PAID_AT : null })
  const paid = { payment_status: 'pago', paid_at: PAID_AT }
  await order('paid', { status: 'entregue', ...paid })
  await db.query(
    `insert into order_events (company_id, order_id, at, who, user_id, kind) values ($1, $2, $3, 'Ana', $4, 'pago')`,
    [ids.company, ids.paid, PAID_AT, ids.admin],
  )
  await order('paidAndCancelled', { status: 'cancelado', cancelled_at: '2026-10-05T12:00:00Z', ...paid })
  await order('paidForNothing', { total: 0, ...paid })
  await order('given', {}, 5000)
  await order('above', { reasons: ['desconto_acima'] }, 5000)
  await order('freight', { origin: 'admin', freight: 1500, total: 21_500 })
  await order('offered', { revision: 2, answer: 'aceito', answered_at: PAID_AT, signature: 'M1 1L2 2' })
  await order('history', { origin: 'historico', status: 'entregue' })
  const coupon_id = await insert('coupons', { code: 'METADE', percent_bp: 5000, uses: 1 })
  const proposal_id = await insert('proposals', {
    company_id: ids.company,
    token: 'proposta',
    consultant_name: 'Rui',
    consultant_short: 'Rui',
    plan_id: 2,
    products: 10,
    sellers: 1,
    quote: '{}',
    created_at: PAID_AT,
    expires_at: '2030-01-01',
    accepted_at: PAID_AT,
  })
  Object.assign(ids, { coupon_id, proposal_id })
  const subscription = (more: object) =>
    insert('subscriptions', {
      company_id: ids.company,
      plan_id: 2,
      option: 'mensal',
      amount_cents: 9995,
      billing_name: 'Casa',
      billing_document: '52998224725',
      billing_email: 'f@casa.test',
      due_date: '2026-09-01',
      best_day_due: 1,
      created_at: '2026-09-01',
      ...more,
    })
  await subscription({ status: 'ativa', activated_at: '2026-09-01', coupon_id, proposal_id })
  const waiting = await subscription({ status: 'pendente', plan_id: 3 })
  await insert('invoices', {
    company_id: ids.company,
    subscription_id: waiting,
    token: 'velha',
    txid: 'MO1',
    amount_cents: 263,
    option: 'pix',
    due_date: '2026-09-04',
    expires_at: '2026-09-04',
    created_at: '2026-09-01',
  })
  // Monthly from the 31st: three periods that joined, and three of a company that was given days besides.
  for (const [path, valid_until] of [
    ['perdeu', '2026-12-30'],
    ['ganhou', '2027-01-05'],
  ] as const) {
    const company_id = await company(path, { trial: false, valid_until })
    ids[path] = company_id
    const subscription_id = await subscription({ company_id, status: 'ativa', activated_at: '2026-08-20' })
    for (const [n, covers_from, covers_until] of [
      [1, '2026-08-31', '2026-09-30'],
      [2, '2026-09-30', '2026-10-30'],
      [3, '2026-10-30', '2026-11-30'],
      [4, '2026-11-30', '2026-12-30'],
    ] as const)
      await insert('invoices', {
        company_id,
        subscription_id,
        token: `${path}${n}`,
        txid: `${path}${n}`,
        amount_cents: 9995,
        option: 'mensal',
        status: 'paga',
        paid_at: covers_from,
        covers_from,
        covers_until,
        due_date: covers_from,
        expires_at: covers_from,
        created_at: covers_from,
      })
  }
  for (const [name, created_by] of [
    ['dela', 'Ana'],
    ['de ninguém', 'Quem saiu'],
  ])
    await insert('webhooks', {
      company_id: ids.company,
      name,
      url: 'https://x.test',
      events: ['order.created'],
      created_by,
      created_at: PAID_AT,
    })
  for (const [company_id, bytes] of [
    [ids.company, 2_000_000],
    [ids.trial, 2_000_000_000],
  ] as const)
    await db.query("insert into files (company_id, hash, type, bytes) values ($1, 'a', 'jpeg', $2)", [
      company_id,
      bytes,
    ])
}

test('marks of payment became amounts on the day of the mark in the zone of the company', async () => {
  const rows = await rowsOf(
    'select order_id::int, cents::int, day::text, who, user_id::int from order_payments order by order_id',
  )
  const mark = { cents: 20_000, day: '2026-10-01' }
  assert.deepEqual(rows, [
    { order_id: ids.paid, ...mark, who: 'Ana', user_id: ids.admin },
    { order_id: ids.paidAndCancelled, ...mark, who: '', user_id: null },
  ])
  const states = await rowsOf(
    'select id::int, paid_cents::int as paid, payment_status as status from orders where paid_at is not null order by id',
  )
  assert.deepEqual(states, [
    { id: ids.paid, paid: 20_000, status: 'pago' },
    { id: ids.paidAndCancelled, paid: 20_000, status: 'pago' },
    { id: ids.paidForNothing, paid: 0, status: 'pago' },
  ])
  for (const status of STATUSES)
    assert.deepEqual(
      await one('select status, paid_cents::int, payment_status from orders where id = $1', [ids[status]]),
      [status, 0, 'nao_controlado'],
    )
})
test('percentages of commission are frozen where an order was confirmed or paid', async () => {
  const rows = await rowsOf('select order_id::int as id from order_lines where commission_bp = 500 order by 1')
  assert.deepEqual(
    rows.map((r) => r.id),
    [ids.confirmado, ids.paid, ids.paidAndCancelled],
  )
  assert.deepEqual(await one('select count(*)::int from order_lines where commission_bp <> 500'), [0])
})
test('discounts and freight that were there are approved, unless they wait for it', async () => {
  const approved = (name: string) =>
    one('select approved_bp, approved_quantity::int from order_lines where order_id = $1', [ids[name]])
  assert.deepEqual(
    [await approved('given'), await approved('above'), await approved('novo')],
    [
      [5000, 2],
      [0, 0],
      [0, 0],
    ],
  )
  assert.deepEqual(await one('select approved_freight::int from orders where id = $1', [ids.freight]), [1500])
  assert.deepEqual(await one('select count(*)::int from order_lines where agreed_quantity is not null'), [0])
})
test('a quote has a last day, keeps its signature and counts as before', async () => {
  assert.deepEqual(
    await one('select valid_until::text, answer, signature, revision from orders where id = $1', [ids.offered]),
    ['2027-09-10', 'aceito', 'M1 1L2 2', 2],
  )
  const sold = await rowsOf(
    `select id::int from orders where app.counts_as_order(status, valid_until, answer) and status = any($1) order by id`,
    [['rascunho', 'orcamento', 'cancelado', 'ajuste_solicitado']],
  )
  assert.deepEqual(sold, [{ id: ids.ajuste_solicitado }])
})
test('a coupon and a proposal that were used are spent; a bill that waits stays one of a request', async () => {
  const spent = 'select app.is_coupon_spent($1, $2, $3)'
  assert.deepEqual(await one(spent, [ids.coupon_id, ids.company, '']), [true])
  assert.deepEqual(await one(spent, [ids.coupon_id, ids.trial, '52998224725']), [true])
  assert.deepEqual(await one(spent, [ids.coupon_id, ids.trial, '']), [false])
  assert.deepEqual(await one("select app.accept_proposal('proposta', $1, now())", [ids.trial]), [false])
  assert.deepEqual(
    await one(
      "select i.status, s.status as of from invoices i join subscriptions s on s.id = i.subscription_id where i.token = 'velha'",
    ),
    ['aberta', 'pendente'],
  )
})
test('accounts of one e-mail are both found; companies of before count as made by an operator', async () => {
  const found = await rowsOf("select user_id::int from app.find_accounts('ana@duas.test', null)")
  assert.deepEqual(
    found.map((r) => r.user_id),
    [ids.admin, ids.same],
  )
  assert.deepEqual(await one('select bool_or(signed_up) from companies'), [false])
})
test('a webhook belongs to the one admin of its name', async () => {
  assert.deepEqual(await rowsOf('select name, created_by_id::int as id from webhooks order by id'), [
    { name: 'dela', id: ids.admin },
    { name: 'de ninguém', id: null },
  ])
})
test('files are counted, and no company has less space than it used', async () => {
  assert.deepEqual(
    await rowsOf(
      'select c.id::int, k.file_bytes::int as bytes, c.max_files_mb as mb from companies c join company_counters k on k.company_id = c.id where k.file_bytes > 0 order by 1',
    ),
    [
      { id: ids.company, bytes: 2_000_000, mb: 40_960 },
      { id: ids.trial, bytes: 2_000_000_000, mb: 1908 },
    ],
  )
})
test('days that months from the 31st lost come back once, and their day is kept', async () => {
  const of = (company: number | undefined) =>
    one(
      `select c.valid_until, s.anchor_day::int, (select count(*)::int from platform_log l where l.about_company = c.id)
       from companies c join subscriptions s on s.company_id = c.id where c.id = $1`,
      [company],
    )
  assert.deepEqual(await of(ids.perdeu), ['2026-12-31', 31, 1])
  // Days that were given end on no day of paid periods.
  assert.deepEqual(await of(ids.ganhou), ['2027-01-05', null, 0])
})
