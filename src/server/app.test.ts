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
const lines = async () =>
  Number((await t.owner.query('select count(*) n from pg_stat_activity where datname = current_database()')).rows[0].n)

test('a server whose web version is not there says so and keeps no line to the database: its process ends', async () => {
  const others = await lines()
  const build = buildApp(t.config, {
    features: [],
    async pages() {
      await until(async () => (await lines()) > others)
      throw new Error('Falta a versão web')
    },
  })
  await assert.rejects(build, /Falta a versão web/)
  await until(async () => (await lines()) <= others)
})
