// Cells that must not become a value, in every format that is read: formulas without a result, percentages, errors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  csvOf,
  filesOf,
  type Form,
  ODS_FORMULA,
  odsOf,
  type Plain,
  type Row,
  xls,
  xlsOf,
  type XlsxCell,
  xlsxOf,
} from '../../../../test/sheet-files.ts'
import { PRODUCT_COLUMNS } from '../columns.ts'
import { PRODUCTS, type Values } from '../kinds.ts'
import { readTable, type RowIssue } from '../rules.ts'
import { readSheet } from './read.ts'

/** What a file of products says: its values, what is refused by row and column, and which formulas came to nothing. */
async function read(file: File) {
  const issues: RowIssue[] = []
  const bytes = Buffer.from(await file.arrayBuffer())
  const { rows } = await readSheet(bytes, { columns: PRODUCT_COLUMNS, tab: undefined })
  const { drafts } = readTable(PRODUCTS, rows, issues, { need: ['code'] })
  return {
    values: drafts.map((d): Values => d.values),
    issues: issues.map((i) => [i.row, i.column, i.message] as const),
    empty: drafts.flatMap((d) =>
      (d.emptyFormulas ?? []).map((field) => [d.row, PRODUCT_COLUMNS[field as 'code'].header] as const),
    ),
  }
}
const LOADS = '<calcPr fullCalcOnLoad="1"/>'
/** Formulas without a result, as programs write them that do not calculate, and with an error for one. */
const WITHOUT_RESULT: Record<string, Form> = {
  'no value': {
    xlsx: { xml: '><f>B2*1.1</f>' },
    ods: { attributes: ODS_FORMULA },
    xls: xls.formula(xls.text),
    csv: '=B2*1,1',
  },
  'an empty value': {
    xlsx: { xml: '><f>B2*1.1</f><v/>' },
    ods: { attributes: `${ODS_FORMULA} office:value-type="float"` },
  },
  'an empty value of two tags': { xlsx: { xml: '><f>B2*1.1</f><v></v>' }, csv: '=SOMA(B2:B9)' },
  'a text without a value': { xlsx: { xml: 't="str"><f>B2&amp;""</f>' } },
  'a blank value': { xlsx: { xml: '><f>B2*1.1</f><v> </v>' } },
  'a shared formula': { xlsx: { xml: '><f t="shared" si="0"/><v/>' } },
  'an answer without a value': {
    xlsx: { xml: 't="b"><f>B2&gt;1</f><v/>' },
    ods: { attributes: `${ODS_FORMULA} office:value-type="boolean"` },
  },
  'an empty text': {
    xlsx: { xml: 't="str"><f>IF(B2=1,"",B2)</f><v></v>' },
    ods: { attributes: `${ODS_FORMULA} office:value-type="string" office:string-value=""` },
    xls: xls.formula(xls.empty),
  },
  '0, to be calculated on load': {
    xlsx: { xml: '><f>B2*1.1</f><v>0</v>' },
    book: LOADS,
    xls: xls.formula(0, { options: 3 }),
  },
  'an error': {
    xlsx: { xml: 't="e"><f>VLOOKUP(1,A1:A1,1,0)</f><v>#N/A</v>' },
    ods: {
      attributes: `${ODS_FORMULA} office:value-type="string" office:string-value="" calcext:value-type="error"`,
      text: '#N/D',
    },
    xls: xls.formula(xls.notAvailable),
    csv: '#N/D',
  },
  'an error that is written as 0': {
    ods: { attributes: `${ODS_FORMULA} office:value-type="float" office:value="0"`, text: 'Err:502' },
  },
}

test('finds each formula without a result, in every format and column', async () => {
  const header = Object.values(PRODUCT_COLUMNS).map((c) => c.header)
  for (const [name, form] of Object.entries(WITHOUT_RESULT)) {
    // The nth row has the formula in its nth column; the last row has none.
    const plain = (i: number): Row => [`A-${i}`, 'Copo', ...header.slice(2).map(() => 1)]
    const rows = [...header.map((_, i) => plain(i).with(i, form)), plain(header.length)]
    for (const [format, file] of await filesOf([header, ...rows], form)) {
      const { issues, empty } = await read(file)
      const found = [...issues, ...empty].map(([row, column]) => `${row} ${column}`)
      const wanted = header.map((column, i) => `${i + 2} ${column}`)
      assert.deepEqual(
        wanted.filter((w) => !found.includes(w)),
        [],
        `${name} in ${format}`,
      )
      assert.ok(!found.some((f) => f.startsWith(`${rows.length + 1} `)), `${name} in ${format}`)
    }
  }
})
test('reads the result of a formula that has one, and an empty one as empty', async () => {
  const results: [Form, number | null][] = [
    [
      {
        xlsx: { xml: '><f>2*10</f><v>20</v>' },
        book: LOADS,
        ods: { attributes: `${ODS_FORMULA} office:value-type="float" office:value="20"`, text: '20' },
        xls: xls.formula(20, { options: 3 }),
      },
      2000,
    ],
    [
      {
        xlsx: { xml: 't="str"><f>""</f><v></v>' },
        ods: { attributes: `${ODS_FORMULA} office:value-type="string" office:string-value=""` },
        xls: xls.formula(xls.empty),
      },
      null,
    ],
    [
      {
        xlsx: { xml: '><f>0</f><v>0</v>' },
        ods: { attributes: `${ODS_FORMULA} office:value-type="float" office:value="0"`, text: '0' },
        xls: xls.formula(0),
      },
      null,
    ],
    // The first cell of a shared formula has a record between it and its text.
    [{ xls: xls.formula(xls.text, { behind: [xls.sharedFormula(), xls.result('20,00')] }) }, 2000],
  ]
  for (const [form, promo] of results)
    for (const [format, file] of await filesOf(
      [
        ['Código', 'Promoção'],
        ['R-1', form],
      ],
      form,
    )) {
      const { values, issues } = await read(file)
      assert.deepEqual(
        [values, issues],
        [[{ code: 'R-1', price_promo: promo }], []],
        `${JSON.stringify(form)} in ${format}`,
      )
    }
})
test('takes no percentage for a price, in every format and price column', async () => {
  const columns = ['Preço', 'Preço 2', 'Preço 3', 'Preço promocional']
  const styles = { formats: [10, '0%', '[Red]0.0 %;-0%', '0"%"', String.raw`0\%`, '0.00', 'R$ #,##0.00'] }
  const shown: [string, Form][] = [
    ['10 %', { csv: '10 %', ods: { attributes: 'office:value-type="percentage" office:value="0.1"', text: '10%' } }],
    ['no text', { ods: { attributes: 'office:value-type="percentage" office:value="0.1"' } }],
    [
      'a formula',
      {
        xlsx: { xml: 's="2"><f>1/10</f><v>0.1</v>' },
        xls: xls.formula(0.1, { style: 2 }),
        ods: { attributes: `${ODS_FORMULA} office:value-type="percentage" office:value="0.1"`, text: '10%' },
      },
    ],
    ['packed', { xls: xls.rk(10, 2) }],
    ['packed in a row', { xls: xls.mulRk(10, 1) }],
    ...styles.formats
      .slice(0, 5)
      .map((code, i): [string, Form] => [
        String(code),
        { xlsx: { xml: `s="${i + 1}"><v>0.1</v>` }, xls: xls.number(0.1, i + 1) },
      ]),
  ]
  for (const [name, form] of shown) {
    const rows = columns.map((_, i): Row => ['P-1', ...([100, 90, 80, 70] as Row).with(i, form)])
    for (const [format, file] of await filesOf([['Código', ...columns], ...rows], { ...form, ...styles })) {
      const found = (await read(file)).issues.filter(([, , message]) => /^“(10|0,1) ?%” não é um preço/.test(message))
      assert.deepEqual(
        found.map(([row, column]) => [row, column]),
        columns.map((column, i) => [i + 2, column]),
        `${name} in ${format}`,
      )
    }
  }
  // The same number in other formats is a price.
  for (const style of [6, 7]) {
    const form: Form = {
      xlsx: { xml: `s="${style}"><v>0.1</v>` },
      xls: xls.number(0.1, style),
      ods: { attributes: 'office:value-type="currency" office:currency="BRL" office:value="0.1"', text: 'R$ 0,10' },
    }
    for (const [format, file] of await filesOf(
      [
        ['Código', 'Preço'],
        ['P-1', form],
      ],
      { ...form, ...styles },
    ))
      assert.deepEqual(
        await read(file),
        { values: [{ code: 'P-1', price: 10 }], issues: [], empty: [] },
        `${style} in ${format}`,
      )
  }
})
test('rounds half a cent up in every format', async () => {
  const prices = [8.325, 1.005, 2.675, 10.004]
  const rows = [['Código', 'Preço'], ...prices.map((n, i): Plain[] => [`H-${i}`, n])]
  const texts = rows.map((r) => r.map((c) => String(c).replace('.', ',')))
  for (const file of [await xlsxOf(rows), await odsOf(rows), xlsOf(rows), await xlsxOf(texts), csvOf(texts)])
    assert.deepEqual(
      (await read(file)).values.map((v) => v.price),
      [833, 101, 268, 1000],
      file.name,
    )
})
test('refuses a cell that is broken or names no text, and reads a blank one as empty', async () => {
  const header = ['Código', 'Nome', 'Preço', 'Código de barras', 'Ativo']
  const texts = [...header, 'K-1', 'Copo']
  const shared = (n: number): XlsxCell => ({ xml: `t="s"><v>${n}</v>` })
  const row = (ean: XlsxCell, active: XlsxCell) => [header, [shared(5), shared(6), 5, ean, active]]
  const columns = async (file: File) => (await read(file)).issues.map(([, column]) => column)
  // A text without an index is not the first text, an answer without a value not "no".
  for (const blank of ['>', '><v/>', '><v></v>']) {
    const { values, issues } = await read(
      await xlsxOf(row({ xml: `t="s"${blank}` }, { xml: `t="b"${blank}` }), { texts }),
    )
    assert.deepEqual([values, issues], [[{ code: 'K-1', name: 'Copo', price: 500, ean: '' }], []])
  }
  assert.deepEqual(await columns(await xlsxOf(row(shared(99), { xml: 't="b"><v>1</v>' }), { texts })), [
    'Código de barras',
  ])
  const noDate: XlsxCell = { xml: 's="1"><v>99999999999</v>' }
  assert.deepEqual(
    await columns(await xlsxOf([header, ['K-1', 'Copo', noDate, null, null]], { formats: ['dd/mm/yyyy'] })),
    ['Preço'],
  )
  for (const error of ['#N/A', '#DIV/0!', '#VALOR!', '#NOME?', 'Err:508'])
    assert.deepEqual(await columns(csvOf([header, header.map(() => error)])), header, error)
  assert.deepEqual(
    await columns(xlsOf([header, ['K-1', xls.error(42), xls.error(7), xls.error(99), null]])),
    header.slice(1, 4),
  )
  for (const answer of [true, false])
    assert.deepEqual(await columns(xlsOf([header, ['K-1', 'Copo', xls.boolean(answer), null, xls.boolean(answer)]])), [
      'Preço',
    ])
})
