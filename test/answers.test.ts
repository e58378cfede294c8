// What every answer says of itself, whatever it holds.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, type Company, startTestApp, type TestApp } from './kit.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())
test('every answer says what it is: its kind with its letters, no guessing, no frame, no cache, no other origin', async () => {
  const asked = [
    await t.call('GET', '/api/v1/products', { token: a.admin.token }),
    await t.call('GET', '/api/v1/auth/me'),
    await t.call('POST', '/api/v1/auth/login', { body: {}, headers: { origin: 'https://outro.test' } }),
    await t.call('GET', '/api/v1/nowhere'),
  ]
  assert.deepEqual(
    asked.map((r) => r.status),
    [200, 401, 422, 404],
  )
  for (const { headers } of asked) {
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
    assert.equal(headers['access-control-allow-origin'], undefined)
  }
})
test('no file but ours is served, no folder is listed, and TRACE is no method', async () => {
  for (const path of [
    '/.git/config',
    '/package.json',
    '/files/',
    '/files/..%2f..%2fapp.key',
    '/files/%2e%2e/app.key',
    '/data/app.key',
    '/assets/',
  ])
    assert.equal((await t.call('GET', path)).status, 404, path)
  assert.equal(
    (await t.app.inject({ method: 'TRACE' as never, url: '/api/v1/products', headers: { cookie: 'a=b' } })).statusCode,
    404,
  )
})
