// What lines of a pasted order may speak of, asked of the server by a device that has not the whole catalogue.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  type Company,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
  a = await aCompany(t)
  for (const [name, code, ean] of [
    ['Caneca azul', '00123', '7891000315507'],
    ['Caneca vermelha', '4123', ''],
    ['Caneca azul grande', 'CAN-300', ''],
    ['Prato raso', '456', ''],
  ] as const)
    await aProduct(t, a, { name, code, ean, price: '10,00' })
  await aProduct(t, a, {
    name: 'Camiseta lisa',
    code: 'CL',
    attributes: JSON.stringify([
      { specs: { Tamanho: 'P' }, code: 'CL-77P' },
      { specs: { Tamanho: 'M' }, code: 'CL-77M' },
    ]),
  })
})
after(() => t.close())
const ask = (texts: unknown, token: string | undefined = a.seller.token, more: object = {}) =>
  t.call('POST', '/api/v2/products/named', {
    ...(token && { token }),
    body: { texts: typeof texts === 'string' ? texts : JSON.stringify(texts), ...more },
  })
const names = async (...texts: string[]) =>
  ((await ask(texts)).body.data as { name: string }[]).map((p) => p.name).toSorted((x, y) => (x < y ? -1 : 1))

test('codes, bar codes, codes of variations and codes without their zeros find their product among words that say nothing', async () => {
  assert.deepEqual(await names('pedido 7891000315507 urgente'), ['Caneca azul'])
  assert.ok((await names('123')).includes('Caneca azul'))
  assert.ok((await names('0456')).includes('Prato raso'))
  assert.deepEqual(await names('cl-77m da loja'), ['Camiseta lisa'])
})
test('words find together; where they do not, without one of them; nothing is found twice', async () => {
  assert.deepEqual(await names('caneca azul', 'CANECA AZUL'), ['Caneca azul', 'Caneca azul grande'])
  assert.deepEqual(await names('prato raso bonito'), ['Prato raso'])
  assert.deepEqual(await names('geladeira'), [])
})
test('only who sells asks, of the own company, what they may see, at the prices of whoever is ordered for', async () => {
  const b = await aCompany(t)
  assert.deepEqual((await ask(['caneca azul'], b.seller.token)).body.data, [])
  assert.equal((await t.call('POST', '/api/v2/products/named', { body: { texts: '[]' } })).status, 401)
  for (const token of [a.client.token, await aVisitor(t, a)]) assert.equal((await ask(['x'], token)).status, 403)
  const dear = await aPerson(t, a.id, 3, { seller_id: a.seller.id, margin_bp: 1000 })
  const [seen] = (await ask(['00123'], a.seller.token, { client_id: dear.id })).body.data
  assert.equal(seen.price, '11,00')
  const colleague = await aPerson(t, a.id, 2)
  assert.equal((await ask(['00123'], colleague.token, { client_id: dear.id })).status, 404)
  const category = (await t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Só da casa' } }))
    .body.data.id
  await aProduct(t, a, { name: 'Vaso secreto', code: 'VS-1', categories: JSON.stringify([category]) })
  assert.deepEqual(await names('VS-1'), ['Vaso secreto'])
  await t.owner.query('update users set hidden_categories = array[$2]::bigint[] where id = $1', [a.seller.id, category])
  assert.deepEqual(await names('VS-1'), [])
  await t.owner.query("update users set hidden_categories = '{}', hide_price = true where id = $1", [a.seller.id])
  assert.equal('price' in (await ask(['456'])).body.data[0], false)
  await t.owner.query('update users set hide_price = false where id = $1', [a.seller.id])
})
test('an odd list is refused, an empty one finds nothing', async () => {
  assert.deepEqual((await ask([])).body.data, [])
  assert.deepEqual((await ask(['', '!!!', '🙏'])).body.data, [])
  // One bare value is a list of one (lists.ts).
  for (const odd of ['{}', [1], Array.from({ length: 101 }, () => 'a'), ['y'.repeat(201)]])
    assert.equal((await ask(odd)).status, 422, JSON.stringify(odd).slice(0, 30))
})
