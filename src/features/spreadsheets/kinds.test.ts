// What a cell means by its column: yes or no, and how many cents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Cell } from '#shared/cell.ts'
import { type Kind, CLIENTS, PRODUCTS } from './kinds.ts'
import { readTable, type RowIssue } from './rules.ts'

const readWith =
  <F extends string, V>(kind: Kind<F, V>, field: F) =>
  (cell: Cell) => {
    let refused = false
    const value = kind.read(field, cell, () => (refused = true))
    return refused ? 'refused' : value
  }
const active = readWith(PRODUCTS, 'active')
const blocked = readWith(CLIENTS, 'blocked')

test('reads the words for "on sale" and for "off sale" of Brazilian and foreign systems', () => {
  const on = [true, 1, '1', '1,0', 'Sim', 's', 'ATIVO', 'active', 'VERDADEIRO', 'Publicado', 'disponível', 'À venda']
  const off = [false, 0, '0', -1, '-1', 'Não', 'n', 'Inativo', 'draft', 'archived', 'Rascunho', 'FALSO', 'Bloqueado']
  const gone = ['Disabled', 'Fora de linha', 'Não publicado', 'Excluído', 'E', 'private', 'Arquivado', 'Descontinuado']
  for (const word of on) assert.equal(active(word), true, String(word))
  for (const word of [...off, ...gone]) assert.equal(active(word), false, String(word))
  assert.equal(active(''), undefined, 'an empty cell says nothing')
})
test('refuses every other word and number for a status, and never takes it for "on sale"', () => {
  fc.assert(fc.property(fc.integer({ min: -999, max: 999 }), (n) => assert.equal(active(n) === true, n === 1)))
  const odd = [
    '?',
    '✓',
    '-',
    '+1',
    '-1-',
    '10',
    '2',
    'sim e não',
    'ativo?não',
    'Esgotado',
    'em análise',
    'N/A',
    '#N/A',
    'a b',
  ]
  for (const word of odd) assert.equal(active(word), 'refused', word)
  // Two words of a list are none of it.
  const known = fc.constantFrom('ativo', 'sim', 'publicado', 'não', 'rascunho', 'draft')
  fc.assert(fc.property(known, known, (one, two) => assert.equal(active(`${one} ${two}`) === true, false)))
  fc.assert(
    fc.property(fc.stringMatching(/^[b-rt-xz][a-zçãé]{6,20}$/), (word) => {
      fc.pre(!/^(publicad[oa]|published|visivel|visible|disponivel|habilitad[oa]|liberad[oa]|verdadeiro)$/.test(word))
      assert.notEqual(active(word), true)
    }),
  )
})
test('refuses a word that says neither that a client is blocked nor that it is not', () => {
  for (const word of ['Sim', 'x', 1, true, 'Bloqueado', 'VERDADEIRO']) assert.equal(blocked(word), true, String(word))
  for (const word of ['Não', '', 0, false, 'Liberado']) assert.equal(blocked(word), false, String(word))
  for (const word of ['talvez', 'em análise', -1, 2]) assert.equal(blocked(word), 'refused', String(word))
})
test('takes a comma before three digits for decimals, unless its sheet separates cents by a point', () => {
  const read = (...prices: Cell[]) => {
    const issues: RowIssue[] = []
    const rows = [['Código', 'Preço'], ...prices.map((p, i) => [`A${i}`, p])]
    const { drafts } = readTable(PRODUCTS, rows, issues, { need: ['code'] })
    const bad = new Set(issues.map((x) => x.row))
    return drafts.map((d) => (bad.has(d.row) ? 'refused' : d.values.price))
  }
  assert.deepEqual(read('8,325', '1,005', 'R$ 2,675', '0,125', '10'), [833, 101, 268, 13, 1000])
  assert.deepEqual(read('8,325', '1,005', 12.9), [833, 101, 1290], 'a number is no text with a point')
  assert.deepEqual(read('12.90', '1,500', 'R$ 8,325', '12,90'), [1290, 'refused', 'refused', 1290])
  assert.deepEqual(read('1,234.50', '1,500', '0.5'), ['refused', 'refused', 50])
  assert.deepEqual(read('8.325', '12,5000', '12.500000', '1.234,5000'), ['refused', 1250, 1250, 123450])
  const issues: RowIssue[] = []
  const header = ['Código', 'Preço', 'Preço 2', 'Estoque', 'Descrição']
  readTable(PRODUCTS, [header, ['A1', '1,500', '', '', ''], ['A2', '900', '12.90', '', '']], issues, { need: ['code'] })
  assert.deepEqual(
    issues.map((i) => [i.row, i.column]),
    [[2, 'Preço']],
  )
  // Negative control: a point in another kind of column says nothing of prices.
  const sound: RowIssue[] = []
  readTable(PRODUCTS, [header, ['A1', '1,500', '', '7.00', '12.90']], sound, { need: ['code'] })
  assert.deepEqual(sound, [])
})
