// Sales material on the screen: chosen, seen as it will be, saved and shared; found from the menu, a product and the list.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { readPdf } from '../test/pdf_reader.ts'
import { browserOf, DESK, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', primary_color: '#b5522b' })
  await aProduct(site.t, a, { name: 'Vaso torneado', code: 'VT-1', price: '129,90', ean: '7891234567895' })
  await aProduct(site.t, a, { name: 'Tigela funda', code: 'TG-8', price: '54,00', ean: '7891234567890' })
})
after(() => site.close())
const origin = () => site.at(a.path)
const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : undefined
const drawn = (page: Page) =>
  page.waitForFunction(() => (document.querySelector<HTMLImageElement>('figure img')?.naturalWidth ?? 0) > 0)

test('a seller makes a card of a product from its sheet, sees it, saves it as a picture, and finds the choice again after a reload', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await page.goto(`${origin()}/dashboard/products?product_code=VT-1`)
  await page.getByRole('link', { name: 'Divulgar' }).click()
  await page.getByRole('heading', { name: 'Material de venda' }).waitFor()
  await drawn(page)
  await page.getByLabel('Recado').fill('Só até domingo')
  await page.getByRole('button', { name: 'Status 1080×1920' }).click()
  await page.waitForFunction(() => {
    const img = document.querySelector<HTMLImageElement>('figure img')
    return img && img.naturalHeight > img.naturalWidth * 1.7
  })
  await inBoth(page, 'material-card-phone')
  await page.reload()
  await drawn(page)
  assert.equal(await page.getByLabel('Recado').inputValue(), 'Só até domingo')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar imagem' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'divulgacao.png')
  assert.equal(
    readFileSync(await download.path())
      .subarray(1, 4)
      .toString(),
    'PNG',
  )
  await page.context().close()
})
test('an admin takes chosen products to labels: a wrong bar code is named, and what is saved is what was seen', async () => {
  const page = await browserOf(site, origin(), a.admin.email, DESK)
  await page.goto(`${origin()}/dashboard/products`)
  for (const name of ['Vaso torneado', 'Tigela funda'])
    await page.getByRole('checkbox', { name: `Selecionar ${name}` }).check()
  await page.getByRole('button', { name: 'Material' }).click()
  await page.getByText('1 código de barras não sai como está no cadastro').waitFor()
  await page.getByText('sai o código TG-8 em Code 128').waitFor()
  await drawn(page)
  await inBoth(page, 'material-labels-desk')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar o PDF' }).click(),
  ])
  const [first] = readPdf(readFileSync(await download.path())).pages
  assert.match(first?.text ?? '', /Vaso torneado/)
  await page.getByLabel('Começar na etiqueta').fill('31')
  await page.getByRole('alert').filter({ hasText: 'Esta folha tem 30 etiquetas.' }).waitFor()
  await page.context().close()
})
test('from the menu there is a poster; what is not on promotion makes no flyer, and says why', async () => {
  const page = await browserOf(site, origin(), a.seller.email, DESK)
  await page.goto(`${origin()}/inicio`)
  await page.getByRole('link', { name: 'Material de venda' }).click()
  await drawn(page)
  await shot(page, 'material-poster-desk')
  await page.getByRole('button', { name: 'Ofertas do mês' }).click()
  await page.getByText('Nenhum produto está em promoção.').waitFor()
  await page.getByRole('button', { name: 'Lista de preços' }).click()
  await page.getByText('Página 1 de 2').waitFor()
  await drawn(page)
  await page.getByRole('button', { name: 'Próxima' }).click()
  await page.getByText('Página 2 de 2').waitFor()
  await shot(page, 'material-prices-desk')
  await page.context().close()
})
test('no page of these journeys wrote an error to the console', () => assert.deepEqual(site.errors, []))
