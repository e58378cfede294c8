// The page behind a PDF's QR code: what changed and what is new since the file was made, and a new one of the same. It is
// answered as the maker of the PDF may see the catalogue today, to whoever has the PDF; who sees no prices gets none here
// either.
import type { FastifyInstance } from 'fastify'
import { findCompany } from '#features/companies/server/index.ts'
import { findPictures } from '#features/images/server/index.ts'
import { calledBy } from '#features/products/rules.ts'
import { findByIds, projectorFor } from '#features/products/server/index.ts'
import { catalogueAddress } from '#server/addresses.ts'
import { inCompany, type Tx } from '#server/db.ts'
import { keep } from '#server/kept.ts'
import { countTry } from '#server/count-tries.ts'
import { isClosed, type Kit, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import { type Living, openBrochure, readLiving, renewBrochure } from '../contract.ts'
import { type Item, itemsOf, type Said } from '../rules.ts'
import { type Asked, isLost, makeOrFind, type Options, storedOf } from './make.ts'
import { priceOf, withSeller } from './plan.ts'
import * as q from './queries.ts'
import { isStranger } from './send.ts'
import { productsOf, type View, viewOf } from './view.ts'

/** So many are named; how many there are is told. */
const MOST_TOLD = 200
const HOUR = 3600
type Diff = Pick<Living, 'changed' | 'changed_total' | 'gone' | 'gone_total' | 'added' | 'added_total' | 'product'>
const NOTHING: Diff = {
  changed: [],
  changed_total: 0,
  gone: [],
  gone_total: 0,
  added: [],
  added_total: 0,
  product: null,
}

/** A seller's table is the one that it has by now. */
const wantedBy = (maker: Caller, { price_table, ...asked }: Asked): Asked =>
  maker.level === 1 && price_table !== undefined ? { ...asked, price_table } : asked
/** A cover photo that was deleted since is no reason to make nothing. */
async function withCover(tx: Tx, asked: Asked): Promise<Asked> {
  const { cover_photo = '', ...others } = asked
  return cover_photo === '' || (await findPictures(tx, [cover_photo])).has(cover_photo) ? asked : others
}
async function makerOf(tx: Tx, created_by: number, now: Date): Promise<Caller | undefined> {
  const maker = await q.findMaker(tx, created_by)
  return maker && !isClosed(maker, now) ? maker : undefined
}
const keyOf = (id: number, specs: string) => `${id}|${specs}`

export function livingRoutes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, readLiving, async ({ params, query, session, request, reply, now }) => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    const counts = query.visit === true && isStranger(session, request.headers['user-agent'])
    const found = await q.findByToken(kit.db, params.token, counts)
    if (!found) throw new Refusal('not_found')
    const blind = session?.hide_price === true
    return inCompany(kit.pool, found.company_id, (tx) => read(tx, found, query.product ?? '', blind, now))
  })
  serve(app, kit, renewBrochure, async ({ params, ip, now }) => {
    const found = await q.findByToken(kit.db, params.token, false)
    if (!found) throw new Refusal('not_found')
    const { catalog_link, catalog_ip } = kit.config.limits
    await countTry(
      kit,
      [
        { key: `catalog:${params.token}`, limit: catalog_link, seconds: HOUR },
        { key: `catalog-ip:${ip}`, limit: catalog_ip, seconds: HOUR },
      ],
      now,
    )
    return inCompany(kit.pool, found.company_id, async (tx) => {
      const row = await q.findMade(tx, found.id)
      const maker = row && (await makerOf(tx, row.created_by, now))
      if (!maker) throw new Refusal('not_found')
      const { asked } = row.options as Options
      const wanted = await withCover(tx, wantedBy(maker, asked))
      const { token } = await makeOrFind(kit, tx, maker, wanted, now, { alone: false })
      return { token }
    })
  })

  async function read(
    tx: Tx,
    { company_id, id }: { company_id: number; id: number },
    product: string,
    blind: boolean,
    now: Date,
  ): Promise<Living> {
    const row = await q.findMade(tx, id)
    const company = await findCompany(tx, company_id)
    if (!row || !company) throw new Refusal('not_found')
    const { asked, seller_id } = row.options as Options
    const maker = await makerOf(tx, row.created_by, now)
    const prices = !!maker && asked.prices && !(row.view as View).projection.hide_price && !maker.hide_price && !blind
    const link = withSeller(catalogueAddress(kit.config, company.path), seller_id)
    const opens = row.status === 'pronto' && row.expires_at > now
    return {
      title: row.title,
      client: row.client,
      made_at: row.created_at,
      status: isLost(row, now) ? 'falhou' : row.status,
      done: row.done,
      products: row.products,
      files: (await storedOf(kit, row.token, opens ? row.files : 0)).map(
        (n) => openBrochure.path.replace(':token', row.token) + (n > 1 ? `?volume=${n}` : ''),
      ),
      company: {
        name: company.name,
        logo: company.logo,
        primary_color: company.primary_color,
        phone: company.whatsapp_phone,
      },
      catalogue: link,
      prices,
      settled: maker !== undefined,
      currency: (row.view as View).projection.buyer.currency,
      ...(maker && row.status === 'pronto' ? await diffOf(tx, { row, maker, prices, link, product, now }) : NOTHING),
    }
  }
}
/** Kept per version of the catalogue: many may come by one link. */
async function diffOf(
  tx: Tx,
  of: { row: q.Made; maker: Caller; prices: boolean; link: string; product: string; now: Date },
): Promise<Diff> {
  const { row, maker, prices, link, product, now } = of
  const { asked } = row.options as Options
  const view = await viewOf(tx, maker, wantedBy(maker, asked), now)
  const key = `living:${JSON.stringify([row.token, prices, product, link, view])}`
  const kept = await keep(key, async () => JSON.stringify(await compare()), { passing: product !== '' })
  return JSON.parse(kept.toString()) as Diff

  async function compare(): Promise<Diff> {
    const said = await q.findSaid(tx, row.id)
    // Whatever of it is still sold, also where it left a category or a promotion.
    const everywhere = { ...view.filter, categories: [], tags: [], promoted: undefined }
    const ids = [...new Set(said.map(([id]) => id))]
    const rows = await findByIds(tx, ids, everywhere)
    const today = new Map<string, Item>()
    for (const p of rows.map(await projectorFor(tx, view.projection, maker, now)))
      for (const i of itemsOf(p, view.variation)) today.set(keyOf(i.id, i.specs), i)
    const changed: Diff['changed'] = []
    const gone: Diff['gone'] = []
    for (const [id, name, code, specs, before] of said) {
      const item = today.get(keyOf(id, specs))
      if (!item) gone.push({ name, code, specs })
      else if (prices && priceOf(item) !== before)
        changed.push({ name: item.name, code: item.code, specs, before, after: priceOf(item) })
    }
    const { added, added_total } = said.length > 0 ? await addedTo(said, ids, today) : NOTHING
    return {
      added,
      added_total,
      changed: changed.slice(0, MOST_TOLD),
      changed_total: changed.length,
      gone: gone.slice(0, MOST_TOLD),
      gone_total: gone.length,
      product: tapped(said, today),
    }
  }
  /** New variations of what it holds, and products that came since. */
  async function addedTo(said: Said[], ids: number[], today: Map<string, Item>) {
    const known = new Set(said.map(([id, , , specs]) => keyOf(id, specs)))
    const grown = [...today].flatMap(([key, item]) => (known.has(key) ? [] : [item]))
    const unknown = { ...view, filter: { ...view.filter, but: ids } }
    const { rows, total } = await productsOf(tx, unknown, maker.company_id, maker.time_zone, now, MOST_TOLD)
    const fresh = rows.flatMap((p) => itemsOf(p, view.variation))
    return {
      added: [...grown, ...fresh].slice(0, MOST_TOLD).map((i) => ({
        name: i.name,
        code: i.code,
        specs: i.specs,
        ...(prices && { price: priceOf(i) }),
      })),
      added_total: grown.length + fresh.length + total - rows.length,
    }
  }
  function tapped(said: Said[], today: Map<string, Item>): Diff['product'] {
    const of = said.find(([id, , code]) => product !== '' && calledBy({ id, code }) === product)
    const item = of && today.get(keyOf(of[0], of[3]))
    if (!item) return null
    const { name, code, photo, id } = item
    const at = `${link}${link.includes('?') ? '&' : '?'}product_code=${encodeURIComponent(calledBy({ id, code }))}`
    return { name, code, photo, ...(prices && { price: priceOf(item) }), link: at }
  }
}
