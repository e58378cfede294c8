import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aProduct, until } from '../../../../test/kit.ts'
import { counts, startWithErps } from '../../../../test/erp_kit.ts'
import { platformTasks } from './run.ts'

let k: Awaited<ReturnType<typeof startWithErps>>
before(async () => {
  k = await startWithErps()
})
after(() => k.close())
const omieProduct = (n: number, more: object = {}) => ({
  codigo_produto: 9_000_000 + n,
  codigo: `OM-${n}`,
  descricao: `Caneca ${n}`,
  valor_unitario: 10 + n / 100,
  codigo_familia: 77,
  ean: '7891000315507',
  descr_detalhada: '<p>Feita à mão</p><script>alert(1)</script><br>Dura muito &amp; lava fácil',
  inativo: 'N',
  bloqueado: 'N',
  ...more,
})

test('Omie: 450 products over three pages with family, stock and photo; a second whole walk changes nothing, a later one takes what changed', async () => {
  k.erp.omie.families = [{ codigo: 77, nomeFamilia: 'Canecas', inativo: 'N' }]
  k.erp.omie.products = Array.from({ length: 450 }, (_, i) => omieProduct(i + 1))
  Object.assign(k.erp.omie.products[0] as object, {
    imagens: [{ url_imagem: `${k.erp.origin}/fotos/a.jpg` }, { url_imagem: `${k.erp.origin}/fotos/nao-existe.jpg` }],
    valor_unitario: 12.345,
  })
  Object.assign(k.erp.omie.products[1] as object, { ean: 'SEM GTIN', valor_unitario: 0 })
  k.erp.omie.products.push(omieProduct(451, { produto_variacao: 'S', codigo: 'PAI' }))
  k.erp.omie.stock = k.erp.omie.products.map((p, i) => ({
    nCodProd: p.codigo_produto,
    fisico: i + 5.7,
    reservado: 2,
    nSaldo: 99,
  }))
  const { c, id } = await k.linked('omie')
  const first = await k.update(c, 'omie', id)
  assert.deepEqual(counts(first), ['pronto', 'full', 450, 450, 0, 0])
  const rows = await k.stored(c)
  assert.equal(rows.length, 450)
  assert.deepEqual(rows[0], {
    code: 'OM-1',
    name: 'Caneca 1',
    price: 1235,
    price_promo: null,
    stock: 3,
    active: true,
    ean: '7891000315507',
    description: 'Feita à mão\n\nDura muito & lava fácil',
    multiple: 1,
    categories: ['Canecas'],
  })
  const second = rows.find((r) => r.code === 'OM-2')
  assert.deepEqual([second?.price, second?.ean, second?.stock], [null, '', 4])
  // Its photo comes after; the one that is not there is said, and stops nothing.
  await until(async () => (await k.products(c)).get('OM-1')?.foto1)
  const told = await until(async () =>
    (await k.runs(c, id)).find((r) =>
      r.issues.some((i) => i.what === 'OM-1 Caneca 1' && i.message === 'Uma foto não abriu.'),
    ),
  )
  assert.deepEqual(counts(told), counts(first))

  k.soon(61)
  assert.deepEqual(counts(await k.update(c, 'omie', id, { alltime: 1 })), ['pronto', 'full', 450, 0, 0, 0])
  const at = k.soon(30)
  Object.assign(k.erp.omie.products[9] as object, { descricao: 'Caneca azul', _changed: at })
  Object.assign(k.erp.omie.products[8] as object, { inativo: 'S', _changed: at })
  assert.deepEqual(counts(await k.update(c, 'omie', id)), ['pronto', 'delta', 2, 0, 2, 0])
  const now = await k.stored(c)
  assert.equal(now.find((r) => r.code === 'OM-10')?.name, 'Caneca azul')
  assert.equal(now.find((r) => r.code === 'OM-9')?.active, false)
  const logs = await k.t.call('GET', `/api/v2/logs/${c.id}/show_logs?integration_id=${id}`, { token: c.admin.token })
  assert.deepEqual(
    [logs.body.data[0].action, logs.body.data[0].who, logs.body.data[0].changes],
    ['sync', 'Omie', { changed: [null, 2] }],
  )
})
test('what the company changed here stays until Omie changes the same field; a product that stood under the same code is the same', async () => {
  k.erp.omie.families = []
  k.erp.omie.products = [omieProduct(1), omieProduct(2)]
  k.erp.omie.stock = [{ nCodProd: 9_000_001, fisico: 10, reservado: 0 }]
  const { c, id } = await k.linked('omie')
  const before = await aProduct(k.t, c, { name: 'Caneca velha', code: 'om-1', price: '5,00' })
  assert.deepEqual(counts(await k.update(c, 'omie', id)), ['pronto', 'full', 2, 1, 1, 0])
  const [one] = await k.stored(c)
  assert.deepEqual([one?.name, one?.price, one?.stock], ['Caneca 1', 1001, 10])
  await k.t.call('POST', `/api/v1/products/${before.id}`, {
    token: c.admin.token,
    body: { name: 'Caneca da loja', price: '19,90' },
  })
  // Ten pieces there, and one ordered here meanwhile.
  await k.t.owner.query('update products set stock = 9 where company_id = $1 and id = $2', [c.id, before.id])
  Object.assign(k.erp.omie.products[0] as object, { valor_unitario: 21, _changed: k.soon(70) })
  assert.deepEqual(counts(await k.update(c, 'omie', id, { alltime: 1 })), ['pronto', 'full', 2, 0, 1, 0])
  const [after] = await k.stored(c)
  assert.deepEqual([after?.name, after?.price, after?.stock], ['Caneca da loja', 2100, 9])
  // What the admin deletes is not brought back.
  await k.t.call('DELETE', `/api/v1/products/${before.id}`, { token: c.admin.token })
  Object.assign(k.erp.omie.products[0] as object, { valor_unitario: 30, _changed: k.soon(70) })
  assert.deepEqual(counts(await k.update(c, 'omie', id, { alltime: 1 })), ['pronto', 'full', 2, 0, 0, 0])
  assert.equal((await k.stored(c)).length, 1)
})
test('products gone from Omie leave the catalogue; when a fifth would go, the admin is asked first', async () => {
  k.erp.omie.products = Array.from({ length: 20 }, (_, i) => omieProduct(i + 1))
  k.erp.omie.stock = []
  const { c, id } = await k.linked('omie')
  await k.update(c, 'omie', id)
  k.erp.omie.products = k.erp.omie.products.slice(0, 17)
  k.soon(61)
  assert.deepEqual(counts(await k.update(c, 'omie', id, { alltime: 1 })), ['pronto', 'full', 17, 0, 0, 3])
  assert.equal((await k.stored(c)).filter((r) => r.active).length, 17)
  k.erp.omie.products = k.erp.omie.products.slice(0, 10)
  k.soon(61)
  const asking = await k.update(c, 'omie', id, { alltime: 1 })
  assert.deepEqual([asking.retired, asking.absent], [0, 7])
  // One of them is there again, and was met since.
  k.erp.omie.products.push(omieProduct(17, { _changed: k.soon(10) }))
  assert.equal((await k.update(c, 'omie', id)).mode, 'delta')
  assert.equal((await k.stored(c)).filter((r) => r.active).length, 17)
  const retired = await k.t.call('POST', `/api/v2/integration/${id}/retire`, { token: c.admin.token })
  assert.deepEqual([retired.body.data.retired, retired.body.data.absent], [6, 0])
  assert.equal((await k.stored(c)).filter((r) => r.active).length, 11)
  assert.equal((await k.t.call('POST', `/api/v2/integration/${id}/retire`, { token: c.admin.token })).status, 404)
  // Back there, back here.
  k.erp.omie.products.push(omieProduct(20))
  k.soon(61)
  await k.update(c, 'omie', id, { alltime: 1 })
  assert.equal((await k.stored(c)).find((r) => r.code === 'OM-20')?.active, true)
})
test('a product that is deleted in Omie while its pages are read takes no neighbour along, nor counts a piece twice', async () => {
  const all = () => Array.from({ length: 450 }, (_, i) => omieProduct(i + 1))
  k.erp.omie.products = all()
  k.erp.omie.stock = all().map((p) => ({ nCodProd: p.codigo_produto, fisico: 4, reservado: 0 }))
  const { c, id } = await k.linked('omie')
  await k.update(c, 'omie', id)
  k.soon(61)
  // The first of all goes once its page was read: what stood first on the second page stands on the first by then.
  let moved = 0
  k.erp.fault = ({ path, body }) => {
    if (path === '/geral/produtos/' && /"pagina":2\b/.test(body) && moved++ === 0) k.erp.omie.products.shift()
    return undefined
  }
  const run = await k.update(c, 'omie', id, { alltime: 1 })
  k.erp.fault = null
  assert.deepEqual(counts(run), ['pronto', 'full', 449, 0, 0, 0])
  assert.equal(moved, 2, 'its pages were read twice')
  const rows = await k.stored(c)
  assert.deepEqual([rows.length, rows.filter((r) => r.active && r.stock === 4).length], [450, 450])
  // The next whole list is without it.
  k.soon(61)
  assert.deepEqual(counts(await k.update(c, 'omie', id, { alltime: 1 })), ['pronto', 'full', 449, 0, 0, 1])
  assert.deepEqual(
    (await k.stored(c)).filter((r) => !r.active).map((r) => r.code),
    ['OM-1'],
  )
})
test('only the categories of the filter come; without categories and stock wanted, neither is touched', async () => {
  k.erp.omie.families = [
    { codigo: 77, nomeFamilia: 'Canecas' },
    { codigo: 88, nomeFamilia: 'Pratos' },
  ]
  k.erp.omie.products = [omieProduct(1), omieProduct(2, { codigo_familia: 88 })]
  k.erp.omie.stock = [{ nCodProd: 9_000_002, fisico: 10, reservado: 0 }]
  const { c, id } = await k.linked('omie', { filter: '88' })
  const names = await k.t.call('GET', `/api/v2/integration/${id}/categories`, { token: c.admin.token })
  assert.deepEqual(names.body.data, [
    { id: '77', name: 'Canecas' },
    { id: '88', name: 'Pratos' },
  ])
  await k.update(c, 'omie', id)
  assert.deepEqual(
    (await k.stored(c)).map((r) => [r.code, r.categories, r.stock]),
    [['OM-2', ['Pratos'], 10]],
  )
  const other = await k.linked('omie', { sync_categories: 0, ignore_stock: 1 })
  await k.update(other.c, 'omie', other.id)
  assert.deepEqual(
    (await k.stored(other.c)).map((r) => [r.code, r.categories, r.stock]),
    [
      ['OM-1', null, null],
      ['OM-2', null, null],
    ],
  )
  // A filter taken away brings the rest with the next update.
  await k.t.call('POST', `/api/v2/integration/${id}`, { token: c.admin.token, body: { filter: null } })
  k.soon(61)
  assert.deepEqual(counts(await k.update(c, 'omie', id)), ['pronto', 'full', 2, 1, 0, 0])
})
test('a wider filter saved while an update walks lets everything in with the next update', async () => {
  k.erp.omie.families = [77, 88].map((codigo) => ({ codigo, nomeFamilia: `Família ${codigo}` }))
  k.erp.omie.products = Array.from({ length: 201 }, (_, i) => omieProduct(i, { codigo_familia: i === 0 ? 88 : 77 }))
  k.erp.omie.stock = []
  const { c, id } = await k.linked('omie', { filter: '77' })
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  const second = (a: { path: string; body: string }) => a.path === '/geral/produtos/' && a.body.includes('"pagina":2')
  k.erp.fault = (a) => (second(a) ? { held } : undefined)
  const asked = k.erp.journal.length
  await k.ask(c, 'omie', id)
  await until(async () => k.erp.journal.slice(asked).some(second))
  await k.t.call('POST', `/api/v2/integration/${id}`, { token: c.admin.token, body: { filter: null } })
  k.erp.fault = null
  release()
  assert.equal((await k.rests(c, id)).status, 'pronto')
  k.soon(10)
  assert.deepEqual(counts(await k.update(c, 'omie', id)), ['pronto', 'full', 201, 1, 0, 0])
  k.soon(10)
  assert.equal((await k.update(c, 'omie', id)).mode, 'delta')
})
test('a category that the admin deleted stays away after an update, and its products where the admin put them; made again by hand, it is the ERP’s again', async () => {
  k.erp.omie.families = [
    { codigo: 77, nomeFamilia: 'Canecas' },
    { codigo: 88, nomeFamilia: 'Pratos' },
  ]
  k.erp.omie.products = [omieProduct(1), omieProduct(2), omieProduct(3, { codigo_familia: 88 })]
  k.erp.omie.stock = []
  k.erp.pedidook.products = [1, 2].map((n) => ({ id: n, codigo: `PK-${n}`, nome: `Camisa ${n}`, categoria: 'Verão' }))
  for (const [type, name] of [
    ['omie', 'Canecas'],
    ['pedidook', 'Verão'],
  ] as const) {
    const { c, id } = await k.linked(type)
    const { token } = c.admin
    const whole = async () => {
      k.soon(61)
      assert.equal((await k.update(c, type, id, { alltime: 1 })).status, 'pronto')
    }
    const names = async () =>
      (await k.t.call('GET', '/api/v1/categories', { token })).body.data as { id: number; name: string }[]
    const make = async (called: string) =>
      (await k.t.call('POST', '/api/v1/categories', { token, body: { name: called } })).body.data.id as number
    await whole()
    const gone = (await names()).find((g) => g.name === name)?.id
    assert.equal((await k.t.call('DELETE', `/api/v1/categories/${gone}`, { token })).status, 200)
    const own = await make('Barro')
    const [first] = [...(await k.products(c)).values()] as unknown as { id: number; code: string }[]
    await k.t.call('POST', `/api/v1/products/${first?.id}`, { token, body: { categories: JSON.stringify([own]) } })
    await whole()
    assert.ok(!(await names()).some((g) => g.name === name), `${type} brings ${name} back`)
    const standing = async () => (await k.stored(c)).find((r) => r.code === first?.code)?.categories
    assert.deepEqual(await standing(), ['Barro'], type)
    await make(name)
    await whole()
    assert.equal((await names()).filter((g) => g.name === name).length, 1)
    assert.deepEqual(await standing(), [name], type)
  }
})
test('a plan without room takes what fits and says what stayed out; a code twice gives one of them none', async () => {
  k.erp.omie.families = []
  k.erp.omie.products = [
    omieProduct(1),
    omieProduct(2, { codigo: 'om-1' }),
    omieProduct(3),
    omieProduct(4, { inativo: 'S' }),
  ]
  k.erp.omie.stock = []
  const { c, id } = await k.linked('omie')
  await k.t.owner.query('update companies set max_products = 2 where id = $1', [c.id])
  const run = await k.update(c, 'omie', id)
  assert.deepEqual(counts(run), ['pronto', 'full', 4, 3, 0, 0])
  assert.deepEqual(
    run.issues.map((i) => [i.what, i.message]),
    [
      ['om-1 Caneca 2', 'O código om-1 já é de outro produto. Este ficou sem código.'],
      ['OM-3 Caneca 3', 'Não entrou: o plano não tem lugar para mais produtos.'],
    ],
  )
  assert.deepEqual(
    (await k.stored(c)).map((r) => [r.code, r.name, r.active]),
    [
      ['', 'Caneca 2', true],
      ['OM-1', 'Caneca 1', true],
      ['OM-4', 'Caneca 4', false],
    ],
  )
})
test('a product that takes another code and its copy with the same one come together: the first has it, the other is told, and the run ends well', async () => {
  k.erp.omie.families = []
  k.erp.omie.products = [omieProduct(0), omieProduct(1), omieProduct(2), omieProduct(3)]
  k.erp.omie.stock = []
  const { c, id } = await k.linked('omie')
  await k.update(c, 'omie', id)
  // One that the admin deleted takes no code from the others.
  const zero = (await k.products(c)).get('OM-0') as unknown as { id: number }
  await k.t.call('DELETE', `/api/v1/products/${zero.id}`, { token: c.admin.token })
  const _changed = k.soon(10)
  for (const [n, codigo] of ['Z', 'OM-1', 'Z', 'z'].entries())
    Object.assign(k.erp.omie.products[n] as object, { codigo, _changed })
  k.erp.omie.products.push(omieProduct(4, { codigo: 'Z', _changed }), omieProduct(5, { codigo: 'OM-5', _changed }))
  const run = await k.update(c, 'omie', id)
  assert.deepEqual(counts(run), ['pronto', 'delta', 6, 2, 1, 0])
  assert.deepEqual(
    run.issues.map((i) => [i.what, i.message]),
    [
      ['z Caneca 3', 'O código z já é de outro produto. Este ficou com o que tinha.'],
      ['Z Caneca 4', 'O código Z já é de outro produto. Este ficou sem código.'],
    ],
  )
  assert.deepEqual(
    (await k.stored(c)).map((r) => [r.code, r.name]),
    [
      ['', 'Caneca 4'],
      ['OM-1', 'Caneca 1'],
      ['OM-3', 'Caneca 3'],
      ['OM-5', 'Caneca 5'],
      ['Z', 'Caneca 2'],
    ],
  )
})
test('Omie’s income categories and accounts are read live; a company without Bling has none', async () => {
  const { c, id } = await k.linked('omie')
  const read = (what: string) =>
    k.t.call('POST', `/api/v1/integration/omie/${what}`, { token: c.admin.token, body: { integration_id: id } })
  assert.deepEqual((await read('get_categories')).body.data, [
    { id: '1.01.03', name: 'Clientes - Revenda de Mercadoria' },
  ])
  assert.deepEqual((await read('get_accounts')).body.data, [{ id: '427619317', name: 'Caixinha' }])
  assert.deepEqual(
    (await k.t.call('GET', '/api/v2/integracao/bling/get_categories', { token: c.admin.token })).body.data,
    [],
  )
})
test('links take their turn by themselves every half hour, a whole walk once a week; an inactive or stopped one does not', async () => {
  k.erp.omie.products = [omieProduct(1)]
  k.erp.omie.stock = []
  const { c, id } = await k.linked('omie')
  await k.alone(c)
  await k.update(c, 'omie', id)
  const mine = async () =>
    (await k.t.owner.query('select mode, status from sync_runs where company_id = $1 order by id', [c.id])).rows as {
      mode: string
      status: string
    }[]
  /** Lets the clock go on and the watch look; what ran then. */
  const turn = async (minutes: number) => {
    k.soon(minutes)
    const before = (await mine()).length
    await platformTasks.sync_watch?.run(k.t.kit)
    const now = await until(async () => (await mine()).every((r) => r.status === 'pronto') && (await mine()))
    return now.slice(before).map((r) => r.mode)
  }
  const set = (word: string) => k.t.owner.query(`update integrations set ${word} where company_id = $1`, [c.id])
  assert.deepEqual(await turn(5), [])
  assert.deepEqual(await turn(31), ['delta'])
  assert.deepEqual(await turn(1), [])
  await set("problem = 'A chave foi recusada.'")
  assert.deepEqual(await turn(31), [])
  await set("problem = '', active = false")
  assert.deepEqual(await turn(31), [])
  const off = await k.ask(c, 'omie', id)
  assert.deepEqual([off.status, off.body.code], [409, 'integration_off'])
  await set('active = true')
  assert.deepEqual(await turn(8 * 24 * 60), ['full'])
})
