// axe on the screens of strangers, an admin and the operator: phone and desktop, light and dark. The journeys check the
// screens and dialogs that they open.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aPerson, aProduct, type Company, order } from '../test/kit.ts'
import { become } from './become.ts'
import { DESK, goTo, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let receipt: string
let page: Page
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá', primary_color: '#b4532a', min_order_cents: 10_000 })
  const { body } = await site.t.call('POST', '/api/v1/categories', { token: a.admin.token, body: { name: 'Cerâmica' } })
  const categories = JSON.stringify([body.data.id])
  const mug = await aProduct(site.t, a, { name: 'Caneca de barro', price: '38,00', price_promo: '32,50', categories })
  await aProduct(site.t, a, {
    name: 'Vaso Jatobá em cerâmica',
    code: 'VJ-014',
    price: '89,00',
    categories,
    tags: '["Novidade"]',
    attributes: [{ specs: { Tamanho: 'P' } }, { specs: { Tamanho: 'M' }, price: '118,00' }],
  })
  const placed = await order(site.t, a, a.client.token, aCart([{ product_id: mug.id, quantity: 4 }]))
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  receipt = placed.body.data.receipt_path
  page = (await site.browser({ ...PHONE, serviceWorkers: 'block' })).page
})
after(() => site.close())

/** Opens each path as a link of the app does, on a phone and on a desk. Nothing may be wider than the screen. */
async function walk(page: Page, paths: string[]): Promise<void> {
  for (const path of paths)
    for (const { viewport } of [PHONE, DESK]) {
      await page.setViewportSize(viewport)
      await goTo(page, path)
      await inBoth(page)
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${path} is wider than the screen`,
      )
    }
}
test('finds no violation on the screens of strangers', async () => {
  await become(site, page, site.at(a.path), null)
  await walk(page, [
    '/pedidos',
    '/dashboard/products?product_code=VJ-014',
    '/dashboard/shoppingcart',
    '/pedidos/meus',
    '/session/signin',
    '/session/forgot',
    '/session/reset',
    '/session/404',
    '/session/error',
    '/session/closed',
    '/pedido/nao-existe-este-recibo-aqui',
    receipt,
  ])
})
test('finds no violation on the screens of an admin', async () => {
  await become(site, page, site.at(a.path), a.admin.email)
  await walk(page, ['/dashboard/products', '/dashboard/categories', '/dashboard/orders', '/dashboard/shoppingcart'])
})
test('finds no violation on the screens of the operator', async () => {
  await become(site, page, site.at('sistema'), (await aPerson(site.t, null, 0)).email)
  const companies = ['', `/${a.id}`, '/new', '/planos', '/assinaturas', '/propostas', '/revendas', '/registro']
  await walk(page, [
    ...companies.map((path) => `/dashboard/companies${path}`),
    '/dashboard/companies/plataforma',
    '/session/criar',
    '/session/assinar',
    `/session/privacidade?path=${a.path}`,
  ])
})
test('writes no error to the console', () => assert.deepEqual(site.errors, []))
