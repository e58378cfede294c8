// What the database's own functions answer whoever asks them beside the product: the last door.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, type Company, startTestApp, type TestApp, UNLIMITED } from './kit.ts'

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
  const use = async (code: string) => (await t.owner.query('select app.use_coupon($1)', [code])).rowCount
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
