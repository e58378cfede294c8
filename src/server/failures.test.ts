import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isServersFault } from './failures.ts'

const failed = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

test('a database that cannot be reached is the fault of the server, whatever the system calls it', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
    assert.ok(isServersFault(failed(code)), code)
})
test('negative control: a missing column is a fault of the code', () => {
  assert.equal(isServersFault(failed('42703')), false)
})
