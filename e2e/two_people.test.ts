// Two people on one device, in two tabs or one after the other: neither ends, finds or takes anything of the other's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { aCompany, aPerson, aProduct, type Company, type Person } from '../test/kit.ts'
import { PHONE, type Site, signIn, startOnline } from './kit.ts'

let site: Site
let a: Company
let buyer: Person
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira' })
  buyer = await aPerson(site.t, a.id, 3, { name: 'Padaria Pires' })
  await aProduct(site.t, a, { name: 'Moringa', code: 'MO-1', price: '96,00' })
})
after(() => site.close())
const origin = () => site.at(a.path)
/** Two tabs of one browser. */
async function twoTabs(): Promise<{ context: BrowserContext; one: Page; two: Page }> {
  const { context, page: one } = await site.browser(PHONE)
  return { context, one, two: await context.newPage() }
}
const cartOf = async (page: Page) => {
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  return page.getByRole('main').getByRole('listitem')
}
const addTo = async (page: Page) => {
  await page.goto(`${origin()}/pedidos`)
  await page.getByRole('button', { name: 'Adicionar Moringa' }).tap()
  await (await cartOf(page)).filter({ hasText: 'Moringa' }).waitFor()
}

test('whoever signs in after somebody signed out begins with an empty cart, and finds it again after a reload, though a second tab of before is open', async () => {
  const { context, one: page, two: other } = await twoTabs()
  await signIn(page, origin(), a.client.email, true)
  await addTo(page)
  await (await cartOf(other)).filter({ hasText: 'Moringa' }).waitFor()
  await page.getByRole('button', { name: /Mais opções/ }).tap()
  await page.locator('.pop').getByRole('button', { name: 'Sair' }).tap()
  await page.waitForURL(/session\/signin/)
  await signIn(page, origin(), buyer.email)
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByText('Seu pedido está vazio').waitFor()
  await addTo(page)
  await page.reload()
  await (await cartOf(page)).filter({ hasText: 'Moringa' }).waitFor()
  await context.close()
})
test('nobody’s console said anything', () => assert.deepEqual(site.errors, []))
