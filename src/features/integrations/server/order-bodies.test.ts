// What Bling, PedidoOK and TagPlus ask of a client and of an order, and what they say when they refuse one.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startWithErps } from '../../../../test/erp_kit.ts'
import { ERPS, sendingOf } from '../../../../test/erp_orders_kit.ts'
import type { Row } from '../../../../test/erp_shapes.ts'
import { aCart, aPerson, type Company, order } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
let forms: Row[]
before(async () => {
  k = await startWithErps()
  forms = k.erp.bling.forms
  k.erp.bling.products = [{ id: 1, codigo: 'X', nome: 'Vaso', preco: 10.1, situacao: 'A' }]
  k.erp.tagplus.products = [{ id: 1, codigo: 'X', descricao: 'Vaso', valor_venda_varejo: 10.1, ativo: 1 }]
  k.erp.pedidook.products = [{ id: 1, codigo: 'X', nome: 'Vaso', venda: 10.1 }]
})
beforeEach(() => {
  k.erp.bling.forms = forms
  k.erp.journal.length = 0
  for (const type of ['bling', 'tagplus', 'pedidook'] as const) k.erp.taken[type] = { clients: [], orders: [] }
})
after(() => k.close())
const { again, confirmed, idOf, move, orders, rests, sending } = sendingOf(() => k)
const lines = async (c: Company, quantity = 3) => [{ product_id: await idOf(c, 'X'), quantity }]

test('Bling gets one instalment of the whole amount in its default receiving form', async () => {
  const { c } = await sending('bling')
  const id = await confirmed(c, await lines(c))
  await rests(c, id, 'enviado')
  const body = orders('bling', id)[0]?.body
  assert.deepEqual(body?.parcelas, [{ dataVencimento: '2026-11-21', valor: 30.3, formaPagamento: { id: 503 } }])
})
test('the instalment comes to Bling’s total when a discount is taken off', async () => {
  const { c } = await sending('bling')
  await k.t.owner.query('update companies set importer = true, exchange_rate = 5.255501 where id = $1', [c.id])
  const dollars = await aPerson(k.t, c.id, 3, { currency: 'USD' })
  const r = await order(k.t, c, dollars.token, aCart(await lines(c), { document: '529.982.247-25' }))
  await move(c, r.body.data.id, 'confirmado')
  await rests(c, r.body.data.id, 'enviado')
  const body = orders('bling', r.body.data.id)[0]?.body as { parcelas: Row[]; desconto: Row; itens: Row[] }
  assert.ok(Number(body.desconto.valor) > 0)
  assert.equal(
    Math.round(Number(body.parcelas[0]?.valor) * 100),
    Math.round(Number(body.itens[0]?.valor) * 300) - Math.round(Number(body.desconto.valor) * 100),
  )
})
test('without a default receiving form the only one is taken, and of several none', async () => {
  const { c } = await sending('bling')
  const plain = forms.map((f): Row => ({ ...f, padrao: 0 }))
  k.erp.bling.forms = plain
  const id = await confirmed(c, await lines(c))
  const refused = await rests(c, id, 'recusado')
  assert.match(refused.message, /não tem forma de recebimento padrão/)
  k.erp.bling.forms = plain.filter((f) => f.id !== 503)
  await again(c, id)
  await rests(c, id, 'enviado')
  const body = orders('bling', id)[0]?.body as { parcelas: Row[] } | undefined
  assert.deepEqual(body?.parcelas[0]?.formaPagamento, { id: 502 })
})
test('what Bling leaves out of an order that it takes is said at the order', async () => {
  const { c } = await sending('bling')
  const id = await confirmed(c, await lines(c))
  assert.equal((await rests(c, id, 'enviado')).message, '')
  k.erp.bling.alerts = true
  const second = await confirmed(c, await lines(c))
  assert.match((await rests(c, second, 'enviado')).message, /^Uma ou mais parcelas da venda possuem erros de validação/)
  k.erp.bling.alerts = false
})
test('the reasons for which Bling refuses an order reach the admin', async () => {
  const { c } = await sending('bling')
  const error = {
    type: 'VALIDATION_ERROR',
    message: 'Não foi possível salvar a venda',
    description: 'A venda não pode ser salva, pois ocorreram problemas em sua validação.',
    fields: [
      {
        code: 49,
        msg: 'Uma ou mais parcelas da venda possuem erros.',
        collection: [{ index: 1, msg: 'Id inválido.' }],
      },
      { code: 3, msg: 'O contato está bloqueado.', element: 'contato' },
    ],
  }
  k.erp.fault = (a) => (a.body.includes('numeroLoja') ? { status: 400, body: JSON.stringify({ error }) } : undefined)
  const refused = await rests(c, await confirmed(c, await lines(c)), 'recusado')
  k.erp.fault = null
  for (const reason of ['Uma ou mais parcelas da venda possuem erros. Id inválido.', 'O contato está bloqueado.'])
    assert.ok(refused.message.includes(reason), refused.message)
})
test('every call to Bling carries the header without which its tokens end', async () => {
  const { c } = await sending('bling')
  await rests(c, await confirmed(c, await lines(c)), 'enviado')
  const calls = k.erp.journal.filter((a) => a.erp === 'bling')
  assert.ok(calls.some((a) => a.path === '/oauth/token') && calls.some((a) => a.path === '/pedidos/vendas'))
  assert.deepEqual(
    calls.filter((a) => a.headers['enable-jwt'] !== '1').map((a) => a.path),
    [],
  )
})
test('PedidoOK keeps the document and the e-mail of a new client', async () => {
  const { c } = await sending('pedidook', ERPS.pedidook.settings)
  await rests(c, await confirmed(c, await lines(c), { email: 'ana@loja.test' }), 'enviado')
  const [client] = k.erp.taken.pedidook.clients
  assert.deepEqual([client?.body.cnpj_cpf, client?.body.email_copia_pedido], ['52998224725', 'ana@loja.test'])
})
test('a client that lost its document in PedidoOK gets it with the next order', async () => {
  const { c } = await sending('pedidook', ERPS.pedidook.settings)
  const data = { email: 'ana@loja.test' }
  await rests(c, await confirmed(c, await lines(c), data), 'enviado')
  const { clients } = k.erp.taken.pedidook
  // As an older version of the connector made it.
  Object.assign(clients[0]?.body as object, { cnpj_cpf: '', email_copia_pedido: '' })
  await rests(c, await confirmed(c, await lines(c), data), 'enviado')
  assert.deepEqual(
    clients.map(({ body }) => [body.cnpj_cpf, body.email_copia_pedido]),
    [['52998224725', 'ana@loja.test']],
  )
})
test('TagPlus gets a client of fields that it allows, the rest in the order’s note', async () => {
  const { c } = await sending('tagplus')
  const id = await confirmed(c, await lines(c), { email: 'ana@loja.test', phone: '11 98888-7777' })
  await rests(c, id, 'enviado')
  const [client] = k.erp.taken.tagplus.clients
  assert.deepEqual(
    [client?.body.tipo, client?.body.cpf, Object.keys(client?.body ?? {}).toSorted()],
    ['F', '529.982.247-25', ['ativo', 'cpf', 'exterior', 'razao_social', 'tipo']],
  )
  assert.match(String(orders('tagplus', id)[0]?.body.observacoes), /Contato: 11988887777, ana@loja\.test/)
})
test('the field for which TagPlus refuses a body reaches the admin', async () => {
  const { c } = await sending('tagplus')
  const body = {
    error_code: 'campo_obrigatorio',
    message: 'Há um campo obrigatório.',
    dev_message: 'Informe a transportadora',
    data: [{ id: null, field: 'transportadora' }],
  }
  k.erp.fault = (a) => (a.body.includes('codigo_externo') ? { status: 400, body: JSON.stringify(body) } : undefined)
  const refused = await rests(c, await confirmed(c, await lines(c)), 'recusado')
  k.erp.fault = null
  assert.match(refused.message, /Há um campo obrigatório\. transportadora: Informe a transportadora/)
})
