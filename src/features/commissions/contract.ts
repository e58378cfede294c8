import * as z from 'zod/mini'
import { blank, cents, cleared, day, endpoint, id, json, moment, page, percent } from '#shared/wire.ts'
import { ENTRIES } from './rules.ts'

const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'moment'))
const target = { seller_id: z.nullable(id), category_id: z.nullable(id), product_id: z.nullable(id) }
const rateShape = z.object({ ...target, percent: z.nullable(percent), since: day })

/** What a seller's commission is made of, for this device to count with. */
export const ratesShape = z.array(z.extend(rateShape, { name: z.string() }))
export const listRates = endpoint('GET /api/v2/commissions/rates', {
  does: 'As comissões em vigor e as de antes: todas para o administrador, as que valem para si para o vendedor',
  levels: [1, 2],
  data: ratesShape,
})
export type RateRow = z.output<NonNullable<(typeof listRates)['options']['data']>>[number]
/** What a device without the whole catalogue asks of the products in a cart. */
export const listPlaces = endpoint('GET /api/v2/commissions/places', {
  does: 'Em que categorias estão estes produtos, para prever a comissão de um pedido',
  levels: [1, 2],
  query: z.object({ products: json(z.array(id).check(z.maxLength(1000, 'long'))) }),
  data: z.array(z.object({ product_id: id, categories: z.array(z.object({ id, master_id: z.nullable(id) })) })),
})
export const setRate = endpoint('PUT /api/v2/commissions/rates', {
  does: 'Definir a comissão da empresa, de um vendedor, de uma categoria ou de um produto, de um dia em diante',
  levels: [1],
  body: z.object({
    seller_id: blank(id),
    category_id: blank(id),
    product_id: blank(id),
    percent: cleared(percent),
    since: blank(day),
  }),
  data: rateShape,
})
export const setTarget = endpoint('PUT /api/v2/commissions/targets', {
  does: 'Definir a meta de vendas de um vendedor; vale do mês em diante, até outra',
  levels: [1],
  body: z.object({ seller_id: id, month, target: cleared(cents) }),
  data: z.object({ seller_id: id, month, target: z.nullable(cents) }),
})
const sums = {
  /** Sales of the month: how many orders, and what they come to. */
  orders: z.int(),
  total: z.optional(cents),
  /** null: none is set. */
  target: z.optional(z.nullable(cents)),
  /** Whole percent of the target. */
  reached: z.nullable(z.int()),
  prevista: z.optional(cents),
  faturada: z.optional(cents),
  paga: z.optional(cents),
  /** What fell away of orders of months before; zero or below. */
  correcao: z.optional(cents),
}
export const sellerSums = z.object({ id, name: z.string(), active: z.boolean(), ...sums })
export type SellerSums = z.output<typeof sellerSums>
export const readCommissions = endpoint('GET /api/v2/commissions', {
  does: 'Vendas, meta e comissão do mês: de cada vendedor para o administrador, as próprias para o vendedor',
  levels: [1, 2],
  query: z.object({ month: blank(month) }),
  data: z.object({ month, sellers: z.array(sellerSums) }),
})
const commissionOrder = z.object({
  id,
  number: z.nullable(z.int()),
  name: z.string(),
  at: moment,
  status: z.string(),
  /** Of one order more than one where it was paid in part. */
  standing: z.enum(ENTRIES),
  currency: z.string(),
  total: z.optional(cents),
  commission: z.optional(cents),
})
export type CommissionOrder = z.output<typeof commissionOrder>
export const listCommissionOrders = endpoint('GET /api/v2/commissions/orders', {
  does: 'Os pedidos de um mês que trazem comissão a um vendedor, um por um',
  levels: [1, 2],
  query: z.object({ ...page, month: blank(month), seller_id: blank(id), standing: blank(z.enum(ENTRIES)) }),
  data: z.array(commissionOrder),
  list: true,
})
