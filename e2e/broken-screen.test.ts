// An error while rendering leaves words and a way on, never a white page; the cart stays as it was.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { finds, ROUTES } from '#shared/routes.ts'
import type { Role } from '#shared/route.ts'
import { aPerson, aProduct, type Company } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { alive, axe, browserOf, cartBar, DESK, inBoth, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
/** A visitor's phone. */
let page: Page
before(async () => {
  site = await startOnline()
  a = await aHouse(site)
  await aProduct(site.t, a, { name: 'Bandeja', code: 'BA-1', price: '10,00' })
  page = (await site.browser(PHONE)).page
})
after(() => site.close())

const WORDS = 'Esta tela parou de funcionar'
/** A render that draws an element with the class that `broken` names throws, as a fault of its component would. */
const breakClasses = (page: Page) =>
  page.addInitScript(() => {
    const broken = localStorage.getItem('broken')
    const own = Element.prototype.setAttribute
    Element.prototype.setAttribute = function (attribute, value) {
      if (attribute === 'class' && broken && value.split(' ').includes(broken)) throw new Error('injected')
      own.call(this, attribute, value)
    }
  })
/** From the next page on. */
const setBroken = (page: Page, name: string) => page.evaluate((n) => localStorage.setItem('broken', n), name)
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
  await breakClasses(page)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await alive(page)
  await page
    .getByRole('article')
    .filter({ hasText: 'Bandeja' })
    .getByRole('button', { name: /Adicionar/ })
    .click()
  await cartBar(page).waitFor()
  for (const part of PARTS) {
    await setBroken(page, part)
    await page.goto(`${site.at(a.path)}/pedidos`)
    const way = page.locator('a[href="/dashboard/shoppingcart"]').first()
    await way.waitFor()
    await chat(page).first().waitFor({ state: 'attached' })
    if (part === 'card') await inBoth(page, 'broken')
    // The cart screen draws these two as well; with any other fault it works.
    await way.click()
    if (part === 'page' || part === 'cartbar') await page.getByRole('heading', { name: WORDS }).waitFor()
    else await page.getByText('Bandeja').first().waitFor()
  }
})
test('leaves words and ways on after a fault that the words themselves share', async () => {
  // The words draw an icon, too.
  await setBroken(page, 'i')
  await page.goto(`${site.at(a.path)}/pedidos`)
  await page.getByRole('heading', { name: WORDS }).waitFor()
  await page.getByRole('button', { name: 'Recarregar' }).waitFor()
  await chat(page).first().waitFor()
  await page.locator('a[href="/pedidos"]').waitFor()
  await page.locator('a[href="/dashboard/shoppingcart"]').waitFor()
  assert.deepEqual(await axe(page), [])
  await setBroken(page, '')
})
test('tries the screen again when the way back changes the query only', async () => {
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
})
test('keeps the cart through a fault of the cart screen', async () => {
  await page.goto(`${site.at(a.path)}/pedidos`)
  await alive(page)
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
  await page.context().close()
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
