import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { DEFAULT_LIMITS } from '#server/config.ts'
import type { Cell } from '#shared/cell.ts'
import { aCart, aCompany, aProduct, type Company, order, startTestApp, type TestApp } from '../../../../test/kit.ts'
import { PRODUCTS } from '../kinds.ts'
import { readTable, type RowIssue } from '../rules.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: { ...DEFAULT_LIMITS, login_ip: 1000 } } })
  a = await aCompany(t)
})
after(() => t.close())
const send = (call: string, file: Blob | string, more: Record<string, string> = {}, token = a.admin.token) =>
  t.call('POST', `/api/v2/xls/${call}`, {
    token,
    form: { company_id: String(a.id), ...more, file: typeof file === 'string' ? new Blob([file]) : file },
  })
const product = async (code: string, token = a.admin.token) =>
  (await t.call('GET', `/api/v2/products/by_code/${code}`, { token })).body.data
const bytes = async (call: string, body: object, token = a.admin.token) => {
  const r = await t.app.inject({
    method: 'POST',
    url: `/api/v2/xls/${call}`,
    headers: { authorization: `Bearer ${token}` },
    payload: body,
  })
  return { status: r.statusCode, headers: r.headers, bytes: r.rawPayload }
}
const rowsOf = async (b: Buffer) => (await readXlsx(b)).sheets[0]?.rows ?? []

test('a dry run says what would be new, changed, the same and refused, and writes nothing', async () => {
  await aProduct(t, a, { code: 'V1', name: 'Vaso', price: '10,00' })
  await aProduct(t, a, { code: 'V2', name: 'Tigela', price: '20,00' })
  const file =
    'Preço;Código;Nome\n12,00;V1;Vaso\n20,00;V2;Tigela\n5,00;N1;Caneca\n52,0O;N2;Caçarola\n3,00;;Sem código\n'
  const r = await send('preview', file)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  const { counts, rows } = r.body.data
  assert.deepEqual(counts, { new: 1, changed: 1, same: 1, refused: 2 })
  assert.deepEqual(rows.find((x: { code: string }) => x.code === 'V1').changes, [
    { field: 'Preço', was: '10,00', now: '12,00' },
  ])
  assert.match(rows.find((x: { code: string }) => x.code === 'N2').issues[0].message, /52,0O.*não é um preço/)
  assert.equal((await product('V1')).price, '10,00')
})
test('three bad rows stop the whole sheet; mended it is written; undone it is as before', async () => {
  const before = await product('V1')
  const bad =
    'Código;Nome;Preço;Categoria\nV1;Vaso novo;15,00;Mesa posta\nX1;;1,00;\nX2;Copo;abc;\nX3;Prato;1,00;\nX3;Prato;1,00;\n'
  const refused = await send('apply', bad)
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.rows.map((i: RowIssue) => [i.row, i.column]),
    [
      [3, 'Nome'],
      [4, 'Preço'],
      [6, 'Código'],
    ],
  )
  assert.equal((await product('V1')).name, 'Vaso')
  const good = await send(
    'apply',
    'Código;Nome;Preço;Categoria\nV1;Vaso novo;15,00;Mesa posta\nX3;Prato;1,00;Mesa posta\n',
  )
  assert.equal(good.status, 200, JSON.stringify(good.body))
  assert.deepEqual([good.body.data.created, good.body.data.changed, good.body.data.categories_created], [1, 1, 1])
  assert.deepEqual(
    [(await product('V1')).name, (await product('V1')).price, (await product('X3')).categories.length],
    ['Vaso novo', '15,00', 1],
  )
  const undone = await t.call('POST', `/api/v2/undos/${good.body.data.undo_id}`, { token: a.admin.token, body: {} })
  assert.deepEqual(undone.body.data, { restored: 2, kept: 0 })
  assert.deepEqual(
    [(await product('V1')).name, (await product('V1')).price, (await product('V1')).categories, await product('X3')],
    [before.name, before.price, before.categories, undefined],
  )
})
test('bad rows can be left out on purpose, and the rest is written', async () => {
  const r = await send('apply', 'Código;Nome;Preço\nL1;Lamparina;9,90\nL2;;1,00\n', { skip_refused: '1' })
  assert.deepEqual([r.status, r.body.data.created], [200, 1])
  assert.equal((await product('L1')).price, '9,90')
})
test('update finds products by code in this company only, and changes only the columns that came', async () => {
  const b = await aCompany(t)
  await aProduct(t, b, { code: 'SO-B', price: '1,00' })
  const foreign = await send('update', 'Código;Preço\nSO-B;9,00\n')
  assert.equal(foreign.status, 422)
  assert.match(foreign.body.message, /Não existe produto com o código SO-B/)
  await aProduct(t, a, { code: 'U1', name: 'Fica', price: '1,00', description: 'Fica também' })
  const r = await send('update', 'sku,unit price\nu1,2.50\n')
  assert.match(r.body.mensagem, /1 produto alterado/)
  const p = await product('U1')
  assert.deepEqual([p.name, p.price, p.description], ['Fica', '2,50', 'Fica também'])
  assert.equal((await product('SO-B', b.admin.token)).price, '1,00')
})
test('an export read back by update changes nothing: right types, frozen header, zeros kept, no formula', async () => {
  const b = await aCompany(t)
  await aProduct(t, b, {
    code: '00123',
    name: '=1+1',
    price: '1234,50',
    price_promo: '99,90',
    stock: 7,
    tags: JSON.stringify(['natal']),
    ean: '07891000',
    description: '+CMD',
  })
  await aProduct(t, b, { code: 'B2', name: 'Sem preço', price: '' })
  const out = await bytes(
    'export',
    {
      company_id: String(b.id),
      extra_fields: JSON.stringify(['price_promo', 'tags', 'ean', 'description', 'order', 'min_quantity']),
    },
    b.admin.token,
  )
  assert.equal(out.status, 200)
  assert.match(String(out.headers['content-disposition']), /produtos-2026-11-21\.xlsx/)
  const rows = await rowsOf(out.bytes)
  assert.deepEqual(rows[0], [
    'Código',
    'Nome',
    'Preço',
    'Categoria',
    'Estoque',
    'Ativo',
    'Preço promocional',
    'Código de barras',
    'Descrição',
    'Etiquetas',
    'Ordem',
    'Mínimo',
  ])
  assert.deepEqual(
    rows[1]?.slice(0, 6),
    ['00123', '=1+1', 1234.5, null, 7, 'Sim'].map((v, i) => (i === 3 ? rows[1]?.[3] : v)),
  )
  assert.equal(typeof rows[1]?.[2], 'number')
  const again = await t.call('POST', '/api/v2/xls/preview', {
    token: b.admin.token,
    form: { file: new Blob([new Uint8Array(out.bytes)]), mode: 'update' },
  })
  assert.deepEqual(again.body.data.counts, { new: 0, changed: 0, same: 2, refused: 0 })
})
test('a foreign file is matched column by column, and repeated codes follow the choice', async () => {
  const file =
    'StockCode,Description,Quantity,UnitPrice\n21166,COOK WITH WINE,2,1.95\n21166,COOK WITH WINE,1,2.08\n84029E,RED WOOLLY,6,3.39\n'
  const guess = (await send('preview', file)).body.data
  assert.deepEqual(
    guess.columns.map((c: { field: string | null }) => c.field),
    ['code', 'name', null, 'price'],
  )
  const mapping = JSON.stringify(['code', 'name', null, 'price'])
  assert.equal((await send('preview', file, { mapping })).body.data.counts.refused, 1)
  const r = await send('apply', file, { mapping, repeated: 'last' })
  assert.equal(r.body.data.created, 2)
  assert.deepEqual([(await product('21166')).name, (await product('21166')).price], ['COOK WITH WINE', '2,08'])
})
test('sales of a period and one order come as spreadsheets; a client gets only the own order', async () => {
  const p = await aProduct(t, a, { price: '10,00' })
  const { id } = (await order(t, a, a.client.token, aCart([{ product_id: p.id, quantity: 3 }]))).body.data
  const sales = await rowsOf(
    (await bytes('sales/export', { company_id: String(a.id), start_date: '2026-11-01', end_date: '2026-11-30' })).bytes,
  )
  assert.ok(sales.some((r) => r[10] === 3 && r[11] === 10 && r[12] === 30))
  assert.equal((await bytes('sales/export', { start_date: '2024-01-01', end_date: '2026-11-30' })).status, 422)
  assert.equal((await rowsOf((await bytes('sales/order_export', { order_id: id }, a.client.token)).bytes)).length, 2)
  const b = await aCompany(t)
  assert.equal((await bytes('sales/order_export', { order_id: id }, b.client.token)).status, 404)
  assert.equal((await bytes('export', {}, a.seller.token)).status, 403)
})
test('columns in any order, any language, with or without accents, ; or , read the same (property)', () => {
  const names = {
    name: ['Nome', 'PRODUTO', 'name'],
    code: ['Código', 'codigo', 'SKU'],
    price: ['Preço', 'preco', 'Unit Price'],
    stock: ['Estoque', 'stock'],
  }
  fc.assert(
    fc.property(
      fc.shuffledSubarray(['name', 'code', 'price', 'stock'] as const, { minLength: 4 }),
      fc.array(
        fc.record({
          name: fc.stringMatching(/^[A-Za-z]{2,10}$/),
          cents: fc.integer({ min: 0, max: 999_999_999 }),
          stock: fc.integer({ min: 0, max: 9999 }),
        }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      fc.nat(2),
      fc.boolean(),
      (order, rows, which, typed) => {
        const header = order.map((f) => names[f][which % names[f].length] as string)
        const cells: Cell[][] = rows.map((r, i) =>
          order.map((f) =>
            f === 'name'
              ? r.name
              : f === 'code'
                ? `C${i}`
                : f === 'stock'
                  ? typed
                    ? r.stock
                    : String(r.stock)
                  : typed
                    ? r.cents / 100
                    : (r.cents / 100).toFixed(2).replace('.', ','),
          ),
        )
        const issues: RowIssue[] = []
        const { drafts } = readTable(PRODUCTS, [header, ...cells], issues, { need: ['name', 'price'] })
        assert.deepEqual(issues, [])
        assert.deepEqual(
          drafts.map((d) => [d.values.name, d.values.price, d.values.stock]),
          rows.map((r) => [r.name, r.cents, r.stock]),
        )
      },
    ),
    { numRuns: 150 },
  )
})
test('the published sales sheet of 40,000 rows passes through the matching step into products', {
  skip: !existsSync('../shared/data/online-retail/sales-40k.xlsx') && 'shared/data is not here',
}, async () => {
  const b = await aCompany(t, { max_products: 20_000 })
  const file = new Blob([new Uint8Array(readFileSync('../shared/data/online-retail/sales-40k.xlsx'))])
  const form = {
    file,
    mapping: JSON.stringify([null, 'code', 'name', null, null, 'price', null, null]),
    repeated: 'last',
    skip_refused: '1',
  }
  const r = await t.call('POST', '/api/v2/xls/apply', { token: b.admin.token, form })
  assert.equal(r.status, 200, JSON.stringify(r.body).slice(0, 300))
  assert.ok(r.body.data.created > 2000, String(r.body.data.created))
})
test('what is no number, no spreadsheet or no column is said in words', async () => {
  const sheet = new Blob([new Uint8Array(await writeXlsx({ sheets: [{ name: 'x', rows: [['Coisa'], ['y']] }] }))])
  assert.match((await send('insert', sheet)).body.message, /Falta a coluna Nome/)
  assert.equal((await send('preview', new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])]))).body.code, 'bad_sheet')
  assert.equal((await send('preview', 'Nome\nx', {}, a.client.token)).status, 403)
})
test('clients come by sheet: found again by document, phone or e-mail, named when refused, undone for a day', async () => {
  const b = await aCompany(t)
  const give = (call: string, file: string, more: Record<string, string> = {}) =>
    t.call('POST', `/api/v2/xls/${call}`, {
      token: b.admin.token,
      form: { kind: 'clients', ...more, file: new Blob([file]) },
    })
  const list = async () => (await t.call('GET', '/api/v1/users?level=3&limit=100', { token: b.admin.token })).body.data
  const seller = (await t.call('GET', `/api/v1/users/${b.seller.id}`, { token: b.admin.token })).body.data.name
  const first = `Razão social;Contato;CNPJ;Celular;E-mail;Endereço;Cidade;UF;Representante;Tabela de preços
Empório da Vila;Luciana;12.ABC.345/01DE-35;(12) 99714-2208;lu@vila.test;Rua A;Cunha;SP;${seller};2
Bistrô;;;(12) 98155-1644;;;Paraty;RJ;;1
`
  const made = await give('apply', first)
  assert.deepEqual([made.status, made.body.data.created], [200, 2], JSON.stringify(made.body))
  const vila = (await list()).find((u: { company_name: string }) => u.company_name === 'Empório da Vila')
  assert.deepEqual(
    [vila.document, vila.phone, vila.seller_id, vila.price_table, vila.address.city, vila.signs_in],
    ['12ABC34501DE35', '12997142208', b.seller.id, 2, 'Cunha', false],
  )
  assert.deepEqual((await give('preview', first)).body.data.counts, { new: 0, changed: 0, same: 2, refused: 0 })
  const second =
    'Empresa;Telefone;E-mail;Tabela;Vendedor\nEmpório da Vila Nova;12997142208;;3;\nRuim;123;;1;\nOutro;11933334444;;9;\nSem;11922223333;;1;Ninguém\n'
  const refused = await give('apply', second)
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.rows.map((i: RowIssue) => [i.row, i.column]),
    [
      [3, 'Telefone'],
      [4, 'Tabela'],
      [5, 'Vendedor'],
    ],
  )
  const changed = await give('apply', second, { skip_refused: '1' })
  assert.deepEqual([changed.body.data.created, changed.body.data.changed], [0, 1])
  const now = (await list()).find((u: { id: number }) => u.id === vila.id)
  assert.deepEqual([now.company_name, now.price_table, now.document], ['Empório da Vila Nova', 3, vila.document])
  await t.call('POST', `/api/v2/undos/${changed.body.data.undo_id}`, { token: b.admin.token, body: {} })
  assert.equal((await list()).find((u: { id: number }) => u.id === vila.id).company_name, 'Empório da Vila')
  const before = (await list()).length
  await t.call('POST', `/api/v2/undos/${made.body.data.undo_id}`, { token: b.admin.token, body: {} })
  assert.equal((await list()).length, before - 2)
})
test('the published list of 3,587 customers passes as clients', {
  skip: !existsSync('../shared/data/online-retail/customers.csv') && 'shared/data is not here',
}, async () => {
  const b = await aCompany(t)
  const file = new Blob([new Uint8Array(readFileSync('../shared/data/online-retail/customers.csv'))])
  const r = await t.call('POST', '/api/v2/xls/apply', { token: b.admin.token, form: { kind: 'clients', file } })
  assert.deepEqual([r.status, r.body.data?.created], [200, 3587], JSON.stringify(r.body).slice(0, 300))
  const again = await t.call('POST', '/api/v2/xls/preview', { token: b.admin.token, form: { kind: 'clients', file } })
  assert.deepEqual(again.body.data.counts, { new: 0, changed: 0, same: 3587, refused: 0 })
})
test("a client's past orders come in by sheet: no number, no stock, no mail, old ones by the names of their files; repeated, and taken back", async () => {
  const b = await aCompany(t)
  await aProduct(t, b, { code: 'H1', name: 'Cuia', price: '12,00', stock: 5 })
  await aProduct(t, b, { code: 'H2', name: 'Colher', price: '3,00' })
  const token = b.admin.token
  const call = (name: string, file: string, more: Record<string, string> = {}) =>
    t.call('POST', `/api/v2/xls/${name}`, { token, form: { kind: 'orders', ...more, file: new Blob([file]) } })
  await t.call('PUT', `/api/v1/users/${b.client.id}`, { token, body: { client_code: '17850' } })
  const file =
    'Pedido;Data;Cliente;Código do produto;Qtd;Valor unitário\nA1;01/03/2026;17850;H1;2;10,00\nA1;01/03/2026;17850;H2;1;\nA2;32/03/2026;17850;H1;1;\nA3;02/03/2026;ninguém;H1;1;\nA4;05/03/2026;17850;H1;1;\nA4;05/03/2026;17850;NAO;1;\nA5;06/03/2026;17850;H1;999999;9000,00\n'
  const dry = await call('preview', file)
  assert.deepEqual(dry.body.data.counts, { new: 2, changed: 0, same: 0, refused: 5 }, JSON.stringify(dry.body))
  assert.match(
    JSON.stringify(dry.body.data.rows),
    /não é uma data.*Não há cliente.*linha 7.*código NAO.*A5 passa de 999\.999\.999,99/,
  )
  assert.equal((await call('apply', file)).status, 422)
  const mails = async () =>
    (await t.owner.query("select 1 from graphile_worker.jobs where task_identifier = 'order_mail'")).rowCount
  const before = await mails()
  const done = await call('apply', file, { skip_refused: '1', progress: 'meu' })
  assert.match(done.body.data.mensagem, /^1 pedido criado/)
  const list = await t.call('GET', `/api/v1/companies/${b.id}/orders`, { token: b.client.token })
  const [old] = list.body.data
  assert.deepEqual(
    [list.body.total, old.number, old.status, old.total, old.received_at.slice(0, 10)],
    [1, null, 'entregue', '23,00', '2026-03-01'],
  )
  const whole = await t.call('GET', `/api/v1/companies/${b.id}/orders/${old.id}`, { token })
  assert.deepEqual(
    [whole.body.data.lines.map((l: { code: string }) => l.code), whole.body.data.next],
    [['H1', 'H2'], []],
  )
  assert.equal(
    (
      await t.call('PUT', `/api/v1/companies/${b.id}/orders/${old.id}`, {
        token,
        body: { status: 'enviado', reason: 'x' },
      })
    ).status,
    409,
  )
  assert.equal((await product('H1', token)).stock, 5)
  assert.equal(await mails(), before)
  const named = async (method: 'GET' | 'POST', url: string, payload = {}) => {
    const r = await t.app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })
    return String(r.headers['content-disposition'])
  }
  assert.match(await named('POST', '/api/v2/xls/sales/order_export', { order_id: old.id }), /"pedido-antigo\.xlsx"/)
  assert.match(await named('GET', `/api/v2/companies/${b.id}/orders/${old.id}/pdf`), /pedido-antigo\.pdf/)
  const fresh = await order(t, b, b.client.token, aCart([{ product_id: (await product('H2', token)).id, quantity: 1 }]))
  assert.equal(fresh.body.data.number, 1)
  assert.equal(
    (await t.call('GET', `/api/v1/companies/${b.id}/orders`, { token })).body.data[0].number,
    1,
    'the newest stands first',
  )
  assert.deepEqual(
    (await call('preview', file)).body.data.counts,
    { new: 0, changed: 0, same: 2, refused: 5 },
    'the same sheet again brings nothing twice',
  )
  assert.equal(
    (await t.call('POST', `/api/v2/undos/${done.body.data.undo_id}`, { token: a.admin.token, body: {} })).status,
    404,
  )
  assert.deepEqual((await t.call('POST', `/api/v2/undos/${done.body.data.undo_id}`, { token, body: {} })).body.data, {
    restored: 1,
    kept: 0,
  })
  assert.equal((await t.call('GET', `/api/v1/companies/${b.id}/orders`, { token })).body.total, 1)
})
test('how far a sheet is, only its own company reads', async () => {
  assert.deepEqual((await t.call('GET', '/api/v2/xls/progress/qualquer', { token: a.admin.token })).body.data, {
    percent: 0,
  })
  assert.equal((await t.call('GET', '/api/v2/xls/progress/qualquer', { token: a.seller.token })).status, 403)
})
