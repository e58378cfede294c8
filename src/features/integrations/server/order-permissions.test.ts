// What an ERP forbids to one order is said at that order; the link stops only when a plain read is refused.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { counts, startWithErps } from '../../../../test/erp_kit.ts'
import { ERPS, sendingOf } from '../../../../test/erp_orders_kit.ts'
import type { Asked, Fault } from '../../../../test/erp_shapes.ts'
import { type Company, until } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
  k.erp.bling.products = [{ id: 1, codigo: 'X', nome: 'Vaso', preco: 10, situacao: 'A' }]
  k.erp.tagplus.products = [{ id: 1, codigo: 'X', descricao: 'Vaso', valor_venda_varejo: 10, ativo: 1 }]
  k.erp.pedidook.products = [{ id: 1, codigo: 'X', nome: 'Vaso', venda: 10 }]
})
beforeEach(() => {
  k.erp.fault = null
})
after(() => k.close())
const { again, confirmed, idOf, orders, push, rests, sending, watch } = sendingOf(() => k)

const lines = async (c: Company) => [{ product_id: await idOf(c, 'X'), quantity: 1 }]
const problem = async (c: Company, id: number) =>
  (await k.t.call('GET', `/api/v2/integration/${id}`, { token: c.admin.token })).body.data.problem as string
const says = (status: number, body: object): Fault => ({ status, body: JSON.stringify(body) })
const pedidook = (status: number, ...codes: number[]) =>
  says(status, { erros: codes.map((codigo) => ({ codigo, mensagem: `Motivo ${codigo}.` })) })
/** Each answers so to a request that makes an order. */
const writing =
  (type: 'bling' | 'tagplus' | 'pedidook', fault: Fault) =>
  (a: Asked): Fault | undefined =>
    ERPS[type].written.test(a.body) ? fault : undefined

test('a PedidoOK code about one call is said at the order and stops no link', async () => {
  const { c, id } = await sending('pedidook', ERPS.pedidook.settings)
  // The status of each error is not documented.
  for (const code of [10, 13, 18, 20, 21, 22, 25, 26, 27, 31, 35, 36, 40, 41])
    for (const status of [400, 403, 500]) {
      k.erp.fault = writing('pedidook', pedidook(status, code))
      const order = await confirmed(c, await lines(c))
      const refused = await rests(c, order, 'recusado')
      assert.match(refused.message, new RegExp(`Motivo ${code}\\.`), `${code} with ${status}`)
      assert.equal(await problem(c, id), '', `${code} with ${status}`)
    }
  // The next order leaves.
  k.erp.fault = null
  await rests(c, await confirmed(c, await lines(c)), 'enviado')
})
test('every reason of a PedidoOK refusal is said, and a taken key among them hides none', async () => {
  const { c } = await sending('pedidook', ERPS.pedidook.settings)
  k.erp.fault = writing('pedidook', pedidook(400, 24, 35))
  const refused = await rests(c, await confirmed(c, await lines(c)), 'recusado')
  assert.match(refused.message, /Motivo 24\. Motivo 35\./)
})
test('negative control: a PedidoOK code about the tokens stops the link', async () => {
  for (const code of [2, 5, 9, 38, 39]) {
    const { c, id } = await sending('pedidook', ERPS.pedidook.settings)
    k.erp.fault = writing('pedidook', pedidook(400, code))
    await confirmed(c, await lines(c))
    assert.match(await until(() => problem(c, id)), new RegExp(`Motivo ${code}\\.`))
    k.erp.fault = null
  }
})
test('a TagPlus permission that an order lacks is said there and stops no link', async () => {
  const { c, id } = await sending('tagplus')
  for (const [status, error_code] of [
    [401, 'escopo_nao_autorizado'],
    [403, 'permissao_alterar_valor_unitario'],
    [403, 'operacao_nao_permitida'],
    [403, ''],
  ] as const)
    for (const path of ['/pedidos', '/clientes']) {
      const body = { error_code, message: `Falta ${error_code}.`, dev_message: '', data: [] }
      k.erp.fault = (a) => (a.path === path ? says(status, body) : undefined)
      const order = await confirmed(c, await lines(c))
      const refused = await rests(c, order, 'recusado')
      assert.match(refused.message, new RegExp(`Falta ${error_code}\\.`))
      assert.equal(await problem(c, id), '', `${status} ${error_code} at ${path}`)
      // Products go on coming.
      k.erp.fault = null
      k.soon(61)
      assert.deepEqual(counts(await k.update(c, 'tagplus', id)).slice(0, 2), ['pronto', 'delta'])
    }
  const order = await confirmed(c, await lines(c))
  await rests(c, order, 'enviado')
})
test('a Bling call that is not authorised is said at the order and stops no link', async () => {
  const { c, id } = await sending('bling')
  const body = { error: { type: 'FORBIDDEN', message: 'Sem permissão', description: 'O escopo não permite.' } }
  for (const path of ['/formas-pagamentos', '/contatos', '/pedidos/vendas']) {
    k.erp.fault = (a) => (a.path === path ? says(403, body) : undefined)
    const refused = await rests(c, await confirmed(c, await lines(c)), 'recusado')
    assert.match(refused.message, /aceite todas as permissões/)
    assert.equal(await problem(c, id), '', path)
  }
})
test('negative control: a plain read that is refused stops the link', async () => {
  for (const [type, answer] of [
    ['tagplus', says(403, { error_code: 'operacao_nao_permitida', message: 'Não pode.' })],
    ['tagplus', says(401, { error_code: '', message: 'Chave inválida' })],
    ['bling', says(403, { error: { description: 'O escopo não permite.' } })],
    ['pedidook', says(403, {})],
  ] as const) {
    const { c, id } = await sending(type, ERPS[type].settings)
    k.erp.fault = (a) => (a.path.startsWith('/produtos') ? answer : undefined)
    k.soon(61)
    assert.equal((await k.update(c, type, id)).status, 'falhou', type)
    assert.notEqual(await problem(c, id), '', type)
    k.erp.fault = null
  }
})
test('an order that may have arrived and may not be looked for waits for a person', async () => {
  const { c, id } = await sending('tagplus')
  let lost = 0
  k.erp.fault = (a) => (ERPS.tagplus.written.test(a.body) && lost++ === 0 ? { lost: true } : undefined)
  const order = await confirmed(c, await lines(c))
  await rests(c, order, 'incerto')
  const body = { error_code: 'escopo_nao_autorizado', message: 'Escopo não autorizado.' }
  k.erp.fault = (a) => (a.path === '/pedidos' ? says(401, body) : undefined)
  await watch(20)
  assert.match((await rests(c, order, 'parado')).message, /Escopo não autorizado/)
  assert.equal(await problem(c, id), '')
  // The permission is given, and the order is found.
  k.erp.fault = null
  await again(c, order)
  await watch(2)
  await rests(c, order, 'enviado')
  assert.deepEqual([orders('tagplus', order).length, (await push(c, order)).external_number], [1, '502'])
})
