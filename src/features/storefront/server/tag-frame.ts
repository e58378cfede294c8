// The document that the company's measuring tags run in: framed by the catalogue, of an opaque origin, so that the
// vendors' scripts read neither address, storage nor content of the page around them (decision 0124).
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { findCompany } from '#features/companies/server/index.ts'
import { pathOfHost } from '#features/sessions/rules.ts'
import { inCompany } from '#server/db.ts'
import { isClosed, type Kit } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { esc } from './html.ts'
import { findStorefront } from './queries.ts'

/** An opaque origin has no cookies and no storage, and reading them throws: the vendors' scripts get a jar in memory.
 * The page around keeps the jar for the next frame, so that one visit stays one visit. */
const SCRIPT = `(() => {
if (parent === window) return
const [kept, referrer, title] = JSON.parse(name || '["","",""]')
name = ''
document.title = title
const jar = new Map(kept.split('; ').filter(Boolean).map((c) => [c.split('=')[0], c]))
const set = (text) => {
  const [pair, ...rest] = String(text).split(';')
  const key = pair.split('=')[0].trim()
  const rules = Object.fromEntries(rest.map((r) => [r.split('=')[0].trim().toLowerCase(), r.slice(r.indexOf('=') + 1)]))
  const ends = 'max-age' in rules ? Number(rules['max-age']) <= 0 : Date.parse(rules.expires) < Date.now()
  if (ends) jar.delete(key)
  else jar.set(key, pair.trim())
  parent.postMessage([...jar.values()].join('; '), '*')
}
Object.defineProperty(document, 'cookie', { get: () => [...jar.values()].join('; '), set })
Object.defineProperty(document, 'referrer', { get: () => referrer })
for (const storage of ['localStorage', 'sessionStorage']) {
  const items = new Map()
  Object.defineProperty(window, storage, { value: {
    getItem: (k) => items.get(String(k)) ?? null,
    setItem: (k, v) => void items.set(String(k), String(v)),
    removeItem: (k) => void items.delete(String(k)),
    clear: () => items.clear(),
    key: (i) => [...items.keys()][i] ?? null,
    get length() { return items.size },
  } })
}
const page_location = location.href.replace('/tags/', '/')
const add = (src) => document.head.append(Object.assign(document.createElement('script'), { async: true, src }))
const { google, manager, facebook } = document.documentElement.dataset
const layer = (window.dataLayer = [])
if (google) {
  // gtag reads the arguments object itself, not an array.
  const gtag = function () { layer.push(arguments) }
  gtag('js', new Date())
  gtag('config', google, { page_location, page_referrer: referrer, page_title: title })
  add('https://www.googletagmanager.com/gtag/js?id=' + encodeURIComponent(google))
}
if (manager) {
  layer.push({ page_location, page_referrer: referrer, page_title: title })
  layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  add('https://www.googletagmanager.com/gtm.js?id=' + encodeURIComponent(manager))
}
if (facebook) {
  const queue = []
  const fbq = (...args) => (fbq.callMethod ? fbq.callMethod(...args) : queue.push(args))
  window.fbq = window._fbq = Object.assign(fbq, { queue, push: fbq, loaded: true, version: '2.0' })
  fbq('init', facebook)
  fbq('track', 'PageView')
  add('https://connect.facebook.net/pt_BR/fbevents.js')
}
})()`
const HASH = createHash('sha256').update(SCRIPT).digest('base64')
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${HASH}' https://www.googletagmanager.com https://connect.facebook.net`,
  'img-src https://www.googletagmanager.com https://*.google-analytics.com https://www.facebook.com',
  'connect-src https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com https://www.facebook.com',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

/** What follows `/tags` is the address of the screen that is measured; the document is the same for all of them. */
export function tagFrame(app: FastifyInstance, kit: Kit): void {
  app.get('/tags/*', async (request, reply) => {
    const path = pathOfHost(request.hostname)
    const now = request.now ?? kit.clock.now()
    const tags = await kit.share(path || null, async () => {
      const front = path ? await findStorefront(kit.db, path) : undefined
      if (!front || isClosed(front, now)) return null
      const row = await inCompany(kit.pool, front.company_id, (tx) => findCompany(tx, front.company_id))
      return row?.settings ?? null
    })
    if (!tags?.tag_google && !tags?.tag_tag_manager && !tags?.tag_facebook) throw new Refusal('not_found')
    const ids = { google: tags.tag_google, manager: tags.tag_tag_manager, facebook: tags.tag_facebook }
    const data = Object.entries(ids).map(([k, v]) => (v ? ` data-${k}="${esc(v)}"` : ''))
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': POLICY,
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .send(
        `<!doctype html><html lang="pt-BR"${data.join('')}><head><meta charset="utf-8"><title>Medição de visitas</title><script>${SCRIPT}</script></head></html>`,
      )
  })
}
