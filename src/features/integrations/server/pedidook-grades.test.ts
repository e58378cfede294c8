// Products of PedidoOK whose pieces are counted for all their grades together.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startWithErps } from '../../../../test/erp_kit.ts'
import { ERPS, sendingOf } from '../../../../test/erp_orders_kit.ts'
import { aCart, type Company, order } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
})
after(() => k.close())
const { idOf, sending } = sendingOf(() => k)
const grades = async (c: Company) =>
  (
    await k.t.owner.query<{ stock: string | null }>(
      'select stock from variations where company_id = $1 order by "order"',
      [c.id],
    )
  ).rows.map((r) => (r.stock === null ? null : Number(r.stock)))

test('no grade sells more than the product has, and none of what is sold out', async () => {
  k.erp.pedidook.products = [{ id: 1, codigo: 'C', nome: 'Camisa', venda: 40, estoque: 3, grades: ['P', 'M'] }]
  const { c, id } = await sending('pedidook', ERPS.pedidook.settings)
  assert.deepEqual(await grades(c), [3, 3])
  await k.t.owner.query('update companies set refuse_without_stock = true where id = $1', [c.id])
  const product_id = await idOf(c, 'C')
  const buys = async (quantity: number) =>
    (await order(k.t, c, c.client.token, aCart([{ product_id, quantity, specs: { Opção: 'P' } }]))).body
  assert.equal((await buys(4)).code, 'sem_estoque')
  assert.equal((await buys(3)).status, 'success')
  const there = k.erp.pedidook.products[0] as object
  Object.assign(there, { estoque: 0, _changed: k.soon(20) })
  await k.update(c, 'pedidook', id)
  assert.deepEqual(await grades(c), [0, 0])
  assert.equal((await buys(1)).code, 'sem_estoque')
  // Not counted there, not counted here.
  Object.assign(there, { estoque: null, _changed: k.soon(20) })
  await k.update(c, 'pedidook', id)
  assert.deepEqual(await grades(c), [null, null])
})
