// The kit itself: a server that can be stopped under an open page, and comes back with its data on its port.
import { equal, match, rejects } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aHouse } from './house.ts'
import { type Site, startSite } from './kit.ts'

let site: Site
before(async () => {
  site = await startSite()
})
after(() => site?.close())

test('A stopped server answers nobody; started again it has its port, its data and its jobs', async () => {
  const { path } = await aHouse(site)
  const { page } = await site.browser()
  await page.goto(site.at(path))
  await page.getByText('Moringa').first().waitFor()
  await site.stop()
  const health = `http://127.0.0.1:${new URL(site.at(path)).port}/healthz`
  await rejects(fetch(health))
  await rejects(page.goto(`${site.at(path)}/robots.txt`), /ERR_CONNECTION_REFUSED/)
  await site.start()
  equal((await fetch(health)).status, 200)
  await page.goto(site.at(path))
  await page.getByText('Moringa').first().waitFor()
  match(page.url(), /pedidos/)
})
