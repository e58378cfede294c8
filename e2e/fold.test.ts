// A phone's first screen: whole cards above the fold, what is looked for right under its field, and steps on the card.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { aCompany, aProduct, type Company } from '../test/kit.ts'
import { alive, axe, banner, cartBar, DESK, PHONE, plusOf, searchFor, type Site, startOnline, strip } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  const settings = { general_message: 'Frete grátis acima de R$ 300,00 para todo o Vale do Paraíba\nPeças novas' }
  a = await aCompany(site.t, {
    name: 'Ateliê Jequitibá',
    settings: JSON.stringify(settings),
    min_order_cents: 24_000,
    seller_phone: '11955554444',
  })
  const categories: number[] = []
  for (const name of ['Cerâmica', 'Cestaria', 'Madeira', 'Têxtil e rendas', 'Luminárias'])
    categories.push(
      (await site.t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name } })).body.data.id,
    )
  for (let i = 0; i < 8; i++)
    await aProduct(site.t, a, {
      name: i % 2 ? `Caneca de barro 300 ml, esmalte mel ${i}` : `Vaso Jatobá em cerâmica queimada ${i}`,
      code: `CB-${i}`,
      price: '38,00',
      order: i,
      categories: [categories[i % 5]],
      ...(i === 1 && { price_promo: '32,50' }),
      ...(i < 2 && { tags: ['barro'] }),
    })
  await aProduct(site.t, a, {
    name: 'Jarra',
    code: 'JR-1',
    price: '50,00',
    order: 20,
    attributes: JSON.stringify([
      { specs: { Cor: 'Areia', Tamanho: 'P' }, stock: 14 },
      { specs: { Cor: 'Terracota', Tamanho: 'P' } },
      { specs: { Cor: 'Areia', Tamanho: 'M' } },
    ]),
  })
  const image = await sharp({ create: { width: 1125, height: 300, channels: 3, background: '#e0c9b0' } })
    .png()
    .toBuffer()
  const form = new Blob([new Uint8Array(image)], { type: 'image/png' })
  const sent = await site.t.call('POST', `/api/v2/companies/store_settings?company_id=${a.id}`, {
    token: a.admin.token,
    form: { company_id: String(a.id), banner_desktop: form, banner_mobile: form },
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
})
after(() => site.close())

const open = async (size: { width: number; height: number }) => {
  const { page } = await site.browser({ ...PHONE, viewport: size })
  await page.goto(`${site.at(a.path)}/pedidos`)
  await alive(page)
  return page
}
/** How far down the prices of the first row reach. */
const lowest = (page: Page) =>
  page
    .locator('article > :last-child')
    .evaluateAll((all) => Math.max(...all.slice(0, 2).map((e) => e.getBoundingClientRect().bottom)))
const box = async (part: Locator) => {
  const found = await part.boundingBox()
  assert.ok(found, String(part))
  return found
}
const bar = (page: Page) => page.getByRole('banner')
const tiles = (page: Page) => page.getByRole('navigation', { name: 'Categorias' })
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

test('a row of two whole cards with names and prices: 390×844 with an order begun, 360×640 without, and on a desk', async () => {
  const small = await open({ width: 360, height: 640 })
  await shot(small, 'fold-360')
  assert.ok((await lowest(small)) <= 640, `360×640: prices end at ${await lowest(small)}`)
  const page = await open({ width: 390, height: 844 })
  await plusOf(page.getByRole('article').nth(1)).tap()
  await cartBar(page).waitFor()
  await shot(page, 'fold-390')
  const below = await box(cartBar(page))
  assert.ok(
    (await lowest(page)) <= below.y,
    `390×844: prices end at ${await lowest(page)}, the bar begins at ${below.y}`,
  )
  assert.ok((await box(strip(page))).height <= 36)
  assert.ok((await box(tiles(page))).height <= 84)
  const picture = await box(banner(page))
  assert.ok(Math.abs(picture.width / picture.height - 3.75) < 0.02, 'the banner keeps its ratio')
  assert.deepEqual(await axe(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  await shot(page, 'fold-390-dark')
  assert.deepEqual(await axe(page), [])
  const desk = await open({ width: 1440, height: 900 })
  await shot(desk, 'fold-desk')
  assert.ok((await lowest(desk)) <= 900)
})
test('message and promotion take turns in one row, at a tap, too; etiquetas stand behind the filter', async () => {
  const page = await open({ width: 390, height: 844 })
  await page.getByText('Frete grátis').waitFor()
  await page.getByRole('button', { name: /Aviso 1 de 3/ }).tap()
  await page.getByText('Peças novas').waitFor()
  await page.getByRole('button', { name: /Aviso 2 de 3/ }).tap()
  const promotion = page.getByRole('link', { name: /1 produto em promoção/ })
  const ground = (of: Locator) => of.evaluate((e) => getComputedStyle(e).backgroundColor)
  assert.equal(await ground(strip(page)), await ground(bar(page)))
  await promotion.tap()
  await page.getByRole('button', { name: 'Filtros, 1 em uso' }).tap()
  const filters = page.getByRole('dialog', { name: 'Filtros' })
  await filters.waitFor()
  assert.deepEqual(await axe(page), [])
  await filters.getByRole('button', { name: 'barro', exact: true }).tap()
  await page.reload()
  await page.getByRole('button', { name: 'Filtros, 2 em uso' }).waitFor()
  await page.getByRole('button', { name: 'barro', exact: true }).tap()
  await page.getByRole('button', { name: 'Filtros, 1 em uso' }).waitFor()
})
test('at the field everything else leaves: two cards stand above a keyboard of 300 px; nothing found has near ones, categories and the seller', async () => {
  const page = await open({ width: 390, height: 844 })
  await page.getByRole('search').getByRole('searchbox').tap()
  await banner(page).waitFor({ state: 'hidden' })
  const [above, field] = [await box(bar(page)), await box(page.getByRole('search'))]
  assert.equal(Math.round(field.y), Math.round(above.y + above.height), 'the field stands under the bar')
  await searchFor(page, 'vaso')
  await shot(page, 'search')
  assert.ok((await lowest(page)) <= 844 - 300, `prices end at ${await lowest(page)}`)
  await searchFor(page, 'canecas azuis')
  await page.getByText('Nada com “canecas azuis”.').waitFor()
  await page.getByRole('heading', { name: 'Parecidos' }).waitFor()
  await page
    .getByRole('link', { name: /^Caneca de barro/ })
    .first()
    .waitFor()
  const tells = page.getByRole('link', { name: 'Avise o vendedor' })
  assert.match(decodeURIComponent((await tells.getAttribute('href')) ?? ''), /Procurei “canecas azuis”/)
  await shot(page, 'nothing')
  assert.deepEqual(await axe(page), [])
  await page.getByRole('button', { name: 'Madeira' }).last().tap()
  await page.getByRole('heading', { name: /^Madeira/ }).waitFor()
  await banner(page).waitFor()
})
test('on a desk, too, the answer comes first: banner and categories go with the shelf, and come back with it', async () => {
  const { page } = await site.browser(DESK)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await banner(page).waitFor()
  await bar(page).getByRole('searchbox').fill('canecas azuis')
  await page.getByText('Nada com “canecas azuis”.').waitFor()
  await banner(page).waitFor({ state: 'hidden' })
  await shot(page, 'nothing-desk')
  const said = await box(page.getByText('Nada com “canecas azuis”.').locator('..'))
  assert.ok(said.y + said.height < 540, `the answer ends at ${said.y + said.height}`)
  await page.getByRole('heading', { name: 'Parecidos' }).waitFor()
  assert.equal(await tiles(page).isVisible(), false)
  await bar(page).getByRole('searchbox').fill('xilofone')
  await page.getByRole('heading', { name: 'Veja também' }).waitFor()
  await page.getByRole('button', { name: 'Ver todos os produtos' }).click()
  await banner(page).waitFor()
  await tiles(page).waitFor()
})
test('the card steps up and down; of what has choices the sheet says how many of which, how many are left, and gives the focus back', async () => {
  const page = await open({ width: 390, height: 844 })
  const card = page.getByRole('article').filter({ hasText: 'Vaso Jatobá em cerâmica queimada 2' })
  await card.getByRole('button', { name: /^Adicionar/ }).tap()
  await card.getByRole('button', { name: /1 no pedido. Adicionar mais/ }).tap()
  await card.getByRole('button', { name: /2 no pedido/ }).waitFor()
  await card.getByRole('button', { name: /^Tirar 1/ }).tap()
  await card.getByRole('button', { name: /1 no pedido/ }).waitFor()
  await shot(page, 'steps')
  await card.getByRole('button', { name: /^Tirar 1/ }).tap()
  await card.getByRole('button', { name: /^Adicionar Vaso/ }).waitFor()
  const link = page.getByRole('link', { name: 'Jarra' })
  await link.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Jarra' })
  await sheet.getByLabel('Quantidade, P Areia').tap()
  await sheet.getByText('restam 14').waitFor()
  assert.equal(await sheet.locator('th > i').count(), 2)
  await sheet.getByRole('button', { name: /^Pôr mais 1 de/ }).tap()
  await sheet.getByRole('button', { name: /Adicionar 1 peça/ }).waitFor()
  await shot(page, 'sheet')
  assert.deepEqual(await axe(page), [])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  assert.ok(await link.evaluate((e) => e === document.activeElement), 'the focus is on the card again')
})
test('the pages of this run wrote no error to the console', () => assert.deepEqual(site.errors, []))
