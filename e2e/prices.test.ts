// The price tables side by side: filled, typed, looked at and saved together, also while somebody else types.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company, PASSWORD } from '../test/kit.ts'
import { axe, browserOf, goTo, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let admin: Page
let origin: string
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira', price_table_active: true })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-008', price: '70,00', price2: '40,00' })
  await aProduct(site.t, a, { name: 'Cesto de palha', code: 'CP-021', price: '124,00' })
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
})
after(() => site.close())

test('table 2 is filled from table 1 with 10 % less, rounded to end in ,90, looked at, saved', async () => {
  await admin.goto(`${origin}/tables`)
  await admin.getByLabel('Porcentagem').fill('-10')
  await admin.getByLabel('Arredondar').selectOption('90')
  await admin.getByRole('button', { name: /Preencher \d+ produtos/ }).click()
  assert.equal(await admin.getByLabel('Preço 2, Tigela funda').inputValue(), '63,90')
  assert.deepEqual(await axe(admin), [])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText(/produtos com preço novo/).waitFor()
  await admin.reload()
  assert.equal(await admin.getByLabel('Preço 2, Tigela funda').inputValue(), '63,90')
  await admin.getByLabel('Preço 2, Tigela funda').fill('40,00')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('1 produto com preço novo.').waitFor()
})
test('two admins type one price: the second reads what stands there, keeps what was typed and saves it over that', async () => {
  const product = await aProduct(site.t, a, { name: 'Farinheira', price: '30,00' })
  await admin.goto(`${origin}/tables`)
  await admin.getByLabel('Preço, Farinheira').fill('33,00')
  await admin.getByLabel('Preço 2, Tigela funda').fill('41,00')
  await site.t.owner.query('update products set price = 3500 where id = $1', [product.id])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('1 produto com preço novo. Outra pessoa mudou antes: Farinheira.').waitFor()
  await admin.getByText('outra pessoa pôs 35,00').waitFor()
  assert.deepEqual(await axe(admin), [])
  assert.equal(await admin.getByLabel('Preço, Farinheira').inputValue(), '33,00')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('outra pessoa pôs 35,00').waitFor({ state: 'hidden' })
  await admin.reload()
  assert.equal(await admin.getByLabel('Preço, Farinheira').inputValue(), '33,00')
  assert.equal(await admin.getByLabel('Preço 2, Tigela funda').inputValue(), '41,00')
})
test('a price of a product that another admin deleted meanwhile keeps no other from being saved: it is named, and the list goes on without it', async () => {
  const product = await aProduct(site.t, a, { name: 'Alguidar', price: '30,00' })
  await admin.goto(`${origin}/tables`)
  await admin.getByLabel('Preço, Alguidar').fill('33,00')
  await admin.getByLabel('Preço 2, Tigela funda').fill('42,00')
  await site.t.call('DELETE', `/api/v1/products/${product.id}`, { token: a.admin.token })
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('1 produto com preço novo. Excluídos por outra pessoa: Alguidar.').waitFor()
  await admin.getByLabel('Preço, Alguidar').waitFor({ state: 'detached' })
  await admin.reload()
  assert.equal(await admin.getByLabel('Preço 2, Tigela funda').inputValue(), '42,00')
  assert.ok(!(await admin.getByRole('region', { name: 'Preços por salvar' }).isVisible()))
})
test('prices that are typed and not saved are there after a product was opened, a reload and an ended session, and are saved over what stood there then', async () => {
  const typed = () => admin.getByLabel('Preço, Cesto de palha')
  await admin.goto(`${origin}/tables`)
  await typed().fill('130,00')
  await goTo(admin, '/dashboard/products')
  await admin.getByRole('link', { name: 'Cesto de palha' }).first().click()
  await admin.waitForURL(/products\/\d+$/)
  await admin.goBack()
  await goTo(admin, '/tables')
  assert.equal(await typed().inputValue(), '130,00')
  await admin.reload()
  assert.equal(await typed().inputValue(), '130,00')
  await site.t.owner.query("update products set price = 12500 where company_id = $1 and code = 'CP-021'", [a.id])
  await site.t.owner.query('delete from sessions where user_id = $1', [a.admin.id])
  // The screen may have heard of it before the button is pressed.
  const pressed = admin.getByRole('button', { name: 'Salvar' }).click()
  await Promise.any([pressed, admin.waitForURL(/session\/signin/)])
  await admin.waitForURL(/session\/signin/)
  await admin.getByLabel('E-mail').fill(a.admin.email)
  await admin.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await admin.getByRole('button', { name: 'Entrar', exact: true }).click()
  await admin.waitForURL(/\/tables$/)
  assert.equal(await typed().inputValue(), '130,00')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('outra pessoa pôs 125,00').waitFor()
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByText('outra pessoa pôs 125,00').waitFor({ state: 'hidden' })
  await typed().fill('140,00')
  await admin.getByRole('button', { name: 'Descartar' }).click()
  await admin.reload()
  assert.equal(await typed().inputValue(), '130,00')
})
test('more prices than one call takes are filled, saved and taken back', async () => {
  const b = await aCompany(site.t, { max_products: 6000, price_table_active: true })
  await site.t.owner.query(
    `insert into products (company_id, name, code, price, search_text)
      select $1, 'Peça ' || n, 'PC-' || n, 1000, ' peca ' || n || ' ' from generate_series(1, 5001) n`,
    [b.id],
  )
  const priced = async () =>
    Number(
      (await site.t.owner.query('select count(price2) as n from products where company_id = $1', [b.id])).rows[0].n,
    )
  const page = await browserOf(site, site.at(b.path), b.admin.email)
  await page.goto(`${site.at(b.path)}/tables`)
  await page.getByLabel('Porcentagem').fill('10')
  await page.getByRole('button', { name: /Preencher 5\.?001 produtos/ }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText(/5\.?001 produtos com preço novo/).waitFor()
  assert.equal(await priced(), 5001)
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText(/5\.?000 linhas como antes/).waitFor()
  assert.equal(await priced(), 0)
  await page.context().close()
})
