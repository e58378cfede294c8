// What a sheet becomes: its header, its columns, its rows, and what is said of those that are wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cell, EMPTY_RESULT, UNCALCULATED } from '#shared/cell.ts'
import { CLIENTS, type Kind, PRODUCTS } from './kinds.ts'
import { descriptionIsName, readTable, type RowIssue, showValue, type TableOptions } from './rules.ts'

type Field = 'code' | 'name'
const column = (header: string, known: string) => ({ header, known, width: 10, kind: 'text' as const })
/** Two columns whose cells are taken as they are; a name '!' is wrong. */
const PLAIN: Kind<Field, Record<Field, Cell>> = {
  columns: { code: column('Código', 'cod|sku'), name: column('Nome', 'produto') },
  read: (_, cell, issue) => {
    if (cell === '!') issue('Isto não é um nome.')
    return cell
  },
  key: (v) => String(v.code ?? ''),
  keyLabel: 'Código',
}
function read(rows: Cell[][], options: Partial<TableOptions<Field>> = {}) {
  const issues: RowIssue[] = []
  const table = readTable(PLAIN, rows, issues, { need: ['name'], ...options })
  return { ...table, issues, held: table.drafts.map((d) => [d.row, d.values.code, d.values.name]) }
}
const HEAD: Cell[] = ['SKU', 'Produto']

test('rows keep the number that the spreadsheet gives them; empty ones and cells beyond the columns are left out', () => {
  const { header, columns, headerRow, held, issues } = read([
    HEAD,
    ['a', 'Vaso', 'x'],
    [null, ' '],
    ['', 'Copo'],
    ['c'],
  ])
  assert.deepEqual([header, columns, headerRow], [HEAD, ['code', 'name'], 1])
  assert.deepEqual(held, [
    [2, 'a', 'Vaso'],
    [4, '', 'Copo'],
    [5, 'c', null],
  ])
  assert.deepEqual(issues, [])
})
test('above its header a sheet may have a title; a header row that was chosen stands, one that is not there is the last', () => {
  const rows = [['Lista de preços'], HEAD, ['a', 'Vaso']]
  assert.deepEqual([read(rows).headerRow, read(rows).held], [2, [[3, 'a', 'Vaso']]])
  assert.equal(read(rows, { header: 0 }).headerRow, 1)
  assert.equal(read(rows, { header: 9 }).headerRow, 3)
  assert.deepEqual(
    [read([], { header: 9 }).headerRow, read([]).header, read([['x']], { header: 9 }).headerRow],
    [1, [], 1],
  )
  assert.equal(read([Array.from({ length: 201 }, (_, i) => `c${i}`)]).header.length, 200)
})
test('a column that is needed and missing is said with the row of the headers, and nothing is read', () => {
  const { issues, drafts } = read([['Título'], ['SKU', 'Outra'], ['a', 'Vaso']])
  assert.deepEqual(issues, [{ row: 2, column: 'Nome', message: 'Falta a coluna Nome.' }])
  assert.deepEqual(drafts, [])
})
test('columns that somebody chose stand, of fields that there are; by name they stand over what was recognised', () => {
  const rows = [
    ['SKU', 'Produto', 'Apelido'],
    ['a', 'Vaso', 'Vasinho'],
  ]
  assert.deepEqual(read(rows, { mapping: [null, 'code', 'name'] }).held, [[2, 'Vaso', 'Vasinho']])
  assert.deepEqual(read(rows, { mapping: ['price', null, 'name'] }).columns, [null, null, 'name'])
  assert.deepEqual(
    read(rows).drafts,
    [{ row: 2, values: { code: 'a', name: 'Vaso' } }],
    'nothing of a column that is nobody’s',
  )
  assert.deepEqual(read(rows, { named: { Apelido: 'name' } }).columns, ['code', null, 'name'])
  assert.deepEqual(read(rows, { named: { SKU: '' } }).columns, [null, 'name', null])
  assert.deepEqual(read(rows, { instead: (c) => c.toReversed() }).columns, [null, 'name', 'code'])
})
test('a wrong cell is said with its row and column, and its row is still told', () => {
  const { issues, held } = read([HEAD, ['a', 'Vaso'], ['b', '!']])
  assert.deepEqual(issues, [{ row: 3, column: 'Nome', message: 'Isto não é um nome.' }])
  assert.equal(held.length, 2)
})
test('a code that comes twice is refused, or its first or last row is taken; rows without a code are not the same', () => {
  const rows = [HEAD, ['a', '1'], ['b', '2'], ['a', '3'], ['', '4'], ['', '5'], ['a', '6']]
  const names = (repeated?: 'refuse' | 'first' | 'last') => read(rows, { repeated }).held.map((h) => h[2])
  assert.deepEqual(names('first'), ['1', '2', '4', '5'])
  assert.deepEqual(names('last'), ['2', '4', '5', '6'])
  assert.deepEqual([read(rows, { repeated: 'first' }).issues, read(rows, { repeated: 'last' }).issues], [[], []])
  for (const repeated of [undefined, 'refuse'] as const)
    assert.deepEqual(read(rows, { repeated }).issues, [
      { row: 4, column: 'Código', message: 'O código a já está na linha 2.' },
      { row: 7, column: 'Código', message: 'O código a já está na linha 4.' },
    ])
  const mended = [HEAD, ['a', '!'], ['a', 'Vaso'], ['b', 'Copo'], ['b', '!']]
  const wrong = (repeated: 'first' | 'last') => read(mended, { repeated }).issues.map((x) => x.row)
  assert.deepEqual([wrong('last'), wrong('first')], [[5], [2]], 'of a row that is not taken nothing is wrong')
  const long = 'x'.repeat(80)
  assert.equal(
    read([HEAD, [long, '1'], [long, '2']]).issues[0]?.message,
    `O código ${'x'.repeat(60)} já está na linha 2.`,
  )
  const issues: RowIssue[] = []
  readTable(
    CLIENTS,
    [
      ['Nome', 'E-mail'],
      ['Ana', 'a@x.test'],
      ['Bia', 'a@x.test'],
    ],
    issues,
    { need: ['name'] },
  )
  assert.equal(issues[0]?.message, 'O cliente a@x.test já está na linha 2.')
})
test('names the formulas without a text, and a row whose code nobody knows', () => {
  const rows = [HEAD, ['a', EMPTY_RESULT], [EMPTY_RESULT, 'Vaso'], [UNCALCULATED, 'Copo'], ['b', 'Prato'], ['', 'Pote']]
  assert.deepEqual(
    read(rows).drafts.map((d) => [d.row, d.emptyFormulas, d.unnamed]),
    [
      [2, ['name'], undefined],
      [3, ['code'], true],
      [4, undefined, true],
      [5, undefined, undefined],
      [6, undefined, undefined],
    ],
  )
})
test('a sheet without a filled row says so; one with a single product does not', () => {
  assert.deepEqual(read([HEAD, ['', null]]).issues, [
    { row: 1, column: '', message: 'A planilha não tem nenhuma linha preenchida.' },
  ])
  assert.deepEqual(read([HEAD, ['a', 'Vaso']]).issues, [])
})
test('of a list with prices and no names, what it calls description is the name', () => {
  const told = (...columns: Parameters<typeof descriptionIsName>[0]) => descriptionIsName(columns)
  assert.deepEqual(told('code', 'description', 'price', null), ['code', 'name', 'price', null])
  assert.deepEqual(told('name', 'description', 'price'), ['name', 'description', 'price'])
  assert.deepEqual(told('code', 'description'), ['code', 'description'])
  const issues: RowIssue[] = []
  const rows = [
    ['Código', 'Descrição', 'Preço'],
    ['a', 'Vaso', '12,90'],
  ]
  const { drafts } = readTable(PRODUCTS, rows, issues, { need: ['name', 'price'], instead: descriptionIsName })
  assert.deepEqual([drafts, issues], [[{ row: 2, values: { code: 'a', name: 'Vaso', price: 1290 } }], []])
})
test('values read as people write them: prices in reais, yes and no, lists, nothing', () => {
  assert.deepEqual(
    [null, undefined, ''].map((v) => showValue('name', v)),
    ['', '', ''],
  )
  assert.deepEqual([showValue('active', true), showValue('active', false)], ['Sim', 'Não'])
  assert.deepEqual([showValue('category', ['A', 'B']), showValue('tags', ['a', 'b, c'])], ['A; B', 'a, "b, c"'])
  assert.deepEqual(
    [showValue('price2', 1290), showValue('stock', 1290), showValue('price', 'x'), showValue('stock', 0)],
    ['12,90', '1290', 'x', '0'],
  )
})
