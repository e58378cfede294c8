// Asking for the prices of a catalogue that shows none.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCompany, aPerson, aProduct, type Company } from '../test/kit.ts'
import { PHONE, signIn, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let origin: string
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { price_approval: true })
  await site.t.owner.query('update users set hide_price = true where id = $1', [a.public_user])
  await aProduct(site.t, a)
  origin = site.at(a.path)
})
after(() => site.close())

test('what stops a request for prices is said inside its dialog, and sent again it arrives once', async () => {
  const { page, context } = await site.browser(PHONE)
  await page.goto(`${origin}/pedidos`)
  await page.getByRole('button', { name: 'Pedir acesso ao preço' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pedir acesso ao preço' })
  await dialog.getByLabel('Seu nome').fill('Rosa Lima')
  await dialog.getByLabel('Telefone com DDD').fill('11 91234-0001')
  await page.route('**/api/v2/price_requests', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.unroute('**/api/v2/price_requests')
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await page.getByText('Você pediu para ver os preços.').waitFor()
  assert.equal(await dialog.count(), 0)
  await page.reload()
  await page.getByText('Você pediu para ver os preços.').waitFor()
  const { rows } = await site.t.owner.query('select name from price_requests where company_id = $1', [a.id])
  assert.deepEqual(rows, [{ name: 'Rosa Lima' }])
  await context.close()
})
test('on a device that two clients use, the request of one does not count as the other’s', async () => {
  const [one, two] = [
    await aPerson(site.t, a.id, 3, { hide_price: true }),
    await aPerson(site.t, a.id, 3, { hide_price: true }),
  ]
  const { page, context } = await site.browser(PHONE)
  await signIn(page, origin, one.email)
  await page.goto(`${origin}/dashboard/products`)
  await page.getByRole('button', { name: 'Pedir acesso ao preço' }).click()
  await page.getByText('Você pediu para ver os preços.').waitFor()
  // Signed out, with what the browser keeps of the first one.
  await page.evaluate(() => sessionStorage.clear())
  await signIn(page, origin, two.email)
  await page.goto(`${origin}/dashboard/products`)
  await page.getByRole('button', { name: 'Pedir acesso ao preço' }).waitFor()
  assert.equal(await page.getByText('Você pediu para ver os preços.').count(), 0)
  await context.close()
})
