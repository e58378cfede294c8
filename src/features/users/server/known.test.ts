import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, type Company, startTestApp, type TestApp } from '../../../../test/kit.ts'
import { checkPassword, hashPassword } from '#server/passwords.ts'

let t: TestApp
let a: Company
before(async () => {
  t = await startTestApp()
  a = await aCompany(t)
})
after(() => t.close())

test('passwords that leaked often are refused, here and abroad, in capitals as well; a sentence is taken', async () => {
  const choose = (password: string) =>
    t.call('PUT', '/api/v1/auth/password', {
      token: a.client.token,
      body: { current_password: 'segredo-de-teste', password },
    })
  for (const password of ['corinthians', 'liverpool', 'Slipknot666', 'MICHELLE', '1q2w3e4r5t'])
    assert.equal((await choose(password)).status, 422, password)
  assert.equal((await choose('um gato laranja dorme')).status, 200)
})
test('a password opens as it was chosen: not in other letters, not cut, not with more behind it', async () => {
  const whole = 'á'.repeat(128)
  const hash = await hashPassword(whole)
  assert.deepEqual(
    [
      await checkPassword(whole, hash),
      await checkPassword(`${whole}x`, hash),
      await checkPassword(whole.toUpperCase(), hash),
      await checkPassword(whole.slice(1), hash),
    ],
    [true, false, false, false],
  )
})
