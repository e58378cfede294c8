// What an import must not lose: values behind formulas without a result, products off sale, and files with blank rows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aClient, aCompany, aProduct, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'
import { csvOf, type Plain, xlsOf, type XlsxCell, xlsxOf } from '../../../../test/sheet-files.ts'
import { CLIENT_COLUMNS, PRODUCT_COLUMNS } from '../columns.ts'
import type { RowIssue } from '../rules.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
interface Answer {
  counts: Record<'new' | 'changed' | 'same' | 'refused', number>
  /** Row and column of what is refused. */
  refused: [number, string][]
  messages: string[]
}
const send = (call: string, file: Blob, kind: string, more: Record<string, string> = {}) =>
  t.call('POST', `/api/v2/xls/${call}`, { token: a.admin.token, form: { kind, ...more, file } })
/** What the preview says; the right rows are written then. */
async function bring(file: Blob, kind = 'products'): Promise<Answer> {
  const p = await send('preview', file, kind)
  assert.equal(p.status, 200, JSON.stringify(p.body))
  const issues = (p.body.data.rows as { issues: RowIssue[] }[]).flatMap((r) => r.issues)
  const done = await send('apply', file, kind, { skip_refused: '1' })
  assert.ok(done.status === 200 || (done.status === 422 && issues.length > 0), JSON.stringify(done.body))
  return {
    counts: p.body.data.counts,
    refused: issues.map((i) => [i.row, i.column]),
    messages: issues.map((i) => i.message),
  }
}
const stored = async (table: 'products' | 'users') =>
  (
    await t.owner.query(
      `select to_jsonb(t) - 'updated_at' - 'search_text' as row from ${table} t where company_id = $1 order by id`,
      [a.id],
    )
  ).rows
/** How a formula without a result reads: as not calculated, as empty, as an error. */
const FORMULAS: Record<string, XlsxCell> = {
  'no value': { xml: '><f>B2*1.1</f><v/>' },
  'an empty text': { xml: 't="str"><f>IF(B2=1,"",B2)</f><v></v>' },
  'an error': { xml: 't="e"><f>1/0</f><v>#DIV/0!</v>' },
}
type Cells = (Plain | XlsxCell)[]
/** The nth row with the formula in its nth column. */
const withFormula = (rows: Plain[][], formula: XlsxCell) => rows.map((r, i): Cells => (r as Cells).with(i, formula))
const isRefused = ({ refused }: Answer, header: string[]) =>
  header.every((column, i) => refused.some(([row, named]) => row === i + 2 && named === column))
/** What a product has in every field, as its sheet says it. */
const FULL: Record<keyof typeof PRODUCT_COLUMNS, Plain> = {
  code: 'F',
  name: 'Vaso de barro',
  price: 12.9,
  price2: 11.9,
  price3: 10.9,
  price_promo: 9.9,
  category: 'Casa',
  stock: 7,
  active: 'Não',
  ean: '7891000100103',
  description: 'Feito à mão',
  additional_text: 'Frágil',
  tags: 'novo',
  order: 3,
  min_quantity: 2,
  multiple: 6,
  code_2: 'X-2',
  reference: 'R-1',
}

test('keeps every field of a product where its formula has no result', async () => {
  const header = Object.values(PRODUCT_COLUMNS).map((c) => c.header)
  const rows = header.map((_, i): Plain[] => Object.values({ ...FULL, code: `F-${i}` }))
  await bring(await xlsxOf([header, ...rows]))
  const before = await stored('products')
  assert.equal(before.length, rows.length)
  for (const [name, formula] of Object.entries(FORMULAS)) {
    const answer = await bring(await xlsxOf([header, ...withFormula(rows, formula)]))
    assert.deepEqual(answer.counts, { new: 0, changed: 0, same: 0, refused: rows.length }, name)
    assert.ok(isRefused(answer, header), `${name}: ${JSON.stringify(answer.refused)}`)
    assert.deepEqual(await stored('products'), before, name)
  }
})
test('makes no product of which the price or the status is a formula without result', async () => {
  for (const [name, formula] of Object.entries(FORMULAS)) {
    const rows: Cells[] = [
      ['Preço', 'Ativo', 'Código', 'Nome', 'Promoção'],
      [formula, 'Sim', 'NP-1', 'Copo', 1],
      [5, formula, 'NP-2', 'Copo', 1],
    ]
    assert.ok(isRefused(await bring(await xlsxOf(rows)), ['Preço', 'Ativo']), name)
  }
  // Where nothing is stored, an empty result is empty.
  const optional: Cells[] = [
    ['Código', 'Nome', 'Preço', 'Promoção', 'Descrição'],
    ['NP-3', 'Copo', 5, FORMULAS['an empty text'] as XlsxCell, FORMULAS['an empty text'] as XlsxCell],
  ]
  for (const counts of [
    { new: 1, changed: 0, same: 0, refused: 0 },
    { new: 0, changed: 0, same: 1, refused: 0 },
  ])
    assert.deepEqual((await bring(await xlsxOf(optional))).counts, counts)
})
test('keeps every field of a client where its formula has an empty result', async () => {
  const full: Record<string, Plain> = {
    name: 'Ana Lima',
    company_name: 'Mercado',
    document: '11.222.333/0001-81',
    phone: '(11) 91234-5671',
    email: 'ana@x.test',
    client_code: 'C-1',
    cep: '01310-100',
    street: 'Rua A',
    number: '1',
    complement: 'Fundos',
    district: 'Centro',
    city: 'Cunha',
    state: 'SP',
    lat: '-23,07',
    lng: '-44,95',
    seller: 'Rui',
    price_table: 3,
    blocked: 'Sim',
  }
  await t.owner.query("update users set name = 'Rui' where id = $1", [a.seller.id])
  const fields = Object.entries(CLIENT_COLUMNS)
  const header = fields.map(([, c]) => c.header)
  const cells = fields.map(([field]) => full[field] as Plain)
  assert.deepEqual((await bring(await xlsxOf([header, cells]), 'clients')).counts, {
    new: 1,
    changed: 0,
    same: 0,
    refused: 0,
  })
  const before = await stored('users')
  for (const [at, [field]] of fields.entries()) {
    const row = (cells as Cells).with(at, FORMULAS['an empty text'] as XlsxCell)
    const done = await send('apply', await xlsxOf([header, row]), 'clients')
    assert.equal(done.status, 200, `${field}: ${JSON.stringify(done.body)}`)
    assert.deepEqual(await stored('users'), before, field)
  }
})
test('brings no order of which a line has a formula without result', async () => {
  await aClient(t, a, { client_code: 'H-C', name: 'Cliente da história' })
  await aProduct(t, a, { code: 'H-1', price: '10,00' })
  const header = ['Pedido', 'Data', 'Cliente', 'Código', 'Quantidade', 'Preço']
  const lines = header.map((_, i): Plain[] => [`${i}`, '2026-03-05', 'H-C', 'H-1', 2, 10])
  for (const [name, formula] of Object.entries(FORMULAS)) {
    const answer = await bring(await xlsxOf([header, ...withFormula(lines, formula)]), 'orders')
    assert.deepEqual(answer.counts, { new: 0, changed: 0, same: 0, refused: lines.length }, name)
    assert.ok(isRefused(answer, header), `${name}: ${JSON.stringify(answer.refused)}`)
  }
  assert.equal((await bring(await xlsxOf([header, ...lines]), 'orders')).counts.new, lines.length)
})
test('reads an .xls with blank rows, for products, clients and orders', async () => {
  const kinds: [string, Plain[][]][] = [
    ['products', [['Código', 'Nome', 'Preço'], ['XB-1', 'Copo', 12.9], [], ['XB-2', 'Prato', 5]]],
    ['clients', [['Código', 'Nome'], ['XB-C', 'Bia'], [], [], ['XB-D', 'Caio']]],
    [
      'orders',
      [
        ['Pedido', 'Data', 'Cliente', 'Código', 'Quantidade'],
        ['XB-1', '2026-03-05', 'XB-C', 'XB-1', 2],
        [],
        ['XB-2', '2026-03-06', 'XB-D', 'XB-2', 1],
      ],
    ],
  ]
  for (const [kind, rows] of kinds) {
    const titled = [['Relatório de novembro'], [], [], ...rows]
    // A short stream lies in small pieces, a long one in sectors of its own; before the last the workbook is only looked at.
    for (const least of [0, 5000]) {
      const r = await send('preview', xlsOf(titled, [], least), kind)
      assert.equal(r.status, 200, JSON.stringify(r.body))
      assert.deepEqual([r.body.data.counts.new, r.body.data.file.header_row], [2, 4], `${kind}, ${least} bytes`)
    }
    assert.deepEqual((await bring(xlsOf(titled), kind)).counts, { new: 2, changed: 0, same: 0, refused: 0 }, kind)
  }
})
test('refuses the row of an unknown status; an empty one leaves a product as it is', async () => {
  await bring(
    csvOf([
      ['Código', 'Nome', 'Preço', 'Ativo'],
      ['S-1', 'Vaso', '1,00', 'Não'],
      ['S-2', 'Vaso', '1,00', 'Não'],
    ]),
  )
  const { counts, refused, messages } = await bring(
    csvOf([
      ['Código', 'Nome', 'Preço', 'Status'],
      ['S-1', 'Vaso', '1,00', 'em análise'],
      ['S-2', 'Vaso', '2,00', ''],
      ['S-3', 'Vaso', '1,00', 'esgotado'],
      ['S-4', 'Vaso', '1,00', ''],
    ]),
  )
  assert.deepEqual(
    [counts, refused],
    [
      { new: 1, changed: 1, same: 0, refused: 2 },
      [
        [2, 'Ativo'],
        [4, 'Ativo'],
      ],
    ],
  )
  assert.match(messages[0] as string, /“em análise”.*Escreva Sim ou Não/)
  const active = await t.owner.query(
    "select code, active from products where company_id = $1 and code like 'S-%' order by code",
    [a.id],
  )
  assert.deepEqual(active.rows, [
    { code: 'S-1', active: false },
    { code: 'S-2', active: false },
    { code: 'S-4', active: true },
  ])
})
