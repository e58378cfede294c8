// Whom an order stands for in an ERP: a client without a document cannot be asked for there, and is made once all the same.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startWithErps } from '../../../../test/erp_kit.ts'
import { sendingOf } from '../../../../test/erp_orders_kit.ts'
import { aCart, aPerson, type Company, order } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
let t: typeof k.t
let erp: typeof k.erp
before(async () => {
  k = await startWithErps()
  ;({ t, erp } = k)
})
beforeEach(() => {
  erp.bling.products = [{ id: 11, codigo: 'B-1', nome: 'Vestido', preco: 50, situacao: 'A' }]
  erp.tagplus.products = [{ id: 21, codigo: 'T-1', descricao: 'Prato', valor_venda_varejo: 30, ativo: 1 }]
})
after(() => k.close())
const { change, idOf, move, orders, rests, sending } = sendingOf(() => k)
type Kind = 'bling' | 'tagplus'
const KINDS = [
  ['bling', 'B-1'],
  ['tagplus', 'T-1'],
] as const
type Person = Awaited<ReturnType<typeof aPerson>>

/** An order of a person that arrives there; whom it stands for. */
async function bought(c: Company, type: Kind, product_id: number, p: Person, data: object = {}): Promise<number> {
  const r = await order(t, c, p.token, aCart([{ product_id, quantity: 1 }], { name: 'Maria', document: '', ...data }))
  assert.equal(r.status, 201, JSON.stringify(r.body))
  await move(c, r.body.data.id, 'confirmado')
  assert.equal((await rests(c, r.body.data.id)).status, 'enviado')
  const body = orders(type, r.body.data.id)[0]?.body as { contato?: { id: number }; cliente?: number }
  return body.contato?.id ?? (body.cliente as number)
}

test('two clients of one name and no document are two in Bling and TagPlus, each once, whatever they order again', async () => {
  for (const [type, code] of KINDS) {
    const { c } = await sending(type)
    const id = await idOf(c, code)
    const [one, other] = [await aPerson(t, c.id, 3), await aPerson(t, c.id, 3)]
    const [first, second] = [await bought(c, type, id, one), await bought(c, type, id, other)]
    assert.notEqual(first, second, type)
    assert.deepEqual([await bought(c, type, id, one), await bought(c, type, id, other)], [first, second], type)
  }
})
test('whom the company had in Bling by that name already is taken for the first of that name', async () => {
  const { c } = await sending('bling')
  const id = await idOf(c, 'B-1')
  const clients = erp.taken.bling.clients
  clients.push({ id: clients.length + 1, key: '', body: { nome: 'Antônia', situacao: 'A' } })
  const there = clients.length
  const [one, other] = [await aPerson(t, c.id, 3), await aPerson(t, c.id, 3)]
  assert.equal(await bought(c, 'bling', id, one, { name: 'Antônia' }), there)
  assert.notEqual(await bought(c, 'bling', id, other, { name: 'Antônia' }), there)
})
test('a client that was deleted there is made anew; with a document the document decides', async () => {
  for (const [type, code] of KINDS) {
    const { c } = await sending(type)
    const id = await idOf(c, code)
    const person = await aPerson(t, c.id, 3)
    const first = await bought(c, type, id, person)
    const { clients } = erp.taken[type]
    const gone = clients.find((x) => x.id === first)
    assert.ok(gone)
    // Bling answers it as deleted, TagPlus no more.
    if (type === 'bling') Object.assign(gone.body, { situacao: 'E', nome: 'excluído' })
    else gone.id = -first
    const second = await bought(c, type, id, person)
    assert.notEqual(second, first, type)
    assert.equal(await bought(c, type, id, person), second, type)
    const named = await bought(c, type, id, person, { document: '529.982.247-25' })
    assert.notEqual(named, second, type)
    const other = await aPerson(t, c.id, 3)
    assert.equal(await bought(c, type, id, other, { document: '529.982.247-25' }), named, type)
    if (type === 'tagplus') gone.id = first
  }
})
test('a card that was merged into another brings along whom it stands for; an unlinked system forgets, an erased client too', async () => {
  const { c, id: link } = await sending('tagplus')
  const id = await idOf(c, 'T-1')
  const [gone, stays] = [await aPerson(t, c.id, 3), await aPerson(t, c.id, 3)]
  const known = await bought(c, 'tagplus', id, gone)
  const merged = await t.call('POST', `/api/v2/clients/${stays.id}/merge`, {
    token: c.admin.token,
    body: { other: gone.id },
  })
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  assert.equal(await bought(c, 'tagplus', id, stays), known)
  const kept = async () =>
    (await t.owner.query('select client_id from erp_clients where company_id = $1 order by 1', [c.id])).rows.map(
      (r) => r.client_id as number,
    )
  assert.deepEqual(await kept(), [gone.id, stays.id])
  const another = await aPerson(t, c.id, 3)
  await bought(c, 'tagplus', id, another)
  const erased = await t.call('POST', `/api/v2/users/${stays.id}/anonymise`, { token: c.admin.token, body: {} })
  assert.equal(erased.status, 200, JSON.stringify(erased.body))
  assert.deepEqual(await kept(), [another.id])
  assert.equal((await change(c, link, { status: 'inactive' })).status, 200)
  assert.deepEqual(await kept(), [another.id])
  assert.equal((await t.call('DELETE', `/api/v2/integration/${link}`, { token: c.admin.token })).status, 200)
  assert.deepEqual(await kept(), [])
})
