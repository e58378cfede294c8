// The installation's own name (PUBLIC_URL, BASE_DOMAIN) looks like a company's host and is none (DECISIONS, Hosts).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pagesOf } from '#features/storefront/server/index.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import {
  aCompany,
  aPerson,
  type Company,
  PASSWORD,
  type Person,
  startTestApp,
  type TestApp,
  UNLIMITED,
} from '../../../../test/kit.ts'
import { resolve } from 'node:path'

let t: TestApp
let a: Company
let operator: Person
before(async () => {
  const config = { publicUrl: 'https://mostruario.example', baseDomain: 'mostruario.example', limits: UNLIMITED }
  t = await startTestApp({ config, pages: pagesOf(resolve('build')) })
  a = await aCompany(t)
  operator = await aPerson(t, null, 0)
})
after(() => t.close())
const enter = async (host: string, email: string) =>
  (await t.call('POST', '/api/v1/auth/login', { body: { email, password: PASSWORD }, headers: { host } })).status
const page = async (host: string, path = '/session/signin') =>
  String((await t.app.inject({ method: 'GET', url: path, headers: { host } })).body)

test('signs people of any company in at the address that the recipe names', async () => {
  for (const host of ['mostruario.example', 'www.mostruario.example', `${a.path}.mostruario.example`])
    for (const who of [a.admin, a.seller, a.client])
      assert.equal(await enter(host, who.email), 200, `${host} ${who.email}`)
  assert.equal(await enter('mostruario.example', operator.email), 200)
  const other = await aCompany(t)
  assert.equal(await enter(`${other.path}.mostruario.example`, a.admin.email), 401)
})
test('gives the own name its own address in the page, and marks it for the browser', async () => {
  const own = await page('mostruario.example')
  assert.match(own, /property="og:url" content="https:\/\/mostruario\.example\/session\/signin"/)
  assert.match(own, /<meta name="own-host" content="1">/)
  assert.doesNotMatch(own, /mostruario\.mostruario|"unknown":true/)
  assert.doesNotMatch(await page('www.mostruario.example'), /own-host/)
  assert.match(await page('nada.mostruario.example'), /"unknown":true/)
})
test('is the catalogue of a company that has this path', async () => {
  await t.owner.query("update companies set path = 'mostruario' where id = $1", [a.id])
  try {
    assert.equal(await enter('mostruario.example', a.admin.email), 200)
    const other = await aCompany(t)
    assert.equal(await enter('mostruario.example', other.admin.email), 401)
    assert.doesNotMatch(await page('mostruario.example', '/pedidos'), /own-host/)
    assert.match(
      await page('mostruario.example', '/pedidos'),
      /og:url" content="https:\/\/mostruario\.example\/pedidos"/,
    )
    assert.equal(catalogueOrigin(t.config, 'mostruario'), 'https://mostruario.example')
  } finally {
    await t.owner.query('update companies set path = $2 where id = $1', [a.id, a.path])
  }
})
