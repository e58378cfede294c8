import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchClients } from './search.ts'

const none = { company_name: '', client_code: '', document: '', phone: '', email: '', city: '', other_codes: '' }

test('a word of an e-mail address is no code: who is called so comes first', () => {
  const all = [
    { ...none, id: 1, name: 'Bar do Zé', phone: '1133334444', email: 'joao@bar.test' },
    { ...none, id: 2, name: 'João Prado', email: 'prado@loja.test' },
  ]
  assert.deepEqual(searchClients(all, 'joao'), [2, 1])
})
test('a whole client code comes first, with and without its signs', () => {
  const all = [
    { ...none, id: 1, name: 'Bar do Zé', client_code: 'C-10' },
    { ...none, id: 2, name: 'Loja Prado', client_code: 'C-1' },
  ]
  assert.deepEqual(
    [searchClients(all, 'C-1'), searchClients(all, 'c1')],
    [
      [2, 1],
      [2, 1],
    ],
  )
})
