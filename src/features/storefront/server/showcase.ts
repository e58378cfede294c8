// The catalogue as a window in the company's own site: a page without script that may stand in a frame, and only on the
// sites that the admin named (decision 0049). It shows what visitors see, and every card opens the catalogue in a tab.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { findCompany, projectCompany } from '#features/companies/server/index.ts'
import { findShowcase } from '#features/figures/server/index.ts'
import type { Product } from '#features/products/contract.ts'
import { cardPrice } from '#features/products/rules.ts'
import { filterOf, findProducts, projectorFor } from '#features/products/server/index.ts'
import { type Projection, projectionOf } from '#features/readers/server/index.ts'
import { pathOfHost } from '#features/sessions/rules.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import { inCompany } from '#server/db.ts'
import { keepValue } from '#server/kept.ts'
import { isClosed, type Kit } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { type Palette, palette } from '#shared/colour.ts'
import { Refusal } from '#shared/errors.ts'
import { showCents } from '#shared/money.ts'
import { pictureAt } from '#shared/picture.ts'
import { leadOn } from './moved.ts'
import { findStorefront } from './queries.ts'
import { esc } from './html.ts'

interface Window {
  sites: string[]
  name: string
  colour: string
  origin: string
  currency: string
  products: Product[]
}
/** The page, and what a browser is told of it. */
interface Made {
  html: Buffer
  policy: string
}
export function showcase(app: FastifyInstance, kit: Kit): void {
  app.get('/vitrine', async (request, reply) => {
    const path = pathOfHost(request.hostname)
    const made = await kit.share(path || null, () => madeFor(kit, path, request.now ?? kit.clock.now()))
    if (!made) {
      if (await leadOn(kit, request, reply)) return reply
      throw new Refusal('not_found')
    }
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex', 'content-security-policy': made.policy })
      .send(made.html)
  })
}
/** What the company at a path shows, the same to all; null when there is none. */
async function madeFor(kit: Kit, path: string, now: Date): Promise<Made | null> {
  const front = path ? await findStorefront(kit.db, path) : undefined
  if (!front) return null
  const open = !isClosed(front, now) && front.has_public_user
  const caller: Caller = { ...front, hidden_categories: front.hidden_categories.map(Number) }
  // Nothing is asked for a projection that nobody narrows. Everything that the page shows raises the catalogue's version,
  // which is in its key, also what the admin set for the page itself (figures, putShowcase).
  const p = await projectionOf(kit.db, caller, now)
  return keepValue(
    `showcase:${p.key}|${open}`,
    async () => {
      const window = await readWindow(kit, caller, p, open, now)
      const style = styleOf(palette(window.colour))
      return { html: Buffer.from(page(window, style)), policy: policyOf(window, style) }
    },
    ({ html, policy }) => html.length + policy.length,
  )
}
const policyOf = ({ sites }: Window, style: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    `frame-ancestors ${sites.join(' ') || "'none'"}`,
  ].join('; ')
const readWindow = (kit: Kit, caller: Caller, p: Projection, open: boolean, now: Date): Promise<Window> =>
  inCompany(kit.pool, caller.company_id, async (tx) => {
    const row = await findCompany(tx, caller.company_id)
    if (!row) throw new Refusal('not_found')
    const company = projectCompany(row, 3, now)
    const { sites, category_id, most } = await findShowcase(tx)
    const filter = filterOf(p, { categories: category_id === null ? [] : [category_id] })
    const found = open ? await findProducts(tx, filter, 'order', most, 0) : []
    return {
      sites,
      name: company.name,
      colour: company.primary_color,
      origin: catalogueOrigin(kit.config, company.path),
      currency: caller.currency,
      products: found.map(await projectorFor(tx, p, caller, now)),
    }
  })
function card({ origin, currency }: Window, p: Product): string {
  const price = cardPrice(p)
  const picture = p.foto1 && p.images[0]?.ready ? pictureAt(p.foto1, 400) : ''
  const said =
    price?.now == null ? '' : `<b>${price.from ? 'a partir de ' : ''}${esc(showCents(price.now, currency))}</b>`
  const href = `${origin}/dashboard/products?product_code=${encodeURIComponent(p.code)}`
  return `<li><a href="${esc(href)}" target="_blank" rel="noopener">${
    picture
      ? `<img src="${esc(picture)}" alt="" loading="lazy" width="400" height="400">`
      : '<i aria-hidden="true"></i>'
  }<span>${esc(p.name)}</span>${said}</a></li>`
}
const page = (w: Window, style: string) =>
  [
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${esc(w.name)}</title><style>${style}</style></head><body><main><h1>${esc(w.name)}</h1>`,
    w.products.length > 0
      ? `<ul>${w.products.map((p) => card(w, p)).join('')}</ul>`
      : '<p>Ainda não há produtos para mostrar aqui.</p>',
    `<a class="all" href="${esc(`${w.origin}/pedidos`)}" target="_blank" rel="noopener">Ver o catálogo inteiro</a>`,
    '</main></body></html>',
  ].join('')
const styleOf = (p: Palette) =>
  ':root{color-scheme:light dark;font:15px/20px Inter,Roboto,"Segoe UI","Helvetica Neue",Arial,sans-serif}' +
  'body{margin:0;padding:12px;background:transparent;color:light-dark(#1f1b18,#f2eeea)}' +
  'h1{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}' +
  'ul{list-style:none;margin:0;padding:0;display:grid;gap:12px;grid-template-columns:repeat(auto-fill,minmax(150px,1fr))}' +
  'li a{display:grid;gap:4px;height:100%;align-content:start;box-sizing:border-box;padding:8px 8px 12px;border-radius:10px;' +
  'border:1px solid light-dark(#e5e2df,#37322e);background:light-dark(#fff,#1d1a18);color:inherit;text-decoration:none}' +
  'li a:hover{border-color:light-dark(#8a837d,#8d857e)}img,i{display:block;width:100%;height:auto;aspect-ratio:1;' +
  'object-fit:cover;border-radius:6px;background:light-dark(#f3f2f1,#292523)}' +
  'span{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}' +
  `a:focus-visible{outline:3px solid ${p.ink};outline-offset:2px}` +
  `.all{display:block;margin-top:12px;padding:12px;border-radius:10px;text-align:center;font-weight:600;` +
  `text-decoration:none;background:${p.fill};color:${p.on}}`
