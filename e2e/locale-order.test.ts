// An engine whose locale texts have another order: CLDR 42 writes en-CA dates as 11/27/2026, and every staff screen that
// parsed them was blank.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { finds, ROUTES } from '#shared/routes.ts'
import { aCart, aProduct, type Company, order } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { copied } from './kept.ts'
import { browserOf, DESK, goTo, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aHouse(site)
  const { id } = await aProduct(site.t, a)
  const cart = aCart([{ product_id: id, quantity: 2 }], { client_id: a.client.id })
  assert.equal((await order(site.t, a, a.seller.token, cart)).status, 201)
})
after(() => site.close())

/** Writes every locale text of a date as 11/27/2026, 9:05:00 AM, whatever locale is asked for. */
const reorder = () => {
  const english = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'medium' })
  const write = english.format.bind(english)
  Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { get: () => write })
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const)
    Date.prototype[name] = function (this: Date) {
      return write(this)
    }
}
for (const role of ['admin', 'seller'] as const)
  test(`draws every screen of the ${role} where locale texts have another order`, async () => {
    const page = await browserOf(site, site.at(a.path), a[role].email, DESK)
    await page.addInitScript(reorder)
    await page.goto(`${site.at(a.path)}/inicio`)
    await copied(page, 'products', 'clients', 'orders')
    const paths = Object.entries(ROUTES)
      .filter(([path, route]) => finds(route, role) && !/:\w+(\/|$)/.test(path) && !/^\/(ui|session)/.test(path))
      .map(([path]) => path.replace(/\/:.*/, ''))
    assert.ok(paths.length > 20, `${paths.length} screens`)
    for (const path of new Set(paths)) await goTo(page, path)
    assert.deepEqual(site.errors, [])
    await page.context().close()
  })
