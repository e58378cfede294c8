// The clock set back by an hour while orders are on their way to an ERP and an update walks: what it left goes on at once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startWithErps } from '../../../../test/erp_kit.ts'
import { OMIE, sendingOf } from '../../../../test/erp_orders_kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
let t: typeof k.t
before(async () => {
  k = await startWithErps()
  ;({ t } = k)
  k.erp.omie.products = [{ codigo_produto: 1, codigo: 'O-1', descricao: 'Vaso 1', valor_unitario: 10 }]
})
after(() => k.close())
const { confirmed, idOf, orders, push, rests, sending, watch } = sendingOf(() => k)
const HOUR = 3_600_000
const later = (ms: number) => new Date(t.clock.now().getTime() + ms)

test('an order whose server died before the clock was set back goes on within a minute, one that waits is not kept an hour longer; each is there once', async () => {
  const { c } = await sending('omie', OMIE)
  const lines = [{ product_id: await idOf(c, 'O-1'), quantity: 1 }]
  const [died, waits] = [await confirmed(c, lines), await confirmed(c, lines)]
  for (const id of [died, waits]) await rests(c, id, 'enviado')
  const set = (id: number, what: string, values: unknown[]) =>
    t.owner.query(`update erp_orders set external_number = '', ${what} where order_id = $1`, [id, ...values])
  await set(died, "status = 'enviando', lease = 'servidor morto', heartbeat_at = $2", [later(HOUR)])
  await set(waits, "status = 'incerto', heartbeat_at = $2, resume_at = $3", [later(HOUR), later(HOUR + 600_000)])
  await watch(0)
  await rests(c, died, 'enviado')
  await watch(9)
  assert.equal((await push(c, waits)).status, 'incerto')
  await watch(2)
  await rests(c, waits, 'enviado')
  for (const id of [died, waits]) assert.equal(orders('omie', id).length, 1)
})
test('an update whose server died before the clock was set back goes on within a minute', async () => {
  const { c, id } = await k.linked('omie')
  await k.alone(c)
  const run = await k.update(c, 'omie', id)
  await t.owner.query(
    "update sync_runs set status = 'andando', lease = 'servidor morto', heartbeat_at = $2, ended_at = null where id = $1",
    [run.id, later(HOUR)],
  )
  await watch(0)
  assert.equal((await k.rests(c, id, run.id)).status, 'pronto')
})
test('after an update by a clock that was an hour ahead the next one comes at once, and is a whole one', async () => {
  const { c, id } = await k.linked('omie')
  await k.alone(c)
  const run = await k.update(c, 'omie', id)
  await t.owner.query('update sync_runs set started_at = $2, ended_at = $2, heartbeat_at = $2 where id = $1', [
    run.id,
    later(HOUR),
  ])
  await t.owner.query('update integrations set synced_at = $2, synced_until = $2, full_at = $2 where id = $1', [
    id,
    later(HOUR),
  ])
  await watch(0)
  assert.ok((await k.runs(c, id)).length === 2)
  assert.deepEqual((await k.rests(c, id)).mode, 'full')
})
