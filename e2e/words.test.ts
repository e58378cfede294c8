// What the server refuses is said in the reader's language.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { DESK, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira', max_users_seller: 1 })
  await aProduct(site.t, a, { name: 'Moringa', code: 'MO-1', price: '96,00', min_quantity: '6' })
})
after(() => site.close())
const PASSWORD = 'segredo-de-teste'
const LABELS = {
  'en-GB': { password: 'Password', enter: 'Sign in' },
  'fr-FR': { password: 'Mot de passe', enter: 'Se connecter' },
}
/** Signs in on a page that speaks another language. */
async function enter(locale: keyof typeof LABELS, email: string, password = PASSWORD): Promise<Page> {
  const { page } = await site.browser({ ...DESK, locale })
  await page.goto(`${site.at(a.path)}/session/signin`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(LABELS[locale].password, { exact: true }).fill(password)
  await page.getByRole('button', { name: LABELS[locale].enter, exact: true }).click()
  return page
}
test('a wrong password is refused in English and in French', async () => {
  const english = await enter('en-GB', a.admin.email, 'nao-e-esta')
  await english.getByRole('alert').getByText('Wrong e-mail or password.').waitFor()
  const french = await enter('fr-FR', a.admin.email, 'nao-e-esta')
  await french.getByRole('alert').getByText('E-mail ou mot de passe incorrect.').waitFor()
})
test('in English: a field says what is wrong with it, and a seller too many names the plan that fits', async () => {
  const english = await enter('en-GB', a.admin.email)
  await english.waitForURL(/dashboard/)
  await english.goto(`${site.at(a.path)}/dashboard/users/new?level=2`)
  await english.getByLabel('Name', { exact: true }).fill('Ana')
  await english.getByLabel('E-mail').fill('sem arroba')
  await english.getByRole('button', { name: 'Save', exact: true }).click()
  await english.getByText('Invalid e-mail.').waitFor()
  await english.getByLabel('E-mail').fill('ana@aroeira.test')
  await english
    .getByLabel(/Password/)
    .first()
    .fill('segredo-de-teste')
  await english.getByRole('button', { name: 'Save', exact: true }).click()
  await english.getByText('The Diamante plan has room for 5 sellers.').waitFor()
})
test('what a visitor may not order is said in French, with the product and its number', async () => {
  const { page } = await site.browser({ ...PHONE, locale: 'fr-FR' })
  await page.goto(`${site.at(a.path)}/dashboard/products?product_code=MO-1`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Ajouter \d+ pièce/ })
    .click()
  await site.t.owner.query('update products set min_quantity = 12, multiple = 12 where company_id = $1', [a.id])
  await page.goto(`${site.at(a.path)}/dashboard/shoppingcart`)
  await page.getByLabel('Nom', { exact: true }).fill('Luciana Prado')
  await page.getByLabel('WhatsApp', { exact: true }).fill('12997142208')
  await page.getByRole('button', { name: 'Envoyer la commande' }).click()
  await page.getByText('Moringa: Vendu par boîtes de 12.').waitFor()
})
test('the pages of this run wrote no error to the console', () => assert.deepEqual(site.errors, []))
