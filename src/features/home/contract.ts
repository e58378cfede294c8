import * as z from 'zod/mini'
import { sellerSums } from '#features/commissions/contract.ts'
import { blank, cents, day, endpoint, flag, id, whole } from '#shared/wire.ts'
import { REASONS } from './rules.ts'

const sold = z.object({ orders: z.int(), total: z.optional(cents) })
export type Sold = z.output<typeof sold>
const cause = z.object({
  reason: z.enum(REASONS),
  /** Days since the order was sent, the catalogue opened, the last order. */
  days: z.int(),
  order_id: z.nullable(id),
  number: z.nullable(z.int()),
  interval_days: z.nullable(z.int()),
  /** A quote whose last day is over. */
  ended: z.boolean(),
})
const entry = z.object({
  /** null: an order whose buyer is no client. */
  client_id: z.nullable(id),
  order_id: z.nullable(id),
  name: z.string(),
  phone: z.string(),
  /** What a message may bring: the order's receipt, else the client's personal catalogue. */
  link: z.string(),
  /** The most pressing first. */
  causes: z.array(cause),
})
export type DayEntry = z.output<typeof entry>

const dayListShape = z.object({
  day,
  /** The first of them. */
  entries: z.array(entry),
  total: z.int(),
  /** How many are put off until tomorrow. */
  put_off: z.int(),
  /** The seller has clients at all. */
  clients: z.boolean(),
})
export type DayList = z.output<typeof dayListShape>
/** Each day of this month until today, and of the month before. */
const months = { days: z.array(sold), days_before: z.array(sold) }
const sellerHomeShape = z.object({ day, today: sold, month: sellerSums, ...months })
export type SellerHome = z.output<typeof sellerHomeShape>
/** A seller's start as a device keeps it. */
export const keptHomeShape = z.object({ list: dayListShape, month: sellerHomeShape })

export const readDayList = endpoint('GET /api/v2/home/today', {
  does: 'A lista do dia do vendedor: ajustes, orçamentos sem resposta, quem abriu o catálogo, quem passou do intervalo',
  levels: [2],
  query: z.object({ limit: blank(whole) }),
  data: dayListShape,
})
export const putOff = endpoint('PUT /api/v2/home/put_off', {
  does: 'Adiar alguém da lista do dia até amanhã, ou trazer de volta',
  levels: [2],
  body: z.object({ client_id: blank(id), order_id: blank(id), off: flag }),
})
export const readSellerHome = endpoint('GET /api/v2/home/seller', {
  does: 'O início do vendedor: o mês contra a meta, a comissão, o dia',
  levels: [2],
  data: sellerHomeShape,
})
export const readCompanyHome = endpoint('GET /api/v2/home/company', {
  does: 'O início do administrador: o dia e o mês contra o anterior, o que espera, o que falta, quem silenciou',
  levels: [1],
  data: z.object({
    day,
    today: sold,
    month: sold,
    /** The month before, up to the same day. */
    before: sold,
    ...months,
    waiting: z.object({
      novo: z.int(),
      aguardando_aprovacao: z.int(),
      ajuste_solicitado: z.int(),
      assinatura: z.int(),
      /** Addresses of the company that were not confirmed. */
      enderecos: z.int(),
      /** Clients whose link a former seller has opened. */
      links: z.int(),
    }),
    /** Products that are sold. */
    products: z.int(),
    out_of_stock: z.int(),
    promotions: z.object({ ending: z.int(), first: z.nullable(day) }),
    silent: z.int(),
    sellers: z.array(sellerSums),
  }),
})
