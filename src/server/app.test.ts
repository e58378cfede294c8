// A server that finds nothing to serve.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp, until } from '../../test/kit.ts'
import { buildApp } from './app.ts'

let t: TestApp
before(async () => {
  t = await startTestApp()
})
after(() => t.close())

test('a server without its web version closes its database connections and says why', async () => {
  // Counted by name: the test server itself may open more connections meanwhile.
  const named = (url: string) => `${url}${url.includes('?') ? '&' : '?'}application_name=no-web-version`
  const connections = async () =>
    (await t.owner.query("select from pg_stat_activity where application_name = 'no-web-version'")).rowCount ?? 0
  const { databaseUrl, ownerUrl } = t.config
  const config = { ...t.config, databaseUrl: named(databaseUrl), ownerUrl: named(ownerUrl) }
  const build = buildApp(config, {
    features: [],
    async pages() {
      await until(async () => (await connections()) > 0)
      throw new Error('Falta a versão web')
    },
  })
  await assert.rejects(build, /Falta a versão web/)
  await until(async () => (await connections()) === 0)
})
