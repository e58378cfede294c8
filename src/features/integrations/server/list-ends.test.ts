// Where the lists of Omie, Bling, TagPlus and PedidoOK end (Sankhya's: sankhya-lists.test.ts): at an empty page, at the ERP's
// own flag or at its "nothing here", never because a page was short or came without its list.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { counts, startWithErps } from '../../../../test/erp_kit.ts'
import { sendingOf } from '../../../../test/erp_orders_kit.ts'
import { emptyList, withoutList } from '../../../../test/erp_simulator.ts'
import type { Asked, Row } from '../../../../test/erp_shapes.ts'
import type { Company } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
})
const MANY = 30
const some = (make: (n: number) => Row) => Array.from({ length: MANY }, (_, i) => make(i + 1))
beforeEach(() => {
  Object.assign(k.erp.hostile, { bend: null, mostRows: null })
  k.erp.fault = null
  k.erp.omie.products = some((n) => ({
    codigo_produto: n,
    codigo: `X-${n}`,
    descricao: `Vaso ${n}`,
    valor_unitario: 10,
  }))
  k.erp.omie.stock = some((n) => ({ nCodProd: n, fisico: 4, reservado: 0 }))
  k.erp.omie.families = some((n) => ({ codigo: n, nomeFamilia: `Família ${n}` }))
  k.erp.bling.products = some((n) => ({
    id: n,
    codigo: `X-${n}`,
    nome: `Vaso ${n}`,
    preco: 10,
    situacao: 'A',
    estoque: { saldoVirtualTotal: 4 },
  }))
  k.erp.bling.categories = some((n) => ({ id: n, descricao: `Família ${n}` }))
  k.erp.tagplus.products = some((n) => ({
    id: n,
    codigo: `X-${n}`,
    descricao: `Vaso ${n}`,
    valor_venda_varejo: 10,
    ativo: 1,
    estoque: { qtd_revenda: 4 },
  }))
  k.erp.tagplus.categories = some((n) => ({ id: n, descricao: `Família ${n}` }))
  k.erp.pedidook.products = some((n) => ({
    id: n,
    codigo: `X-${n}`,
    nome: `Vaso ${n}`,
    venda: 10,
    estoque: 4,
    categoria: `Família ${n}`,
  }))
  k.erp.pedidook.sellers = some((n) => ({ id: n, nome: `Vendedora ${n}` }))
})
after(() => k.close())
const { sending } = sendingOf(() => k)

const TYPES = ['omie', 'bling', 'tagplus', 'pedidook'] as const
const kept = async (c: Company) =>
  (await k.stored(c)).filter((r) => r.active && r.price === 1000 && r.stock === 4).length
const whole = (c: Company, type: string, id: number) => {
  k.soon(61)
  return k.update(c, type, id, { alltime: 1 })
}
const read = (c: Company, id: number, what: string) =>
  k.t.call('GET', `/api/v2/integration/${id}/${what}`, { token: c.admin.token })

test('pages shorter than asked for end no list of products, stock or categories', async () => {
  k.erp.hostile.mostRows = 7
  for (const type of TYPES) {
    const { c, id } = await sending(type)
    assert.equal(await kept(c), MANY, type)
    assert.deepEqual(counts(await whole(c, type, id)), ['pronto', 'full', MANY, 0, 0, 0], type)
    assert.equal((await read(c, id, 'categories')).body.data.length, MANY, type)
  }
})
test('every seller of PedidoOK can be chosen, not those of its first page', async () => {
  k.erp.hostile.mostRows = 7
  const { c, id } = await sending('pedidook')
  assert.equal((await read(c, id, 'choices')).body.data.seller.length, MANY)
})
test('Omie without its number of pages is read until it says that none are left', async () => {
  k.erp.hostile.mostRows = 7
  k.erp.hostile.bend = (_, body) => {
    const { total_de_paginas: _first, nTotPaginas: _second, ...rest } = body as Row
    return rest
  }
  const { c } = await sending('omie')
  assert.equal(await kept(c), MANY)
})
const LISTS: Record<(typeof TYPES)[number], string[]> = {
  omie: ['/geral/familias/', '/geral/produtos/', '/estoque/consulta/'],
  bling: ['/categorias/produtos', '/produtos'],
  tagplus: ['/categorias', '/produtos'],
  pedidook: ['/produtos/'],
}
const pageOf = (a: Asked) =>
  Number(/"n?[pP]agina":(\d+)/.exec(a.body)?.[1] ?? a.query.get('pagina') ?? a.query.get('page'))
test('an answer without its list stops the run and takes nothing away', async () => {
  k.erp.hostile.mostRows = 20
  for (const type of TYPES) {
    const { c, id } = await sending(type)
    for (const path of LISTS[type])
      for (const first of [1, 2]) {
        k.erp.hostile.bend = (a, body) => (a.path === path && pageOf(a) >= first ? withoutList(body) : body)
        const run = await whole(c, type, id)
        await k.t.owner.query("update sync_runs set status = 'falhou' where company_id = $1 and status = 'espera'", [
          c.id,
        ])
        assert.deepEqual([run.status, await kept(c)], ['espera', MANY], `${type} ${path}, page ${first}`)
        k.erp.hostile.bend = null
      }
  }
})
test('a Bling product whose detail comes without its data stops the run and stays', async () => {
  const { c, id } = await sending('bling')
  k.erp.hostile.bend = (a, body) => (a.path === '/produtos/7' ? {} : body)
  const run = await whole(c, 'bling', id)
  assert.deepEqual([run.status, await kept(c)], ['espera', MANY])
})
test('an empty page that promises more is no end', async () => {
  k.erp.hostile.mostRows = 20
  for (const type of ['omie', 'pedidook'] as const) {
    const { c, id } = await sending(type)
    k.erp.hostile.bend = (a, body) => (LISTS[type].includes(a.path) && pageOf(a) === 1 ? emptyList(body) : body)
    const run = await whole(c, type, id)
    assert.deepEqual([run.status, await kept(c)], ['espera', MANY], type)
    k.erp.hostile.bend = null
  }
})
test('a page that comes again and again stops the run and takes nothing away', async () => {
  k.erp.hostile.mostRows = 20
  for (const type of ['bling', 'tagplus', 'pedidook'] as const) {
    const { c, id } = await sending(type)
    const path = LISTS[type].at(-1)
    let first: unknown
    k.erp.hostile.bend = (a, body) => (a.path === path ? (first ??= body) : body)
    const run = await whole(c, type, id)
    k.erp.hostile.bend = null
    assert.deepEqual([run.status, await kept(c)], ['falhou', MANY], type)
    assert.match(run.message, /sempre a mesma página/)
  }
})
test('negative control: a list of nothing is read as one, and asks before it takes anything', async () => {
  const { c, id } = await sending('tagplus')
  k.erp.tagplus.products = []
  assert.equal((await whole(c, 'tagplus', id)).retired, 0)
  assert.equal(await kept(c), MANY)
  const shown = (await read(c, id, 'runs')).body.data[0]
  assert.deepEqual([shown.status, shown.losses?.visibility], ['retido', MANY], JSON.stringify(shown))
})
