// Two people on one device, in two tabs or one after the other: neither ends, finds or takes anything of the other's.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { aCompany, aPerson, aProduct, type Company, type Person } from '../test/kit.ts'
import { DESK, PHONE, signIn, signOut, type Site, startOnline } from './kit.ts'

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
  // One that is behind another is drawn once in a second.
  await page.bringToFront()
  await page.goto(`${origin()}/pedidos`)
  await page.getByRole('button', { name: 'Adicionar Moringa' }).tap()
  await (await cartOf(page)).filter({ hasText: 'Moringa' }).waitFor()
}

test('a visitor’s tab, whose session opens later, leaves the one alone that somebody stays signed in with in another tab', async () => {
  const { context, one: visitor, two: hers } = await twoTabs()
  let open = () => {}
  const signedIn = new Promise<void>((done) => {
    open = done
  })
  await visitor.route('**/auth/loginClient', async (route) => {
    await signedIn
    await route.continue()
  })
  const asked = visitor.waitForRequest('**/auth/loginClient')
  await visitor.goto(`${origin()}/pedidos`)
  await asked
  await signIn(hers, origin(), a.seller.email, true)
  open()
  await visitor.waitForFunction(() => sessionStorage.getItem('mo_token') !== null)
  await hers.goto(`${origin()}/dashboard/orders`)
  await hers.getByText('Nenhum pedido ainda').waitFor()
  await visitor.reload()
  await visitor.getByRole('button', { name: 'Adicionar Moringa' }).waitFor()
  assert.match(visitor.url(), /\/pedidos$/)
  await context.close()
})
test('a seller for one tab only and a buyer who stays: a reload, or the end of the seller’s session, changes nothing for the buyer, and a new tab is the buyer’s with the buyer’s cart', async () => {
  const { context, one: seller, two: hers } = await twoTabs()
  await signIn(seller, origin(), a.seller.email)
  await signIn(hers, origin(), buyer.email, true)
  await addTo(hers)
  const renewed = seller.waitForResponse('**/auth/me')
  await seller.goto(`${origin()}/dashboard/orders`)
  await renewed
  await seller.getByText('Nenhum pedido ainda').waitFor()
  const third = await context.newPage()
  await (await cartOf(third)).filter({ hasText: 'Moringa' }).waitFor()
  await site.t.owner.query('delete from sessions where user_id = $1', [a.seller.id])
  await seller.goto(`${origin()}/dashboard/orders`)
  await seller.waitForURL(/session\/signin/)
  await (await cartOf(hers)).filter({ hasText: 'Moringa' }).waitFor()
  await context.close()
})
test('where an older version left one person’s token beside another’s name, the cart is that of whose token it is', async () => {
  const { context, one: page, two: other } = await twoTabs()
  await signIn(page, origin(), buyer.email, true)
  await addTo(page)
  await page.evaluate((id) => {
    const account = JSON.parse(localStorage.getItem('mo_account') ?? '') as { user: object }
    localStorage.setItem('mo_account', JSON.stringify({ ...account, user: { ...account.user, id } }))
  }, a.client.id)
  await (await cartOf(other)).filter({ hasText: 'Moringa' }).waitFor()
  await context.close()
})
test('whoever signs in after somebody signed out begins with an empty cart, and finds it again after a reload, though a second tab of before is open', async () => {
  const { context, one: page, two: other } = await twoTabs()
  await signIn(page, origin(), a.client.email, true)
  await addTo(page)
  await (await cartOf(other)).filter({ hasText: 'Moringa' }).waitFor()
  await signOut(page)
  await page.waitForURL(/session\/signin/)
  await signIn(page, origin(), buyer.email)
  await page.goto(`${origin()}/dashboard/shoppingcart`)
  await page.getByText('Seu pedido está vazio').waitFor()
  await addTo(page)
  await page.reload()
  await (await cartOf(page)).filter({ hasText: 'Moringa' }).waitFor()
  await context.close()
})
test('what somebody typed before their session ended waits in the tab for them, and not for the next who signs in there', async () => {
  const other = await aPerson(site.t, a.id, 1)
  const { page, context } = await site.browser(DESK)
  const name = page.getByLabel('Nome', { exact: true })
  const openForm = () => page.goto(`${origin()}/dashboard/products/new`)
  await signIn(page, origin(), a.admin.email)
  await openForm()
  await name.fill('Gamela grande')
  await site.t.owner.query('delete from sessions where user_id = $1', [a.admin.id])
  await page.reload()
  await page.waitForURL(/session\/signin/)
  await signIn(page, origin(), other.email)
  await openForm()
  assert.equal(await name.inputValue(), '')
  await signIn(page, origin(), a.admin.email)
  await openForm()
  assert.equal(await name.inputValue(), 'Gamela grande')
  await context.close()
})
test('nobody’s console said anything', () => assert.deepEqual(site.errors, []))
