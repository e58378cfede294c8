// What a material shows, and whose prices and link: the reader's own limits, and never more than they allow.
import { groupsOf, type Group } from '#features/brochures/rules.ts'
import { productsOf, type View, viewOf } from '#features/brochures/server/index.ts'
import { findShelves } from '#features/categories/server/index.ts'
import type { FoundCompany } from '#features/companies/server/index.ts'
import type { Product } from '#features/products/contract.ts'
import { calledBy, cardPrice, shownPrice, specsLabel } from '#features/products/rules.ts'
import { catalogueAddress } from '#server/addresses.ts'
import type { Config } from '#server/config.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import { invalid } from '#shared/errors.ts'
import type { BodyOf } from '#shared/wire.ts'
import type { planMaterial } from '../contract.ts'
import { MOST_ITEMS } from '../rules.ts'
import type { Good } from './draw/types.ts'

export type Wanted = BodyOf<typeof planMaterial>
export interface Goods {
  /** Of each product one; of labels one of each variation. */
  goods: Good[]
  groups: Group[]
  currency: string
}
const NONE = 'Nenhum produto com estas escolhas. Marque outros produtos ou categorias.'
const NO_OFFER = 'Nenhum produto está em promoção. Ponha um preço promocional em algum produto.'

export async function goodsOf(tx: Tx, caller: Caller, w: Wanted, now: Date): Promise<Goods> {
  const offers = w.kind === 'flyer' || (w.kind === 'card' && w.subject === 'promocoes')
  const asked = { categories: w.categories, tags: [], only_active: true, only_promo: offers, variation: true }
  const own = await viewOf(tx, caller, { ...asked, price_table: w.price_table }, now)
  const hide_price = own.projection.hide_price || w.prices === false
  const view: View = {
    ...own,
    projection: { ...own.projection, hide_price },
    // Who prints no prices may still ask for what is on promotion, but not who knows none.
    filter: { ...own.filter, ...(w.ids?.length && { ids: w.ids }) },
  }
  const { rows, total } = await productsOf(tx, view, caller.company_id, caller.time_zone, now, MOST_ITEMS)
  if (rows.length === 0) throw invalid({ ids: offers ? NO_OFFER : NONE })
  if (total > MOST_ITEMS)
    throw invalid({
      ids: {
        text: 'São {n} produtos, e cabem até {most}. Escolha menos categorias.',
        values: { n: total, most: MOST_ITEMS },
      },
    })
  const categories = await findShelves(tx, view.projection.hidden_categories)
  const goods = w.kind === 'labels' ? rows.flatMap(labelled) : rows.map(w.kind === 'flyer' ? withEach : whole)
  return {
    // A card shows few: those that can be seen.
    goods: w.kind === 'card' ? goods.toSorted((a, b) => Number(!a.photo) - Number(!b.photo)) : goods,
    groups: w.kind === 'prices' ? groupsOf(rows, categories.rows, w.categories ?? [], true, 'Outros') : [],
    currency: view.projection.buyer.currency,
  }
}
const whole = (p: Product): Good => {
  const { id, name, code, ean, foto1: photo } = p
  return { id, name, code, ean, photo, specs: '', price: cardPrice(p), each: [] }
}
/** A sheet of offers says what each variation costs where they differ. */
const withEach = (p: Product): Good => {
  const good = whole(p)
  if (!good.price?.from) return good
  const each = p.attributes.flatMap((v) => {
    const price = shownPrice(p, v)
    return price ? [{ specs: specsLabel(v.specs) || v.code, ...price }] : []
  })
  return { ...good, each }
}
/** A bar code is of one variation: what the product's own says of none of them is not printed on each. */
const labelled = (p: Product): Good[] =>
  p.attributes.length === 0
    ? [whole(p)]
    : p.attributes.map((v) => {
        const price = shownPrice(p, v)
        return {
          ...whole(p),
          code: v.code || p.code,
          ean: v.ean,
          specs: specsLabel(v.specs),
          price: price && { ...price, from: false },
        }
      })
/** Whose catalogue its codes open: a seller's own, the one that an admin chose, or the company's. */
export function linkOf(config: Config, company: FoundCompany, caller: Caller, w: Wanted, good?: Good): string {
  const vend = caller.level === 2 ? caller.user_id : w.seller_id
  const query = new URLSearchParams({
    ...(vend !== undefined && { vend: String(vend) }),
    ...(good && { product_code: calledBy(good) }),
  }).toString()
  return `${catalogueAddress(config, company.path)}${query && `?${query}`}`
}
const MONTH = (zone: string, now: Date) => now.toLocaleDateString('pt-BR', { month: 'long', timeZone: zone })
/** What stands on top where nothing was typed. */
export function titleOf(w: Wanted, caller: Caller, now: Date, category: string): string {
  if (w.title) return w.title
  const day = dayIn(caller.time_zone, now).split('-').reverse().join('/')
  if (w.kind === 'poster') return 'Veja o catálogo e faça seu pedido'
  if (w.kind === 'flyer') return `Ofertas de ${MONTH(caller.time_zone, now)}`
  if (w.kind === 'prices') return `Lista de preços · ${day}`
  if (w.kind === 'labels') return 'Etiquetas'
  return w.subject === 'promocoes' ? 'Promoções' : category || 'Destaques'
}
