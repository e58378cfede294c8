// What somebody changes shows at once; it is undone where it is refused, and who opens the page anew finds what the
// server knows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aProduct, type Company, order } from '../test/kit.ts'
import { copied } from './kept.ts'
import { browserOf, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let vase: number
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, { name: 'Ateliê Jequitibá' })
  await aProduct(site.t, a, { name: 'Tigela', code: 'TI-1', price: '50,00' })
  vase = (await aProduct(site.t, a, { name: 'Vaso', code: 'VA-1', price: '40,00' })).id
})
after(() => site.close())
const origin = () => site.at(a.path)
const MOVE = /\/companies\/\d+\/orders\/\d+$/
const main = (page: Page) => page.getByRole('main')
const refusal = { status: 409, json: { status: 'error', code: 'conflict', message: 'Outra pessoa mudou este pedido.' } }
/** Calls of this kind wait until they are let go: answered by the server, or refused. */
async function held(page: Page, url: RegExp, method: string) {
  let go: (how: 'on' | 'no') => void = () => {}
  const asked = new Promise<'on' | 'no'>((done) => {
    go = done
  })
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.continue()
    await ((await asked) === 'on' ? route.continue() : route.fulfill(refusal)).catch(() => {})
  })
  return { go, over: () => page.unroute(url) }
}

test('an order that is confirmed shows it at once; refused it is as it was; answered it is so for who opens the page in that moment', async () => {
  const { body } = await order(site.t, a, a.seller.token, aCart([{ product_id: vase, quantity: 1 }], { name: 'Maria' }))
  const page = await browserOf(site, origin(), a.admin.email)
  await page.goto(`${origin()}/dashboard/orders/${body.data.id}`)
  await copied(page, 'orders')
  const status = page.getByRole('status', { name: 'Situação' })
  const confirm = main(page).getByRole('button', { name: 'Confirmar pedido' })
  await confirm.waitFor()
  assert.equal(await status.textContent(), 'Novo')

  const refused = await held(page, MOVE, 'PUT')
  await confirm.click()
  await status.getByText('Confirmado').waitFor()
  // Left before the answer: it opens as the server knows it.
  await page.reload()
  await confirm.waitFor()
  assert.equal(await status.textContent(), 'Novo')
  await confirm.click()
  await status.getByText('Confirmado').waitFor()
  refused.go('no')
  await page.getByText('Outra pessoa mudou este pedido.').waitFor()
  await confirm.waitFor()
  assert.equal(await status.textContent(), 'Novo')
  await refused.over()

  // From here on the device learns nothing from its one call.
  await page.route('**/api/v2/offline?**', () => {})
  await confirm.click()
  await page.getByText(/: confirmado\./).waitFor()
  await page.goto(`${origin()}/dashboard/orders`)
  await main(page)
    .getByRole('link', { name: /Maria.*Confirmado/s })
    .waitFor()
  assert.equal(
    await main(page)
      .getByRole('link', { name: /Maria.*Novo/s })
      .count(),
    0,
  )
  await page.context().close()
})
test('a product switched off by the admin is off at once, on again when the server refuses, and off for the seller when it does not', async () => {
  const page = await browserOf(site, origin(), a.admin.email)
  await page.goto(`${origin()}/dashboard/products`)
  const toggle = page.getByRole('switch', { name: 'Vaso na vitrine' })
  const stands = (checked: boolean) => page.getByRole('switch', { name: 'Vaso na vitrine', checked }).waitFor()
  await stands(true)
  const refused = await held(page, /\/products\/\d+$/, 'POST')
  await toggle.click()
  await stands(false)
  refused.go('no')
  await page.getByText('Outra pessoa mudou este pedido.').waitFor()
  await stands(true)
  await refused.over()
  const slow = await held(page, /\/products\/\d+$/, 'POST')
  await toggle.click()
  await stands(false)
  slow.go('on')
  await page.getByText('Vaso saiu da vitrine.').waitFor()
  await stands(false)
  await page.reload()
  await stands(false)
  const hers = await browserOf(site, origin(), a.seller.email)
  await hers.goto(`${origin()}/dashboard/products`)
  await hers.getByRole('article').filter({ hasText: 'Tigela' }).waitFor()
  assert.equal(await hers.getByRole('article').filter({ hasText: 'Vaso' }).count(), 0)
  for (const one of [page, hers]) await one.context().close()
})
