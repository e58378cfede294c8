// A real browser against a real server: pages, jobs, live updates. Every console error and
// every refused script is kept.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, type SuiteContext, type TestContext } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import sharp from 'sharp'
import { pagesOf } from '#features/storefront/server/index.ts'
import type { Config } from '#server/config.ts'
import { PASSWORD, startTestApp, type TestApp, UNLIMITED } from '../test/kit.ts'
import { type Servers, startServers } from '../test/servers.ts'
import { browserPath } from './browser.ts'
import { watchDialogs, zeroBases } from './layout-faults.ts'

export interface Site {
  t: TestApp
  /** Browsers keep nothing for a time without network: `startOnline` without --long and --servers. */
  online: boolean
  /** "http://empresa3.localhost:41233" */
  at(path: string): string
  /** A person's own browser: nothing shared with the others. */
  browser(options?: Options): Promise<{ page: Page; context: BrowserContext }>
  /** Errors that any page wrote to its console. */
  errors: string[]
  /** Parts without height of the dialogs that journeys open; `close` fails for each. */
  flat: Set<string>
  /** Ends the server while browsers are open: its port answers nobody. No network at all is `context.setOffline(true)`. */
  stop(): Promise<void>
  /** The server again, with its data, on its port. */
  start(): Promise<void>
  close(): Promise<void>
}
/** Begins what `watchDialogs` says. */
const FLAT = 'dialog: '
export const PHONE = { viewport: { width: 390, height: 844 }, locale: 'pt-BR', hasTouch: true } as const
export const DESK = { viewport: { width: 1440, height: 900 }, locale: 'pt-BR' } as const

/** Pages live for seconds: the slow optimizer takes more CPU than it saves. The quick one pays off in axe. */
const NO_OPTIMIZER = '--js-flags=--no-opt'
/** The browser, without its package's own flags: in one process it dies when a context closes. HEADED=1: visible. */
export const launch = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await browserPath(),
    args: ['--no-sandbox', NO_OPTIMIZER],
    headless: !process.env.HEADED,
  })
/** The browser's own lines about what it could not fetch. */
const UNREACHED = /Failed to load resource|An unknown error occurred when fetching the script/
/** TEST_BUILD: of another build, with a fault in it (scripts/mutants.ts). */
const BUILD = process.env.TEST_BUILD ?? resolve('build')
type Options = Parameters<Browser['newContext']>[0]
/** Every page of this file that is open. */
const pages = new Set<Page>()
/** What the pages of a failed test show: a wait that ran out says nothing of it. */
async function showPages(context: TestContext | SuiteContext): Promise<void> {
  if (!('error' in context) || !context.error) return
  for (const page of pages) {
    const shown = await page
      .locator('body')
      .innerText({ timeout: 5000 })
      .catch((error: Error) => error.message)
    process.stderr.write(`${context.name}: ${page.url()} shows: ${shown.replaceAll(/\s+/g, ' ').slice(0, 1500)}\n`)
  }
}
// Not in a script without tests, which would report on them.
if (process.env.NODE_TEST_CONTEXT) afterEach(showPages)
/** Every browser a whole one, whoever it belongs to at the screen of signing in. */
const WHOLE = Boolean(process.env.LONG || process.env.SERVERS)
/** In `startOnline`: a browser that keeps its screens for a time without network. */
export const OFFLINE = { serviceWorkers: 'allow' } as const
/** For journeys that need the network but in tests with `OFFLINE`. Without --long and --servers their browsers take no service
 * worker, which brings every screen of a role to each new one, and want less movement: together an eighth of such a
 * journey. `browserOf` signs in there without the screen. */
export const startOnline = (config: Partial<Config> = {}): Promise<Site> =>
  startSite(config, BUILD, WHOLE ? {} : { serviceWorkers: 'block', reducedMotion: 'reduce' })
/** `root`: the folder of another build than the one that was just made; `every`: what each browser is like. */
export async function startSite(config: Partial<Config> = {}, root = BUILD, every: Options = {}): Promise<Site> {
  const clock = { now: () => new Date(), set() {}, forward() {} }
  // With SERVERS the whole product stands behind a proxy that takes turns (test/servers.ts).
  const s3 = process.env.SERVERS ? await (await import('../test/s3_server.ts')).startS3Server() : null
  const files = s3 ? { s3Url: s3.address('e2e') } : {}
  const t = await startTestApp({ pages: pagesOf(root), clock, config: { limits: UNLIMITED, ...files, ...config } })
  // What is open when one of these fails would keep the test file from ending.
  const { browser, servers } = await open(t, root).catch(async (error: unknown) => {
    await t.close()
    throw error
  })
  const port = servers?.port ?? (t.app.server.address() as { port: number }).port
  t.config.publicUrl = `http://localhost:${port}`
  const errors: string[] = []
  const flat = new Set<string>()
  return {
    t,
    online: every?.serviceWorkers === 'block',
    errors,
    flat,
    at: (path) => `http://${path}.localhost:${port}`,
    async browser(options = PHONE) {
      const context = await browser.newContext({ ...every, ...options })
      await context.addInitScript({ content: `(${watchDialogs})(${zeroBases}, '${FLAT}')` })
      const page = await context.newPage()
      pages.add(page)
      page.on('close', () => pages.delete(page))
      // Ends a journey that hangs.
      page.setDefaultTimeout(180_000)
      page.on('pageerror', (e) => errors.push(`${page.url()}: ${e.message}`))
      page.on('console', (m) => {
        // A refused call is answered on the screen; the browser's own line about its status is not an error of ours, nor
        // is the one about a worker's script while the server is away.
        if (m.text().startsWith(FLAT)) flat.add(m.text())
        if (m.type() === 'error' && !UNREACHED.test(m.text())) errors.push(`${page.url()}: ${m.text()}`)
      })
      return { page, context }
    },
    stop: () => (servers ? servers.away() : t.stop()),
    start: () => (servers ? servers.back() : t.start()),
    async close() {
      try {
        await browser.close()
      } finally {
        await servers?.close()
        await t.close()
        await s3?.close()
      }
      assert.deepEqual([...flat], [])
    },
  }
}
async function open(t: TestApp, root: string): Promise<{ browser: Browser; servers: Servers | null }> {
  if (process.env.SERVERS)
    return { servers: await startServers(t, { TEST_NOW: '', TEST_BUILD: root }), browser: await launch() }
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  await t.jobs()
  return { servers: null, browser: await launch() }
}
/** A copy of the build that a test may change, inside of the checkout: its own half imports packages. */
export function ownBuild(): { root: string; remove(): void } {
  const folder = mkdtempSync(resolve('.test/build-'))
  const root = join(folder, 'build')
  cpSync('build', root, { recursive: true })
  return { root, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
export async function signIn(page: Page, origin: string, email: string, stay = false): Promise<void> {
  await page.goto(`${origin}/session/signin`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  if (stay) await page.getByLabel('Continuar conectado').check()
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL((u) => !u.pathname.startsWith('/session/signin'))
}
/** A page of somebody's own browser, where they are signed in; which screen is open is for the test to say. Journeys that
 * never lose the network come in by what the screen calls, and find the answer where the product keeps it. */
export async function browserOf(
  site: Site,
  origin: string,
  email: string,
  options: Parameters<Site['browser']>[0] = DESK,
): Promise<Page> {
  const { page } = await site.browser(options)
  if (!site.online) await signIn(page, origin, email)
  else await enter(site, page, origin, email)
  return page
}
/** Signs a page in by the call, or out where `email` is null, and leaves it on a page without scripts. */
export async function enter(site: Site, page: Page, origin: string, email: string | null): Promise<void> {
  const r = email ? await site.t.call('POST', '/api/v1/auth/login', { body: { email, password: PASSWORD } }) : null
  if (r) assert.equal(r.status, 200, JSON.stringify(r.body))
  await page.goto(`${origin}/healthz`)
  await page.evaluate((signedIn) => {
    localStorage.clear()
    sessionStorage.clear()
    if (!signedIn) return
    const { token, ...account } = signedIn
    sessionStorage.setItem('mo_token', token)
    sessionStorage.setItem('mo_account', JSON.stringify(account))
  }, r?.body)
}
/** A small picture of one colour, as a file field takes it. */
export const photo = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer(),
})
/** What a thumb cannot hit for sure, and what is wider than the screen. Links inside a
 * sentence are as high as it is. */
function narrow(): string[] {
  const found =
    document.documentElement.scrollWidth > innerWidth + 1 ? [`is ${document.documentElement.scrollWidth} px wide`] : []
  for (const el of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
    const style = getComputedStyle(el)
    if (
      style.visibility === 'hidden' ||
      el.matches(':disabled') ||
      el.closest('[inert]') ||
      (el.tagName === 'A' && style.display === 'inline')
    )
      continue
    const sizes = [el, el.closest('label')].flatMap((one) => {
      if (!one) return []
      const { width, height } = one.getBoundingClientRect()
      const after = getComputedStyle(one, '::after')
      const around = after.content !== 'none' && after.position === 'absolute' ? after : null
      return [
        {
          width: Math.max(width, Number.parseFloat(around?.width ?? '0')),
          height: Math.max(height, Number.parseFloat(around?.height ?? '0')),
        },
      ]
    })
    const [w, h] = [Math.max(...sizes.map((s) => s.width)), Math.max(...sizes.map((s) => s.height))]
    if (w < 2 || h < 2) continue
    if (w < 43.5 || h < 43.5) found.push(`${Math.round(w)}×${Math.round(h)} px: ${el.outerHTML.slice(0, 120)}`)
  }
  return found
}
/** What a loading placeholder says to screen readers, in the three languages. */
const LOADING = ['Carregando', 'Loading', 'Chargement']
/** Waits until the screen is drawn: nothing on it is busy or says that it loads. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(
    (loading) =>
      !document.querySelector('[aria-busy=true]') &&
      ![...document.querySelectorAll('[role=status]')].some((e) => loading.includes(e.textContent?.trim() ?? '')),
    LOADING,
  )
}
/** Another screen of the same app, as its links open it: without loading the page anew, which takes most of a sweep. */
export async function goTo(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return drawn(page)
  await page.evaluate((to) => {
    for (const h1 of document.querySelectorAll('main h1')) h1.setAttribute('data-left', '')
    history.pushState(null, '', to)
  }, path)
  // The screen before may stand there for a moment yet; one of two that are alike stays, and is drawn anew.
  const gone = page.waitForFunction(
    () => ![...document.querySelectorAll('[data-left]')].some((h1) => h1.checkVisibility()),
    undefined,
    { timeout: 3000 },
  )
  await gone.catch(() => {})
  await drawn(page)
}
/** What only colours break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
/** As it stands, in the light and in the dark; its picture goes into the folder SHOTS, where there is one. */
export async function inBoth(page: Page, name = new URL(page.url()).pathname.replaceAll(/\W+/g, '-')): Promise<void> {
  const wrong: string[] = []
  for (const [colorScheme, rules] of [['light'], ['dark', OF_COLOURS]] as const) {
    await page.emulateMedia({ colorScheme })
    wrong.push(...(await axe(page, rules)).map((what) => `${colorScheme} ${what}`))
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual(wrong, [])
}
/** Violations of these rules of axe's, else of any, in words; on a phone also what is too small for a thumb or wider
 * than the screen. */
export async function axe(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // The screen is there and its animations have ended: a half-faded text has no contrast yet.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((a) => a.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((a) => a.finished.catch(() => {})),
    ),
  )
  // In the page itself, without a second one for its frames: there are none, and it takes a third of the time. Brought
  // once to each page: reading its 650 KB, and running what the browser has not compiled yet, is most of its work.
  const there = await page.evaluate(() => 'axe' in window)
  const builder = new AxeBuilder({ page, ...(there && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length > 0 ? builder.withRules([...rules]) : builder).analyze()
  const phone = (page.viewportSize()?.width ?? 0) < 600
  return [
    ...violations.flatMap((v) =>
      v.nodes.map((n) => `${page.url()} ${v.id}: ${v.help} ${n.html.slice(0, 160)} ${n.any[0]?.message ?? ''}`),
    ),
    ...(phone ? await page.evaluate(narrow) : []).map((what) => `${page.url()} ${what}`),
  ]
}
/** Waits until React has taken over the cards of the first HTML. */
export const alive = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('article button') ?? {}).some((k) => k.startsWith('__react')),
  )
/** A product in the catalogue's list. */
export const card = (page: Page, name: string | RegExp) => page.getByRole('article').filter({ hasText: name })
/** The button of a card that puts the product into the cart. */
export const plusOf = (one: Locator) => one.getByRole('button', { name: /Adicionar/ })
/** The button of an open product sheet that puts the chosen quantity into the cart. */
export const sheetButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: /^(Adicionar \d|Escolha a quantidade)/ })
/** Opens the product's own address and puts it into the cart. */
export async function addProduct(page: Page, origin: string, code: string): Promise<void> {
  await page.goto(`${origin}/dashboard/products?product_code=${code}`)
  await sheetButton(page).click()
}
/** The company's picture above its catalogue, and the line above that: a message or the promotions. */
export const banner = (page: Page) => page.locator('main > picture')
export const strip = (page: Page) => page.locator('main > :has(> [role=note], > a[href$="promo=1"])')
/** The bar below the catalogue, with what the cart comes to. */
export const cartBar = (page: Page) => page.getByRole('region', { name: 'Resumo do pedido' })
/** The bar below the cart, with the button that sends it. */
export const sendBar = (page: Page) => page.getByRole('region', { name: 'Enviar', exact: true })
export async function fillBuyer(page: Page, name: string, phone: string): Promise<void> {
  await page.getByLabel('Nome', { exact: true }).fill(name)
  await page.getByLabel('WhatsApp', { exact: true }).fill(phone)
}
/** The status of the order or visit that is open. */
export const shownStatus = (page: Page, status: string) =>
  page.getByRole('status', { name: 'Situação' }).getByText(status, { exact: true })
/** The rows of a list of orders or clients: links that name theirs in bold. */
export const rowsOf = (page: Page, list: string) =>
  page
    .getByRole('region', { name: list })
    .getByRole('link')
    .filter({ has: page.locator('b') })
/** A client in the seller's list of the day. */
export const dayCard = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Lista do dia' }).locator('> li', { hasText: name })
/** Rows of the list of products. */
export const productRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
/** The notice at the bottom of the screen. */
export const snack = (page: Page) => page.locator('[role=status][aria-live=polite] > div')
/** Leaves by the toolbar's menu; what is asked before is for the journey to answer. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sair' }).click()
}
/** Types into the catalogue's search and waits until the list below is the answer. */
export async function searchFor(page: Page, words: string): Promise<void> {
  await page.getByPlaceholder('Buscar por nome ou código').last().fill(words)
  await page.locator('h2[aria-busy=false]').waitFor()
}
/** Waits until the page has stopped scrolling: the same place for a third of a second. */
export const still = (page: Page) =>
  page.evaluate(async () => {
    let same = 0
    for (let last = Number.NaN; same < 20; ) {
      await new Promise(requestAnimationFrame)
      same = scrollY === last ? same + 1 : 0
      last = scrollY
    }
  })
