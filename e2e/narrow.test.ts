// The screens of an admin on a phone, in three languages: nothing is cut, nothing is wider than the screen.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCart, aCompany, aProduct, type Company, order } from '../test/kit.ts'
import { browserOf, PHONE, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
before(async () => {
  site = await startSite()
  a = await aCompany(site.t, {
    name: 'Ateliê Jequitibá',
    trial: true,
    price_table_active: true,
    price_table_config: JSON.stringify([{ name: 'Varejo' }, { name: 'Lojista' }, { name: 'Distribuidor' }]),
    tag_active: true,
  })
  const vase = await aProduct(site.t, a, {
    name: 'Vaso Jatobá em cerâmica queimada, com tampa e suporte de ferro',
    code: 'CE-014',
    price: '1.189,00',
    tags: JSON.stringify(['Feito este mês']),
  })
  await aProduct(site.t, a, { name: 'Par de colheres em jatobá' })
  for (const quantity of [1, 12]) await order(site.t, a, a.client.token, aCart([{ product_id: vase.id, quantity }]))
})
after(() => site.close())

/** Words that do not fit where they stand, or reach beyond the screen where nothing can be scrolled to them. */
function cut(): string[] {
  const found: string[] = []
  if (document.documentElement.scrollWidth > innerWidth + 1)
    found.push(`${document.documentElement.scrollWidth} px wide`)
  for (const el of document.querySelectorAll<HTMLElement>('main *')) {
    const own = [...el.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.textContent?.trim())
    const box = el.getBoundingClientRect()
    if (!own || box.width < 2 || el.closest('[inert], .sr, .clip, .pname, svg') || !el.checkVisibility()) continue
    const style = getComputedStyle(el)
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip' || el.matches('.btn, .chip, h1')
    if (hides && el.scrollWidth > el.clientWidth + 1 && style.textOverflow !== 'ellipsis')
      found.push(`cut: ${el.innerText.slice(0, 60)}`)
    let scrolls = false
    for (let up: HTMLElement | null = el; up && !scrolls; up = up.parentElement)
      scrolls = ['auto', 'scroll'].includes(getComputedStyle(up).overflowX)
    if (!scrolls && (box.right > innerWidth + 1 || box.left < -1)) found.push(`beyond: ${el.innerText.slice(0, 60)}`)
  }
  // A placeholder that says what a field is for is read whole.
  for (const input of document.querySelectorAll<HTMLInputElement>('main input[placeholder].price-in')) {
    if (input.value || !input.checkVisibility()) continue
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    const style = getComputedStyle(input)
    canvas.font = style.font
    const room = input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    if (canvas.measureText(input.placeholder).width > room + 1) found.push(`placeholder: ${input.placeholder}`)
  }
  return found
}
const SCREENS = [
  '/inicio',
  '/dashboard/orders',
  '/dashboard/products',
  '/dashboard/products/new',
  '/dashboard/categories',
  '/dragndrop',
  '/tables',
  '/dashboard/users',
  '/dashboard/users/new?level=3',
  '/dashboard/mycompany',
  '/dashboard/excel',
  '/dashboard/integrations',
  '/dashboard/catalog',
  '/session/assinar',
]
for (const locale of ['pt-BR', 'en-US', 'fr-FR'])
  test(`nothing is cut on an admin's phone, ${locale}`, async () => {
    const { page, context } = await site.browser({ ...PHONE, locale })
    await page.goto(`${site.at(a.path)}/session/signin`)
    await page.locator('input[type=email]').fill(a.admin.email)
    await page.locator('input[type=password]').fill('segredo-de-teste')
    await page.locator('form button[type=submit]').click()
    await page.waitForURL((u) => !u.pathname.startsWith('/session/signin'))
    const seen: string[] = []
    for (const path of SCREENS) {
      await page.goto(site.at(a.path) + path)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await page.waitForFunction(() => !document.querySelector('main .sk'))
      seen.push(...(await page.evaluate(cut)).map((what) => `${path} ${what}`))
    }
    assert.deepEqual(seen, [])
    await context.close()
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
