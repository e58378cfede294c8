// Pieces and prices that an ERP lists beside what was sold here: what did not change there stays as it is here.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { counts, startWithErps } from '../../../../test/erp_kit.ts'
import { OMIE, sendingOf } from '../../../../test/erp_orders_kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
  k.erp.sankhya.groups = [{ codigoGrupoProduto: 10_000, nome: 'Casa', grau: 1, ativo: true }]
})
after(() => k.close())
const { idOf, place, sending } = sendingOf(() => k)

test('of a product’s choices only what Bling changed is written; pieces of the others that were sold here stay sold', async () => {
  const choice = (nome: string, n: number) => ({
    id: n,
    codigo: `V-1-${n}`,
    preco: 50,
    estoque: { saldoVirtualTotal: 10 },
    variacao: { nome },
  })
  const [blue, pink] = [choice('Cor:Azul', 11), choice('Cor:Rosa', 12)]
  k.erp.bling.products = [
    { id: 1, codigo: 'V-1', nome: 'Vestido', preco: 50, situacao: 'A', formato: 'V', variacoes: [blue, pink] },
  ]
  const { c, id } = await sending('bling')
  const choices = async () =>
    (
      await k.t.owner.query(
        'select specs, stock::int, price::int, ean from variations where company_id = $1 order by "order"',
        [c.id],
      )
    ).rows.map((v) => [v.specs.Cor, v.stock, v.price, v.ean])
  assert.deepEqual(await choices(), [
    ['Azul', 10, 5000, ''],
    ['Rosa', 10, 5000, ''],
  ])
  await place(c, [{ product_id: await idOf(c, 'V-1'), quantity: 4, specs: { Cor: 'Azul' } }])
  await k.t.owner.query(
    "update variations set ean = '7891000315507', price = 5500 where company_id = $1 and stock = 6",
    [c.id],
  )
  pink.estoque.saldoVirtualTotal = 7
  blue.preco = 60
  k.soon(61)
  await k.update(c, 'bling', id, { alltime: 1 })
  assert.deepEqual(await choices(), [
    ['Azul', 6, 6000, '7891000315507'],
    ['Rosa', 7, 5000, ''],
  ])
})
test('Sankhya’s price of a box is not the price of a piece, whichever it lists first; what has the price of a box only has none', async () => {
  k.erp.sankhya.products = [1, 2, 3, 4].map((n) => ({
    codigoProduto: n,
    nome: `Copo ${n}`,
    volume: n < 4 ? 'UN' : null,
    ativo: true,
  }))
  const price = (codigoProduto: number, valor: number, unidade?: string) => ({ codigoProduto, valor, unidade })
  const [box, piece] = ['CX', 'UN']
  k.erp.sankhya.prices = [
    price(1, 12.5, piece),
    price(1, 150, box),
    price(2, 150, box),
    price(2, 12.5, piece),
    price(3, 150, box),
    price(4, 9),
  ]
  k.erp.sankhya.stock = [{ codigoProduto: 1, estoque: 3 }]
  const { c, id } = await k.linked('sankhya')
  await k.update(c, 'sankhya', id)
  assert.deepEqual(
    (await k.stored(c)).map((r) => r.price),
    [1250, 1250, null, 900],
  )
})
test('Sankhya’s pieces of one product on two pages are one number: what was sold here since is not given back by an update without news', async () => {
  k.erp.sankhya.products = Array.from({ length: 60 }, (_, i) => ({
    codigoProduto: i + 1,
    nome: `Copo ${i + 1}`,
    ativo: true,
  }))
  k.erp.sankhya.prices = k.erp.sankhya.products.map(({ codigoProduto }) => ({ codigoProduto, valor: 10 }))
  const there = [1, ...Array.from({ length: 59 }, (_, i) => i + 2), 1].map((codigoProduto) => ({
    codigoProduto,
    estoque: codigoProduto === 1 ? 4 : 9,
  }))
  k.erp.sankhya.stock = there
  const { c, id } = await k.linked('sankhya')
  await k.update(c, 'sankhya', id)
  const pieces = async () => (await k.stored(c)).find((r) => r.code === '1')?.stock
  assert.equal(await pieces(), 8)
  await place(c, [{ product_id: await idOf(c, '1'), quantity: 2 }])
  k.soon(10)
  assert.deepEqual(counts(await k.update(c, 'sankhya', id)), ['pronto', 'delta', 0, 0, 0, 0])
  assert.equal(await pieces(), 6)
  Object.assign(there[0] as object, { estoque: 1 })
  k.soon(10)
  await k.update(c, 'sankhya', id)
  assert.equal(await pieces(), 5)
  // On neither page any more: none.
  k.erp.sankhya.stock = there.filter((r) => r.codigoProduto !== 1)
  k.soon(10)
  await k.update(c, 'sankhya', id)
  assert.equal(await pieces(), 0)
})
test('pieces that Omie writes as texts are read, and a row without a figure takes none away', async () => {
  k.erp.omie.products = [1, 2, 3].map((n) => ({
    codigo_produto: n,
    codigo: `O-${n}`,
    descricao: `Vaso ${n}`,
    valor_unitario: 10,
  }))
  const rows = (...figures: object[]) => figures.map((f, i) => ({ nCodProd: i + 1, ...f }))
  k.erp.omie.stock = rows({ fisico: '7,000', reservado: '2,000' }, { fisico: '1.234,00' }, { nSaldo: 5 })
  const { c, id } = await sending('omie', OMIE)
  const pieces = async () => (await k.stored(c)).map((p) => p.stock)
  assert.deepEqual(await pieces(), [5, 1234, 5])
  k.erp.omie.stock = rows({}, { fisico: null }, { fisico: 'indisponível', reservado: 0 })
  k.soon(61)
  await k.update(c, 'omie', id, { alltime: 1 })
  assert.deepEqual(await pieces(), [5, 1234, 5])
})
