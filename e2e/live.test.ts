// The line by which an open screen is told: one for all tabs, in every browser, and quiet while nobody is there.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aProduct, type Company, order } from '../test/kit.ts'
import { copied } from './kept.ts'
import { browserOf, PHONE, type Site, signIn, startOnline } from './kit.ts'

let site: Site
let a: Company
let bowl: number
before(async () => {
  site = await startOnline()
  a = await aCompany(site.t, { name: 'Casa Aroeira' })
  bowl = (await aProduct(site.t, a, { name: 'Tigela', price: '50,00' })).id
})
after(() => site.close())
const origin = () => site.at(a.path)
const EVENTS = '**/api/v2/events'
const place = (name: string) => order(site.t, a, a.seller.token, aCart([{ product_id: bowl, quantity: 1 }], { name }))
const orders = (page: Page) => page.goto(`${origin()}/dashboard/orders`)
const listed = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(name) })

/** Streams that cannot be walked through by `for await`. */
const asSafari = (page: Page) =>
  page.addInitScript(() => {
    for (const name of [Symbol.asyncIterator, 'values']) Reflect.deleteProperty(ReadableStream.prototype, name)
  })

test('in Safari, too, an order arrives live, by the one line that was opened', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await asSafari(page)
  // Who came in by the screen of signing in may be opening a line of the screen behind it just now.
  await page.goto(`${origin()}/healthz`)
  const asked: string[] = []
  page.on('request', (r) => r.url().endsWith('/api/v2/events') && asked.push(r.url()))
  const opened = page.waitForResponse(EVENTS)
  await orders(page)
  await opened
  await page.getByText('Nenhum pedido ainda').waitFor()
  await copied(page, 'orders')
  await place('Padaria Pires')
  await listed(page, 'Padaria Pires').waitFor()
  assert.equal(asked.length, 1)
  await page.context().close()
})
test('a line that says what nobody can read is given back before another is opened', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await asSafari(page)
  await page.addInitScript(() => {
    const real = window.fetch.bind(window)
    const lines = { open: 0, most: 0, opened: 0 }
    Object.assign(window, { lines })
    window.fetch = async (input, init) => {
      if (!String(input).endsWith('/api/v2/events')) return real(input, init)
      lines.most = Math.max(lines.most, ++lines.open)
      lines.opened++
      const said = new ReadableStream({
        start: (line) => line.enqueue(new TextEncoder().encode('data: {half\n\n')),
        cancel: () => void lines.open--,
      })
      return new Response(said)
    }
  })
  await orders(page)
  const lines = await page.waitForFunction(() => {
    const { lines } = window as unknown as { lines: { most: number; opened: number } }
    return lines.opened > 1 ? lines : null
  })
  assert.equal((await lines.jsonValue())?.most, 1)
  await page.context().close()
})
test('while nobody is there the line is asked for less and less often, up to once in a minute', async () => {
  const page = await browserOf(site, origin(), a.seller.email, PHONE)
  await page.addInitScript(() => {
    const real = window.fetch.bind(window)
    const asked: number[] = []
    Object.assign(window, { asked })
    window.fetch = (input, init) => {
      if (!String(input).endsWith('/api/v2/events')) return real(input, init)
      asked.push(Date.now())
      return Promise.reject(new TypeError('Failed to fetch'))
    }
  })
  const asked = () => page.evaluate(() => (window as unknown as { asked: number[] }).asked)
  await page.clock.install()
  await orders(page)
  await page.waitForFunction(() => (window as unknown as { asked: number[] }).asked.length > 0)
  await page.clock.runFor(5 * 60_000)
  const times = await asked()
  assert.deepEqual(
    times.slice(1, 8).map((at, i) => Math.round((at - (times[i] ?? 0)) / 1000)),
    [2, 4, 8, 16, 32, 60, 60],
  )
  await page.context().close()
})
test('a tab that takes the line over shows what came between the two', async () => {
  const { page: first, context } = await site.browser(PHONE)
  await signIn(first, origin(), a.seller.email, true)
  const opened = first.waitForResponse(EVENTS)
  await orders(first)
  await opened
  const second = await context.newPage()
  let go = () => {}
  const placed = new Promise<void>((done) => {
    go = done
  })
  await second.route(EVENTS, async (route) => {
    await placed
    await route.continue()
  })
  await orders(second)
  await listed(second, 'Padaria Pires').waitFor()
  const asked = second.waitForRequest(EVENTS)
  await first.close()
  await asked
  await place('Hotel Serra Verde')
  go()
  await listed(second, 'Hotel Serra Verde').waitFor()
  await context.close()
})
test('nobody’s console said anything', () => assert.deepEqual(site.errors, []))
