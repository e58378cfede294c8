// The figures that an admin is shown before a held run is applied are what it then takes, in every ERP's kind of lists.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startWithErps } from '../../../../test/erp_kit.ts'
import { ERPS, sendingOf } from '../../../../test/erp_orders_kit.ts'
import type { Row } from '../../../../test/erp_shapes.ts'
import type { Company } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
})
after(() => k.close())
const { sending } = sendingOf(() => k)

// Another seed each time behind LONG; one that is known otherwise, so that a red run is about the change.
const seed = process.env.LONG ? Number(process.env.SEED ?? Date.now() % 1_000_000) : 858_562_808
let x = seed
const random = () => {
  x = (x * 1_103_515_245 + 12_345) % 2_147_483_648
  return x / 2_147_483_648
}
const one = <V>(list: V[]): V => list[Math.floor(random() * list.length)] as V
const N = 60
const numbers = Array.from({ length: N }, (_, i) => i + 1)
/** Mostly something to lose, and now and then nothing. */
const price = () => one([0, 10, 10, 12.5])
const pieces = () => one([0, -1, 4, 4, 7])
const here = () => random() > 0.15
const choices = (n: number): Row[] =>
  ['Azul', 'Rosa'].filter(here).map((cor, i) => ({
    id: 1000 * n + i,
    codigo: `V-${n}-${i}`,
    preco: price(),
    situacao: one(['A', 'A', 'I']),
    estoque: { saldoVirtualTotal: pieces() },
    variacao: { nome: `Cor:${cor}` },
  }))

/** What each ERP has, anew. */
const THERE: Record<string, () => void> = {
  omie() {
    k.erp.omie.products = numbers.filter(here).map((n) => ({
      codigo_produto: n,
      codigo: `L-${n}`,
      descricao: `Vaso ${n}`,
      valor_unitario: price(),
      codigo_familia: one([77, 78]),
      inativo: one(['N', 'N', 'S']),
    }))
    k.erp.omie.stock = numbers.filter(here).map((n) => ({ nCodProd: n, fisico: pieces(), reservado: 0 }))
  },
  bling() {
    k.erp.bling.products = numbers.filter(here).map((n) => ({
      id: n,
      codigo: `L-${n}`,
      nome: `Vaso ${n}`,
      preco: price(),
      situacao: one(['A', 'A', 'I']),
      estoque: { saldoVirtualTotal: pieces() },
      ...(n % 2 && { formato: 'V', variacoes: choices(n) }),
    }))
  },
  sankhya() {
    k.erp.sankhya.groups = [{ codigoGrupoProduto: 77, nome: 'Casa' }]
    const rows = numbers.filter(here)
    k.erp.sankhya.products = rows.map((codigoProduto) => ({
      codigoProduto,
      nome: `Vaso ${codigoProduto}`,
      volume: one(['UN', 'UN', '']),
      ativo: one([true, true, false]),
    }))
    k.erp.sankhya.prices = numbers.flatMap((codigoProduto) =>
      ['UN', 'CX'].filter(here).map((unidade) => ({ codigoProduto, valor: price(), unidade })),
    )
    k.erp.sankhya.stock = numbers
      .filter(here)
      .flatMap((codigoProduto) => [1, 2].map((codigoLocal) => ({ codigoProduto, codigoLocal, estoque: pieces() })))
  },
  tagplus() {
    k.erp.tagplus.products = numbers.filter(here).map((n) => ({
      id: n,
      codigo: `L-${n}`,
      descricao: `Vaso ${n}`,
      valor_venda_varejo: price(),
      ativo: one([1, 1, 0]),
      estoque: { qtd_revenda: pieces() },
    }))
  },
  pedidook() {
    k.erp.pedidook.products = numbers.filter(here).map((n) => ({
      id: n,
      codigo: `L-${n}`,
      nome: `Camisa ${n}`,
      venda: price(),
      estoque: one([null, pieces()]),
      grades: one([[], ['P', 'M'], ['P']]),
      excluido: random() < 0.2,
    }))
  },
}
interface Standing {
  active: boolean
  priced: boolean
  sellable: boolean
}
async function standing(c: Company): Promise<Map<string, Standing>> {
  const { rows } = await k.t.owner.query<Standing & { code: string }>(
    `select p.code, p.active, p.price is not null or coalesce(v.priced, false) as priced,
        coalesce(v.sellable, coalesce(p.stock, 1) > 0) as sellable
      from products p left join lateral (select bool_or(price is not null) as priced,
        bool_or(coalesce(stock, 1) > 0) as sellable from variations v
        where v.company_id = p.company_id and v.product_id = p.id) v on true
      where p.company_id = $1 and p.deleted_at is null
        and exists (select 1 from external_refs e where e.company_id = p.company_id and e.local_id = p.id)`,
    [c.id],
  )
  return new Map(rows.map(({ code, ...s }) => [code, s]))
}
function taken(before: Map<string, Standing>, now: Map<string, Standing>) {
  const losses = { price: 0, stock: 0, visibility: 0, products: 0, of: 0 }
  for (const [code, was] of before) {
    const is = now.get(code)
    assert.ok(is)
    if (!was.active) continue
    losses.of++
    const lost = [was.priced && !is.priced, was.sellable && !is.sellable, !is.active]
    for (const [i, kind] of (['price', 'stock', 'visibility'] as const).entries()) if (lost[i]) losses[kind]++
    if (lost.includes(true)) losses.products++
  }
  return losses
}
/** What the company itself changes between two runs. */
const byHand = async (c: Company) => {
  for (const change of ['price = null', 'price = 900', 'stock = null', 'stock = 3', 'active = not active'])
    await k.t.owner.query(`update products set ${change} where company_id = $1 and id % 11 = $2`, [
      c.id,
      Math.floor(random() * 11),
    ])
}

for (const [type, anew] of Object.entries(THERE))
  test(`${type}: what an admin is shown of a held run is what it takes`, async () => {
    anew()
    const { c, id } = await sending(type, ERPS[type as keyof typeof ERPS]?.settings)
    let held = 0
    for (let round = 0; round < (process.env.LONG ? 40 : 6); round++) {
      await byHand(c)
      anew()
      if (round % 3 === 2)
        await k.t.owner.query('update integrations set ignore_stock = not ignore_stock where id = $1', [id])
      k.soon(61)
      const before = await standing(c)
      const run = await k.update(c, type, id, { alltime: 1 })
      if (run.status !== 'retido') continue
      held++
      assert.deepEqual(await standing(c), before, `seed ${seed}, round ${round}`)
      const r = await k.t.call('POST', `/api/v2/integration/${id}/runs/${run.id}/apply`, { token: c.admin.token })
      const done = await k.rests(c, id, r.body.data.id)
      assert.equal(done.status, 'pronto', `seed ${seed}, round ${round}: ${done.message}`)
      assert.deepEqual(run.losses, taken(before, await standing(c)), `seed ${seed}, round ${round}`)
    }
    assert.ok(held > 0, `seed ${seed}: no run was held`)
  })
