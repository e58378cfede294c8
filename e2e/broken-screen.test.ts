// An error while rendering leaves words and a way on, never a white page; the cart stays as it was.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { finds, ROUTES } from '#shared/routes.ts'
import type { Role } from '#shared/route.ts'
import { aPerson, aProduct, type Company } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { alive, axe, browserOf, cartBar, DESK, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startOnline()
  a = await aHouse(site)
  await aProduct(site.t, a, { name: 'Bandeja', code: 'BA-1', price: '10,00' })
})
after(() => site.close())

const WORDS = 'Esta tela parou de funcionar'
/** A render that draws an element with this class throws, as a fault of its component would. */
const breakClass = (page: Page, wrong: string) =>
  page.addInitScript((name) => {
    const own = Element.prototype.setAttribute
    Element.prototype.setAttribute = function (attribute, value) {
      if (attribute === 'class' && value.split(' ').includes(name)) throw new Error('injected')
      own.call(this, attribute, value)
    }
  }, wrong)
/** A render that draws a heading throws, except that of the words. */
const breakHeadings = (page: Page) =>
  page.addInitScript((words) => {
    for (const name of ['appendChild', 'insertBefore'] as const) {
      const own = Node.prototype[name] as (...nodes: unknown[]) => Node
      Node.prototype[name] = function (this: Node, ...nodes: unknown[]) {
        const [child] = nodes
        if (child instanceof HTMLHeadingElement && child.tagName === 'H1' && child.textContent !== words)
          throw new Error('injected')
        return own.apply(this, nodes)
      } as never
    }
  }, WORDS)
/** Of the frame and of the catalogue. */
const PARTS = ['bar', 'bars', 'strip', 'page', 'find', 'grid', 'card', 'price', 'cartbar', 'menu']
const chat = (page: Page) => page.locator('a[href*="send?phone=5512912345678"], a[href*="send?phone=5511912345678"]')

test('leaves the way to the cart and to WhatsApp after a fault in any part of the catalogue', async () => {
  for (const part of PARTS) {
    const { page, context } = await site.browser(PHONE)
    await page.goto(`${site.at(a.path)}/pedidos`)
    await alive(page)
    await page
      .getByRole('article')
      .filter({ hasText: 'Bandeja' })
      .getByRole('button', { name: /Adicionar/ })
      .click()
    await cartBar(page).waitFor()
    await breakClass(page, part)
    await page.reload()
    const way = page.locator('a[href="/dashboard/shoppingcart"]').first()
    await way.waitFor()
    await chat(page).first().waitFor({ state: 'attached' })
    // The cart screen draws these two as well; with any other fault it works.
    await way.click()
    if (part === 'page' || part === 'cartbar') await page.getByRole('heading', { name: WORDS }).waitFor()
    else await page.getByText('Bandeja').first().waitFor()
    await context.close()
  }
})
test('leaves words and ways on after a fault that the words themselves share', async () => {
  const { page, context } = await site.browser(PHONE)
  // The words draw an icon, too.
  await breakClass(page, 'i')
  await page.goto(`${site.at(a.path)}/pedidos`)
  await page.getByRole('heading', { name: WORDS }).waitFor()
  await page.getByRole('button', { name: 'Recarregar' }).waitFor()
  await chat(page).first().waitFor()
  await page.locator('a[href="/pedidos"]').waitFor()
  await page.locator('a[href="/dashboard/shoppingcart"]').waitFor()
  assert.deepEqual(await axe(page), [])
  await page.screenshot({ path: '.test/broken-plain.png' })
  await context.close()
})
test('tries the screen again when the way back changes the query only', async () => {
  const { page, context } = await site.browser(PHONE)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await alive(page)
  await page.evaluate(() => {
    const own = HTMLDialogElement.prototype.showModal
    HTMLDialogElement.prototype.showModal = function () {
      HTMLDialogElement.prototype.showModal = own
      throw new Error('injected')
    }
  })
  await page
    .getByRole('link', { name: /Moringa/ })
    .first()
    .click()
  await page.getByRole('heading', { name: WORDS }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: WORDS }).waitFor({ state: 'detached' })
  await page.getByRole('article').filter({ hasText: 'Bandeja' }).waitFor()
  await context.close()
})
test('keeps the cart through a fault of the cart screen', async () => {
  const { page, context } = await site.browser(PHONE)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await alive(page)
  await page
    .getByRole('article')
    .filter({ hasText: 'Bandeja' })
    .getByRole('button', { name: /Adicionar/ })
    .click()
  await page.route('**/assets/CartPage-*.js', (r) =>
    r.fulfill({ contentType: 'text/javascript', body: 'export default () => { throw new Error("injected") }' }),
  )
  await cartBar(page).getByRole('link').click()
  await page.getByRole('heading', { name: WORDS }).waitFor()
  await page.getByText('como os itens do seu pedido, não se perdeu').waitFor()
  await chat(page).first().waitFor()
  await page.unroute('**/assets/CartPage-*.js')
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await page.getByText('Bandeja').first().waitFor()
  await context.close()
})
test('says on every screen that it stopped, and the next screen is tried again', async () => {
  const olga = await aPerson(site.t, null, 0)
  const people: [Role, { email: string } | null, string][] = [
    ['admin', a.admin, a.path],
    ['visitor', null, a.path],
    ['operator', olga, 'sistema'],
  ]
  const white: string[] = []
  for (const [role, who, host] of people) {
    const at = site.at(host)
    const page = who ? await browserOf(site, at, who.email, DESK) : (await site.browser(DESK)).page
    await breakHeadings(page)
    await page.goto(`${at}${role === 'visitor' ? '/pedidos' : '/mobi'}`)
    await page.getByRole('heading', { name: WORDS }).waitFor()
    const paths = Object.entries(ROUTES)
      .filter(([path, route]) => finds(route, role) && !/:\w+(\/|$)/.test(path) && path !== '/ui')
      .map(([path]) => path.replace(/\/:.*/, ''))
    for (const path of new Set(paths)) {
      await page.evaluate((to) => history.pushState(null, '', to), path)
      const words = page.getByRole('heading', { name: WORDS })
      await words.waitFor().catch(() => white.push(`${role} ${path}`))
      if ((await page.getByRole('button', { name: 'Recarregar' }).count()) !== 1)
        white.push(`${role} ${path}: no way on`)
    }
    await page.context().close()
  }
  assert.deepEqual(white, [])
})
test('has no accessibility fault in its words, light and dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, context } = await site.browser({ ...PHONE, colorScheme })
    await breakClass(page, 'card')
    await page.goto(`${site.at(a.path)}/pedidos`)
    await page.getByRole('heading', { name: WORDS }).waitFor()
    assert.deepEqual(await axe(page), [])
    await page.screenshot({ path: `.test/broken-${colorScheme}.png` })
    await context.close()
  }
})
