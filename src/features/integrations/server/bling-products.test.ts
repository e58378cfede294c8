// Products of Bling whose list hides what is sold out, and variations that are off there.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { counts, startWithErps } from '../../../../test/erp_kit.ts'
import { sendingOf } from '../../../../test/erp_orders_kit.ts'
import type { Row } from '../../../../test/erp_shapes.ts'
import type { Company } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
})
beforeEach(() => {
  k.erp.bling.categories = [{ id: 5, descricao: 'Moda' }]
})
after(() => k.close())
const { sending } = sendingOf(() => k)

const piece = (id: number, pieces: number, more: Row = {}): Row => ({
  id,
  codigo: `B-${id}`,
  nome: `Vestido ${id}`,
  preco: 50,
  situacao: 'A',
  formato: 'S',
  estoque: { saldoVirtualTotal: pieces },
  ...more,
})
const stocks = async (c: Company) => (await k.stored(c)).map((r) => [r.code, r.stock, r.active])
const delta = async (c: Company, id: number) => {
  const asked = await k.t.call('POST', '/api/v1/integration/bling/update_products', {
    token: c.admin.token,
    body: { integration_id: id },
  })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  return k.rests(c, id, asked.body.data.id)
}

test('products of zero and of negative stock are read, and followed when they sell out', async () => {
  k.erp.bling.products = [piece(1, 3), piece(2, 0), piece(3, -4), piece(4, 9)]
  const { c, id } = await sending('bling')
  assert.deepEqual(await stocks(c), [
    ['B-1', 3, true],
    ['B-2', 0, true],
    ['B-3', -4, true],
    ['B-4', 9, true],
  ])
  k.erp.bling.products = [
    piece(1, 0, { _changed: k.soon(10) }),
    piece(2, 5, { _changed: k.soon(1) }),
    piece(3, -4),
    piece(4, -1, { _changed: k.soon(1) }),
  ]
  assert.deepEqual(counts(await delta(c, id)), ['pronto', 'delta', 3, 0, 3, 0])
  assert.deepEqual(
    (await stocks(c)).map(([, n]) => n),
    [0, 5, -4, -1],
  )
  // A whole read does not miss them either: what it does not meet would leave the catalogue.
  k.soon(61)
  assert.deepEqual(counts(await k.update(c, 'bling', id)), ['pronto', 'full', 4, 0, 0, 0])
})
test('a run that an older version left at a page goes on there and reads the rest', async () => {
  k.erp.hostile.mostRows = 1
  k.erp.bling.products = [piece(1, 3), piece(2, 4), piece(3, 0)]
  const { c, id } = await sending('bling')
  k.erp.bling.products = k.erp.bling.products.map((p) => ({ ...p, preco: 60, _changed: k.soon(10) }))
  const run = await delta(c, id)
  await k.t.owner.query('update products set price = 1 where company_id = $1', [c.id])
  await k.t.owner.query(
    `update sync_runs set status = 'andando', ended_at = null, heartbeat_at = $2, cursor = '{"at":{"page":2},"again":false}'
      where id = $1`,
    [run.id, k.t.clock.now()],
  )
  await k.t.owner.query('update external_refs set seen = seen || \'{"price":5000}\' where company_id = $1', [c.id])
  await k.t.owner.query(
    "select graphile_worker.add_job('sync_step', json_build_object('run', $1::int, 'company_id', $2::int))",
    [run.id, c.id],
  )
  await k.rests(c, id, run.id)
  k.erp.hostile.mostRows = null
  assert.deepEqual(
    (await k.stored(c)).map((r) => [r.code, r.price]),
    [
      ['B-1', 1],
      ['B-2', 6000],
      ['B-3', 6000],
    ],
  )
})
const choice = (id: number, nome: string, situacao: string): Row => ({
  id,
  codigo: `B-1-${id}`,
  preco: 50,
  situacao,
  estoque: { saldoVirtualTotal: 2 },
  variacao: { nome },
})
/** A product with variations, and the row that the list has of each of them. */
const varied = (list: Row[], more: Row = {}): Row[] => [
  piece(1, 0, { formato: 'V', variacoes: list, ...more }),
  ...list.map((v) => ({ ...piece(Number(v.id), 2), situacao: v.situacao, _changed: v._changed, idProdutoPai: 1 })),
]
const choices = async (c: Company) =>
  (
    await k.t.owner.query<{ cor: string }>(
      `select v.specs->>'Cor' as cor from variations v join products p on p.company_id = v.company_id and p.id = v.product_id
        where v.company_id = $1 and p.active order by 1`,
      [c.id],
    )
  ).rows.map((r) => r.cor)
test('a variation that is off in Bling is off here, and on again with it', async () => {
  k.erp.bling.products = varied([
    choice(11, 'Cor:Azul', 'A'),
    choice(12, 'Cor:Rosa', 'I'),
    choice(13, 'Cor:Verde', 'A'),
  ])
  const { c, id } = await sending('bling')
  assert.deepEqual(await choices(c), ['Azul', 'Verde'])
  // Only the variation's own row says that it changed.
  const now = k.soon(10)
  k.erp.bling.products = varied([
    { ...choice(11, 'Cor:Azul', 'I'), _changed: now },
    { ...choice(12, 'Cor:Rosa', 'A'), _changed: now },
    choice(13, 'Cor:Verde', 'A'),
  ])
  assert.equal((await delta(c, id)).status, 'pronto')
  assert.deepEqual(await choices(c), ['Rosa', 'Verde'])
})
test('a product whose variations are all off is off, and no product without choices', async () => {
  k.erp.bling.products = varied([choice(11, 'Cor:Azul', 'I'), choice(12, 'Cor:Rosa', 'I')])
  const { c } = await sending('bling')
  assert.deepEqual(
    (await k.stored(c)).map((r) => [r.code, r.active]),
    [['B-1', false]],
  )
})
test('a product with variations whose detail comes without their list stops the run and keeps them', async () => {
  k.erp.bling.products = [piece(1, 2, { formato: 'V', variacoes: [choice(11, 'Cor:Azul', 'A')] })]
  const { c, id } = await sending('bling')
  for (const variacoes of [undefined, null]) {
    k.erp.bling.products = [piece(1, 5, { formato: 'V', variacoes, _changed: k.soon(1) })]
    const run = await delta(c, id)
    await k.t.owner.query("update sync_runs set status = 'falhou' where company_id = $1 and status = 'espera'", [c.id])
    assert.deepEqual([run.status, await choices(c)], ['espera', ['Azul']])
  }
  // Negative control: an empty list says that there are none any more.
  k.erp.bling.products = [piece(1, 5, { formato: 'V', variacoes: [], _changed: k.soon(1) })]
  assert.deepEqual([(await delta(c, id)).status, await choices(c)], ['pronto', []])
})
