// axe on the screens of strangers, an admin and the operator: phone and desktop, light and dark. The journeys check the
// screens and dialogs that they open.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aPerson, aProduct, type Company, order } from '../test/kit.ts'
import { browserOf, DESK, goTo, inBoth, PHONE, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startSite()
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
})
after(() => site.close())

/** Opens each path as a link of the app does. Nothing may be wider than the screen. */
async function walk(page: Page, origin: string, paths: string[]): Promise<void> {
  await page.goto(origin + paths[0])
  for (const path of paths) {
    await goTo(page, path)
    await inBoth(page)
    assert.ok(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${path} is wider than the screen`,
    )
  }
  await page.context().close()
}
for (const [name, size] of [
  ['phone', PHONE],
  ['desktop', DESK],
] as const) {
  test(`finds no violation on the screens of strangers, ${name}`, async () => {
    const { page } = await site.browser(size)
    await walk(page, site.at(a.path), [
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
    ])
  })
  test(`finds no violation on the screens of an admin, ${name}`, async () => {
    const page = await browserOf(site, site.at(a.path), a.admin.email, size)
    await walk(page, site.at(a.path), [
      '/dashboard/products',
      '/dashboard/categories',
      '/dashboard/orders',
      '/dashboard/shoppingcart',
    ])
  })
  test(`finds no violation on the screens of the operator, ${name}`, async () => {
    const home = site.at('sistema')
    const page = await browserOf(site, home, (await aPerson(site.t, null, 0)).email, size)
    const companies = ['', `/${a.id}`, '/new', '/planos', '/assinaturas', '/propostas', '/revendas', '/registro']
    await walk(page, home, [
      ...companies.map((path) => `/dashboard/companies${path}`),
      '/dashboard/companies/plataforma',
      '/session/criar',
      '/session/assinar',
      `/session/privacidade?path=${a.path}`,
    ])
  })
}
test('writes no error to the console', () => assert.deepEqual(site.errors, []))
