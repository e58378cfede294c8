// The table of routes, walked in a browser: every row, every role. Without --long an address is typed by one of them and
// opened by the others as a link of the app opens it; --long types it for each.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '#shared/route.ts'
import { finds, leadOf, ROUTES, routeAt } from '#shared/routes.ts'
import { aCompany, aPerson, aProduct } from '../test/kit.ts'
import { browserOf, DESK, type Site, startOnline } from './kit.ts'

let site: Site
/** Everybody's page, and the address of their company or of the platform; nobody's has no company. */
let people: Record<Role | 'nobody', { page: Page; at: string }>
before(async () => {
  site = await startOnline()
  const a = await aCompany(site.t, { name: 'Casa Aroeira' })
  await aProduct(site.t, a, { name: 'Moringa', code: 'MO-1' })
  const [own, platform] = [site.at(a.path), site.at('sistema')]
  const boss = await aPerson(site.t, null, 0)
  people = {
    admin: { page: await browserOf(site, own, a.admin.email), at: own },
    seller: { page: await browserOf(site, own, a.seller.email), at: own },
    client: { page: await browserOf(site, own, a.client.email), at: own },
    visitor: { page: (await site.browser(DESK)).page, at: own },
    operator: { page: await browserOf(site, platform, boss.email), at: platform },
    nobody: { page: (await site.browser(DESK)).page, at: platform },
  }
  // The host lets them in here, and the session is theirs from then on.
  await people.visitor.page.goto(`${own}/pedidos/meus`)
  await people.visitor.page.getByRole('heading', { name: 'Pedidos deste aparelho' }).waitFor({ state: 'attached' })
})
after(() => site.close())
/** Where somebody ends up who asks for this address, told when it is not where they
 * should; every screen has a heading. */
async function lost(who: Role | 'nobody', address: string, wanted: RegExp, typed: boolean): Promise<string[]> {
  const { page, at } = people[who]
  // Whether there is a screen of the design's parts stands in its own first HTML.
  const nothing = (await page.locator('h1').count()) === 0
  if (typed || address === '/ui' || nothing) await page.goto(at + address)
  else await page.evaluate((to) => history.pushState(null, '', to), address)
  const heading = page.locator('h1').first()
  const none = await heading.waitFor({ state: 'attached' }).then(
    () => [],
    () => [`${address} as ${who}: no heading at ${page.url()}`],
  )
  const elsewhere = await page
    .waitForURL((u) => wanted.test(u.href))
    .then(
      () => [],
      () => [`${address} as ${who}: ${page.url()}`],
    )
  const title = routeAt(new URL(page.url()).pathname)?.route.title?.replace('{name}', '')
  const silent = await page
    .waitForFunction((said) => document.title.startsWith(said), title ?? '', { polling: 100 })
    .then(
      () => [],
      async () => [`${address} as ${who}: "${await page.title()}" instead of "${title}"`],
    )
  return [...none, ...elsewhere, ...silent]
}
/** Whether this one of all who ask types the address: each is typed by one of them, by turns. */
const types = (address: number, who: number, all: number) => Boolean(process.env.LONG) || address % all === who
/** An address, and where it leads admin, seller, client, operator and nobody. */
type Row = [string, RegExp, RegExp, RegExp, RegExp, RegExp]
const rows: Row[] = [
  // address, admin, seller, client, operator, nobody (on an address without a company)
  ['/', /products$/, /categories$/, /categories$/, /companies$/, /signin$/],
  ['/mobi', /products$/, /categories$/, /categories$/, /companies$/, /signin$/],
  ['/dashboard', /products$/, /categories$/, /categories$/, /companies$/, /signin$/],
  ['/dashboard/products', /products$/, /products$/, /products$/, /404$/, /signin\?returnUrl=/],
  ['/dashboard/categories', /categories$/, /categories$/, /categories$/, /404$/, /signin/],
  ['/dashboard/orders', /orders$/, /orders$/, /pedidos\/meus$/, /404$/, /signin/],
  ['/dashboard/shoppingcart', /shoppingcart$/, /shoppingcart$/, /shoppingcart$/, /404$/, /signin/],
  ['/dashboard/users', /users$/, /404$/, /404$/, /404$/, /signin/],
  ['/dashboard/mycompany', /mycompany$/, /404$/, /404$/, /404$/, /signin/],
  ['/dashboard/excel', /excel$/, /404$/, /404$/, /404$/, /signin/],
  ['/dashboard/integrations', /integrations$/, /404$/, /404$/, /404$/, /signin/],
  ['/dashboard/companies', /404$/, /404$/, /404$/, /companies$/, /signin/],
  ['/pedidos', /orders$/, /orders$/, /pedidos$/, /404$/, /signin/],
  ['/s/marcas', /s\/marcas$/, /s\/marcas$/, /s\/marcas$/, /404$/, /signin/],
  ['/sobre', /sobre$/, /sobre$/, /sobre$/, /404$/, /signin\?returnUrl=%2Fsobre$/],
  ['/dashboard/catalog', /catalog$/, /catalog$/, /404$/, /404$/, /signin/],
  ...['/apps', '/maps', '/maps/leaflet'].map(
    (x): Row => [x, new RegExp(`${x}$`), new RegExp(`${x}$`), /categories$/, /companies$/, /signin/],
  ),
  ...['/pages', '/tables', '/dragndrop', '/apps/media'].map(
    (x): Row => [x, new RegExp(`${x}$`), /categories$/, /categories$/, /companies$/, /signin/],
  ),
  ...['/widgets', '/charts', '/material'].map(
    (x): Row => [x, new RegExp(`${x}$`), new RegExp(`${x}$`), /categories$/, /companies$/, /signin/],
  ),
  ['/apps/messages', /messages$/, /messages$/, /categories$/, /companies$/, /signin/],
  ['/assinar?company_id=1', /session\/assinar\?company_id=1$/, /assinar/, /assinar/, /assinar/, /assinar/],
  ['/nao-existe', /404$/, /404$/, /404$/, /404$/, /404$/],
  ['/dashboard/nada', /404$/, /404$/, /404$/, /404$/, /404$/],
]
test('every row of the route table leads where it is written, for each role and for nobody', async () => {
  const wrong = await Promise.all(
    (['admin', 'seller', 'client', 'operator', 'nobody'] as const).map(async (who, i) => {
      const found: string[] = []
      for (const [n, [address, ...wanted]] of rows.entries())
        found.push(...(await lost(who, address, wanted[i] as RegExp, types(n, i, 5))))
      return found
    }),
  )
  assert.deepEqual(wrong.flat(), [])
})
test('every other address of the table too: its screen, where it leads, sign-in with the way back, or no such page', async () => {
  const addresses = Object.keys(ROUTES)
    .map((path) => path.replace(/\/:\w+\?$/, '').replace(/:\w+/g, '7'))
    .filter((address) => !rows.some(([seen]) => seen === address))
  const wanted = (address: string, who: Role | 'nobody') => {
    const route = routeAt(address)?.route
    assert.ok(route, address)
    const to = finds(route, who)
      ? address
      : (leadOf(route, who, '') ?? (who === 'nobody' ? '/session/signin' : '/session/404'))
    return new RegExp(`^https?://[^/]+${to}(\\?returnUrl=.*)?$`)
  }
  const wrong = await Promise.all(
    (Object.keys(people) as (Role | 'nobody')[]).map(async (who, i, all) => {
      const found: string[] = []
      for (const [n, address] of addresses.entries())
        found.push(...(await lost(who, address, wanted(address, who), types(n, i, all.length))))
      return found
    }),
  )
  assert.deepEqual(wrong.flat(), [])
})
