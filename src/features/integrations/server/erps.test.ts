import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../../../../test/kit.ts'
import { emptyList } from '../../../../test/erp_simulator.ts'
import { counts, startWithErps } from '../../../../test/erp_kit.ts'
import { sendingOf } from '../../../../test/erp_orders_kit.ts'
import { platformTasks } from './run.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
})
after(() => k.close())
const { sending } = sendingOf(() => k)

test('Sankhya: groups with level and parent, prices of a table, pieces over several places, none for who is left out; its session ends and is renewed', async () => {
  k.erp.sankhya.groups = [
    { codigoGrupoProduto: 10000, nome: 'Casa', codigoGrupoProdutoPai: null, grau: 1, ativo: true },
    { codigoGrupoProduto: 10100, nome: 'Mesa', codigoGrupoProdutoPai: 10000, grau: 2, ativo: true },
    { codigoGrupoProduto: 10101, nome: 'Copos', codigoGrupoProdutoPai: 10100, grau: 3, ativo: true },
  ]
  k.erp.sankhya.products = Array.from({ length: 60 }, (_, i) => ({
    codigoProduto: i + 1,
    nome: `Copo ${i + 1}`,
    complemento: i === 0 ? 'azul' : null,
    codigoGrupoProduto: 10101,
    referencia: '7891000315507',
    agrupamentoMinimo: 6,
    ativo: i === 1 ? 'N' : true,
  }))
  k.erp.sankhya.prices = [
    { codigoProduto: 1, valor: '12.5', controle: '' },
    { codigoProduto: 1, valor: 99, controle: 'LOTE' },
  ]
  k.erp.sankhya.stock = [
    ...Array.from({ length: 49 }, (_, i) => ({ codigoProduto: i + 2, estoque: '3' })),
    { codigoProduto: 1, estoque: 2 },
    { codigoProduto: 1, estoque: 5 },
  ]
  const { c, id } = await k.linked('sankhya')
  assert.deepEqual(counts(await k.update(c, 'sankhya', id)), ['pronto', 'full', 60, 60, 0, 0])
  const rows = new Map((await k.stored(c)).map((r) => [r.code, r]))
  assert.deepEqual(rows.get('1'), {
    code: '1',
    name: 'Copo 1 azul',
    price: 1250,
    price_promo: null,
    stock: 7,
    active: true,
    ean: '7891000315507',
    description: '',
    multiple: 6,
    categories: ['Copos'],
  })
  assert.deepEqual([rows.get('2')?.active, rows.get('2')?.stock, rows.get('60')?.stock], [false, 3, 0])
  const tree = await k.t.owner.query(
    'select g.name, m.name as under from categories g left join categories m on m.company_id = g.company_id and m.id = g.master_id where g.company_id = $1 order by g.name',
    [c.id],
  )
  assert.deepEqual(tree.rows, [
    { name: 'Casa', under: null },
    { name: 'Copos', under: 'Casa' },
    { name: 'Mesa', under: 'Casa' },
  ])
  for (const which of [id, c.id]) {
    const groups = await k.t.call('GET', `/api/v2/integracao/sankhya/${which}/categories`, { token: c.admin.token })
    assert.deepEqual(groups.body.data[2], { id: '10101', name: 'Copos', level: 3, parent_id: '10100' })
  }
  // The ERP forgets the session before its time: one new one, and the walk goes on.
  const sessions = k.erp.sankhya.sessions
  k.erp.sankhya.token = 'outra'
  k.soon(10)
  assert.equal((await k.update(c, 'sankhya', id)).status, 'pronto')
  assert.equal(k.erp.sankhya.sessions, sessions + 1)
  // Another table of prices.
  k.erp.sankhya.prices.push({ codigoProduto: 1, valor: 9.9, controle: '', _table: 5 })
  await k.t.call('POST', `/api/v2/integration/${id}`, { token: c.admin.token, body: { id_system: '5' } })
  k.soon(10)
  await k.update(c, 'sankhya', id)
  assert.equal((await k.stored(c)).find((r) => r.code === '1')?.price, 990)
  // A stock that goes away from the list goes here too.
  k.erp.sankhya.stock = k.erp.sankhya.stock.filter((r) => r.codigoProduto !== 1)
  k.soon(10)
  await k.update(c, 'sankhya', id)
  assert.equal((await k.stored(c)).find((r) => r.code === '1')?.stock, 0)
})
test('a second whole Sankhya walk that stops before the prices leaves every price, also one set by hand; what the price list drops has none', async () => {
  k.erp.sankhya.groups = [{ codigoGrupoProduto: 10_000, nome: 'Mesa', grau: 1, ativo: true }]
  k.erp.sankhya.products = [1, 2, 3].map((n) => ({ codigoProduto: n, nome: `Jarra ${n}`, ativo: true }))
  k.erp.sankhya.prices = [1, 2, 3].map((n) => ({ codigoProduto: n, valor: n, controle: '' }))
  k.erp.sankhya.stock = [{ codigoProduto: 1, estoque: 3 }]
  const { c, id } = await k.linked('sankhya')
  await k.alone(c)
  const prices = async () => (await k.stored(c)).map((r) => r.price)
  assert.deepEqual(counts(await k.update(c, 'sankhya', id)), ['pronto', 'full', 3, 3, 0, 0])
  assert.deepEqual(await prices(), [100, 200, 300])
  await k.t.owner.query("update products set price = 950 where company_id = $1 and code = '1'", [c.id])
  k.erp.fault = (a) => (a.path.startsWith('/v1/precos') ? { status: 503, body: '' } : undefined)
  k.soon(61)
  const stopped = await k.update(c, 'sankhya', id, { alltime: 1 })
  assert.deepEqual([stopped.status, await prices()], ['espera', [950, 200, 300]])
  // Back again, with a product that is on its price list no more.
  k.erp.fault = null
  k.erp.sankhya.prices = k.erp.sankhya.prices.filter((r) => r.codigoProduto !== 3)
  k.soon(16)
  await platformTasks.sync_watch?.run(k.t.kit)
  await until(async () => (await k.runs(c, id))[0]?.status === 'pronto')
  assert.deepEqual(await prices(), [950, 200, null])
  // A list without any price is no price list: one that was mistyped takes nothing away.
  k.erp.hostile.bend = (a, body) => (a.path.startsWith('/v1/precos') ? emptyList(body) : body)
  k.soon(61)
  assert.deepEqual(counts(await k.update(c, 'sankhya', id, { alltime: 1 })), ['pronto', 'full', 3, 0, 0, 0])
  assert.deepEqual(await prices(), [950, 200, null])
  k.erp.hostile.bend = null
})
test('TagPlus by its key: pages of a hundred, promotions, categories under others, numbers that come as text', async () => {
  k.erp.tagplus.categories = [
    { id: 1, descricao: 'Mesa', categoria_mae: null },
    { id: 2, descricao: 'Pratos', categoria_mae: { id: 1, descricao: 'Mesa' } },
  ]
  k.erp.tagplus.products = Array.from({ length: 130 }, (_, i) => ({
    id: String(i + 1),
    codigo: `TG-${i + 1}`,
    descricao: `Prato ${i + 1}`,
    valor_venda_varejo: '1.234,50',
    valor_oferta: i === 0 ? '999.90' : null,
    ativo: i === 1 ? 0 : 1,
    categoria: { id: 2, descricao: 'Pratos' },
    estoque: { qtd_revenda: '7' },
    imagem_principal: i === 0 ? { id: 1, url: `${k.erp.origin}/fotos/prato.jpg`, principal: true } : null,
  }))
  const { c, id } = await k.linked('tagplus')
  assert.deepEqual(counts(await k.update(c, 'tagplus', id)), ['pronto', 'full', 130, 130, 0, 0])
  const rows = new Map((await k.stored(c)).map((r) => [r.code, r]))
  assert.deepEqual(
    [
      rows.get('TG-1')?.price,
      Number(rows.get('TG-1')?.price_promo),
      rows.get('TG-1')?.stock,
      rows.get('TG-1')?.categories,
    ],
    [123450, 99990, 7, ['Pratos']],
  )
  assert.equal(rows.get('TG-2')?.active, false)
  const there = (query: string) =>
    k.t.call('GET', `/api/v2/integracao/tagplus/${id}/categories${query}`, { token: c.admin.token })
  assert.deepEqual((await there(`?id_integration=${id}`)).body.data[1], { id: '2', name: 'Pratos', parent_id: '1' })
  assert.equal((await there(`?id_integration=${id + 999}`)).status, 404)
})
test('PedidoOK: follows its own next pages, makes categories of words and choices of sizes; a page of another address is refused', async () => {
  k.erp.pedidook.products = Array.from({ length: 90 }, (_, i) => ({
    id: i + 1,
    codigo: `PK-${i + 1}`,
    nome: `Camisa ${i + 1}`,
    venda: 59.9,
    categoria: i < 45 ? 'Verão, praia' : null,
    estoque: 4,
    excluido: false,
  }))
  Object.assign(k.erp.pedidook.products[0] as object, { grades: ['P', 'M', 'P'] })
  const { c, id } = await k.linked('pedidook')
  assert.deepEqual(counts(await k.update(c, 'pedidook', id)), ['pronto', 'full', 90, 90, 0, 0])
  const rows = new Map((await k.stored(c)).map((r) => [r.code, r]))
  assert.deepEqual(
    [rows.get('PK-2')?.categories, rows.get('PK-2')?.stock, rows.get('PK-80')?.categories],
    [['Verão, praia'], 4, null],
  )
  const one = (await k.products(c)).get('PK-1') as unknown as { attributes: { specs: Record<string, string> }[] }
  assert.deepEqual(
    one.attributes.map((v) => v.specs),
    [{ Opção: 'P' }, { Opção: 'M' }],
  )
  Object.assign(k.erp.pedidook.products[3] as object, { excluido: true, _changed: k.soon(20) })
  assert.deepEqual(counts(await k.update(c, 'pedidook', id)), ['pronto', 'delta', 1, 0, 1, 0])
  const asked = k.erp.journal.length
  const { link } = k.erp.pedidook
  k.erp.pedidook.link = () => 'https://pedidook.exemplo.test/v1/produtos/?pagina=2'
  k.soon(61)
  const refused = await k.update(c, 'pedidook', id, { alltime: 1 })
  assert.deepEqual(
    [refused.status, refused.message],
    ['falhou', 'O PedidoOK indicou uma página em outro endereço. Paramos por segurança.'],
  )
  assert.equal(k.erp.journal.length, asked + 1)
  k.erp.pedidook.link = link
})
test('Bling: linked by consent once, variations, tree, photos; a token that ended is renewed once, a refused one asks to connect anew', async () => {
  k.erp.bling.categories = [
    { id: 5, descricao: 'Moda', categoriaPai: { id: 0 } },
    { id: 6, descricao: 'Vestidos', categoriaPai: { id: 5 } },
  ]
  k.erp.bling.products = Array.from({ length: 105 }, (_, i) => ({
    id: i + 1,
    codigo: `BL-${i + 1}`,
    nome: `Vestido ${i + 1}`,
    preco: 89.9,
    situacao: 'A',
    categoria: { id: 6 },
    estoque: { saldoVirtualTotal: 3 },
  }))
  const v = (nome: string, n: number) => ({
    id: 1000 + n,
    codigo: `BL-1-${n}`,
    preco: 89.9,
    estoque: { saldoVirtualTotal: n },
    variacao: { nome, produtoPai: { id: 1 } },
  })
  Object.assign(k.erp.bling.products[0] as object, {
    formato: 'V',
    variacoes: [v('Cor:Azul;Tamanho:M', 1), v('Cor:Azul;Tamanho:G', 2)],
    midia: {
      imagens: { externas: [], internas: [{ link: `${k.erp.origin}/fotos/vestido.jpg?Expires=1&Signature=x` }] },
    },
  })
  k.erp.bling.products.push({
    id: 1001,
    idProdutoPai: 1,
    codigo: 'BL-1-1',
    nome: 'Vestido 1 azul',
    preco: 89.9,
    situacao: 'A',
  })
  const { c, id } = await k.linked('bling')
  assert.deepEqual(
    (await k.t.call('GET', '/api/v2/integracao/bling/get_categories', { token: c.admin.token })).status,
    502,
  )
  const cold = await k.update(c, 'bling', id)
  assert.deepEqual([cold.status, cold.message], ['falhou', 'O Bling ainda não foi conectado. Use o botão Conectar.'])

  const connect = async () =>
    new URL((await k.t.call('GET', `/api/v2/integration/${id}/connect`, { token: c.admin.token })).body.data.url)
  const there = await connect()
  assert.deepEqual(
    [there.searchParams.get('response_type'), there.searchParams.get('client_id')],
    ['code', 'bling-app'],
  )
  const state = there.searchParams.get('state') as string
  const back = (s: string, code: string) =>
    k.t.app.inject({ method: 'GET', url: `/api/v2/integration/consent?${new URLSearchParams({ state: s, code })}` })
  assert.equal((await back(`${state.slice(0, -3)}AAA`, 'codigo')).statusCode, 404)
  k.erp.bling.code = 'codigo-1'
  const done = await back(state, 'codigo-1')
  assert.equal(done.statusCode, 302)
  assert.match(String(done.headers.location), new RegExp(`/dashboard/integrations\\?id=${id}&consent=ok$`))
  assert.equal((await back(state, 'codigo-1')).statusCode, 429, 'a state is good once')
  const late = (await connect()).searchParams.get('state') as string
  k.t.clock.forward(11 * 60_000)
  assert.equal((await back(late, 'codigo-2')).statusCode, 401)

  assert.deepEqual(counts(await k.update(c, 'bling', id)), ['pronto', 'full', 105, 105, 0, 0])
  const one = (await k.products(c)).get('BL-1') as unknown as {
    attributes: { specs: Record<string, string>; stock: number }[]
  }
  assert.deepEqual(
    one.attributes.map((x) => [x.specs, x.stock]),
    [
      [{ Cor: 'Azul', Tamanho: 'M' }, 1],
      [{ Cor: 'Azul', Tamanho: 'G' }, 2],
    ],
  )
  assert.deepEqual((await k.stored(c)).find((r) => r.code === 'BL-2')?.categories, ['Vestidos'])
  await until(async () => (await k.products(c)).get('BL-1')?.foto1)
  // One that is gone between the list and its own answer stops nothing.
  k.erp.fault = (a) => (a.path === '/produtos/7' ? { status: 404, body: '{}' } : undefined)
  k.soon(61)
  assert.deepEqual(counts(await k.update(c, 'bling', id)), ['pronto', 'full', 104, 0, 0, 1])
  k.erp.fault = null
  // Six hours later the token is renewed before it is used.
  const renewed = k.erp.bling.refreshes
  k.t.clock.forward(6.5 * 3_600_000)
  const changed = k.t.clock.now().toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' })
  Object.assign(k.erp.bling.products[4] as object, { preco: 99, _changed: changed })
  const delta = await k.t.call('POST', '/api/v1/integration/bling/update_products', {
    token: c.admin.token,
    body: { integration_id: id },
  })
  assert.deepEqual(counts(await k.rests(c, id, delta.body.data.id)), ['pronto', 'delta', 1, 0, 1, 0])
  assert.equal(k.erp.bling.refreshes, renewed + 1)
  // Many at once with a token that ended: one renews, the others find it.
  k.erp.bling.access = 'outra'
  const many = await Promise.all(
    Array.from({ length: 6 }, () =>
      k.t.call('GET', '/api/v2/integracao/bling/get_categories', { token: c.admin.token }),
    ),
  )
  assert.deepEqual(
    many.map((r) => r.status),
    Array.from({ length: 6 }, () => 200),
  )
  assert.equal(k.erp.bling.refreshes, renewed + 2)
  k.erp.bling.access = 'outra'
  k.erp.bling.refresh = 'revogado'
  k.soon(61)
  const ended2 = await k.update(c, 'bling', id)
  assert.deepEqual(
    [ended2.status, ended2.message],
    ['falhou', 'O Bling não reconhece mais esta conexão. Conecte de novo.'],
  )
  assert.equal(
    (await k.t.call('GET', `/api/v2/integration/${id}`, { token: c.admin.token })).body.data.problem,
    ended2.message,
  )
})
test('choices that are gone in the ERP are gone here, pieces come in their place; those that the company made itself stay', async () => {
  k.erp.bling.categories = []
  k.erp.bling.products = [1, 2].map((n) => ({ id: n, codigo: `V-${n}`, nome: `Vestido ${n}`, situacao: 'A' }))
  k.erp.pedidook.products = [1, 2].map((n) => ({ id: n, codigo: `V-${n}`, nome: `Vestido ${n}`, excluido: false }))
  const first = { bling: { variacoes: [{ id: 10, variacao: { nome: 'Cor:Azul' } }] }, pedidook: { grades: ['P', 'M'] } }
  const second = {
    bling: { variacoes: [], estoque: { saldoVirtualTotal: 9 } },
    pedidook: { grades: [], estoque: 9 },
  }
  for (const type of ['bling', 'pedidook'] as const) {
    const there = k.erp[type].products[0] as object
    Object.assign(there, first[type])
    const { c, id } = await sending(type)
    const { token } = c.admin
    const read = async (code: string) =>
      (await k.products(c)).get(code) as unknown as { id: number; stock: number; attributes: { specs: object }[] }
    assert.ok((await read('V-1')).attributes.length > 0, type)
    const own = JSON.stringify([{ specs: { Forro: 'Seda' } }])
    await k.t.call('POST', `/api/v1/products/${(await read('V-2')).id}`, { token, body: { attributes: own } })
    Object.assign(there, second[type])
    k.soon(61)
    assert.deepEqual(counts(await k.update(c, type, id, { alltime: 1 })), ['pronto', 'full', 2, 0, 1, 0], type)
    const [gone, stays] = [await read('V-1'), await read('V-2')]
    assert.deepEqual([gone.attributes, gone.stock, stays.attributes.map((v) => v.specs)], [[], 9, [{ Forro: 'Seda' }]])
  }
})
