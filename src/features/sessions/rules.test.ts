import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTenantHost, pathOfHost } from './rules.ts'

test('a host names its company by its first label; this machine is the platform’s own, dev, sistema and www are nobody’s', () => {
  for (const [host, path] of [
    ['Atelie.mostruario.com:443', 'atelie'],
    ['atelie', 'atelie'],
    ['localhost:3000', '1'],
    ['127.0.0.1', '1'],
    ['10.0.0.1:80', '1'],
    ['[::1]', '1'],
    ['[::1]:80', '1'],
    ['fe80::1', '1'],
    ['loja1.mostruario.com', 'loja1'],
    ['1a.mostruario.com', '1a'],
    ['a1', 'a1'],
    ['www.mostruario.com', ''],
    ['sistema.mostruario.com', ''],
    ['dev.mostruario.com', ''],
    ['demo.localhost', 'demo'],
    ['a:80.b', '1'],
  ] as const)
    assert.equal(pathOfHost(host), path, host)
  assert.deepEqual(['demo.localhost', 'www.x.com', 'localhost'].map(isTenantHost), [true, false, false])
})
