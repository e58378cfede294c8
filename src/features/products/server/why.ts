// "Por que ele não vê isto?": each rule that hides a product from a person or makes its
// price, in the order it is applied.
import type { FastifyInstance } from 'fastify'
import { findUser } from '#features/users/server/index.ts'
import { type Kit, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { formatCents } from '#shared/money.ts'
import { explainProduct, type Step } from '../many/contract.ts'
import { unitPrice } from '../prices.ts'
import { asSold, soldOut } from '../rules.ts'
import { priceSettings } from './projected.ts'
import { findFamilies, findProduct } from './queries.ts'

export function whyRoutes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, explainProduct, async ({ tx, params, query, caller, now }) => {
    const row = await findProduct(tx, params.id, {
      raw: true,
      table: 1,
      hidden_categories: [],
      hide_no_stock: false,
      categories: [],
      tags: [],
      active: null,
    })
    const user = await findUser(tx, query.user_id, true)
    if (!row || !user || user.level < 2) throw new Refusal('not_found')
    const s = await priceSettings(tx, caller.company_id, caller.time_zone, now)
    const steps: Step[] = []
    const say = (code: Step['code'], values: Record<string, string | number> = {}, hides = false) =>
      steps.push({ code, hides, values: Object.fromEntries(Object.entries(values).map(([k, v]) => [k, String(v)])) })

    if (!user.active) say('blocked', {}, true)
    if (!row.active) say('inactive', {}, true)
    const families = await findFamilies(tx, row.categories)
    const hidden = (f: { id: number; master_id: number | null }) =>
      user.hiddenCategories.includes(f.id) || (f.master_id !== null && user.hiddenCategories.includes(f.master_id))
    if (families.length > 0 && families.every(hidden))
      say('categories_hidden', { list: families.map((f) => f.name).join(', ') }, true)
    if (user.hide_no_stock && soldOut(asSold(row, s))) say('no_stock', {}, true)
    const visible = steps.length === 0
    if (user.hide_price) {
      say('price_hidden')
      return { visible, steps, price: null, currency: user.currency }
    }
    const table = s.price_table_active ? user.price_table : 1
    if (!s.price_table_active && user.price_table !== 1) say('tables_off', { n: user.price_table })
    const own = table === 2 ? row.price2 : table === 3 ? row.price3 : row.price
    const base = own ?? row.price
    if (base === null) {
      say('no_price')
      return { visible, steps, price: null, currency: user.currency }
    }
    say(own === null ? 'table_empty' : 'table', { n: table, price: formatCents(base) })
    if (row.attributes.some((v) => v.price !== null || (v.surcharge ?? 0) !== 0)) say('variations_differ')
    const final = unitPrice(
      row,
      null,
      { price_table: user.price_table, margin_bp: user.margin, currency: user.currency },
      s,
    )
    if (row.price_promo !== null) {
      const dates = [row.promo_from ?? '…', row.promo_until ?? '…'].join(' a ')
      if (final.promo !== null) say('promo', { price: formatCents(row.price_promo) })
      else if (!s.promo_price_active) say('promo_off')
      else if (row.price_promo >= base) say('promo_high', { price: formatCents(row.price_promo) })
      else say('promo_dates', { dates })
    }
    if (s.importer && user.currency === 'BRL') say('exchange', { rate: s.exchange_rate })
    if (user.margin) say('margin', { n: formatCents(user.margin) })
    return { visible, steps, price: final.promo ?? final.price, currency: user.currency }
  })
}
