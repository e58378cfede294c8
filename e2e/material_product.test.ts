// From a product's own page the admin reaches its card.
import { after, before, test } from 'node:test'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { browserOf, DESK, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t)
})
after(() => site.close())
test("from a product's page the admin makes a card of it", async () => {
  const { id } = await aProduct(site.t, a, { name: 'Vaso torneado' })
  const origin = site.at(a.path)
  const page = await browserOf(site, origin, a.admin.email, DESK)
  await page.goto(`${origin}/dashboard/products/${id}`)
  await page.getByRole('link', { name: 'Divulgar' }).click()
  await page.getByRole('button', { name: 'Tirar Vaso torneado' }).waitFor()
  await page.context().close()
})
