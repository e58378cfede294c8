// What the database's own functions answer whoever asks them beside the product: the last door.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aClient,
  aCompany,
  aPerson,
  aProduct,
  type Company,
  newCart,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from './kit.ts'

let t: TestApp
let a: Company
let b: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  b = await aCompany(t)
})
after(() => t.close())
/** Asks as the owner in a transaction that is taken back, after some settings. */
const asked = async (settings: Record<string, string>, text: string, values: unknown[] = []) => {
  const c = await t.owner.connect()
  try {
    await c.query('begin')
    for (const [name, value] of Object.entries(settings))
      await c.query('select set_config($1, $2, true)', [name, value])
    return (await c.query(text, values)).rows
  } finally {
    await c.query('rollback')
    c.release()
  }
}
const OPERATOR = { 'app.operator': '1' }

test('how much a company uses is told to itself and to whoever runs the platform', async () => {
  const usage = async (settings: Record<string, string>) =>
    (await asked(settings, 'select company_id::int from app.usage_of($1)', [[a.id]])).map((r) => r.company_id)
  assert.deepEqual(await usage(OPERATOR), [a.id])
  assert.deepEqual(await usage({ 'app.company_id': String(a.id) }), [a.id])
  assert.deepEqual(await usage({ 'app.company_id': String(b.id) }), [])
  const both = await asked({ 'app.company_id': String(a.id) }, 'select 1 from app.usage_of($1)', [[a.id, b.id]])
  assert.deepEqual(both, [])
})
test('the salt of a password is that of this address', async () => {
  const salt = async (email: string) => (await asked({}, 'select app.salt_of($1) as salt', [email]))[0]?.salt
  const { rows } = await t.owner.query("select split_part(password_hash, '$', 3) as salt from users where id = $1", [
    b.client.id,
  ])
  await t.owner.query("update users set password_hash = replace(password_hash, $2, 'Outro') where id = $1", [
    a.admin.id,
    rows[0].salt,
  ])
  assert.equal(await salt(a.admin.email), 'Outro')
  assert.equal(await salt(b.client.email.toUpperCase()), rows[0].salt)
  assert.equal(await salt('ninguem@teste.test'), null)
})
test('a coupon that is switched off or used up is not used, and no other in its place', async () => {
  await t.owner.query(
    "insert into coupons (code, percent_bp, active, max_uses, uses) values ('LIGADO', 1000, true, 2, 1), ('DESLIGADO', 1000, false, null, 0), ('GASTO', 1000, true, 3, 3)",
  )
  const use = async (code: string) => (await t.owner.query("select app.use_coupon($1, 1, '')", [code])).rowCount
  assert.deepEqual([await use('DESLIGADO'), await use('GASTO'), await use('LIGADO'), await use('LIGADO')], [0, 0, 1, 0])
  const { rows } = await t.owner.query('select code, uses from coupons order by code')
  assert.deepEqual(
    rows.map((r) => [r.code, r.uses]),
    [
      ['DESLIGADO', 0],
      ['GASTO', 3],
      ['LIGADO', 2],
    ],
  )
})
test('every operator who works is written to once about a thing, and somebody sends it', async () => {
  const operators = [await aPerson(t, null, 0), await aPerson(t, null, 0)]
  await aPerson(t, null, 0).then(({ id }) => t.owner.query('update users set active = false where id = $1', [id]))
  for (let i = 0; i < 2; i++) await t.owner.query("select app.tell_operators('teste-avisa', 'forgot', '{}')")
  const { rows } = await t.owner.query("select id, recipient from mails where key like 'teste-avisa-%' order by id")
  assert.deepEqual(new Set(rows.map((m) => m.recipient)), new Set(operators.map((o) => o.email)))
  const jobs = await t.owner.query('select 1 from graphile_worker._private_jobs where key = any($1)', [
    rows.map((m) => `mail-${m.id}`),
  ])
  assert.equal(jobs.rowCount, 2)
})
test('the queue’s figures: what is due, how long the oldest waits, what failed and tries again, what was given up', async () => {
  const queue = async () => (await t.owner.query('select * from app.queue_now()')).rows[0]
  await t.owner.query('delete from graphile_worker._private_jobs')
  assert.deepEqual(await queue(), { waiting: 0, oldest_seconds: 0, failing: 0, given_up: 0 })
  const add = async (minutes: number, set: string) => {
    const { rows } = await t.owner.query(
      "select id from graphile_worker.add_job('send_mail', '{}', run_at => now() + $1 * interval '1 minute', max_attempts => 3)",
      [minutes],
    )
    await t.owner.query(`update graphile_worker._private_jobs set ${set} where id = $1`, [rows[0].id])
  }
  await add(-10, 'attempts = 0')
  await add(-5, "attempts = 1, last_error = 'x'")
  await add(-600, "attempts = 3, last_error = 'x'")
  await add(60, "attempts = 1, last_error = 'x'")
  await add(-700, "locked_at = now(), locked_by = 'x'")
  await add(-800, "attempts = 3, locked_at = now(), locked_by = 'x'")
  await add(-2, 'attempts = 1')
  const { oldest_seconds, ...now } = await queue()
  assert.deepEqual(now, { waiting: 3, failing: 2, given_up: 1 })
  assert.ok(oldest_seconds >= 600 && oldest_seconds < 660, `${oldest_seconds}`)
})
test('what other systems were told is forgotten after 30 days, what still waits for them is not, and nobody but the platform forgets', async () => {
  const { rows } = await t.owner.query(
    "insert into webhooks (company_id, name, url, events, secret, created_at) values ($1, 'Estoque', 'https://x.test', '{order.created}', '\\x00', now()) returning id",
    [a.id],
  )
  const tell = (status: string, days: number, object: number) =>
    t.owner.query(
      `insert into webhook_deliveries (company_id, webhook_id, type, about, object_id, status, occurred_at)
        values ($1, $2, 'order.created', 'order', $3, $4, now() - $5 * interval '1 day')`,
      [a.id, rows[0].id, object, status, days],
    )
  await tell('fila', 31, 1)
  await tell('entregue', 31, 2)
  await tell('entregue', 29, 3)
  await assert.rejects(asked({}, 'select app.sweep_webhooks(now(), 100)'), /platform/)
  const c = await t.owner.connect()
  try {
    await c.query('begin')
    await c.query("select set_config('app.operator', '1', true)")
    assert.equal((await c.query('select app.sweep_webhooks(now(), 100) as many')).rows[0].many, 1)
    const left = await c.query('select object_id::int from webhook_deliveries order by 1')
    assert.deepEqual(
      left.rows.map((r) => r.object_id),
      [1, 3],
    )
  } finally {
    await c.query('rollback')
    c.release()
  }
})
/** What is said on the wire of changes while `act` runs, of one kind. */
async function heard(type: string, act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const said: Record<string, unknown>[] = []
  const ear = await t.owner.connect()
  ear.on('notification', (m) => said.push(JSON.parse(m.payload ?? '{}')))
  try {
    await ear.query('listen changes')
    await act()
    await ear.query('select 1')
  } finally {
    ear.release(true)
  }
  return said.filter((m) => m.type === type)
}
test('a visit that is planned, passed on or gone moves the calendars of whom it is and was, and no others', async () => {
  const colleague = await aPerson(t, a.id, 2)
  const whom = async (act: () => Promise<unknown>) =>
    new Set((await heard('people', act)).flatMap((m) => m.users as number[]))
  const key = newCart()
  const plan = () =>
    t.call('POST', '/api/v2/visits', {
      token: a.seller.token,
      body: { key, client_id: a.client.id, day: '2026-11-24' },
    })
  assert.deepEqual(await whom(plan), new Set([a.seller.id]))
  const pass = () => t.owner.query('update visits set seller_id = $2 where key = $1', [key, colleague.id])
  assert.deepEqual(await whom(pass), new Set([a.seller.id, colleague.id]))
  const forget = () => t.owner.query('delete from visits where key = $1', [key])
  assert.deepEqual(await whom(forget), new Set([colleague.id]))
})
test('a conversation that has no message left has none that was asked or answered', async () => {
  const { rows } = await t.owner.query(
    'insert into conversations (company_id, client_id, last_id, asked_id, answered_id) values ($1, $2, 9, 9, 9) returning id',
    [a.id, a.client.id],
  )
  const settled = async () => {
    await t.owner.query('select app.settle_conversation($1, $2)', [a.id, rows[0].id])
    const r = await t.owner.query(
      'select last_id::int as last, asked_id::int as asked, answered_id::int as answered from conversations where id = $1',
      [rows[0].id],
    )
    return r.rows[0]
  }
  assert.deepEqual(await settled(), { last: 0, asked: 0, answered: 0 })
  const say = async (ours: boolean) => {
    const r = await t.owner.query(
      "insert into messages (company_id, conversation_id, key, at, ours, who, text) values ($1, $2, gen_random_uuid(), now(), $3, 'Ana', 'Oi') returning id::int",
      [a.id, rows[0].id, ours],
    )
    return r.rows[0].id as number
  }
  const asked = await say(false)
  const answered = await say(true)
  assert.deepEqual(await settled(), { last: answered, asked, answered })
  const again = await say(false)
  assert.deepEqual(await settled(), { last: again, asked: again, answered })
})
test('a notice reaches whoever works here and looks at it somehow; it counts what comes again; one is pushed as well as two', async () => {
  const buyer = await aPerson(t, a.id, 3)
  const away = await aClient(t, a)
  const mailless = await aPerson(t, a.id, 2)
  await t.owner.query("update users set email = '' where id = $1", [mailless.id])
  const tell = async (whom: number[], key: string) => {
    const c = await t.owner.connect()
    try {
      await c.query('begin')
      await c.query("select set_config('app.company_id', $1, true)", [String(a.id)])
      await c.query('select app.tell($1, now())', [
        JSON.stringify([
          { kind: 'status', word: 'confirmado', whom, href: '/x', key, again: true, mail_at: '2026-12-01T12:00:00Z' },
        ]),
      ])
      await c.query('commit')
    } finally {
      c.release()
    }
    const { rows } = await t.owner.query(
      'select user_id::int as who, times, mail_at is not null as mail from person_notices where key = $1 order by 1',
      [key],
    )
    return rows
  }
  const staff = [a.seller.id, mailless.id]
  const people = [...staff, buyer.id, away]
  const once = await tell(people, 'aviso')
  assert.deepEqual(
    once,
    [
      { who: a.seller.id, times: 1, mail: true },
      { who: buyer.id, times: 1, mail: false },
      { who: mailless.id, times: 1, mail: false },
    ].toSorted((x, y) => x.who - y.who),
  )
  assert.deepEqual(new Set((await tell(people, 'aviso')).map((r) => r.times)), new Set([2]))
  assert.deepEqual(await heard('notice', () => tell([away], 'a ninguém')), [])
  const pushes = async () =>
    Number(
      (await t.owner.query("select count(*) from graphile_worker.jobs where task_identifier = 'send_notices'")).rows[0]
        .count,
    )
  await t.owner.query(
    `insert into push_devices (company_id, user_id, hash, endpoint, p256dh, auth, session, language, created_at, seen_at)
      values ($1, $2, '\\x01', 'https://push.test/1', 'x', 'x', '\\x01', 'pt', now(), now())`,
    [a.id, a.seller.id],
  )
  const before = await pushes()
  await tell([buyer.id], 'sem aparelho')
  assert.equal(await pushes(), before)
  await tell([a.seller.id], 'um')
  assert.equal(await pushes(), before + 1)
})
test('orders that stopped on their way are taken up by a link that works, when their time has come, and by no other', async () => {
  const product = (await aProduct(t, b)).id
  const place = async () =>
    (await order(t, b, b.client.token, aCart([{ product_id: product, quantity: 1 }]))).body.data.id
  const link = async (type: string, more: string) => {
    const { rows } = await t.owner.query(
      `insert into integrations (company_id, type, created_at) values ($1, $2, now()) returning id`,
      [b.id, type],
    )
    await t.owner.query(`update integrations set ${more} where id = $1`, [rows[0].id])
    return rows[0].id as number
  }
  const good = await link('omie', "problem = ''")
  const links = [await link('bling', 'active = false'), await link('tagplus', "problem = 'Chave'")]
  const due = { status: 'fila', resume: '-1 minute', heart: null }
  const send = async (
    by: number,
    { status, resume, heart }: { status: string; resume: string | null; heart: string | null },
  ) => {
    const id = await place()
    await t.owner.query(
      `insert into erp_orders (company_id, order_id, integration_id, own_key, status, resume_at, heartbeat_at)
        values ($1, $2::bigint, $3, 'MST-' || $2::bigint, $4, now() + $5::interval, now() + $6::interval)`,
      [b.id, id, by, status, resume, heart],
    )
    return id as number
  }
  const taken = [await send(good, due), await send(good, { ...due, status: 'incerto' })]
  taken.push(await send(good, { status: 'enviando', resume: null, heart: '-6 minutes' }))
  for (const by of links) await send(by, due)
  for (const left of [
    { ...due, resume: '1 minute' },
    { ...due, status: 'recusado' },
    { ...due, status: 'enviado' },
    { status: 'enviando', resume: null, heart: '-4 minutes' },
    { status: 'parado', resume: null, heart: '-6 minutes' },
  ])
    await send(good, left)
  const { rows } = await t.owner.query('select order_id::int as id from app.stalled_erp_orders(now()) order by 1')
  assert.deepEqual(
    rows.map((r) => r.id),
    taken,
  )
})
