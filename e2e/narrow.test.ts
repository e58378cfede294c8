// Every screen of every role on a phone, in three languages: nothing is cut, nothing is wider than the screen. In npm
// test in one, and who buys in two.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '#shared/route.ts'
import { finds, ROUTES } from '#shared/routes.ts'
import { aCart, aCompany, aPerson, aProduct, type Company, order, type Person } from '../test/kit.ts'
import { alive, browserOf, DESK, drawn, goTo, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let olga: Person
let product: number
let ordered: number
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, {
    name: 'Ateliê Jequitibá',
    trial: true,
    price_table_active: true,
    price_table_config: JSON.stringify([{ name: 'Varejo' }, { name: 'Lojista' }, { name: 'Distribuidor' }]),
    tag_active: true,
    settings: JSON.stringify({ show_entity_on_menu: true }),
  })
  const vase = await aProduct(site.t, a, {
    name: 'Vaso Jatobá em cerâmica queimada, com tampa e suporte de ferro',
    code: 'CE-014',
    price: '1.189,00',
    tags: JSON.stringify(['Feito este mês']),
  })
  await aProduct(site.t, a, { name: 'Par de colheres em jatobá' })
  for (const quantity of [1, 12])
    ordered = (await order(site.t, a, a.client.token, aCart([{ product_id: vase.id, quantity }]))).body.data.id
  product = vase.id
  olga = await aPerson(site.t, null, 0, { name: 'Olga Operadora' })
})
after(() => site.close())

/** Words that do not fit where they stand, or reach beyond the screen where nothing can be scrolled to them. */
function cut(): string[] {
  const found: string[] = []
  if (document.documentElement.scrollWidth > innerWidth + 1)
    found.push(`${document.documentElement.scrollWidth} px wide`)
  /** Shortened with an ellipsis, or for screen readers only. */
  const isShortened = (el: Element) => {
    const { textOverflow, webkitLineClamp, clipPath } = getComputedStyle(el)
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || clipPath !== 'none'
  }
  const around = (el: Element | null): Element[] => (el ? [el, ...around(el.parentElement)] : [])
  for (const el of document.querySelectorAll<HTMLElement>('main *')) {
    const own = [...el.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent?.trim())
    const box = el.getBoundingClientRect()
    if (!own || box.width < 2 || el.closest('[inert], svg') || !el.checkVisibility()) continue
    if (around(el).some(isShortened)) continue
    const style = getComputedStyle(el)
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip' || el.matches('button, h1')
    if (hides && el.scrollWidth > el.clientWidth + 1 && style.textOverflow !== 'ellipsis')
      found.push(`cut: ${el.innerText.slice(0, 60)}`)
    let scrolls = false
    for (let up: HTMLElement | null = el; up && !scrolls; up = up.parentElement)
      scrolls = ['auto', 'scroll'].includes(getComputedStyle(up).overflowX)
    if (!scrolls && (box.right > innerWidth + 1 || box.left < -1)) found.push(`beyond: ${el.innerText.slice(0, 60)}`)
  }
  // A placeholder that says what a field is for is read whole.
  for (const input of document.querySelectorAll<HTMLInputElement>('main :is(td, [role=cell]) input[placeholder]')) {
    if (input.value || !input.checkVisibility()) continue
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    const style = getComputedStyle(input)
    canvas.font = style.font
    const room = input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    if (canvas.measureText(input.placeholder).width > room + 1) found.push(`placeholder: ${input.placeholder}`)
  }
  return found
}
/** Every address that this role finds and that needs no number; what stands behind a number is added by hand. */
const screensOf = (role: Role) =>
  Object.entries(ROUTES)
    .filter(([path, route]) => finds(route, role) && !/:\w+(\/|$)/.test(path) && !/^\/(ui|session)/.test(path))
    .map(([path]) => path.replace(/\/:.*/, ''))
/** What is wrong on these screens; each is opened as a link of the app opens it, without loading the page anew. */
async function walk(page: Page, paths: string[]): Promise<string[]> {
  const seen: string[] = []
  for (const path of new Set(paths)) {
    await goTo(page, path)
    seen.push(...(await page.evaluate(cut)).map((what) => `${path} ${what}`))
  }
  return seen
}
/** Somebody's own browser in this language; nobody's stands on the catalogue. */
async function open(locale: string, who: { email: string } | null, options: object = PHONE, host = a.path) {
  const { page } = await site.browser({ ...options, locale })
  await page.goto(`${site.at(host)}${who ? '/session/signin' : '/pedidos'}`)
  if (!who) {
    await alive(page)
    return page
  }
  await page.locator('input[type=email]').fill(who.email)
  await page.locator('input[type=password]').fill('segredo-de-teste')
  await page.locator('form button[type=submit]').click()
  await page.waitForURL((u) => !u.pathname.startsWith('/session/signin'))
  await drawn(page)
  return page
}
/** Of six walks half run without --long: who works here in French, whose words are the longest, who buys in Portuguese, too. */
const LOCALES = ['pt-BR', 'en-US', 'fr-FR']
const [OF_STAFF, OF_OTHERS] = process.env.LONG ? [LOCALES, LOCALES] : [['fr-FR'], ['pt-BR', 'fr-FR']]
for (const locale of OF_STAFF)
  test(`nothing is cut on any phone screen of who works here, ${locale}`, async () => {
    const things = [
      '/dashboard/products/new',
      `/dashboard/products/${product}`,
      '/dashboard/users/new?level=3',
      `/dashboard/users/${a.client.id}`,
      `/dashboard/orders/${ordered}`,
      `/clientes/${a.client.id}`,
      '/clientes/novo',
    ]
    const admin = await open(locale, a.admin)
    assert.deepEqual(await walk(admin, [...screensOf('admin'), ...things, '/session/assinar']), [])
    const seller = await open(locale, a.seller)
    assert.deepEqual(await walk(seller, [...screensOf('seller'), `/clientes/${a.client.id}`]), [])
    for (const p of [admin, seller]) await p.context().close()
  })
for (const locale of OF_OTHERS)
  test(`nothing is cut on any phone screen of who buys, has no account, or runs the platform, ${locale}`, async () => {
    const client = await open(locale, a.client)
    assert.deepEqual(await walk(client, [...screensOf('client'), `/pedidos/meus/${ordered}`]), [])
    const doors = ['signin', 'forgot', 'criar', 'assinar', 'privacidade', 'error', 'closed', '404']
    const visitor = await open(locale, null)
    const doorsOf = doors.map((door) => `/session/${door}`)
    assert.deepEqual(await walk(visitor, [...screensOf('visitor'), '/s/artesaos', ...doorsOf]), [])
    const operator = await open(locale, olga, PHONE, 'sistema')
    const company = `/dashboard/companies/${a.id}`
    assert.deepEqual(await walk(operator, [...screensOf('operator'), company, '/dashboard/companies/new']), [])
    for (const p of [client, visitor, operator]) await p.context().close()
  })
test('nothing is cut on an admin’s desk in French, whose words are the longest', async () => {
  const page = await open('fr-FR', a.admin, DESK)
  assert.deepEqual(await walk(page, screensOf('admin')), [])
  await page.context().close()
})
test('the twin: what is too long for its place is seen', async () => {
  const page = await browserOf(site, site.at(a.path), a.admin.email, PHONE)
  await page.goto(`${site.at(a.path)}/dashboard/orders`)
  await page.locator('main h1').first().waitFor()
  await page.evaluate(() => {
    const h1 = document.querySelector<HTMLElement>('main h1') as HTMLElement
    Object.assign(h1.style, { whiteSpace: 'nowrap', overflow: 'hidden', width: '40px', flex: 'none' })
  })
  assert.ok((await page.evaluate(cut)).length > 0)
  await page.context().close()
})
