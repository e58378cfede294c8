import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { aCart, aProduct, type Company, order, until } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { browserOf, card, DESK, drawn, goTo, inBoth, OFFLINE, PHONE, plusOf, type Site, startOnline } from './kit.ts'

let site: Site
let a: Company
let origin: string
let link: string
before(async () => {
  site = await startOnline()
  a = await aHouse(site)
  origin = site.at(a.path)
  await site.t.owner.query(
    'update companies set settings = settings || \'{"tag_google": "G-ABC1234"}\' where id = $1',
    [a.id],
  )
  link = (await site.t.call('GET', `/api/v2/clients/${a.client.id}/link`, { token: a.admin.token })).body.data.token
})
after(() => site.close())

/** What a vendor's script can read where it runs: by the ways that scripts use, and past what replaces them. */
function probe(): void {
  const read = (f: () => unknown) => {
    try {
      return String(f())
    } catch {
      return 'refused'
    }
  }
  const own = (name: string) => Object.getOwnPropertyDescriptor(Document.prototype, name)?.get?.call(document)
  const { dataLayer = [] } = window as { dataLayer?: (ArrayLike<unknown> | object)[] }
  const seen = {
    href: location.href,
    layer: JSON.stringify([...dataLayer].map((x) => ('length' in x ? Array.from(x) : x))),
    jar: read(() => document.cookie),
    origin: read(() => self.origin),
    referrer: [document.referrer, read(() => own('referrer'))],
    cookie: read(() => own('cookie')),
    storage: read(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    database: read(() => indexedDB.open('x')),
    name: window.name,
    parent: [
      read(() => parent.location.href),
      read(() => parent.document.documentElement.outerHTML),
      read(() => JSON.stringify({ ...parent.localStorage })),
    ],
    page: document.documentElement.outerHTML,
  }
  const body = JSON.stringify(seen)
  void fetch('https://www.google-analytics.com/g/collect', { method: 'POST', mode: 'no-cors', body })
  const number = /_ga=GA1\.1\.(\d+)/.exec(document.cookie)?.[1] ?? '4711'
  document.cookie = `_ga=GA1.1.${number}; path=/; max-age=9999`
}
interface Report {
  href: string
  layer: string
  jar: string
  origin: string
  cookie: string
  database: string
  parent: string[]
}
/** The vendors' hosts, answered by the test: what their scripts saw, and which hosts were asked. */
async function vendors(context: BrowserContext) {
  const reports: Report[] = []
  const texts: string[] = []
  const foreign: string[] = []
  context.on('request', (r) => {
    const { host, protocol } = new URL(r.url())
    if (protocol.startsWith('http') && host !== new URL(origin).host) foreign.push(host)
  })
  await context.route(/^https:\/\/www\.googletagmanager\.com\//, (r) =>
    r.fulfill({ contentType: 'text/javascript', body: `(${probe})()` }),
  )
  await context.route(/^https:\/\/www\.google-analytics\.com\//, async (r) => {
    const text = r.request().postData() ?? ''
    texts.push(text, JSON.stringify(await r.request().allHeaders()))
    reports.push(JSON.parse(text))
    await r.fulfill({ status: 204 })
  })
  return { reports, texts, foreign }
}
const visitor = async (options = {}) => {
  const { page, context } = await site.browser({ ...PHONE, ...options })
  return { page, context, ...(await vendors(context)) }
}
const agree = (context: BrowserContext) => context.addCookies([{ name: 'mo_consent', value: '1', url: origin }])
const frames = (page: Page) => page.locator('iframe[src^="/tags/"]')

test('asks no foreign host before a yes; after it each screen is measured, by its address and campaign alone', async () => {
  const { page, reports, foreign } = await visitor()
  await page.goto(`${origin}/pedidos?utm_source=feira&vend=${a.seller.id}`)
  await page.getByText('Moringa').first().waitFor()
  await page.getByRole('button', { name: 'Permitir' }).waitFor()
  await page.waitForLoadState('networkidle')
  assert.deepEqual(foreign, [])
  await page.getByRole('button', { name: 'Permitir' }).click()
  await until(async () => reports.length === 1)
  assert.match(reports[0]?.layer ?? '', /\["config","G-ABC1234",\{"page_location":/)
  assert.ok(reports[0]?.layer.includes(`"page_location":"${origin}/pedidos?utm_source=feira"`))
  await goTo(page, '/sobre')
  await until(async () => reports.length === 2)
  assert.ok(reports[1]?.layer.includes(`"page_location":"${origin}/sobre"`))
  assert.equal(reports[1]?.jar, '_ga=GA1.1.4711')
  await page.reload()
  await until(async () => reports.length === 3)
  assert.equal(reports[2]?.jar, '_ga=GA1.1.4711')
  for (const { origin: own, cookie, database, parent } of reports)
    assert.deepEqual([own, cookie, database, ...parent], ['null', ...Array(5).fill('refused')])
})
test('the vendor sees nothing of a visitor who types name, phone and CPF, orders and reads the receipt', async () => {
  const { page, context, reports, texts } = await visitor()
  await agree(context)
  await page.goto(`${origin}/pedidos`)
  await until(async () => reports.length === 1)
  await plusOf(card(page, 'Moringa')).click()
  await goTo(page, '/dashboard/shoppingcart')
  const typed = [
    ['Nome', 'Secreta Silva'],
    ['WhatsApp', '11987651234'],
    ['CPF ou CNPJ opcional', '52998224725'],
  ] as const
  for (const [field, text] of typed) await page.getByLabel(field, { exact: true }).fill(text)
  assert.equal(await frames(page).count(), 0)
  await goTo(page, '/pedidos')
  await until(async () => reports.length === 2)
  await goTo(page, '/dashboard/shoppingcart')
  await page.getByRole('button', { name: 'Enviar pedido' }).click()
  await page.getByRole('heading', { name: 'Pedido enviado' }).waitFor()
  const { rows } = await site.t.owner.query('select receipt_token from orders where name = $1', ['Secreta Silva'])
  const receipt = String(rows[0].receipt_token)
  await page.goto(`${origin}/pedido/${receipt}`)
  await page.getByText('Moringa').first().waitFor()
  assert.equal(await frames(page).count(), 0)
  await page.goto(`${origin}/pedidos/meus`)
  await drawn(page)
  assert.equal(await frames(page).count(), 0)
  const before = reports.length
  await page.goto(`${origin}/pedidos`)
  await until(async () => reports.length > before)
  const session = await page.evaluate(() => sessionStorage.getItem('mo_token') ?? localStorage.getItem('mo_token'))
  assert.ok(session)
  for (const secret of ['Secreta', '98765', '529.982', '52998', receipt, session])
    assert.ok(!texts.join().includes(secret), secret)
})
test('a client by personal link and people who sign in are never measured; the link leaves the address at once', async () => {
  const { page, context, foreign } = await visitor()
  await agree(context)
  const named: string[] = []
  page.on('request', (r) => {
    if (r.headers().referer?.includes(link)) named.push(r.url())
  })
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('link, img, script[src], iframe')) return
      watch.disconnect()
      Object.assign(window, { searchAtFirst: location.search })
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${origin}/pedidos?id=${link}&utm_source=feira`)
  await page.waitForFunction(() => localStorage.getItem('mo_token') !== null)
  assert.equal(await page.evaluate(() => (window as { searchAtFirst?: string }).searchAtFirst), '?utm_source=feira')
  const isClient = async () =>
    (await page.evaluate(() => localStorage.getItem('mo_account') ?? '')).includes('"kind":"user"')
  assert.ok(await isClient())
  for (const path of ['/pedidos', '/pedidos/meus', '/apps/messages', '/dashboard/shoppingcart', '/sobre']) {
    await goTo(page, path)
    assert.ok(!page.url().includes(link), path)
  }
  await page.goto(`${origin}/pedidos`)
  await page.reload()
  await drawn(page)
  assert.ok(await isClient())
  const signedIn = await browserOf(site, origin, a.client.email, PHONE)
  const other = await vendors(signedIn.context())
  await agree(signedIn.context())
  await signedIn.goto(`${origin}/pedidos`)
  await signedIn.getByText('Moringa').first().waitFor()
  assert.deepEqual([named, foreign, other.foreign, await frames(signedIn).count()], [[], [], [], 0])
})
test('negative control: in a document of the catalogue the same script reads link, storage and page', async () => {
  const { page, context, reports, texts } = await visitor()
  await context.route(`${origin}/controle*`, (r) =>
    r.fulfill({
      contentType: 'text/html',
      body: '<h1>Secreta Silva</h1><script src="https://www.googletagmanager.com/gtag/js"></script>',
    }),
  )
  await page.goto(`${origin}/healthz`)
  await page.evaluate(() => localStorage.setItem('mo_token', 'segredo-do-aparelho'))
  await page.goto(`${origin}/controle?id=${link}`)
  await until(async () => reports.length === 1)
  for (const secret of [link, 'segredo-do-aparelho', 'Secreta Silva']) assert.ok(texts.join().includes(secret), secret)
  assert.equal(reports[0]?.origin, origin)
})
test('the iPhone notice hands on the personal link, which leaves the address with it', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'
  const { page } = await site.browser({ ...PHONE, userAgent })
  await page.goto(`${origin}/pedidos?id=${link}`)
  await page.getByText('Adicionar à Tela de Início').waitFor()
  await page.waitForURL((u) => u.searchParams.get('id') === link)
  await page.reload()
  await page.waitForURL((u) => u.searchParams.get('id') === link)
  await page.getByRole('button', { name: 'Fechar a dica' }).click()
  await page.waitForURL((u) => u.search === '')
})
test('says on each page how much of its address others see, and loads nothing beside a personal link', async () => {
  const open = (url: string) => site.t.app.inject({ url, headers: { host: new URL(origin).host, accept: 'text/html' } })
  const { id } = await aProduct(site.t, a)
  await order(site.t, a, a.client.token, aCart([{ product_id: id, quantity: 1 }]))
  const { rows } = await site.t.owner.query('select receipt_token from orders where company_id = $1', [a.id])
  for (const [url, policy] of [
    ['/pedidos', 'strict-origin-when-cross-origin'],
    ['/dashboard/shoppingcart', 'strict-origin-when-cross-origin'],
    [`/pedido/${rows[0].receipt_token}`, 'no-referrer'],
    [`/pedidos?id=${link}`, 'origin'],
    ['/tags/pedidos', 'no-referrer'],
  ] as const)
    assert.equal((await open(url)).headers['referrer-policy'], policy, url)
  const plain = await open('/pedidos')
  const linked = await open(`/pedidos?id=${link}`)
  assert.deepEqual([plain.headers.link !== undefined, linked.headers.link], [true, undefined])
  assert.match(linked.body, /^<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><script>\{const u=/)
  assert.ok(!linked.body.includes(link))
  for (const page of [plain, linked]) {
    const policy = String(page.headers['content-security-policy'])
    assert.ok(!/google|facebook/.test(policy) && policy.includes('require-trusted-types-for'), policy)
  }
  assert.match(
    String((await open('/tags/pedidos')).headers['content-security-policy']),
    /frame-ancestors 'self'; sandbox allow-scripts$/,
  )
  await site.t.owner.query("update companies set settings = settings - 'tag_google' where id = $1", [a.id])
  assert.equal((await open('/tags/pedidos')).statusCode, 404)
  await site.t.owner.query(
    'update companies set settings = settings || \'{"tag_google": "G-ABC1234"}\' where id = $1',
    [a.id],
  )
})
test('an answer is taken back and given again on the privacy page, at once and in other tabs', async () => {
  const { page, context, reports } = await visitor()
  await page.goto(`${origin}/pedidos`)
  await page.getByRole('button', { name: 'Permitir' }).click()
  await until(async () => reports.length === 1)
  const other = await context.newPage()
  await other.goto(`${origin}/session/privacidade`)
  await other.getByText('Você permitiu as medições neste aparelho.').waitFor()
  for (const [width, height] of [
    [360, 780],
    [1366, 768],
  ] as const) {
    await other.setViewportSize({ width, height })
    await other.getByRole('button', { name: 'Não permitir' }).scrollIntoViewIfNeeded()
    await inBoth(other, `measuring-${width}`)
  }
  await other.getByRole('button', { name: 'Não permitir' }).click()
  await other.getByText('Você não permite medições neste aparelho.').waitFor()
  await frames(page).waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => localStorage.getItem('mo_tags')), null)
  await page.reload()
  await page.getByText('Moringa').first().waitFor()
  await page.waitForLoadState('networkidle')
  assert.deepEqual([await frames(page).count(), reports.length], [0, 1])
  await other.getByRole('button', { name: 'Permitir medições' }).click()
  await until(async () => reports.length === 2)
  const answers = async () =>
    (await site.t.owner.query('select granted from consents where company_id = $1 order by id desc limit 3', [a.id]))
      .rows
  await until(async () => (await answers()).map((r) => r.granted).join() === 'true,false,true')
})
test('a visitor who opens the privacy page first has the answer recorded; a no becomes a yes', async () => {
  const { page, reports } = await visitor({ ...DESK })
  await page.goto(`${origin}/session/privacidade`)
  await page.getByText('Você ainda não respondeu').waitFor()
  const count = async () =>
    Number((await site.t.owner.query('select count(*) from consents where company_id = $1', [a.id])).rows[0].count)
  const before = await count()
  await page.getByRole('button', { name: 'Não permitir' }).click()
  await until(async () => (await count()) === before + 1)
  await page.getByRole('button', { name: 'Permitir medições' }).click()
  await until(async () => (await count()) === before + 2)
  await page.goto(`${origin}/pedidos`)
  await until(async () => reports.length === 1)
})
test('the service worker leaves the frame to the server', async () => {
  const { page, context, reports } = await visitor(OFFLINE)
  await agree(context)
  await page.goto(`${origin}/pedidos`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await until(async () => reports.length >= 2)
})
test('the consoles stay silent', () => assert.deepEqual(site.errors, []))
