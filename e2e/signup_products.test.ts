// Step 3 of sign-up: products of photos are named and priced, no press is lost, nothing is made twice.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCompany, type Company, until } from '../test/kit.ts'
import { axe, browserOf, DESK, inBoth, photo, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
before(async () => {
  site = await startOnline()
})
after(() => site.close())
const home = () => site.at('sistema')
const PHOTOS = ['#b4532a', '#1f5f4a']
/** A company whose two products were just made of photos, on step 3. */
async function made(options: typeof PHONE | typeof DESK): Promise<{ c: Company; page: Page }> {
  const c = await aCompany(site.t, { name: 'Rosa Malhas' })
  const page = await browserOf(site, home(), c.admin.email, options)
  await page.goto(`${home()}/session/criar?passo=3`)
  await choose(page)
  await page.getByLabel('Preço de Produto 2').waitFor()
  await page.getByText('2 produtos no catálogo').waitFor()
  await page.locator('progress').waitFor({ state: 'detached' })
  // The typeface comes after the page, and has other widths.
  await page.waitForFunction(() => [...document.fonts].some((f) => f.family === 'Inter' && f.status === 'loaded'))
  return { c, page }
}
const choose = async (page: Page) =>
  page
    .locator('input[type=file]')
    .setInputFiles(await Promise.all(PHOTOS.map((colour, i) => photo(`IMG_000${i}.png`, colour))))
const productsOf = async (c: Company) =>
  (
    await site.t.owner.query(
      'select name, price::int from products where company_id = $1 and deleted_at is null order by id',
      [c.id],
    )
  ).rows
/** Where everything stands that can be pressed. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main button, main input')].map((el) => {
      const { x, y, width, height } = el.getBoundingClientRect()
      return { what: el.getAttribute('aria-label') ?? el.textContent, x, y, width, height }
    }),
  )

for (const [where, options] of [
  ['phone', PHONE],
  ['desk', DESK],
] as const)
  test(`a press on the button is not lost when it ends the typing of a price (${where})`, async () => {
    const { c, page } = await made(options)
    let goOn = () => {}
    const held = new Promise<void>((done) => (goOn = done))
    await page.route(/\/api\/v1\/products\/\d+$/, (r) => held.then(() => r.continue()))
    await page.getByLabel('Preço de Produto 1').fill('49,90')
    const button = page.getByRole('button', { name: 'Continuar' })
    const before = await places(page)
    const box = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    // The field is left, and what is typed is on its way.
    await page.getByText('Salvando…').waitFor()
    assert.deepEqual(await places(page), before)
    await page.mouse.up()
    await page.getByRole('heading', { name: 'Onde os pedidos chegam' }).waitFor()
    goOn()
    await page.getByRole('button', { name: 'Voltar' }).click()
    await until(async () => (await page.getByLabel('Preço de Produto 1').inputValue()) === '49,90')
    assert.deepEqual((await productsOf(c))[0], { name: 'Produto 1', price: 4990 })
  })
test('no field moves anything when it is entered, left or saved', async () => {
  const { page } = await made(PHONE)
  const before = await places(page)
  for (const field of ['Nome de Produto 1', 'Preço de Produto 1', 'Preço de Produto 2']) {
    await page.getByLabel(field).fill(field.startsWith('Nome') ? 'Produto 1' : '12,00')
    assert.deepEqual(await places(page), before, `${field}, entered`)
    await page.getByLabel(field).blur()
    assert.deepEqual(await places(page), before, `${field}, left`)
    await page.getByText('2 produtos no catálogo').waitFor()
    assert.deepEqual(await places(page), before, `${field}, saved`)
  }
})
test('a reload, and back and forward, keep the products with name and price', async () => {
  const { c, page } = await made(PHONE)
  await page.getByLabel('Nome de Produto 1').fill('Camiseta básica')
  await page.getByLabel('Preço de Camiseta básica').fill('49,9')
  await page.getByLabel('Preço de Produto 2').focus()
  await page.getByText('2 produtos no catálogo').waitFor()
  const stand = async () => {
    await page.getByLabel('Nome de Camiseta básica').waitFor()
    assert.equal(await page.getByLabel('Preço de Camiseta básica').inputValue(), '49,90')
    await page.getByLabel('Nome de Produto 2').waitFor()
  }
  await stand()
  await page.reload()
  await stand()
  await page.getByRole('button', { name: 'Voltar' }).click()
  await page.getByRole('heading', { name: 'Logo e cor' }).waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await stand()
  // They can be priced as before, and the photos are theirs.
  await page.getByLabel('Preço de Produto 2').fill('59,90')
  await page.getByLabel('Preço de Produto 2').blur()
  await page.getByText('2 produtos no catálogo').waitFor()
  await until(async () => (await page.getByRole('list', { name: 'Produtos' }).locator('img').count()) === 2)
  await inBoth(page, 'signup-products')
  assert.deepEqual(await productsOf(c), [
    { name: 'Camiseta básica', price: 4990 },
    { name: 'Produto 2', price: 5990 },
  ])
})
test('the same photos chosen again make no twins, and it is said', async () => {
  const { c, page } = await made(PHONE)
  await choose(page)
  await page.getByText('2 fotos já são de produtos do catálogo: nada foi criado de novo.').waitFor()
  await page.reload()
  await page.getByLabel('Nome de Produto 2').waitFor()
  await page.locator('input[type=file]').setInputFiles([await photo('Outro nome.png', PHOTOS[0] ?? '')])
  await page.getByText('Esta foto já é de “Produto 1”: nada foi criado de novo.').waitFor()
  assert.deepEqual(
    (await productsOf(c)).map((p) => p.name),
    ['Produto 1', 'Produto 2'],
  )
  assert.equal(await page.getByRole('list', { name: 'Produtos' }).getByRole('listitem').count(), 2)
  assert.deepEqual(await axe(page), [])
})
test('a price that cannot be read stays typed and is not saved', async () => {
  const { c, page } = await made(PHONE)
  await page.getByLabel('Preço de Produto 1').fill('doze')
  await page.getByLabel('Preço de Produto 1').blur()
  await page.getByText(/^Produto 1: /).waitFor()
  assert.equal(await page.getByLabel('Preço de Produto 1').inputValue(), 'doze')
  assert.equal((await productsOf(c))[0].price, null)
})
test('no page wrote an error', () => assert.deepEqual(site.errors, []))
