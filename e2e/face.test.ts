// The face of a company on every screen and host: its colour, its banner, the bar and what leads back.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { aCompany, aPerson, aProduct, type Company } from '../test/kit.ts'
import {
  addProduct,
  alive,
  axe,
  banner,
  browserOf,
  cartBar,
  DESK,
  PHONE,
  signIn,
  signOut,
  type Site,
  startOnline,
  strip,
} from './kit.ts'

const PLATFORM = 'rgb(63, 81, 181)'
const PLUM = 'rgb(122, 59, 105)'
const BLACK = 'rgb(0, 0, 0)'
const WHITE = 'rgb(255, 255, 255)'
let site: Site
/** The company of localhost, and another one. */
let first: Company
let rosa: Company
/** An address without a company's name in it: company 1's catalogue, everybody's sign-in. */
let local: string
before(async () => {
  site = await startOnline({ limitsRaised: true })
  first = await aCompany(site.t, {
    name: 'Casa Aroeira',
    primary_color: '#b4532a',
    settings: JSON.stringify({ general_message: 'Frete grátis' }),
  })
  assert.equal(first.id, 1)
  rosa = await aCompany(site.t, { name: 'Doces da Rosa', primary_color: '#7a3b69' })
  for (const c of [first, rosa])
    for (let i = 1; i <= 9; i++) await aProduct(site.t, c, { name: `Doce ${i}`, code: `D-${i}` })
  local = site.at('x').replace('x.', '')
})
after(() => site.close())
const look = (part: Locator) => part.evaluate((e) => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color])
const bar = (page: Page) => page.getByRole('banner')
const ground = async (part: Locator) => (await look(part))[0]
/** Every colour that the bar has in any frame from the first paint on; the screen's own script comes late. */
async function watchBar(page: Page): Promise<void> {
  await page.route(/assets\/(main|first)-/, async (route) => {
    await new Promise((done) => setTimeout(done, 300))
    await route.continue()
  })
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { barColours: seen })
    const look = () => {
      const header = document.querySelector('header')
      if (header) seen.add(getComputedStyle(header).backgroundColor)
      requestAnimationFrame(look)
    }
    look()
  })
}
const barColours = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { barColours: Set<string> }).barColours])

test("a company's people see their own company's colour on every host, from the first frame after a reload on", async () => {
  const { page } = await site.browser(DESK)
  await page.goto(`${local}/session/signin`)
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  assert.equal(await ground(page.getByRole('button', { name: 'Entrar', exact: true })), PLATFORM)
  await signIn(page, local, rosa.admin.email)
  await bar(page).waitFor()
  assert.equal(await ground(bar(page)), PLUM)
  await watchBar(page)
  for (const path of ['/dashboard/orders', '/pedidos', '/dashboard/products', '/sobre', '/']) {
    await page.goto(local + path)
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    assert.deepEqual(await barColours(page), [PLUM], path)
  }
  await page.goto(`${site.at('sistema')}/session/signin`)
  await signIn(page, site.at('sistema'), rosa.admin.email)
  await page.reload()
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  assert.deepEqual(await barColours(page), [PLUM])
  await page.goto(`${local}/dashboard/products`)
  await signOut(page)
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  assert.equal(await ground(page.getByRole('button', { name: 'Entrar', exact: true })), PLATFORM, 'nothing of it stays')
})
test("operator, sign-up and main host wear the platform's own colour; the catalogue of localhost its company's", async () => {
  const boss = await aPerson(site.t, null, 0)
  const { page } = await site.browser(DESK)
  await watchBar(page)
  await signIn(page, local, boss.email)
  for (const path of ['/dashboard/companies', '/']) {
    await page.goto(local + path)
    await page.getByRole('navigation', { name: 'Menu' }).waitFor()
    assert.deepEqual(await barColours(page), [PLATFORM], path)
  }
  for (const at of [local, site.at(first.path), site.at('sistema')]) {
    const { page: stranger } = await site.browser(PHONE)
    await stranger.goto(`${at}/session/criar`)
    assert.equal(await ground(stranger.locator('[type=submit]')), PLATFORM, at)
  }
  const { page: visitor } = await site.browser(PHONE)
  await visitor.goto(`${local}/pedidos`)
  await alive(visitor)
  assert.equal(await ground(bar(visitor)), 'rgb(180, 83, 42)')
})
test('buttons and footers take black or white by luminance, the toolbar by brightness: first HTML, screen and preview alike', async () => {
  for (const [colour, onBar, onButton] of [
    ['#ff4fa0', BLACK, WHITE],
    ['#00b45a', WHITE, BLACK],
  ] as const) {
    await site.t.owner.query('update companies set primary_color = $2 where id = $1', [first.id, colour])
    const { page } = await site.browser({ ...PHONE, javaScriptEnabled: false })
    await page.goto(`${site.at(first.path)}/pedidos`)
    assert.equal((await look(bar(page)))[1], onBar, `${colour}: first HTML`)
    const { page: visitor } = await site.browser(DESK)
    await visitor.goto(`${site.at(first.path)}/s/marcas`)
    assert.equal((await look(visitor.locator('footer')))[1], onButton, `${colour}: footer`)
    await addProduct(visitor, site.at(first.path), 'D-1')
    await visitor.getByRole('link', { name: /Ver pedido/ }).waitFor()
    assert.deepEqual(
      [(await look(bar(visitor)))[1], (await look(cartBar(visitor).getByRole('link')))[1]],
      [onBar, onButton],
      `${colour}: screen`,
    )
    assert.deepEqual(await axe(visitor), [])
    const admin = await browserOf(site, site.at(first.path), first.admin.email)
    await admin.goto(`${site.at(first.path)}/dashboard/mycompany?section=visual`)
    const preview = admin.getByRole('region', { name: 'Como seu cliente vê' }).locator('[inert] > :first-child')
    assert.equal((await look(preview))[1], onBar, `${colour}: preview`)
  }
  await site.t.owner.query("update companies set primary_color = '#b4532a' where id = $1", [first.id])
})
test('the banner keeps its margin under a message, 30 px on phones and 49 px on desktops; a very wide screen shows more columns', async () => {
  const image = await sharp({ create: { width: 1920, height: 200, channels: 3, background: '#1f5f4a' } })
    .png()
    .toBuffer()
  const form = new Blob([new Uint8Array(image)], { type: 'image/png' })
  const sent = await site.t.call('POST', `/api/v2/companies/store_settings?company_id=${first.id}`, {
    token: first.admin.token,
    form: { company_id: String(first.id), banner_desktop: form, banner_mobile: form },
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  for (const [size, gap] of [
    [PHONE, 30],
    [DESK, 49],
  ] as const) {
    const { page } = await site.browser(size)
    await page.goto(`${site.at(first.path)}/pedidos`)
    await page.getByText('Frete grátis').waitFor()
    const [picture, message] = [await banner(page).boundingBox(), await strip(page).boundingBox()]
    assert.ok(picture && message)
    assert.equal(Math.round(picture.y - message.y - message.height), gap)
  }
  const columns = async (width: number) => {
    const { page } = await site.browser({ ...DESK, viewport: { width, height: 1000 } })
    await page.goto(`${site.at(first.path)}/pedidos`)
    await alive(page)
    const tops = await page.getByRole('article').evaluateAll((cards) => cards.map((c) => c.getBoundingClientRect().top))
    return tops.filter((top) => top === tops[0]).length
  }
  assert.deepEqual([await columns(1440), await columns(1919), await columns(1920)], [6, 6, 8])
})
test('the search stands in the bar at every width: on a phone a button opens its field there, and it finds from any screen', async () => {
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(first.path)}/sobre`)
  await page.getByRole('heading', { name: /Conheça/ }).waitFor()
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  const field = bar(page).getByRole('searchbox')
  assert.ok(await field.evaluate((e) => e === document.activeElement), 'the keyboard is there at once')
  assert.deepEqual(await axe(page), [])
  await field.pressSequentially('doce 7')
  await page.waitForURL(/\/pedidos/)
  await page.getByRole('link', { name: 'Doce 7' }).waitFor()
  await page.getByRole('link', { name: 'Doce 3' }).waitFor({ state: 'hidden' })
  assert.ok(await field.evaluate((e) => e === document.activeElement), 'typing goes on')
  assert.equal(await page.getByRole('searchbox').count(), 1, 'one field at a time')
  assert.equal(await bar(page).evaluate((e) => e.getBoundingClientRect().height), 56)
  await page.getByRole('button', { name: 'Fechar a busca' }).click()
  assert.ok(!(await field.isVisible()))
  assert.equal(await page.getByRole('searchbox').inputValue(), 'doce 7')
  await page.setViewportSize({ width: 320, height: 640 })
  assert.deepEqual(await axe(page), [])
  const { page: desk } = await site.browser(DESK)
  await desk.goto(`${site.at(first.path)}/sobre`)
  assert.ok(await bar(desk).getByRole('searchbox').isVisible())
})
test('an address that does not exist says so without a session, and leads back', async () => {
  for (const at of [site.at(first.path), site.at('sistema'), local]) {
    const { page } = await site.browser(PHONE)
    await page.goto(`${at}/nao-existe`)
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    assert.match(page.url(), /\/session\/404$/)
    await page.getByRole('link', { name: 'Ir para o começo' }).click()
    await page.waitForURL(at === site.at('sistema') ? /signin/ : /\/pedidos/)
  }
})
test('that this is a test or a demonstration is said in one line', async () => {
  for (const width of [390, 320]) {
    const { page } = await site.browser({ ...PHONE, viewport: { width, height: 700 } })
    await page.goto(`${site.at(first.path)}/pedidos`)
    await page.evaluate(() => document.fonts.ready)
    const line = await page
      .getByText('Só para demonstração e testes.')
      .evaluate((e) => ({ height: e.getBoundingClientRect().height, cut: e.scrollWidth > e.clientWidth }))
    assert.deepEqual(line, { height: 36, cut: false }, `${width} px`)
  }
})
test('whoever finds no chat button in the bar finds “Conversar via whatsapp” behind the three dots', async () => {
  await site.t.owner.query(
    "update companies set seller_phone = '11912345678', settings = settings || '{\"show_whatsapp_in_toolbar\":false}' where id = $1",
    [first.id],
  )
  const { page } = await site.browser(PHONE)
  await page.goto(`${site.at(first.path)}/pedidos`)
  await alive(page)
  await page.getByRole('button', { name: 'Mais opções' }).click()
  assert.equal(await page.getByRole('link', { name: /whatsapp/i }).innerText(), 'Conversar via whatsapp')
})
test('the pages of this run wrote no error to the console', () => assert.deepEqual(site.errors, []))
