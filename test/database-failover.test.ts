// An own PostgreSQL with a standby: the primary killed, a server that takes no writes, and back, without one 500.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test, type TestContext } from 'node:test'
import pg from 'pg'
import { type DebianPostgres, debianPostgres, makeRoles, settingsOf, withoutDebian } from './debian-postgres.ts'
import { api, load, pause, signIn, well } from './drill_load.ts'
import { UNLIMITED, until } from './kit.ts'
import { endAll, folder, ready, start, type Started, stop } from './starting.ts'

const skip = withoutDebian
let primary: DebianPostgres
let other: DebianPostgres
const RATE_LIMITS = JSON.stringify(UNLIMITED)
before(async () => {
  if (skip) return
  primary = await debianPostgres()
  await makeRoles(primary, settingsOf([primary]))
  other = await primary.standby()
})
after(async () => {
  for (const server of [primary, other]) await server?.stop('immediate').catch(() => {})
  endAll()
})
const env = (servers: DebianPostgres[]) => ({ ...settingsOf(servers), DEMO: '1', RATE_LIMITS })
async function work(c: TestContext, s: Started) {
  const [admin, buyer] = [await signIn(s, 'admin@mostruario.test'), await signIn(s, 'cliente@mostruario.test')]
  const made = { name: 'Da réplica', code: randomUUID(), price: '900,00', stock: '1000000', description: '0' }
  const product = well(await api(s, 'POST', '/api/v1/products', admin.token, made)).data.id
  const going = load(s, admin.company.id, admin.token, buyer.token, product)
  c.after(() => going.end())
  return going
}
const acknowledged = (sent: { at: number }[]) => sent.filter((one) => Number.isFinite(one.at)).length
/** Orders and photos go on being acknowledged. */
async function goesOn({ sent }: { sent: { at: number }[] }): Promise<boolean> {
  const before = acknowledged(sent)
  return until(async () => acknowledged(sent) > before + 20)
}
/** Until the queue has sent the mails of all orders. */
async function sent(server: DebianPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: server.superUrl('loja') })
  await client.connect()
  const waiting = "select 1 from graphile_worker.jobs where task_identifier = 'order_mail'"
  try {
    await until(async () => (await client.query(waiting)).rowCount === 0)
  } finally {
    await client.end()
  }
}
let s: Started
test('orders go on after the primary is killed and the standby promoted, without a 500', {
  skip,
}, async (c) => {
  s = await start(folder(), { env: env([primary, other]) })
  assert.ok(await ready(s), s.output())
  const going = await work(c, s)
  assert.ok(await goesOn(going), s.output())
  await primary.stop('immediate')
  await pause(1000)
  assert.equal(await ready(s), false)
  await other.promote()
  assert.ok(await goesOn(going), s.output())
  assert.ok(await until(() => ready(s)))
  await going.end()
  await sent(other)
  assert.deepEqual(going.wrong.slice(0, 3), [])
  assert.doesNotMatch(s.output(), /"bug"/)
  c.diagnostic(`${acknowledged(going.sent)} acknowledged`)
})
test('a database that takes no writes is busy, not a fault, and work goes on once it does', {
  skip,
}, async (c) => {
  const going = await work(c, s)
  assert.ok(await goesOn(going))
  await other.asSuper(['alter system set default_transaction_read_only = on', 'select pg_reload_conf()'])
  assert.ok(await until(async () => !(await ready(s))), 'not ready')
  const before = going.sent.length
  assert.ok(await until(async () => going.sent.length > before + 20), 'refused, not hanging')
  await other.asSuper([
    'set default_transaction_read_only = off',
    'alter system reset default_transaction_read_only',
    'select pg_reload_conf()',
  ])
  assert.ok(await goesOn(going))
  assert.ok(await until(() => ready(s)))
  await going.end()
  await sent(other)
  assert.deepEqual(going.wrong.slice(0, 3), [])
  assert.doesNotMatch(s.output(), /"bug"/)
  assert.equal(await stop(s), 0)
})
test('a start on a standby waits, says so, and goes on once it is promoted', { skip }, async () => {
  const follower = await other.standby()
  let promoted: Promise<void> | undefined
  const hears = (text: string) => {
    if (text.includes('só aceita leitura')) promoted ??= follower.promote()
  }
  const on = await start(folder(), { env: env([follower]), hears })
  assert.match(on.output(), /só aceita leitura: é uma réplica.*Tentando de novo por \d+ segundos\./)
  assert.ok(await ready(on), on.output())
  assert.equal(await stop(on), 0)
  await follower.stop('immediate')
})
