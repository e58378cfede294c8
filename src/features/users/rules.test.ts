import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EASY, passwordIssue } from './rules.ts'

const ana = { level: 2, name: 'Ana Paula', email: 'ana.souza@loja.test', company: 'Loja 9 de Julho' }
const issue = (password: string, more = {}) => JSON.stringify(passwordIssue(password, { ...ana, ...more }))

test('a password has ten letters, eight for clients, and no more than 128', () => {
  assert.match(issue('xkqzvbnma'), /\{n\}.*10/)
  assert.equal(issue('xkqzvbnmaj'), 'null')
  assert.match(issue('xkqzvbn', { level: 3 }), /\{n\}.*8/)
  assert.equal(issue('xkqzvbnm', { level: 3 }), 'null')
  assert.equal(issue('xkqzvbnma', { level: 4 }), 'null')
  assert.equal(issue('xk'.repeat(64)), 'null')
  assert.match(issue(`${'xk'.repeat(64)}x`), /128/)
})
test('a password that is one letter, one of the usual ones or a name with numbers is easy to guess', () => {
  const easy = JSON.stringify(EASY)
  for (const bad of [
    'aaaaaaaaaa',
    '1234567890',
    'Mostruario',
    'mostruario2026',
    'AnaPaula-2026',
    'ana.souza1234',
    'loja-9-de-julho-26',
  ])
    assert.equal(issue(bad), easy, bad)
  for (const good of ['aaaaaaaaab', '2026anapaula', 'anapaula2026x', 'mostruario2026m', 'xkqzvbnmaa'])
    assert.equal(issue(good), 'null', good)
  assert.equal(issue('ana1234567', { name: 'Ana', email: 'ana@loja.test' }), 'null', 'three letters are no name')
  assert.equal(issue('bela1234567', { name: 'Bela' }), easy, 'four are')
})
