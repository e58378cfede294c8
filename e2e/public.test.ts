// What a browser's own inspection finds on the pages that strangers see: what an audit of best practices looks at and
// axe does not. Each is loaded anew, as by a link.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aCart, aCompany, aVisitor, order } from '../test/kit.ts'
import { aHouse } from './house.ts'
import { axe, DESK, drawn, PHONE, type Site, startOnline } from './kit.ts'

let site: Site
let pages: string[]
/** The address of the company that is open. */
let home: string
before(async () => {
  site = await startOnline()
  const a = await aHouse(site)
  const product = (await site.t.call('GET', '/api/v1/products', { token: a.client.token })).body.data[0]
  const sent = await order(site.t, a, await aVisitor(site.t, a), {
    ...aCart([{ product_id: product.id, quantity: 2 }]),
    name: 'Luciana Prado',
    phone: '11912345678',
  })
  const doors = ['signin', 'forgot', 'criar', 'privacidade', '404', 'error'].map((door) => `/session/${door}`)
  const own = ['/pedidos', '/dashboard/products?product_code=MO-1', '/dashboard/shoppingcart', '/s/artesaos', '/sobre']
  const shut = await aCompany(site.t, { name: 'Fechada', seller_phone: '11912345678' })
  await site.t.owner.query("update companies set valid_until = '2020-01-01' where id = $1", [shut.id])
  home = `${site.at(a.path)}/`
  pages = [
    ...[...own, '/pedidos/meus', sent.body.data.receipt_path, ...doors].map((path) => site.at(a.path) + path),
    ...[site.at('nao-existe'), site.at(shut.path)].map((origin) => `${origin}/pedidos`),
  ]
})
after(() => site.close())

interface Noted extends Window {
  noted?: string[]
}
/** Before the page's own first line: writes down what the browser would deprecate or stop, and what a page asks of its
 * reader before anything was tapped. */
function note(): void {
  const noted: string[] = []
  ;(window as Noted).noted = noted
  new ReportingObserver((reports) => noted.push(...reports.map((r) => `${r.type} ${JSON.stringify(r.body)}`)), {
    types: ['deprecation', 'intervention'],
    buffered: true,
  }).observe()
  if ('Notification' in window)
    Notification.requestPermission = () => {
      noted.push('asks to notify')
      return Promise.resolve('default')
    }
  navigator.geolocation.getCurrentPosition = () => noted.push('asks where one is')
}
/** What is wrong with the document as it stands. */
function wrong(): string[] {
  const found: string[] = []
  const must = (what: string, is: boolean) => is || found.push(what)
  must('doctype', document.doctype?.name === 'html' && document.compatMode === 'CSS1Compat')
  must('charset', document.characterSet === 'UTF-8')
  must('language', document.documentElement.lang === 'pt-BR')
  must('title', document.title.trim().length > 3)
  const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]')?.content ?? ''
  must('viewport', /width=device-width/.test(viewport) && !/user-scalable=no|maximum-scale/.test(viewport))
  must('one main', document.querySelectorAll('main').length === 1)
  for (const a of document.querySelectorAll<HTMLAnchorElement>('a[target=_blank]'))
    must(`opener of ${a.href}`, /noopener|noreferrer/.test(a.rel))
  for (const img of document.images) {
    const { width, height } = img.getBoundingClientRect()
    if (width < 2 || !img.complete || !img.checkVisibility()) continue
    must(`broken ${img.src}`, img.naturalWidth > 0)
    const drawn = width / height
    const own = img.naturalWidth / img.naturalHeight
    must(`distorted ${img.src}`, getComputedStyle(img).objectFit !== 'fill' || Math.abs(drawn / own - 1) < 0.05)
  }
  for (const input of document.querySelectorAll('input')) {
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
    must(`no pasting into ${input.name}`, input.dispatchEvent(paste))
  }
  return [...found, ...((window as Noted).noted ?? [])]
}
/** What the browser's inspector has to say. */
async function issuesOf(page: Page): Promise<string[]> {
  const inspector = await page.context().newCDPSession(page)
  const issues: string[] = []
  // Its hints on forms (GenericIssue) are axe's field, those on speed (PerformanceIssue) the bench's.
  inspector.on('Audits.issueAdded', ({ issue }) => {
    if (issue.code !== 'GenericIssue' && issue.code !== 'PerformanceIssue')
      issues.push(`${issue.code} ${JSON.stringify(issue.details)}`)
  })
  await inspector.send('Audits.enable')
  return issues
}

test('on a phone and a desk no public page breaks, deprecates, distorts or asks for anything; each has its policy', async () => {
  const { page } = await site.browser(PHONE)
  await page.addInitScript(note)
  const issues = await issuesOf(page)
  // What is still on its way when the next page is asked for is given up.
  page.on('requestfailed', (r) => {
    if (r.failure()?.errorText !== 'net::ERR_ABORTED') issues.push(`${r.url()} ${r.failure()?.errorText}`)
  })
  page.on('response', (r) => {
    if (r.status() >= 400 && !r.request().isNavigationRequest()) issues.push(`${r.url()} ${r.status()}`)
  })
  const found: string[] = []
  for (const address of pages) {
    const answer = await page.goto(address)
    await drawn(page)
    const headers = answer?.headers() ?? {}
    if (!/text\/html;\s*charset=utf-8/i.test(headers['content-type'] ?? '')) found.push(`${address} content-type`)
    if (!/script-src[^;]*'self'/.test(headers['content-security-policy'] ?? '')) found.push(`${address} policy`)
    if (/'unsafe-(inline|eval)'/.test(/script-src[^;]*/.exec(headers['content-security-policy'] ?? '')?.[0] ?? ''))
      found.push(`${address} lets scripts of others run`)
    if (headers['x-content-type-options'] !== 'nosniff') found.push(`${address} sniffing`)
    for (const cookie of await page.context().cookies()) found.push(`${address} cookie ${cookie.name}`)
    for (const { viewport } of [DESK, PHONE]) {
      await page.setViewportSize(viewport)
      await drawn(page)
      found.push(...(await page.evaluate(wrong)).map((what) => `${address} ${viewport.width} px: ${what}`))
      // Of the others `accessibility`, `profiles` and the journeys look at each.
      if (!address.startsWith(home)) found.push(...(await axe(page)))
    }
  }
  assert.deepEqual([...found, ...issues, ...site.errors], [])
  await page.context().close()
})
test('the twin: a picture out of shape and a question that nobody asked for are seen', async () => {
  const { page } = await site.browser(PHONE)
  await page.addInitScript(note)
  await page.goto(pages[0] as string)
  await drawn(page)
  await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 20, height: 10 })
    const img = Object.assign(new Image(40, 40), { src: canvas.toDataURL() })
    document.body.append(img)
    navigator.geolocation.getCurrentPosition(() => {})
    return img.decode()
  })
  const seen = (await page.evaluate(wrong)).join()
  assert.match(seen, /distorted/)
  assert.match(seen, /asks where one is/)
  await page.context().close()
})
