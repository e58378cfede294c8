// What a cell means by its column: yes or no.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Cell } from '#shared/cell.ts'
import { type Kind, CLIENTS, PRODUCTS } from './kinds.ts'

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
