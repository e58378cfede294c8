// From a clipboard to rows, by itself: what is a table, which column counts, and what a chat adds that says nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Product } from '#features/products/contract.ts'
import { searchText } from '#features/products/search.ts'
import { readRows } from './pasted.ts'
import { makeShelf } from './shelf.ts'

const goods = [
  ['Caneca azul', '00123'],
  ['Prato raso', '456'],
  ['Prato fundo', '789'],
  ['500', 'A-5'],
  ['600', 'A-6'],
].map(([name, code], i) => {
  const p = { id: i + 1, name, code, ean: '', attributes: [], min_quantity: 1, multiple: 1, mixed: false, order: i }
  return { ...p, search_text: searchText({ ...p, variations: [] } as never) } as unknown as Product
})
const shelf = makeShelf(goods)
const rows = (text: string) =>
  readRows(shelf, text).rows.map((r) => [r.line, r.text, r.amount && (r.amount.n ?? 'odd')])
const texts = (text: string) => rows(text).map(([, said]) => said)
const amounts = (text: string) => rows(text).map(([, , amount]) => amount)

test('marks of HTML go, its blocks part lines; what is no HTML stays as it is written', () => {
  assert.deepEqual(texts('caneca < azul > 3\nprato &amp; mais'), ['caneca < azul > 3', 'prato &amp; mais'])
  assert.deepEqual(texts('<b>caneca</b>\nprato'), ['caneca', 'prato'])
  assert.deepEqual(texts('<p>caneca\nazul</p><p>prato</p>'), ['caneca azul', 'prato'])
  assert.deepEqual(texts('<p>A &AMP; B &copy; C</p><p>D</p>'), ['A & B &copy; C', 'D'])
})
test('who said it and when goes from the beginning of a line, not from within it', () => {
  for (const line of [
    '[12:30, 24/11/2026] Ana: 3 caneca',
    '24/11/2026 10:30 - Ana: 3 caneca',
    '- *3 caneca* ,',
    '> 3  caneca.',
  ])
    assert.deepEqual(texts(line), ['3 caneca'], line)
  for (const line of ['caneca [azul claro] cor: preta', 'entrega 12/11/2026 10:30 - Ana: caneca'])
    assert.deepEqual(texts(line), [line])
})
test('lines keep their numbers, empty ones count and are none; what is longer than any order is cut', () => {
  assert.deepEqual(rows('\n \ncaneca\n\nprato'), [
    [3, 'caneca', null],
    [5, 'prato', null],
  ])
  assert.deepEqual(rows(' \nCódigo\tQtd\n\n00123\t10'), [[4, '00123', 10]])
  assert.equal(readRows(shelf, 'caneca').left, 0)
  assert.deepEqual(rows(''), [])
  assert.equal(texts('a'.repeat(200_005))[0]?.toString().length, 200_000)
})
test('the numbers of a list go where they are in order, from the first line on', () => {
  assert.deepEqual(texts('1) caneca\n2) prato'), ['caneca', 'prato'])
  assert.deepEqual(texts('1) caneca\t\n2) prato\t'), ['caneca', 'prato'], 'a tab that parts nothing')
  for (const lines of [
    ['1) caneca'],
    ['1) caneca', 'prato'],
    ['1) caneca', '3) prato'],
    ['caneca 1) azul', 'prato 2) raso'],
  ])
    assert.deepEqual(texts(lines.join('\n')), lines)
})
test('semicolons make a table where every line has as many', () => {
  assert.deepEqual(rows('456;2\n789;3'), [
    [1, '456', 2],
    [2, '789', 3],
  ])
  assert.deepEqual(rows('456;2\nprato raso'), [
    [1, '456;2', null],
    [2, 'prato raso', null],
  ])
})
test('a first line of titles is none of the goods: one says what counts, or one names goods and none holds a number', () => {
  assert.deepEqual(rows('Foo\tQtd\n00123\t10'), [[2, '00123', 10]])
  assert.deepEqual(rows('Produto\tValor\nCaneca azul\t3'), [[2, 'Caneca azul', 3]])
  assert.deepEqual(texts('Item 1\tCaneca azul\nItem 2\tPrato raso'), ['Item 1 Caneca azul', 'Item 2 Prato raso'])
  assert.deepEqual(rows('Produto\nCaneca azul\t3'), [
    [1, 'Produto', null],
    [2, 'Caneca azul', 3],
  ])
  assert.deepEqual(rows('Caneca azul\t3\nPrato raso\t2'), [
    [1, 'Caneca azul', 3],
    [2, 'Prato raso', 2],
  ])
  // A title that only speaks of a quantity, or of goods, is another column's.
  for (const title of ['Em qtd', 'Qtd por caixa'])
    assert.deepEqual(amounts(`Código\t${title}\tCaixas\n00123\t1\t10`), [null], title)
  assert.deepEqual(texts('Produto\tPreço do produto\tQtd\nCaneca azul\t12,50\t3'), ['Caneca azul'])
  assert.deepEqual(amounts('Produto\t Qtd \tCaixas\nCaneca azul\t3\t4'), [3])
  assert.deepEqual(texts('Produto\tObs.\tQtd\nCaneca azul\tfrágil\t3'), ['Caneca azul'])
  assert.deepEqual(amounts('Produto\tQtd\tQtd\nCaneca azul\t3\t4'), [null], 'which one is not said')
})
test('of columns of numbers the one that names goods is their code, and prices are none', () => {
  assert.deepEqual(amounts('456\t2'), [2])
  assert.deepEqual(amounts('456\t1.500\n789\t2.500'), [1500, 2500], 'thousands are no prices')
  assert.deepEqual(amounts('456\t\t2\n789\t\t3'), [2, 3], 'an empty column')
  assert.deepEqual(amounts('456\t2\n789\t'), [2, null], 'a cell that is empty')
  assert.deepEqual(amounts('456\t2\n789\t3\nprato raso'), [2, 3, null], 'a row that is shorter')
  assert.deepEqual(amounts('Foo\t3\t5,00\nBar\t4\t6,00'), [3, 4])
  assert.deepEqual(amounts('Foo\t3\t5,00\nBar\t4\t6'), [3, 4], 'half of it prices')
  assert.deepEqual(texts('Foo\t3\t5,00\nBar\t4\t6'), ['Foo', 'Bar'])
  assert.deepEqual(texts('Foo\tazul\t3\nBar\tverde\t4'), ['Foo azul', 'Bar verde'])
  assert.deepEqual(texts('Caneca azul\tde R$ 5\t3\nPrato raso\tde R$ 6\t2'), [
    'Caneca azul de R$ 5',
    'Prato raso de R$ 6',
  ])
  assert.deepEqual(amounts('500\t2\n600\t3'), [2, 3], 'names that are numbers')
  assert.deepEqual(rows('456\t2\n\t3\n---\t4'), [[1, '456', 2]], 'a row that names nothing')
  assert.deepEqual(amounts('Foo\t5,00\nBar\t6,00'), [5, 6], 'the only numbers there are')
  assert.deepEqual(amounts('11\t22\n33\t44'), [null, null], 'neither names anything')
  assert.deepEqual(amounts('456\t1\n456\t2\n456\t3\n456\t4\n456\tdois'), [1, 2, 3, 4, 'odd'], 'four of five')
})
