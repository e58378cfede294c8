// Retry-After of an ERP (RFC 9110, 10.2.3), as seconds and as a date: nothing is asked before.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startWithErps } from '../../../../test/erp_kit.ts'
import { OMIE, sendingOf } from '../../../../test/erp_orders_kit.ts'
import { until } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
})
beforeEach(() => {
  k.erp.fault = null
  k.erp.journal.length = 0
  k.erp.omie.products = [{ codigo_produto: 1, codigo: 'O-1', descricao: 'Vaso', valor_unitario: 10 }]
})
after(() => k.close())
const { confirmed, idOf, orders, push, rests, sending, watch } = sendingOf(() => k)

/** Seconds from now on the test's clock. */
const left = (at: string | Date | null) => Math.round((new Date(at ?? 0).getTime() - k.t.clock.now().getTime()) / 1000)
const dateIn = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()
const asked = (path: string) => k.erp.journal.filter((a) => a.path === path).length

for (const [how, said] of [
  ['seconds', () => '600'],
  ['a date', () => dateIn(600)],
] as const)
  test(`an update waits as long as Retry-After says in ${how}`, async () => {
    for (const status of [429, 503]) {
      const { c, id } = await k.linked('omie')
      await k.alone(c)
      k.erp.journal.length = 0
      k.erp.fault = (a) =>
        a.path === '/geral/produtos/' ? { status, headers: { 'retry-after': said() }, body: '{}' } : undefined
      const run = await k.update(c, 'omie', id)
      assert.equal(run.status, 'espera')
      assert.ok(Math.abs(left(run.resume_at) - 600) <= 2, `${left(run.resume_at)}`)
      assert.equal(asked('/geral/produtos/'), 1)
      k.erp.fault = null
      await watch(9)
      assert.equal(asked('/geral/produtos/'), 1)
      await watch(2)
      await until(async () => (await k.runs(c, id))[0]?.status === 'pronto')
    }
  })
test('a wait that is shorter than the ERP’s own words for it does not shorten it', async () => {
  const { c, id } = await k.linked('omie')
  await k.alone(c)
  const body = JSON.stringify({ faultstring: 'ERROR: Tente novamente em 1789 segundos.', faultcode: 'MISUSE' })
  const blocked = async (seconds: string) => {
    k.erp.fault = () => ({ status: 425, headers: { 'retry-after': seconds }, body })
    const run = await k.update(c, 'omie', id)
    await k.t.owner.query("update sync_runs set status = 'falhou' where company_id = $1", [c.id])
    return left(run.resume_at)
  }
  assert.equal(await blocked('5'), 1799)
  assert.equal(await blocked('4000'), 4000)
})
test('a Retry-After of nonsense is none, one of years is a day', async () => {
  const { c, id } = await k.linked('omie')
  await k.alone(c)
  const waits = async (said: string) => {
    k.erp.fault = () => ({ status: 429, headers: { 'retry-after': said }, body: '{}' })
    const run = await k.update(c, 'omie', id)
    await k.t.owner.query("update sync_runs set status = 'falhou' where company_id = $1", [c.id])
    return left(run.resume_at)
  }
  for (const said of ['daqui a pouco', '-5', dateIn(-600)]) assert.equal(await waits(said), 20, said)
  assert.equal(await waits('99999999'), 86_400)
})
test('an order that is refused with 429 and Retry-After leaves after that time', async () => {
  const { c } = await sending('omie', OMIE)
  const lines = [{ product_id: await idOf(c, 'O-1'), quantity: 1 }]
  k.erp.fault = (a) =>
    a.body.includes('IncluirPedido') ? { status: 429, headers: { 'retry-after': dateIn(900) }, body: '' } : undefined
  const id = await confirmed(c, lines)
  const waiting = await until(async () => (await push(c, id)).resume_at && (await push(c, id)))
  assert.equal(waiting.status, 'fila')
  assert.ok(Math.abs(left(waiting.resume_at) - 900) <= 2)
  k.erp.fault = null
  await watch(14)
  assert.equal((await push(c, id)).status, 'fila')
  await watch(2)
  await rests(c, id, 'enviado')
  assert.equal(orders('omie', id).length, 1)
})
test('an order whose 503 may hide that it arrived is looked for after Retry-After', async () => {
  const { c } = await sending('omie', OMIE)
  const lines = [{ product_id: await idOf(c, 'O-1'), quantity: 1 }]
  k.erp.fault = (a) =>
    a.body.includes('IncluirPedido') ? { status: 503, headers: { 'retry-after': '700' }, body: '' } : undefined
  const id = await confirmed(c, lines)
  const unclear = await rests(c, id, 'incerto')
  assert.equal(left(unclear.resume_at), 700)
})
