import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMAIL } from './email.ts'

test('an address is one mailbox: no list, no name, no comment', () => {
  for (const good of ['ana@loja.com.br', "d'avila+1@loja.test", 'joão@padaria.test', 'a.b-c_d@x.co'])
    assert.match(good, EMAIL)
  for (const bad of [
    'a;b;c@x.test',
    'a,b@x.test',
    'Ana <ana@x.test>',
    'ana(casa)@x.test',
    '"ana"@x.test',
    'ana@x',
    'a@b@c.test',
  ])
    assert.doesNotMatch(bad, EMAIL)
})
