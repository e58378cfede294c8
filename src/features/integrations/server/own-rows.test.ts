// Which rows of an ERP an order may stand for: a client by its own document, live and the only one; an order by its own key.
// The filter of a list may be ignored there (measured at Omie and TagPlus: an invoice went to another person).
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startWithErps } from '../../../../test/erp_kit.ts'
import { ERPS, offerOneProduct, sendingOf } from '../../../../test/erp_orders_kit.ts'
import { withoutList } from '../../../../test/erp_simulator.ts'
import type { Asked, Row } from '../../../../test/erp_shapes.ts'
import { aCart, aPerson, type Company, order } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
  offerOneProduct(k.erp)
})
beforeEach(() => {
  Object.assign(k.erp.hostile, { filterIgnored: false, bend: null })
  k.erp.fault = null
  for (const type of TYPES) k.erp.taken[type] = { clients: [], orders: [] }
})
after(() => k.close())
const TYPES = ['omie', 'bling', 'tagplus', 'pedidook'] as const
type Type = (typeof TYPES)[number]
const { again, confirmed, idOf, move, orders, rests, sending, watch } = sendingOf(() => k)

const OURS = '529.982.247-25'
const OTHER = '11.222.333/0001-81'
const bare = (document: string) => document.replace(/\D/g, '')
/** A client as each ERP keeps it; `off`: as it keeps one that was deleted or made inactive. */
const CLIENT: Record<Type, (document: string, off?: boolean) => Row> = {
  omie: (d, off) => ({ razao_social: 'Alguém', cnpj_cpf: bare(d), inativo: off ? 'S' : 'N' }),
  bling: (d, off) => ({ nome: 'Maria', situacao: off ? 'E' : 'A', numeroDocumento: bare(d) }),
  tagplus: (d, off) => ({ razao_social: 'Alguém', ativo: !off, [bare(d).length === 14 ? 'cnpj' : 'cpf']: d }),
  pedidook: (d, off) => ({ razao_social: 'Alguém', codigo: bare(d), cnpj_cpf: bare(d), excluido: off ?? false }),
}
function there(type: Type, document: string, off = false): number {
  const { clients } = k.erp.taken[type]
  const id = 700 + clients.length
  clients.push({ id, key: `ERP-${id}`, body: CLIENT[type](document, off) })
  return id
}
/** Whom an order stands for there. */
function whose(type: Type, id: number): number {
  const body = orders(type, id)[0]?.body as Row
  const head = (body.cabecalho ?? body.contato ?? body) as Row
  return Number(head.codigo_cliente ?? head.id ?? head.cliente ?? head.id_cliente)
}
const documentOf = (type: Type, id: number) => {
  const body = k.erp.taken[type].clients.find((c) => c.id === id)?.body ?? {}
  return bare(String(body.cnpj_cpf ?? body.numeroDocumento ?? body.cpf ?? body.cnpj ?? ''))
}
const lines = async (c: Company) => [{ product_id: await idOf(c, 'X'), quantity: 1 }]

test('a client of another document is not taken when the filter is ignored', async () => {
  for (const type of TYPES) {
    const { c } = await sending(type, ERPS[type].settings)
    there(type, OTHER)
    there(type, '123.456.789-09')
    k.erp.hostile.filterIgnored = true
    const first = await confirmed(c, await lines(c))
    await rests(c, first, 'enviado')
    assert.equal(documentOf(type, whose(type, first)), bare(OURS), type)
    // It is found again, behind the others.
    const second = await confirmed(c, await lines(c))
    await rests(c, second, 'enviado')
    assert.equal(whose(type, second), whose(type, first), type)
    k.erp.hostile.filterIgnored = false
  }
})
test('an order of another key is not taken for ours when the filter is ignored', async () => {
  for (const type of TYPES) {
    const { c } = await sending(type, ERPS[type].settings)
    k.erp.taken[type].orders.push({ id: 900, key: 'OUTRO-1', body: {} })
    k.erp.hostile.filterIgnored = true
    let cut = 0
    k.erp.fault = (a) => (ERPS[type].written.test(a.body) && cut++ === 0 ? { cut: true } : undefined)
    const id = await confirmed(c, await lines(c))
    await rests(c, id, 'incerto')
    await watch(20)
    const sent = await rests(c, id, 'enviado')
    assert.equal(orders(type, id).length, 1, `${type}: ${sent.external_number}`)
    k.erp.hostile.filterIgnored = false
    k.erp.fault = null
  }
})
test('negative control: our own order is found among others and not sent twice', async () => {
  // Omie and PedidoOK refuse the key a second time; the others make another order.
  for (const type of ['bling', 'tagplus'] as const) {
    const { c } = await sending(type, ERPS[type].settings)
    for (let n = 0; n < 3; n++) k.erp.taken[type].orders.push({ id: 900 + n, key: `OUTRO-${n}`, body: {} })
    k.erp.hostile.filterIgnored = true
    let lost = 0
    k.erp.fault = (a) => (ERPS[type].written.test(a.body) && lost++ === 0 ? { lost: true } : undefined)
    const id = await confirmed(c, await lines(c))
    await rests(c, id, 'incerto')
    await watch(20)
    await rests(c, id, 'enviado')
    assert.equal(orders(type, id).length, 1, type)
    k.erp.hostile.filterIgnored = false
    k.erp.fault = null
  }
})
test('a client that was deleted or is inactive there is not taken', async () => {
  for (const type of TYPES) {
    const { c } = await sending(type, ERPS[type].settings)
    const off = there(type, OURS, true)
    const id = await confirmed(c, await lines(c))
    const push = await rests(c, id, 'enviado', 'recusado')
    // Omie has each document once: the admin is told which client to make active.
    if (type === 'omie') {
      assert.equal(push.status, 'recusado')
      assert.match(push.message, /inativo no Omie/)
    } else assert.notEqual(whose(type, id), off, type)
  }
})
test('two live clients of one document are said and none is taken', async () => {
  for (const type of TYPES) {
    const { c } = await sending(type, ERPS[type].settings)
    there(type, OURS)
    const twin = there(type, OURS)
    const id = await confirmed(c, await lines(c))
    const refused = await rests(c, id, 'recusado')
    assert.match(refused.message, /2 clientes ativos com o mesmo CPF ou CNPJ/, type)
    assert.equal(orders(type, id).length, 0)
    // One of them is made inactive, and the order goes.
    Object.assign(k.erp.taken[type].clients.find((x) => x.id === twin)?.body ?? {}, CLIENT[type](OURS, true))
    await again(c, id)
    await rests(c, id, 'enviado')
    assert.equal(whose(type, id), 700, type)
  }
})
test('a lookup without its list leaves open what is there, and nothing is made', async () => {
  const lookups: Record<Type, RegExp> = {
    omie: /ListarClientes/,
    bling: /\/contatos|\/pedidos\/vendas/,
    tagplus: /\/clientes|\/pedidos/,
    pedidook: /\/clientes\//,
  }
  for (const type of TYPES) {
    const { c } = await sending(type, ERPS[type].settings)
    const known = there(type, OURS)
    const asks = (a: Asked) => lookups[type].test(type === 'omie' ? a.body : a.path) && !ERPS[type].written.test(a.body)
    k.erp.hostile.bend = (a, body) => (asks(a) ? withoutList(body) : body)
    const id = await confirmed(c, await lines(c))
    await rests(c, id, 'incerto')
    assert.deepEqual([k.erp.taken[type].clients.length, orders(type, id).length], [1, 0], type)
    k.erp.hostile.bend = null
    await watch(20)
    await rests(c, id, 'enviado')
    assert.deepEqual([whose(type, id), orders(type, id).length], [known, 1], type)
  }
})
test('a document that Omie has under a client its list did not show is read and taken', async () => {
  const { c } = await sending('omie', ERPS.omie.settings)
  const known = there('omie', OURS)
  // The list answers "none", as past its end.
  const none = { faultcode: 'SOAP-ENV:Client-5113', faultstring: 'ERROR: Não existem registros para a página [1]!' }
  k.erp.fault = (a) => (a.body.includes('ListarClientes') ? { status: 500, body: JSON.stringify(none) } : undefined)
  const id = await confirmed(c, await lines(c))
  await rests(c, id, 'enviado')
  assert.equal(whose('omie', id), known)
})
test('a buyer who orders for another document is another client there', async () => {
  for (const type of TYPES) {
    const { c } = await sending(type, ERPS[type].settings)
    const buyer = await aPerson(k.t, c.id, 3)
    const bought = async (document: string) => {
      const r = await order(k.t, c, buyer.token, aCart(await lines(c), { document }))
      await move(c, r.body.data.id, 'confirmado')
      await rests(c, r.body.data.id, 'enviado')
      return whose(type, r.body.data.id)
    }
    const [first, second] = [await bought(OURS), await bought('123.456.789-09')]
    assert.deepEqual([documentOf(type, first), documentOf(type, second)], ['52998224725', '12345678909'], type)
    assert.deepEqual([await bought(OURS), await bought('123.456.789-09')], [first, second], type)
  }
})
test('a contact of the same name with a document is not one without', async () => {
  const { c } = await sending('bling')
  const named = there('bling', OTHER)
  const buyer = await aPerson(k.t, c.id, 3)
  const r = await order(k.t, c, buyer.token, aCart(await lines(c), { name: 'Maria', document: '' }))
  await move(c, r.body.data.id, 'confirmado')
  await rests(c, r.body.data.id, 'enviado')
  assert.notEqual(whose('bling', r.body.data.id), named)
})
