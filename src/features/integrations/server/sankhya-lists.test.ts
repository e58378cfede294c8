// Sankhya's lists: where each ends, and which answers say nothing about what is there.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Shown, startWithErps } from '../../../../test/erp_kit.ts'
import { emptyList, withoutList } from '../../../../test/erp_simulator.ts'
import type { Asked } from '../../../../test/erp_shapes.ts'
import type { Company } from '../../../../test/kit.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
})
const MANY = 130
beforeEach(() => {
  k.erp.fault = null
  k.erp.hostile.bend = null
  k.erp.sankhya.groups = Array.from({ length: 60 }, (_, i) => ({
    codigoGrupoProduto: 10_000 + i,
    nome: `Grupo ${i}`,
    codigoGrupoProdutoPai: null,
    grau: 1,
    ativo: true,
  }))
  k.erp.sankhya.products = Array.from({ length: MANY }, (_, i) => ({
    codigoProduto: i + 1,
    nome: `Copo ${i + 1}`,
    codigoGrupoProduto: 10_000,
    ativo: true,
  }))
  k.erp.sankhya.prices = k.erp.sankhya.products.map(({ codigoProduto }) => ({ codigoProduto, valor: 10 }))
  // Two places each: a page counts products, not rows.
  k.erp.sankhya.stock = k.erp.sankhya.products.flatMap(({ codigoProduto }) =>
    [1, 2].map((codigoLocal) => ({ codigoProduto, codigoLocal, estoque: 2 })),
  )
})
after(() => k.close())

async function linked() {
  const made = await k.linked('sankhya')
  await k.alone(made.c)
  assert.equal((await k.update(made.c, 'sankhya', made.id)).status, 'pronto')
  return made
}
const kept = async (c: Company) =>
  (await k.stored(c)).filter((r) => r.active && r.price === 1000 && r.stock === 4).length
const end = async (c: Company, run: Shown) => {
  await k.t.owner.query("update sync_runs set status = 'falhou' where company_id = $1 and status = 'espera'", [c.id])
  return run.status
}
const pages = (path: string) => k.erp.journal.filter((a) => a.path === path).length

test('every page of products, prices, places and groups is read', async () => {
  const { c, id } = await linked()
  assert.equal(await kept(c), MANY)
  const groups = await k.t.call('GET', `/api/v2/integracao/sankhya/${id}/categories`, { token: c.admin.token })
  assert.equal(groups.body.data.length, 60)
})
test('one row that comes as an object is a list of one', async () => {
  for (const list of ['groups', 'products', 'prices', 'stock'] as const) k.erp.sankhya[list].length = 1
  const { c, id } = await linked()
  assert.deepEqual(
    (await k.stored(c)).map((r) => [r.code, r.price, r.stock, r.categories]),
    [['1', 1000, 2, ['Grupo 0']]],
  )
  // One change is the rule of a dated read, not the exception.
  Object.assign(k.erp.sankhya.products[0] as object, { nome: 'Taça', _changed: k.soon(10) })
  const run = await k.update(c, 'sankhya', id)
  assert.deepEqual([run.status, run.mode, run.changed], ['pronto', 'delta', 1])
})
test('a dated read asks with day, month and year and finds what changed', async () => {
  const { c, id } = await linked()
  k.erp.journal.length = 0
  for (const n of [3, 90]) Object.assign(k.erp.sankhya.products[n] as object, { nome: 'Taça', _changed: k.soon(10) })
  const run = await k.update(c, 'sankhya', id)
  assert.deepEqual([run.status, run.mode, run.seen, run.changed], ['pronto', 'delta', 2, 2], run.message)
  const since = k.erp.journal.find((a) => a.path === '/v1/produtos')?.query.get('modifiedSince')
  assert.match(since ?? '', /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
})
test('a dated read without news ends well and still reads prices and stock', async () => {
  const { c, id } = await linked()
  Object.assign(k.erp.sankhya.prices[7] as object, { valor: 12 })
  Object.assign(k.erp.sankhya.stock[0] as object, { estoque: 7 })
  k.soon(10)
  const run = await k.update(c, 'sankhya', id)
  assert.deepEqual([run.status, run.mode, run.seen, run.changed], ['pronto', 'delta', 0, 2], run.message)
  const rows = new Map((await k.stored(c)).map((r) => [r.code, r]))
  assert.deepEqual([rows.get('8')?.price, rows.get('1')?.stock], [1200, 9])
})
test('404 after a page that had rows is the end of the list', async () => {
  k.erp.hostile.bend = (a, body) => {
    if (a.path.startsWith('/v1/precos')) return { ...(body as object), temMaisRegistros: true }
    return a.path.startsWith('/v1/') ? { ...(body as object), pagination: { hasMore: 'true' } } : body
  }
  k.erp.journal.length = 0
  const { c } = await linked()
  assert.equal(await kept(c), MANY)
  assert.deepEqual(
    ['/v1/grupos-produto', '/v1/produtos', '/v1/precos/tabela/0', '/v1/estoque/produtos'].map(pages),
    [3, 4, 4, 4],
  )
})

const PATHS = ['/v1/grupos-produto', '/v1/produtos', '/v1/precos/tabela/0', '/v1/estoque/produtos']
const pageOf = (a: Asked) => Number(a.query.get('page') ?? Number(a.query.get('pagina')) - 1)
const notFound = (code: string) => ({ status: 404, body: JSON.stringify({ error: { code, message: 'Não há' } }) })
test('any other 404 stops the run and takes nothing away', async () => {
  const { c, id } = await linked()
  for (const path of PATHS)
    for (const [what, answer, first] of [
      ['a route that is not there', notFound('NOT_FOUND'), 0],
      ['none on the first page', notFound('RESOURCE_NOT_FOUND'), 0],
      ['a route that is gone on the second', notFound('NOT_FOUND'), 1],
      ['no reason at all', { status: 404, body: '' }, 0],
    ] as const) {
      k.erp.fault = (a) => (a.path === path && pageOf(a) >= first ? answer : undefined)
      k.soon(61)
      const run = await k.update(c, 'sankhya', id, { alltime: 1 })
      assert.equal(run.status, 'falhou', `${path}: ${what}`)
      assert.equal(await kept(c), MANY, `${path}: ${what}`)
    }
})
test('an answer without its list stops the run and takes nothing away', async () => {
  const { c, id } = await linked()
  for (const path of PATHS)
    for (const [what, bend] of [
      ['no list', withoutList],
      ['a list of nothing and more to come', (body: unknown) => promising(emptyList(body))],
      ['null for a list', (body: unknown) => ({ ...(withoutList(body) as object), produtos: null, estoque: null })],
    ] as const)
      for (const first of [0, 1]) {
        k.erp.hostile.bend = (a, body) => (a.path === path && pageOf(a) >= first ? bend(body) : body)
        k.soon(61)
        const run = await k.update(c, 'sankhya', id, { alltime: 1 })
        assert.equal(await end(c, run), 'espera', `${path}, ${what}, page ${first}`)
        assert.equal(await kept(c), MANY, `${path}, ${what}, page ${first}`)
      }
})
const promising = (body: unknown) => ({
  ...(body as object),
  ...('pagination' in (body as object) ? { pagination: { hasMore: 'true' } } : { temMaisRegistros: true }),
})
test('a mistyped price table fails the run and keeps every price', async () => {
  const { c, id } = await linked()
  await k.t.call('POST', `/api/v2/integration/${id}`, { token: c.admin.token, body: { id_system: '7' } })
  k.soon(10)
  const run = await k.update(c, 'sankhya', id)
  assert.equal(run.status, 'falhou')
  assert.match(run.message, /tabela 7/)
  assert.equal(await kept(c), MANY)
})
