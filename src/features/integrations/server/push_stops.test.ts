// What keeps a confirmed order from going to an ERP, and what the admin is told of it.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startJobs } from '#server/jobs.ts'
import { startWithErps } from '../../../../test/erp_kit.ts'
import { OMIE, sendingOf, writes } from '../../../../test/erp_orders_kit.ts'
import { KEYS } from '../../../../test/erp_simulator.ts'
import { until, untilIdle } from '../../../../test/kit.ts'
import { platformTasks } from './run.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
let t: typeof k.t
let erp: typeof k.erp
before(async () => {
  k = await startWithErps()
  ;({ t, erp } = k)
})
beforeEach(() => {
  erp.fault = null
  erp.omie.products = [1, 2, 3].map((n) => ({
    codigo_produto: n,
    codigo: `O-${n}`,
    descricao: `Vaso ${n}`,
    valor_unitario: 10 * n,
  }))
})
after(() => k.close())
const { again, change, confirmed, idOf, move, orders, push, rests, sending, watch } = sendingOf(() => k)

test('off: no order leaves; a second system that wants the orders is refused', async () => {
  const { c, id } = await k.linked('omie')
  await k.alone(c)
  await k.update(c, 'omie', id)
  const before = erp.journal.length
  const quiet = await confirmed(c, [{ product_id: await idOf(c, 'O-1'), quantity: 1 }])
  await untilIdle(t)
  assert.deepEqual([await push(c, quiet), erp.journal.length], [null, before])
  await change(c, id, { send_order_to_integration: 1 })
  const other = await t.call('POST', '/api/v2/integration', {
    token: c.admin.token,
    body: { type: 'tagplus', api_key: 'tagplus-key-9012', send_order_to_integration: 1 },
  })
  assert.deepEqual(
    [other.status, other.body.errors],
    [422, { send_order_to_integration: ['O Omie já recebe os pedidos. Desligue lá antes.'] }],
  )
})
test('orders that wait when sending is switched off do not leave, and what may have arrived is looked for, never sent', async () => {
  const { c, id } = await sending('omie', OMIE)
  const lines = [{ product_id: await idOf(c, 'O-1'), quantity: 1 }]
  const OFF = 'O envio de pedidos está desligado. Ligue-o em Integrações e envie de novo.'
  const told = async (order: number) => {
    const { status, message } = await push(c, order)
    return [status, message]
  }
  // Two without an answer, one of which arrived; a third that must wait.
  erp.fault = writes({ cut: true })
  const cut = await confirmed(c, lines)
  await rests(c, cut, 'incerto')
  erp.fault = writes({ lost: true })
  const lost = await confirmed(c, lines)
  await rests(c, lost, 'incerto')
  erp.fault = writes({
    status: 425,
    body: JSON.stringify({ faultstring: 'ERROR: Tente novamente em 1800 segundos.', faultcode: 'MISUSE' }),
  })
  const waiting = await confirmed(c, lines)
  await until(async () => (await push(c, waiting)).resume_at)
  erp.fault = null
  // The admin types it there by hand, and switches off.
  await change(c, id, { send_order_to_integration: 0 })
  assert.deepEqual(await told(waiting), ['recusado', OFF])
  const stored = await t.owner.query('select erp_status from orders where id = $1', [waiting])
  assert.equal(stored.rows[0].erp_status, 'erro')
  await watch(60)
  await rests(c, lost, 'enviado')
  await rests(c, cut, 'recusado')
  assert.deepEqual(await told(cut), ['recusado', OFF])
  // One that comes into the queue in the very moment asks Omie nothing.
  await t.owner.query("update erp_orders set status = 'fila', resume_at = $2 where order_id = $1", [
    waiting,
    t.clock.now(),
  ])
  const asked = () => erp.journal.filter((a) => a.path === '/produtos/pedido/').length
  const before = asked()
  await watch(1)
  await rests(c, waiting, 'recusado')
  assert.deepEqual([asked(), orders('omie', waiting).length], [before, 0])
  // Nor does one leave because the link is inactive or sending is on again: each when somebody asks for it.
  await change(c, id, { send_order_to_integration: 1, status: 'inactive' })
  await again(c, waiting)
  await rests(c, waiting, 'recusado')
  await change(c, id, { status: 'active' })
  await again(c, cut)
  await rests(c, cut, 'enviado')
  assert.deepEqual(
    [cut, lost, waiting].map((o) => orders('omie', o).length),
    [1, 1, 0],
  )
})
test('an order without an answer is looked for also when the link is made inactive; one on its way when the link goes is told so and can be marked', async () => {
  const { c, id } = await sending('omie', OMIE)
  const lines = [{ product_id: await idOf(c, 'O-1'), quantity: 1 }]
  erp.fault = writes({ lost: true })
  const lost = await confirmed(c, lines)
  await rests(c, lost, 'incerto')
  erp.fault = null
  await change(c, id, { status: 'inactive' })
  await watch(60)
  await rests(c, lost, 'enviado')
  // Its server died while it sent.
  await t.owner.query("update erp_orders set status = 'enviando', lease = 'x', heartbeat_at = $2 where order_id = $1", [
    lost,
    t.clock.now(),
  ])
  assert.equal((await t.call('DELETE', `/api/v2/integration/${id}`, { token: c.admin.token })).status, 200)
  await watch(6)
  assert.equal((await rests(c, lost, 'recusado')).message, 'A integração foi desligada.')
  const marked = await t.call('POST', `/api/v2/integration/orders/${lost}/sent`, { token: c.admin.token })
  assert.equal(marked.body.data.status, 'enviado')
})
test('an order that Omie takes a day later is foreseen for the day on which it goes', async () => {
  const { c } = await sending('omie', OMIE)
  erp.fault = writes({
    status: 425,
    body: JSON.stringify({ faultstring: 'ERROR: Tente novamente em 72000 segundos.', faultcode: 'MISUSE' }),
  })
  const late = await confirmed(c, [{ product_id: await idOf(c, 'O-1'), quantity: 1 }])
  await until(async () => (await push(c, late)).resume_at)
  erp.fault = null
  const day = erp.omie.today()
  await watch(11 * 60)
  assert.equal((await push(c, late)).status, 'fila')
  await watch(11 * 60)
  assert.notEqual(erp.omie.today(), day)
  await rests(c, late, 'enviado')
  const [there] = orders('omie', late).map((o) => o.body.cabecalho as { data_previsao: string })
  assert.equal(there?.data_previsao, erp.omie.today().split('-').toReversed().join('/'))
})
test('a fault of Omie that nobody foresaw is said in its own words at once; without words the order is looked for', async () => {
  const { c } = await sending('omie', OMIE)
  const lines = [{ product_id: await idOf(c, 'O-1'), quantity: 1 }]
  const answers = (faultstring: string) =>
    writes({ status: 500, body: JSON.stringify({ faultstring, faultcode: 'SOAP-ENV:Client-43' }) })
  erp.fault = answers('ERROR: O cliente está bloqueado para faturamento!')
  const blocked = await confirmed(c, lines)
  const refused = await rests(c, blocked, 'recusado')
  assert.equal(refused.message, 'O Omie não aceitou o pedido: O cliente está bloqueado para faturamento!')
  // What Omie says when it could not even read is no refusal.
  erp.fault = answers('SOAP-ERROR: Broken response from Application Server (4)')
  const broken = await confirmed(c, lines)
  await rests(c, broken, 'incerto')
  erp.fault = null
  await again(c, blocked)
  await watch(2)
  for (const o of [blocked, broken]) {
    await rests(c, o, 'enviado')
    assert.equal(orders('omie', o).length, 1)
  }
})
test('while one company’s ERP hangs, another company’s order leaves', async () => {
  // At the pace of the street: an ERP is given half a minute.
  const street = await startWithErps(1)
  const s = sendingOf(() => street)
  let release = () => {}
  try {
    street.erp.tagplus.products = [{ id: 21, codigo: 'T-1', descricao: 'Prato', valor_venda_varejo: 30, ativo: 1 }]
    const { c } = await s.sending('tagplus')
    const hangs = await street.linked('omie')
    const held = new Promise<void>((done) => (release = done))
    street.erp.fault = (a) => (a.erp === 'omie' ? { held } : undefined)
    await street.ask(hangs.c, 'omie', hangs.id)
    await until(async () => street.erp.journal.some((a) => a.erp === 'omie'))
    const id = await s.confirmed(c, [{ product_id: await s.idOf(c, 'T-1'), quantity: 1 }])
    await s.rests(c, id, 'enviado')
    assert.equal((await street.runs(hangs.c, hangs.id))[0]?.status, 'andando')
    release()
    assert.equal((await street.rests(hangs.c, hangs.id)).status, 'pronto')
  } finally {
    release()
    await street.close()
  }
})
test('of the orders that wait for an ERP that hangs, one asks whether it is back', async () => {
  const { c } = await sending('omie', OMIE)
  const lines = [{ product_id: await idOf(c, 'O-1'), quantity: 1 }]
  erp.fault = writes({
    status: 425,
    body: JSON.stringify({ faultstring: 'ERROR: Tente novamente em 1800 segundos.', faultcode: 'MISUSE' }),
  })
  const ids = [await confirmed(c, lines), await confirmed(c, lines), await confirmed(c, lines)]
  const rest = () =>
    until(async () => {
      const all = await Promise.all(ids.map((o) => push(c, o)))
      return all.every((p) => p.resume_at && new Date(p.resume_at) > t.clock.now())
    })
  await rest()
  erp.fault = () => ({ held: new Promise(() => {}) })
  const asked = () => erp.journal.filter((a) => a.path === '/geral/clientes/').length
  const before = asked()
  await k.hurried(async () => {
    await watch(31)
    await rest()
  })
  assert.equal(asked() - before, 1)
  erp.fault = null
  await watch(31)
  for (const o of ids) await rests(c, o, 'enviado')
})
/** The watch that comes before its next minute: in how many seconds, and as if they were over. One that is due already
 * looks at what waits until this very moment, and is not meant. */
async function soon(): Promise<number> {
  const watch = await until(async () => {
    const { rows } = await t.owner.query<{ id: string; seconds: number }>(
      "select id, extract(epoch from run_at - now())::float as seconds from graphile_worker._private_jobs where key = 'sync_watch_soon'",
    )
    assert.ok(rows.length <= 1)
    return rows[0] && rows[0].seconds > 1.5 && rows[0]
  })
  t.clock.forward(20_000)
  await t.owner.query('update graphile_worker._private_jobs set run_at = now() where id = $1', [watch.id])
  return watch.seconds
}
test('an Omie that is away is asked every twenty seconds, by one of the orders that wait; all of them leave as soon as it is back', async (context) => {
  const { c } = await sending('omie', OMIE)
  const lines = [{ product_id: await idOf(c, 'O-1'), quantity: 1 }]
  erp.fault = () => ({ cut: true })
  const ids = [await confirmed(c, lines), await confirmed(c, lines), await confirmed(c, lines)]
  const rest = () =>
    until(async () => {
      const all = await Promise.all(ids.map((o) => push(c, o)))
      return all.every((p) => p.resume_at && new Date(p.resume_at) > t.clock.now())
    })
  await rest()
  // What may have arrived is looked for after a minute.
  await watch(1)
  await rest()
  const worker = await startJobs(t.kit, {}, platformTasks, { pollInterval: 400 })
  context.after(() => worker.stop())
  for (let n = 0; n < 5; n++) {
    const before = erp.journal.length
    const seconds = await soon()
    assert.ok(seconds > 15 && seconds <= 20, `${seconds}`)
    await until(async () => erp.journal.length > before)
    await rest()
    // One order's question, which is tried five times.
    assert.equal(erp.journal.length - before, 5)
  }
  erp.fault = null
  await soon()
  for (const o of ids) {
    await rests(c, o, 'enviado')
    assert.equal(orders('omie', o).length, 1)
  }
})
test('what Omie refuses is said to the admin, who sends it again or marks it as sent; what cannot go names the product', async () => {
  const { c, id } = await sending('omie')
  const one = await confirmed(c, [{ product_id: await idOf(c, 'O-1'), quantity: 1 }])
  const refused = await rests(c, one)
  assert.deepEqual(
    [refused.status, refused.message],
    ['recusado', 'Escolha a conta corrente e a categoria de receita do Omie em Integrações e envie de novo.'],
  )
  assert.equal((await t.call('GET', `/api/v2/integration/${id}`, { token: c.admin.token })).body.data.orders_refused, 1)
  await change(c, id, { settings: OMIE })
  assert.equal((await again(c, one)).status, 200)
  assert.equal((await rests(c, one, 'enviado')).status, 'enviado')
  assert.equal((await again(c, one)).status, 409)
  // A product that Omie does not have.
  const own = (
    await t.call('POST', '/api/v1/products', { token: c.admin.token, body: { name: 'Peça só daqui', price: '5,00' } })
  ).body.data.id as number
  const odd = await confirmed(c, [{ product_id: own, quantity: 1 }])
  assert.equal((await rests(c, odd)).message, 'Não existe no Omie: Peça só daqui.')
  const marked = await t.call('POST', `/api/v2/integration/orders/${odd}/sent`, { token: c.admin.token })
  assert.equal(marked.body.data.status, 'enviado')
  // Cancelled before it could go.
  erp.fault = writes({
    status: 425,
    body: JSON.stringify({
      faultstring: 'ERROR: API bloqueada por consumo indevido. Tente novamente em 100 segundos.',
      faultcode: 'MISUSE',
    }),
  })
  const late = await confirmed(c, [{ product_id: await idOf(c, 'O-1'), quantity: 1 }])
  await until(async () => (await push(c, late)).resume_at)
  await move(c, late, 'cancelado', 'desistiu')
  erp.fault = null
  await watch(5)
  assert.equal((await rests(c, late, 'recusado')).message, 'O pedido deixou de estar confirmado antes de ser enviado.')
  assert.equal(orders('omie', late).length, 0)
  // Unlinked before it could go; linked anew, it goes.
  erp.fault = () => ({ cut: true })
  const left = await confirmed(c, [{ product_id: await idOf(c, 'O-1'), quantity: 1 }])
  await until(async () => (await push(c, left)).resume_at)
  await t.call('DELETE', `/api/v2/integration/${id}`, { token: c.admin.token })
  assert.equal((await push(c, left)).message, 'A integração foi desligada.')
  erp.fault = null
  const anew = (
    await t.call('POST', '/api/v2/integration', {
      token: c.admin.token,
      body: { type: 'omie', ...KEYS.omie, send_order_to_integration: 1, settings: OMIE },
    })
  ).body.data.id as number
  await k.update(c, 'omie', anew)
  assert.equal((await again(c, left)).status, 200)
  await rests(c, left, 'enviado')
  // Whose order it is not finds nothing; roles below may not look.
  const other = await k.linked('tagplus')
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/again'],
    ['POST', '/sent'],
  ] as const) {
    const r = await t.call(method, `/api/v2/integration/orders/${odd}${path}`, { token: other.c.admin.token })
    assert.deepEqual([r.status, r.body.data ?? null], method === 'GET' ? [200, null] : [404, null])
    for (const p of [c.seller, c.client])
      assert.equal((await t.call(method, `/api/v2/integration/orders/${odd}${path}`, { token: p.token })).status, 403)
  }
})
