// Pictures on a slow line: saving waits for them, a failed one is named and can be sent again, leaving asks.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { aCompany, aProduct, type Company, until } from '../test/kit.ts'
import { axe, browserOf, PHONE, photo, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let admin: Page
let origin: string
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira' })
  origin = site.at(a.path)
  admin = await browserOf(site, origin, a.admin.email)
})
after(() => site.close())

const three = () => Promise.all([photo('a.png', '#b4532a'), photo('b.png', '#1f5f4a'), photo('c.png', '#f2c230')])
const ADD = '**/api/v2/images/add_image_to_product'
/** Every picture takes a second; the ones that `fails` names are refused once. */
async function slowLine(page: Page, fails: number[] = []) {
  let n = 0
  const handle = async (route: Route) => {
    const mine = ++n
    await new Promise((r) => setTimeout(r, 1000))
    if (fails.includes(mine)) await route.abort().catch(() => {})
    else await route.continue().catch(() => {})
  }
  await page.route(ADD, handle)
  return () => page.unroute(ADD, handle)
}
const photosOf = async (id: number) =>
  (await site.t.owner.query('select count(*)::int as n from product_images where product_id = $1', [id])).rows[0].n
const failedList = (page: Page) => page.getByRole('alert').filter({ hasText: 'não foi enviada' })

test('Salvar while photos are on their way waits for all of them, says so, and saves three of three', async () => {
  const p = await aProduct(site.t, a, { name: 'Tigela' })
  const fast = await slowLine(admin)
  await admin.goto(`${origin}/dashboard/products/${p.id}`)
  await admin.getByLabel('Nome', { exact: true }).fill('Tigela funda')
  await admin.getByLabel('Adicionar fotos').setInputFiles(await three())
  await admin.getByAltText('Foto 1').waitFor()
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  await admin.getByText(/Salvando depois das fotos: \d de 3/).waitFor()
  assert.deepEqual(await axe(admin), [])
  await admin.getByText('Salvo.').waitFor()
  await fast()
  assert.equal(await photosOf(p.id), 3)
  assert.equal(await admin.getByAltText(/^Foto \d$/).count(), 3)
})
test('a new product waits for its photos too; the wait can be taken back, and then nothing is saved', async () => {
  const page = await browserOf(site, origin, a.admin.email, PHONE)
  await slowLine(page)
  await page.goto(`${origin}/dashboard/products/new`)
  await page.getByLabel('Nome', { exact: true }).fill('Moringa nova')
  await page.getByLabel('Adicionar fotos').setInputFiles(await three())
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await page.getByAltText('Foto 3').waitFor()
  assert.match(page.url(), /\/new$/)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.waitForURL(/\/products\/\d+$/)
  assert.equal(await photosOf(Number(page.url().split('/').at(-1))), 3)
})
test('a photo that does not arrive is named, the others stay; nothing is saved without it until it is sent again or left out', async () => {
  const p = await aProduct(site.t, a, { name: 'Cesto' })
  const fast = await slowLine(admin, [2])
  await admin.goto(`${origin}/dashboard/products/${p.id}`)
  await admin.getByLabel('Adicionar fotos').setInputFiles(await three())
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  await failedList(admin).getByText('b.png não foi enviada').waitFor()
  await admin.getByAltText('Foto 2').waitFor()
  await admin.getByText(/Há fotos que não foram enviadas/).waitFor()
  assert.equal(await photosOf(p.id), 0)
  assert.deepEqual(await axe(admin), [])
  await fast()
  await failedList(admin).getByRole('button', { name: 'Tentar de novo' }).click()
  await admin.getByAltText('Foto 3').waitFor()
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  await admin.getByText('Salvo.').waitFor()
  assert.equal(await photosOf(p.id), 3)
})
test('more photos chosen while others are on their way stay within ten; what has not arrived can be cancelled', async () => {
  const p = await aProduct(site.t, a, { name: 'Jarra' })
  const fast = await slowLine(admin)
  await admin.goto(`${origin}/dashboard/products/${p.id}`)
  const many = await Promise.all(Array.from({ length: 6 }, (_, i) => photo(`${i}.png`, `#1${i}5f4a`)))
  await admin.getByLabel('Adicionar fotos').setInputFiles(many)
  await admin
    .getByLabel('Adicionar fotos')
    .setInputFiles(await Promise.all(Array.from({ length: 6 }, (_, i) => photo(`m${i}.png`, `#b453${i}a`))))
  await admin.getByText('Enviando 1 de 10…').waitFor()
  await admin.getByAltText('Foto 1').waitFor()
  await admin.getByRole('button', { name: 'Cancelar o envio' }).click()
  await fast()
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  await admin.getByText('Salvo.').waitFor()
  assert.equal(await photosOf(p.id), 1)
})
test('leaving while photos are on their way asks: by a link, by the back button; staying loses nothing', async () => {
  const p = await aProduct(site.t, a, { name: 'Prato' })
  await admin.goto(`${origin}/dashboard/products`)
  await admin.getByRole('link', { name: 'Novo produto' }).waitFor()
  const fast = await slowLine(admin)
  await admin.goto(`${origin}/dashboard/categories`)
  await admin.getByRole('navigation').getByRole('link', { name: 'Produtos', exact: true }).click()
  await admin.getByRole('link', { name: 'Prato', exact: true }).click()
  await admin.getByLabel('Adicionar fotos').setInputFiles(await three())
  const asked = admin.getByRole('dialog', { name: 'Sair desta página?' })
  await admin.getByRole('link', { name: 'Produtos', exact: true }).first().click()
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  await admin.evaluate(() => history.back())
  await asked.waitFor()
  assert.deepEqual(await axe(admin), [])
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  assert.ok(admin.url().endsWith(`/products/${p.id}`))
  await admin.getByAltText('Foto 3').waitFor()
  await admin.getByRole('button', { name: 'Salvar', exact: true }).click()
  await admin.getByText('Salvo.').waitFor()
  assert.equal(await photosOf(p.id), 3)
  await admin.getByLabel('Adicionar fotos').setInputFiles([await photo('d.png', '#222222')])
  await admin.getByRole('link', { name: 'Produtos', exact: true }).first().click()
  await asked.getByRole('button', { name: 'Confirmar' }).click()
  await admin.waitForURL(/\/dashboard\/products$/)
  await fast()
})
test('a banner that does not arrive is sent again as it was cut', async () => {
  await admin.goto(`${origin}/dashboard/mycompany?section=aparencia`)
  await admin.route('**/store_settings**', (route) => route.abort())
  await admin.getByLabel('Imagem de fundo da página Sobre').setInputFiles([await photo('fundo.png', '#ddeedd')])
  await failedList(admin).getByText('fundo.png não foi enviada').waitFor()
  await admin.unroute('**/store_settings**')
  await failedList(admin).getByRole('button', { name: 'Tentar de novo' }).click()
  await admin.getByText('Imagem trocada.').waitFor()
  const { rows } = await site.t.owner.query(
    "select settings->>'background_image' as path from companies where id = $1",
    [a.id],
  )
  assert.match(rows[0].path, /^\/files\//)
})
test('of many photos for many products the ones that failed stay to be sent again; the sending can be cancelled', async () => {
  const ids = await Promise.all(
    ['U1', 'U2', 'U3'].map(async (code) => (await aProduct(site.t, a, { name: `Peça ${code}`, code })).id),
  )
  const fast = await slowLine(admin, [1])
  await admin.goto(`${origin}/apps/media`)
  const files = await Promise.all([photo('U1.png', '#123456'), photo('U2.png', '#223456'), photo('U3.png', '#323456')])
  await admin.getByLabel(/Solte aqui muitas fotos/).setInputFiles(files)
  await admin.getByRole('button', { name: 'Enviar 3 fotos' }).click()
  await admin.getByText('Enviando 3 de 3…').waitFor()
  await admin.getByRole('button', { name: 'Cancelar o envio' }).click()
  await failedList(admin).getByText('U1.png não foi enviada').waitFor()
  await fast()
  await admin.getByRole('button', { name: 'Enviar 2 fotos' }).click()
  await until(async () => (await Promise.all(ids.map(photosOf))).join() === '1,1,1')
})
test('a logo on a slow line: publishing says so and keeps the picture until it is there', async () => {
  await admin.goto(`${origin}/dashboard/mycompany?section=aparencia`)
  let first = true
  await admin.route(`**/api/v1/companies/${a.id}`, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await new Promise((r) => setTimeout(r, 1000))
    if (!first) return route.continue()
    first = false
    return route.abort()
  })
  await admin
    .getByLabel('Logo', { exact: false })
    .first()
    .setInputFiles([await photo('logo.png', '#884422')])
  await admin.getByRole('button', { name: 'Publicar', exact: true }).click()
  await admin.getByRole('button', { name: 'Salvando…' }).waitFor()
  await admin.getByText(/Não conseguimos falar com o servidor/).waitFor()
  await admin.getByRole('button', { name: 'Publicar', exact: true }).click()
  await admin.getByText('Publicado.').waitFor()
  assert.match(
    (await site.t.owner.query('select logo from companies where id = $1', [a.id])).rows[0].logo,
    /^\/files\//,
  )
})
test('the pages of this run wrote no error to the console', () => assert.deepEqual(site.errors, []))
