// Sheets as other systems write them: what they are called, what they are, where their headers stand and what they say.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { DEFAULT_LIMITS } from '#server/config.ts'
import type { Cell } from '#shared/cell.ts'
import { aCompany, aProduct, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'
import { CLIENT_COLUMNS, PRODUCT_COLUMNS } from '../columns.ts'
import { guessHeader, recognise } from '../headers.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp({ config: { limits: { ...DEFAULT_LIMITS, login_ip: 1000 } } })
  a = await aCompany(t)
})
after(() => t.close())
const file = (content: BlobPart, name: string) => new File([content], name)
const send = (call: string, f: Blob, more: Record<string, string> = {}) =>
  t.call('POST', `/api/v2/xls/${call}`, { token: a.admin.token, form: { ...more, file: f } })
const preview = async (f: Blob, more: Record<string, string> = {}) => {
  const r = await send('preview', f, more)
  assert.equal(r.status, 200, JSON.stringify(r.body))
  return r.body.data
}
const fields = (p: { columns: { field: string | null }[] }) => p.columns.map((c) => c.field)
const book = async (sheets: { name: string; rows: Cell[][]; state?: 'hidden' }[]) =>
  new Uint8Array(await writeXlsx({ sheets: sheets as never })) as Uint8Array<ArrayBuffer>

test('headers as Mercos, Bling, Omie, Tiny, Kyte and plain ERPs write them are known', () => {
  const said: [string, string | null][] = [
    ['CÓD. PROD.', 'code'],
    ['DESCRIÇÃO DO PRODUTO', 'name'],
    ['VLR UNIT (R$)', 'price'],
    ['COD BARRAS (EAN13)', 'ean'],
    ['QTD ESTOQUE', 'stock'],
    ['Código (SKU)', 'code'],
    ['Cód. Produto', 'code'],
    ['Código do Produto', 'code'],
    ['Código interno', 'code'],
    ['Cód. do item', 'code'],
    ['Nome do produto', 'name'],
    ['Descr. Produto', 'name'],
    ['Desc. do Item', 'name'],
    ['Preço de Tabela', 'price'],
    ['Preço Unitário de Venda', 'price'],
    ['Preço venda (R$)', 'price'],
    ['VALOR UNITÁRIO', 'price'],
    ['Vl. Venda', 'price'],
    ['Preço (R$)', 'price'],
    ['PREÇO À VISTA', 'price'],
    ['Preço Varejo', 'price'],
    ['Preço atacado', 'price2'],
    ['Preço (2)', 'price2'],
    ['Preço promocional (R$)', 'price_promo'],
    ['Vlr. Promo.', 'price_promo'],
    ['Estoque Atual', 'stock'],
    ['Saldo em estoque', 'stock'],
    ['Estoque disponível (un)', 'stock'],
    ['Qtde. disp.', 'stock'],
    ['GTIN/EAN', 'ean'],
    ['Código EAN (GTIN)', 'ean'],
    ['Cód. de Barras', 'ean'],
    ['Família de Produto', 'category'],
    ['Grupo de produtos', 'category'],
    ['Categoria do produto', 'category'],
    ['Descrição Complementar', 'description'],
    ['Descrição detalhada', 'description'],
    ['Informações Adicionais', 'additional_text'],
    ['Obs.', 'additional_text'],
    ['Itens p/ caixa', 'multiple'],
    ['Qtd. por caixa', 'multiple'],
    ['Qtd. mínima', 'min_quantity'],
    ['Situação', 'active'],
    ['Cód. no fornecedor', 'code_2'],
    ['Ref. fabricante', 'reference'],
    // Not ours, and not to be taken for ours.
    ['Preço de custo', null],
    ['Estoque mínimo', null],
    ['Unidade', null],
    ['NCM', null],
    ['ID', null],
    ['Quantidade', null],
  ]
  for (const [header, field] of said) assert.deepEqual(recognise([header], PRODUCT_COLUMNS), [field], header)
  for (const [header, field] of [
    ['CNPJ / CPF', 'document'],
    ['Razão Social', 'company_name'],
    ['Fone', 'phone'],
    ['E-MAIL', 'email'],
    ['Cód. Cliente', 'client_code'],
    ['Vend.', 'seller'],
  ] as const)
    assert.deepEqual(recognise([header], CLIENT_COLUMNS), [field], header)
})
test('the row of the headers is the one that names most columns, whatever stands above it', () => {
  const rows: Cell[][] = [
    ['Tabela de preços — novembro'],
    [],
    ['Emitida em', '22/11/2026'],
    ['Produto'],
    ['Código', 'Produto', 'Valor'],
    ['1', 'Nome', 5],
  ]
  assert.equal(guessHeader(rows, PRODUCT_COLUMNS), 4)
  assert.equal(guessHeader([[], ['Coisa', 'Outra'], ['x', 'y']], PRODUCT_COLUMNS), 1)
  assert.equal(guessHeader([], PRODUCT_COLUMNS), 0)
})
test('an ERP sheet with a title above its headers is read, its row said, and another row can be chosen', async () => {
  const rows: Cell[][] = [
    ['RELATÓRIO DE PRODUTOS'],
    ['Emitido em 22/11/2026 por Sistema'],
    [],
    ['CÓD. PROD.', 'DESCRIÇÃO DO PRODUTO', 'VLR UNIT (R$)', 'COD BARRAS (EAN13)', 'QTD ESTOQUE'],
    ['E-1', 'Vaso de barro', 12.5, '7891000100103', 4],
  ]
  const f = file(await book([{ name: 'Plan1', rows }]), 'produtos.xlsx')
  const p = await preview(f)
  assert.deepEqual(
    [p.file.what, p.file.header_row, fields(p), p.counts.new],
    ['xlsx', 4, ['code', 'name', 'price', 'ean', 'stock'], 1],
  )
  assert.deepEqual(p.file.lines[0], { row: 1, text: 'RELATÓRIO DE PRODUTOS' })
  const other = await preview(f, { header_row: '1' })
  assert.deepEqual([other.file.header_row, other.columns[0].header], [1, 'RELATÓRIO DE PRODUTOS'])
  assert.match((await send('insert', f)).body.mensagem, /1 produto criado/)
})
test('the table on the second tab is found, and another tab can be chosen', async () => {
  const f = file(
    await book([
      { name: 'Leia-me', rows: [['Preencha a aba ao lado']] },
      {
        name: 'Preços & estoque',
        rows: [
          ['Código', 'Nome', 'Preço'],
          ['T-1', 'Tigela', 9],
        ],
      },
    ]),
    'p.xlsx',
  )
  const p = await preview(f)
  assert.deepEqual([p.file.tabs, p.file.tab, p.counts.new], [['Leia-me', 'Preços & estoque'], 1, 1])
  assert.deepEqual((await preview(f, { tab: '0' })).file.tab, 0)
  assert.equal((await send('preview', f, { tab: '7' })).status, 422)
})
test('a formula that nobody calculated is refused by row, and one that was is its value', async () => {
  for (const code of ['FO-1', 'FO-2', 'FO-3']) await aProduct(t, a, { code, name: 'Fôrma', price: '7,00' })
  const rows = [
    ['Código', 'Nome', 'Preço', 'Margem'],
    ['FO-1', 'Fôrma', null, null],
    ['FO-2', 'Fôrma', null, null],
    ['FO-3', 'Fôrma', null, null],
  ]
  const formula = { formula: '10*2', type: 'formula', value: null }
  const cells = new Map<string, object>([
    ['1,2', formula],
    ['2,2', { ...formula, formulaResult: 20 }],
    // No column of ours.
    ['2,3', formula],
    ['3,2', { ...formula, formulaResult: '' }],
  ])
  const sheets = [
    { name: 'Leia-me', rows: [['Olá']] },
    { name: 'Preços', rows, cells },
  ]
  const f = file(new Uint8Array(await writeXlsx({ sheets: sheets as never })), 'formulas.xlsx')
  const p = await preview(f)
  assert.deepEqual(p.counts, { new: 0, changed: 1, same: 0, refused: 2 })
  const [issue] = p.rows.find((r: { code: string }) => r.code === 'FO-1').issues
  assert.deepEqual([issue.row, issue.column], [2, 'Preço'])
  assert.match(issue.message, /fórmula não foi calculada/)
  assert.equal((await send('update', f)).body.code, 'rows_refused')
  assert.equal((await send('apply', f, { mode: 'update', skip_refused: '1' })).status, 200)
  const price = async (code: string) =>
    (await t.call('GET', `/api/v2/products/by_code/${code}`, { token: a.admin.token })).body.data.price
  assert.deepEqual(await Promise.all(['FO-1', 'FO-2', 'FO-3'].map(price)), ['7,00', '20,00', '7,00'])
})
test('text between tabs, a first line sep=, text named .xlsx, a web table named .xls and UTF-16 are read for what they are', async () => {
  const rows = [
    ['Código', 'Nome', 'Preço'],
    ['S-1', 'Sino, de bronze', '1.234,50'],
  ]
  const text = (between: string) => `${rows.map((r) => r.join(between)).join('\r\n')}\r\n`
  const html = `<html><body><table><tr><th>Código</th><th>Nome</th><th>Preço</th></tr><tr><td>007</td><td>Sino &amp; corda</td><td>R$ 1.234,50</td></tr></table></body></html>`
  for (const [f, what, line] of [
    [file(text('\t'), 'a.txt'), 'tabs', 2],
    [file(`sep=;\r\n${text(';')}`, 'a.csv'), 'semicolons', 3],
    [file(text(';'), 'a.xlsx'), 'semicolons', 2],
    [file(`Preços, por loja, de novembro\r\n${text(';')}`, 'a.csv'), 'semicolons', 3],
    [file(Buffer.from(`\ufeff${text('\t')}`, 'utf16le'), 'a.txt'), 'tabs', 2],
    [file(html, 'a.xls'), 'html', 2],
  ] as const) {
    const p = await preview(f)
    assert.deepEqual(
      [p.file.what, fields(p), p.counts],
      [what, ['code', 'name', 'price'], { new: 1, changed: 0, same: 0, refused: 0 }],
      f.name,
    )
    assert.equal(p.rows[0].row, line)
  }
  assert.equal((await preview(file(html, 'a.xls'))).rows[0].code, '007')
})
test('what cannot be read says what it is and what to do', async () => {
  const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  for (const [bytes, code, words] of [
    [ole, 'sheet_old', /antiga do Excel \(\.xls\).*salve como \.xlsx/],
    [Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]), 'sheet_locked', /senha/],
    [Buffer.from('%PDF-1.7 …'), 'sheet_other', /um PDF.*salve como \.xlsx/],
    [Buffer.from('ffd8ffe0', 'hex'), 'sheet_other', /uma foto/],
    [Buffer.from('<html><body>Sessão expirada</body></html>'), 'sheet_other', /não tem tabela/],
    [
      Buffer.from('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'),
      'sheet_other',
      /XML do Excel 2003/,
    ],
  ] as const) {
    const r = await send('preview', file(new Uint8Array(bytes), 'x.xls'))
    assert.deepEqual([r.status, r.body.code], [422, code])
    assert.match(r.body.message, words)
  }
})
test('"descrição" is the name in a price list without names, and stays the description where a sheet only updates', async () => {
  await aProduct(t, a, { code: 'D-1', name: 'Fica', price: '1,00' })
  const f = file('Código;Descrição;Preço\nD-1;Texto novo;2,00\nD-2;Copo;3,00\n', 'x.csv')
  assert.deepEqual(fields(await preview(f)), ['code', 'name', 'price'])
  assert.deepEqual(fields(await preview(f, { mode: 'update' })), ['code', 'description', 'price'])
  assert.equal((await send('update', file('Código;Descrição;Preço\nD-1;Texto novo;2,00\n', 'x.csv'))).status, 200)
  const p = (await t.call('GET', '/api/v2/products/by_code/D-1', { token: a.admin.token })).body.data
  assert.deepEqual([p.name, p.description], ['Fica', 'Texto novo'])
})
