// What an order has to come to: nothing is ordered for nothing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  aCart,
  aCompany,
  aPerson,
  aProduct,
  aVisitor,
  order,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'

let t: TestApp
before(async () => {
  t = await startTestApp({ config: { limits: UNLIMITED } })
})
after(() => t.close())
const one = ({ id }: { id: number }) => ({ product_id: id, quantity: 1 })

test('what is sold on request is ordered by nobody who sees prices; from who sells, or who sees none, it comes to be looked at', async () => {
  const c = await aCompany(t)
  const blind = await aPerson(t, c.id, 3, { hide_price: true })
  const p = await aProduct(t, c, { name: 'Painel sob medida', price: '' })
  const zero = await aProduct(t, c, { name: 'Painel zerado', price: '0,00' })
  const lines = [one(await aProduct(t, c)), one(p), one(zero)]
  for (const token of [c.client.token, await aVisitor(t, c)]) {
    const r = await order(t, c, token, aCart(lines))
    assert.deepEqual([r.status, r.body.code], [422, 'lines_refused'])
    assert.deepEqual(
      r.body.lines.map((l: { name: string; reason: string }) => [l.name, l.reason]),
      ['Painel sob medida', 'Painel zerado'].map((name) => [name, 'Está sob consulta: fale com quem vende.']),
    )
  }
  for (const token of [c.seller.token, c.admin.token, blind.token]) {
    const r = await order(t, c, token, aCart(lines))
    assert.deepEqual([r.status, r.body.data.reasons], [201, ['sem_preco']])
  }
})
