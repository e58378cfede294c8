// A line of an ERP that is longer than a minute: each look at it finds what waits there still waiting.
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
const { confirmed, idOf, orders, rests, sending, watch } = sendingOf(() => k)

/** The line stands: somebody is being served for long. */
const stand = (on: boolean) =>
  t.owner.query(
    `update graphile_worker._private_job_queues set locked_at = case when $1 then now() end,
      locked_by = case when $1 then 'alguém' end where queue_name = 'erp-omie'`,
    [on],
  )
const line = async () =>
  (
    await t.owner.query<{ what: string }>(
      `select coalesce('pedido ' || (payload->>'order'), 'atualização ' || (payload->>'run')) as what
        from graphile_worker._private_jobs where (payload->>'order') is not null or (payload->>'run') is not null order by run_at, id`,
    )
  ).rows.map((r) => r.what)

test('what waits in a line longer than a minute is there once and keeps its place', async () => {
  const { c, id } = await sending('omie', OMIE)
  const lines = [{ product_id: await idOf(c, 'O-1'), quantity: 1 }]
  await stand(true)
  const first = await confirmed(c, lines)
  const asked = await k.ask(c, 'omie', id)
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  const run = asked.body.data.id as number
  const last = await confirmed(c, lines)
  const there = [`pedido ${first}`, `atualização ${run}`, `pedido ${last}`]
  assert.deepEqual(await line(), there)
  await t.owner.query('update erp_orders set resume_at = $2 where order_id = $1', [first, t.clock.now()])
  for (let minute = 0; minute < 4; minute++) {
    await watch(3)
    assert.deepEqual(await line(), there)
  }
  await stand(false)
  for (const order of [first, last]) {
    await rests(c, order, 'enviado')
    assert.equal(orders('omie', order).length, 1)
  }
  assert.equal((await k.rests(c, id, run)).status, 'pronto')
})
