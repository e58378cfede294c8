// The catalogue as an app: what is installed, what opens without a network, whose it is.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { aCompany, aPerson, aProduct, type Company, UNLIMITED, until } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { installed, sendNow } from './kept.ts'
import { axe, fillBuyer, PHONE, photo, signIn, signOut, type Site, startSite } from './kit.ts'

let site: Site
let a: Company
let origin: string
/** Of the one photo. */
let hash: string
/** A visitor's phone, and a seller's. */
let visitor: Page
let seller: Page
before(async () => {
  site = await startSite()
  a = await aHouse(site)
  origin = site.at(a.path)
  const image = new Blob([new Uint8Array((await photo('a.png', '#2060a0')).buffer)])
  const { body } = await site.t.call('POST', '/api/v2/images/add_image_to_product', {
    token: a.admin.token,
    form: { image },
  })
  hash = /([0-9a-f]{32})/.exec(body.data.path)?.[1] ?? ''
  await until(async () => (await site.t.owner.query('select 1 from files where ready and hash = $1', [hash])).rowCount)
  await aProduct(site.t, a, { name: 'Cuia', images: JSON.stringify([body.data.path]) })
})
after(() => site?.close())

afterEach(() => site.start())

const manifestOf = (host: string) =>
  site.t.app
    .inject({ url: '/app.webmanifest', headers: { host } })
    .then((r) => ({ ...r.json(), type: r.headers['content-type'] }))
const iconAt = async (host: string, url: string) => {
  const r = await site.t.app.inject({ url, headers: { host } })
  equal(r.statusCode, 200, url)
  match(String(r.headers['cache-control']), /immutable/)
  return r.rawPayload
}
/** The colours of a picture outside of the circle that no phone cuts off. */
async function outside(png: Buffer): Promise<Set<string>> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const half = info.width / 2
  const seen = new Set<string>()
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++)
      if (Math.hypot(x + 0.5 - half, y + 0.5 - half) > info.width * 0.4)
        seen.add([0, 1, 2].map((c) => data[(y * info.width + x) * 3 + c]).join())
  return seen
}
test('each company is an app of its own: its name, its colour, square icons, of which the maskable survive a circle', async () => {
  const other = await aCompany(site.t, { name: 'Atacado Rio das Ostras Ltda', primary_color: '#0a7d4b' })
  const host = `${a.path}.localhost`
  const mine = await manifestOf(host)
  const theirs = await manifestOf(`${other.path}.localhost`)
  match(mine.type, /application\/manifest\+json/)
  deepEqual(
    [mine.name, mine.short_name, mine.lang, mine.dir, mine.start_url, mine.scope, mine.id, mine.display],
    ['Casa Aroeira', 'Casa Aroeira', 'pt-BR', 'ltr', '/mobi', '/', '/', 'standalone'],
  )
  equal(theirs.short_name, 'Atacado Rio')
  notEqual(mine.theme_color, theirs.theme_color)
  notEqual(mine.icons[0].src, theirs.icons[0].src)
  const seen = async (manifest: { icons: { src: string; sizes: string; purpose: string }[] }, at: string) => {
    deepEqual(
      manifest.icons.map((i) => `${i.sizes} ${i.purpose}`),
      ['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable'],
    )
    for (const icon of manifest.icons) {
      const png = await iconAt(at, icon.src)
      const { width, height, format } = await sharp(png).metadata()
      deepEqual([`${width}x${height}`, format], [icon.sizes, 'png'])
      if (icon.purpose === 'maskable') equal((await outside(png)).size, 1, icon.src)
      ok(
        (await sharp(png).stats()).channels.some((c) => c.stdev > 1),
        `${icon.src} shows something`,
      )
    }
  }
  await seen(mine, host)
  await seen(theirs, `${other.path}.localhost`)
  deepEqual(
    mine.shortcuts.map((s: { name: string; url: string }) => [s.name, s.url]),
    [
      ['Novo pedido', '/novo'],
      ['Pedidos', '/dashboard/orders'],
    ],
  )
  // With a logo, wide and transparent: other pictures under other names, the old ones are nobody's.
  const before = mine.icons[3].src
  const logo = new Blob([
    new Uint8Array(
      await sharp({ create: { width: 800, height: 240, channels: 4, background: { r: 180, g: 40, b: 30, alpha: 1 } } })
        .extend({ top: 40, bottom: 40, left: 40, right: 40, background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer(),
    ),
  ])
  const sent = await site.t.call('PUT', `/api/v1/companies/${a.id}`, { token: a.admin.token, form: { logo } })
  equal(sent.status, 200, JSON.stringify(sent.body))
  const now = await manifestOf(host)
  notEqual(now.icons[3].src, before)
  await seen(now, host)
  equal((await site.t.app.inject({ url: before, headers: { host } })).statusCode, 404)
  equal(
    (await site.t.app.inject({ url: now.icons[3].src, headers: { host: `${other.path}.localhost` } })).statusCode,
    404,
  )
  const html = (await site.t.app.inject({ url: '/pedidos', headers: { host } })).body
  match(html, /<link rel="manifest" href="\/app\.webmanifest">/)
  const touch = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(html)?.[1] as string
  equal((await sharp(await iconAt(host, touch)).metadata()).width, 180)
})
test('an app that was installed before its company was renamed does not become the platform’s', async () => {
  const c = await aCompany(site.t, { name: 'Nome de Antes' })
  await site.t.owner.query('update companies set path = $2 where id = $1', [c.id, `${c.path}-nova`])
  const r = await site.t.app.inject({ url: '/app.webmanifest', headers: { host: `${c.path}.localhost` } })
  deepEqual([r.statusCode, new URL(String(r.headers.location)).hostname.split('.')[0]], [302, `${c.path}-nova`])
  equal((await manifestOf(`${c.path}-nova.localhost`)).name, 'Nome de Antes')
  equal((await manifestOf('nunca-houve.localhost')).name, 'Mostruário')
})
test('installs the worker although its first install fails; the browser itself finds nothing that keeps from installing', async () => {
  const { page, context } = await site.browser()
  visitor = page
  let asked = 0
  await context.route('**/shell', (route) => (asked++ === 0 ? route.fulfill({ status: 503 }) : route.continue()))
  await page.goto(`${origin}/pedidos`)
  await installed(page)
  ok(asked > 1, String(asked))
  await context.unroute('**/shell')
  const cdp = await context.newCDPSession(page)
  const read = await cdp.send('Page.getAppManifest')
  deepEqual([read.errors, read.url], [[], `${origin}/app.webmanifest`])
  deepEqual(
    (await cdp.send('Page.getInstallabilityErrors')).installabilityErrors.filter((e) => e.errorId !== 'in-incognito'),
    [],
  )
})
test('a visitor gets the page that the server makes, and what the device keeps when it is away; of two companies on one phone each host has its own shell, catalogue and files', async () => {
  const b = await aCompany(site.t, { name: 'Outra Casa' })
  await aProduct(site.t, b, { name: 'Rede crua' })
  const files = await visitor.evaluate(async () =>
    (await (await caches.open((await caches.keys()).find((n) => n.includes('build')) as string)).keys()).map(
      (r) => new URL(r.url).pathname,
    ),
  )
  ok(!files.some((f) => /PadPage|OrdersPage|ClientsPage|SignInPage/.test(f)), files.join())
  await visitor.goto(`${site.at(b.path)}/pedidos`)
  await installed(visitor)
  await site.stop()
  await visitor.goto(`${origin}/pedidos`)
  await visitor.getByRole('link', { name: 'Moringa' }).waitFor()
  equal(await visitor.getByText('Rede crua').count(), 0)
  await visitor.goto(`${site.at(b.path)}/pedidos`)
  await visitor.getByRole('link', { name: 'Rede crua' }).waitFor()
  equal(await visitor.title(), 'Outra Casa')
  equal(await visitor.getByText('Moringa').count(), 0)
  await site.start()
  const html = await visitor.goto(`${origin}/pedidos`).then((r) => r?.text())
  match(html ?? '', /<article/)
  await visitor.context().close()
})
test('keeps every screen although one of its files does not come at first', async () => {
  const { page, context } = await site.browser()
  let asked = 0
  await context.route(/\/PadPage-[\w-]+\.js$/, (route) => (asked++ < 3 ? route.abort() : route.continue()))
  await signIn(page, origin, a.seller.email, true)
  await page.goto(`${origin}/dashboard/products`)
  await page.getByRole('link', { name: 'Moringa' }).waitFor()
  await installed(page)
  ok(asked > 3, String(asked))
  seller = page
})
test('a seller who has been here once opens the catalogue cold while the server is away: products, a sheet, the cart; then it is back', async () => {
  await site.stop()
  const cold = await seller.context().newPage()
  await seller.close()
  seller = cold
  await cold.goto(`${origin}/dashboard/products`)
  await cold.getByRole('link', { name: 'Moringa' }).click()
  await cold.getByRole('dialog').getByText('De barro.').waitFor()
  await cold.goto(`${origin}/mobi`)
  await cold.waitForURL(/dashboard\/categories/)
  await cold.goto(`${origin}/dashboard/shoppingcart`)
  await cold.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await cold.goto(`${origin}/aparelho`)
  await cold.getByText('2 produtos estão aqui.').waitFor()
  await cold.getByText('As telas estão aqui.').waitFor()
  await cold.getByRole('heading', { name: 'Pronto para usar sem internet' }).waitFor()
  await cold.getByText('Nada espera para ser enviado.').waitFor()
  await site.start()
  await cold.goto(`${origin}/dashboard/products`)
  await cold.getByRole('link', { name: 'Moringa' }).waitFor()
})
test('signing out removes photos and role; the shell stays without any user data', async () => {
  const page = seller
  // The company's own sign stands where one signs in, too, and stays.
  const photos = () =>
    page.evaluate(
      async (of) => (await (await caches.open('mostruario-photos')).keys()).filter((r) => r.url.includes(of)).length,
      hash,
    )
  await until(photos)
  await page.goto(`${origin}/aparelho`)
  await page.getByText(/1 de 1 fotos estão aqui · /).waitFor()
  deepEqual(await axe(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  deepEqual(await axe(page), [])
  await signOut(page)
  await page.waitForURL(/signin/)
  equal(await photos(), 0)
  equal(await page.evaluate(async () => (await caches.match('/device-state')) === undefined), true)
  const texts = await page.evaluate(async () => (await (await caches.match('/shell'))?.text()) ?? '')
  ok(texts.includes('Casa Aroeira'))
  ok(!texts.includes(a.seller.email))
  await page.context().close()
})
test('where too many ask from one address the pages that a device keeps go on, and stay', async () => {
  const full = await startSite({ limits: { ...UNLIMITED, page_ip: 100 } })
  try {
    const b = await aHouse(full)
    const here = full.at(b.path)
    const [visitor, seller] = [await full.browser(), await full.browser()]
    await visitor.page.goto(`${here}/pedidos`)
    await signIn(seller.page, here, b.seller.email, true)
    for (const { page } of [visitor, seller]) await installed(page)
    // As many as two servers that take turns let one ask for.
    const ask = () => visitor.page.evaluate(() => fetch('/robots.txt').then((r) => r.status))
    for (let refused = 0; refused < 2; ) refused = (await ask()) === 429 ? refused + 1 : 0
    for (let n = 0; n < 3; n++)
      for (const [{ page }, path] of [
        [visitor, '/pedidos'],
        [seller, '/dashboard/products'],
      ] as const) {
        await page.goto(here + path)
        await page.getByRole('link', { name: 'Moringa' }).waitFor()
      }
  } finally {
    await full.close()
  }
})
test('the app of a company that got another address leads there; not before what waits on the device was sent, which no page of the other address finds', async () => {
  const b = await aCompany(site.t, { name: 'Casa do Barro', cpf_required: false })
  await aProduct(site.t, b, { name: 'Tigela' })
  const boss = await aPerson(site.t, null, 0)
  const { page, context } = await site.browser(PHONE)
  const here = site.at(b.path)
  await signIn(page, here, b.seller.email, true)
  await installed(page)
  await context.route('**/order_cart', (route) => route.abort())
  await page.goto(`${here}/dashboard/products`)
  await page.getByRole('button', { name: 'Adicionar Tigela' }).tap()
  await page.goto(`${here}/dashboard/shoppingcart`)
  await fillBuyer(page, 'Mercado Central', '11988887777')
  await page.getByRole('button', { name: 'Enviar pedido' }).tap()
  await page.getByRole('heading', { name: 'Pedido guardado neste aparelho' }).waitFor()
  const body = { path: 'barro-e-fogo' }
  equal((await site.t.call('PUT', `/api/v1/companies/${b.id}`, { token: boss.token, body })).status, 200)
  for (let n = 0; n < 3; n++) {
    await page.goto(`${here}/dashboard/products`)
    await page.getByRole('button', { name: 'Adicionar Tigela' }).waitFor()
  }
  await context.unroute('**/order_cart')
  await page.goto(`${here}/aparelho`)
  await sendNow(page)
  await until(async () => (await site.t.owner.query('select 1 from orders where company_id = $1', [b.id])).rowCount)
  await until(async () => {
    await page.goto(`${here}/dashboard/products`)
    return page.url().startsWith(`${site.at(body.path)}/`)
  })
  await context.close()
})
