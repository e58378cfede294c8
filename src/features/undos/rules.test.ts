import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoWords } from './rules.ts'

test('a change that can be taken back says what it was, and of which file', () => {
  assert.deepEqual(undoWords({ kind: 'products', name: 'price' }), { what: 'Preços mudados por porcentagem', file: '' })
  assert.deepEqual(undoWords({ kind: 'products', name: 'x.csv' }), { what: 'Produtos mudados', file: 'x.csv' })
  assert.deepEqual(undoWords({ kind: 'tags', name: 'x' }), { what: 'Etiquetas mudadas', file: '' })
  assert.deepEqual(undoWords({ kind: 'clients', name: 'c.csv' }), { what: 'Planilha de clientes', file: 'c.csv' })
  assert.deepEqual(undoWords({ kind: 'orders', name: 'o.csv' }), { what: 'Planilha de pedidos antigos', file: 'o.csv' })
  assert.deepEqual(undoWords({ kind: 'sheet', name: 's.csv' }), { what: 'Planilha de produtos', file: 's.csv' })
})
