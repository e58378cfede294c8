// Every address of every role with the server away: it works, or says in words what it needs. Never a blank page,
// never something that goes on loading. Without --long each role opens a third of its addresses and all that work without
// one; --long opens them all.
import { deepEqual, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Role } from '#shared/route.ts'
import { finds, ROUTES, routeAt } from '#shared/routes.ts'
import { aPerson, type Company, until } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { copied, installed } from './kept.ts'
import { PHONE, type Site, signIn, startSite } from './kit.ts'

let site: Site
let a: Company
let operator: string
before(async () => {
  site = await startSite()
  a = await aHouse(site)
  operator = (await aPerson(site.t, null, 0)).email
})
after(() => site?.close())
const VALUES: Record<string, string> = { id: '1', type: 'marcas', code: 'barro', token: 'x'.repeat(22), other: '404' }
const addressOf = (path: string) => path.replace(/:(\w+)\??/g, (_, name: string) => VALUES[name] as string)
/** What works without asking the server for anything. */
const WORKS = {
  seller: ['/dashboard/categories', '/dashboard/products', '/dashboard/shoppingcart', '/pedido', '/aparelho', '/sobre'],
  client: [
    '/dashboard/categories',
    '/dashboard/products',
    '/dashboard/shoppingcart',
    '/pedidos',
    '/aparelho',
    '/sobre',
  ],
  visitor: ['/dashboard/categories', '/dashboard/products', '/dashboard/shoppingcart', '/pedidos', '/aparelho'],
} as const
const NEEDS = /internet|servidor/i
const who: [Role, () => string][] = [
  ['seller', () => a.seller.email],
  ['client', () => a.client.email],
  ['visitor', () => ''],
  ['admin', () => a.admin.email],
  ['operator', () => operator],
]
/** Two neighbours of the list open other thirds. */
const isTurn = (address: number, role: number) => Boolean(process.env.LONG) || (address + role) % 3 === 0
for (const [turn, [role, email]] of who.entries())
  test(`${role}: every address opens with the server away, or says what it needs`, async () => {
    const origin = site.at(role === 'operator' ? 'sistema' : a.path)
    const { page, context } = await site.browser(PHONE)
    if (email()) await signIn(page, origin, email(), true)
    else await page.goto(`${origin}/pedidos`)
    await installed(page)
    if (role !== 'operator') await copied(page, 'products')
    await site.stop()
    const wrong: string[] = []
    try {
      for (const [n, path] of (Object.keys(ROUTES) as (keyof typeof ROUTES)[]).entries()) {
        const address = addressOf(path)
        const found = routeAt(address)
        if (!found || !finds(found.route, role) || path === '/ui') continue
        const works = (WORKS as Partial<Record<Role, readonly string[]>>)[role]?.includes(path)
        if (!works && !isTurn(n, turn)) continue
        await page.goto(origin + address)
        const said = await settled(page)
        const lacks = said !== null && /Não conseguimos|Esta parte/.test(said)
        if (said === null) wrong.push(`${address} goes on loading`)
        else if (said.length < 12) wrong.push(`${address} shows nothing: ${said}`)
        else if (lacks && !NEEDS.test(said)) wrong.push(`${address} does not say what it needs: ${said}`)
        else if (works && /Tentar de novo|Esta parte ainda/.test(said))
          wrong.push(`${address} does not work: ${said.slice(0, 120)}`)
      }
    } finally {
      await site.start()
    }
    deepEqual(wrong, [])
    await context.close()
  })
/** What stands on the page once nothing loads any more; null when it goes on loading. */
async function settled(page: Page): Promise<string | null> {
  const loads = () => page.getByRole('status').filter({ hasText: 'Carregando' }).count()
  const text = () => page.locator('main, [role=main], #app').first().innerText()
  try {
    return await until(async () => {
      if ((await loads()) > 0) return null
      const said = (await text()).trim()
      // It may have begun between the two looks.
      return said !== 'Carregando' && said
    }, 12)
  } catch {
    return (await loads()) > 0 ? null : ''
  }
}
test('a link to a screen that this device has never had says so and keeps the way on', async () => {
  const { page, context } = await site.browser(PHONE)
  await page.goto(`${site.at(a.path)}/pedidos`)
  await installed(page)
  await site.stop()
  await page.goto(`${site.at(a.path)}/session/criar`)
  const said = page.getByRole('alert').filter({ hasText: 'Esta parte ainda não está aqui' })
  match((await said.textContent()) ?? '', NEEDS)
  await site.start()
  await said.getByRole('button', { name: 'Tentar de novo' }).click()
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: /cat[aá]logo/i })
    .first()
    .waitFor()
  ok(page.url().endsWith('/session/criar'))
  await context.close()
})
