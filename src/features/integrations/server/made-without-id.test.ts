// A 2xx answer that does not say what was made there, as a proxy's page or a body without its id: it says neither that an
// order arrived nor which client it is for.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startWithErps } from '../../../../test/erp_kit.ts'
import { ERPS, offerOneProduct, sendingOf } from '../../../../test/erp_orders_kit.ts'
import type { Asked } from '../../../../test/erp_shapes.ts'
import type { Company } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
  offerOneProduct(k.erp)
})
beforeEach(() => {
  k.erp.hostile.bend = null
  k.erp.fault = null
})
after(() => k.close())
const { confirmed, idOf, orders, rests, sending, watch } = sendingOf(() => k)

const TYPES = ['omie', 'bling', 'tagplus', 'pedidook'] as const
const lines = async (c: Company) => [{ product_id: await idOf(c, 'X'), quantity: 1 }]
/** What comes with status 200 instead of an answer. */
const NOTHING: Record<string, string> = { 'an empty body': '', 'a page': '<html>em manutenção</html>', 'no id': '{}' }
const makesClient = (a: Asked) => /IncluirCliente|"razao_social"|"situacao":"A"/.test(a.body)

/** An order whose try made nothing there: it is looked for, not found, and sent. */
async function leavesLater(type: (typeof TYPES)[number], c: Company): Promise<void> {
  const id = await confirmed(c, await lines(c))
  assert.deepEqual([(await rests(c, id)).status, orders(type, id).length], ['incerto', 0], type)
  k.erp.fault = null
  await watch(16)
  await rests(c, id, 'enviado')
  assert.equal(orders(type, id).length, 1, type)
}
for (const [name, body] of Object.entries(NOTHING))
  test(`an order that never arrived is not marked as sent by ${name}`, async () => {
    for (const type of TYPES) {
      const { c } = await sending(type, ERPS[type].settings)
      k.erp.fault = (a) => (ERPS[type].written.test(a.body) ? { status: 200, body } : undefined)
      await leavesLater(type, c)
    }
  })
test('an order that was made by an answer without its id is found and not made twice', async () => {
  for (const type of TYPES) {
    const { c } = await sending(type, ERPS[type].settings)
    k.erp.hostile.bend = (a, answer) => (ERPS[type].written.test(a.body) ? {} : answer)
    const id = await confirmed(c, await lines(c))
    assert.equal((await rests(c, id)).status, 'incerto', type)
    k.erp.hostile.bend = null
    await watch(16)
    await rests(c, id, 'enviado')
    assert.equal(orders(type, id).length, 1, type)
  }
})
test('no order is made for a client whose making came back without an id', async () => {
  for (const type of TYPES) {
    const { c } = await sending(type, ERPS[type].settings)
    k.erp.taken[type].clients = []
    k.erp.fault = (a) => (makesClient(a) ? { status: 200, body: '{}' } : undefined)
    await leavesLater(type, c)
  }
})
