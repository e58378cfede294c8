// What admins do with many products at once, and what they ask about one.
import * as z from 'zod/mini'
import { blank, cents, cleared, endpoint, id, json, percent, text, whole } from '#shared/wire.ts'
import { price } from '../contract.ts'
import { STEPS } from '../steps.ts'

/** As many as one bulk change takes. */
export const MOST_PICKED = 5000
export const listProductIds = endpoint('GET /api/v2/products/ids', {
  does: 'Os números de todos os produtos da lista do administrador, para mudá-los de uma vez',
  levels: [1],
  query: z.object({
    name: blank(z.string().check(z.maxLength(200, 'long'))),
    category_id: blank(id),
    tags: blank(z.string()),
    active: blank(z.string()),
    only: blank(z.enum(['no_photo', 'promo', 'ending', 'out'])),
  }),
  data: z.object({ ids: z.array(id) }),
})
const undoShape = z.object({ changed: z.int(), undo_id: z.nullable(id) })
export const BULK_ACTIONS = [
  'activate',
  'deactivate',
  'add_category',
  'remove_category',
  'add_tag',
  'remove_tag',
  'price',
  'delete',
] as const
export const changeMany = endpoint('POST /api/v2/products/bulk', {
  does: 'Uma mudança em vários produtos de uma vez, que pode ser desfeita',
  levels: [1],
  body: z.object({
    ids: json(z.array(id).check(z.minLength(1, 'required'), z.maxLength(MOST_PICKED, 'long'))),
    action: z.enum(BULK_ACTIONS),
    category_id: blank(id),
    tag: blank(text(30)),
    /** price: percentage with up to 2 decimals, negative to lower. */
    percent: blank(percent),
    table: blank(whole),
  }),
  data: undoShape,
})
const four = <S>(each: S) => ({ price: each, price2: each, price3: each, price_promo: each })
const leftShape = z.object({ id, name: z.string(), ...four(z.nullable(cents)) })
export type Left = z.output<typeof leftShape>
const goneShape = z.object({ id, name: z.string() })
export type Gone = z.output<typeof goneShape>
/** Prices typed into a table, one transaction. `was`: what the sender saw in the fields that it changes; a product of which
 * somebody changed one meanwhile is left as it stands, and answered; so is one that somebody deleted, as `gone`. */
export const changePrices = endpoint('POST /api/v2/products/prices', {
  does: 'Preços digitados na lista, em uma transação que pode ser desfeita; o que outra pessoa mudou antes fica como está',
  levels: [1],
  body: z.object({
    rows: json(
      z
        .array(z.object({ id, ...four(cleared(price)), was: z.optional(z.object(four(cleared(cents)))) }))
        .check(z.minLength(1, 'required'), z.maxLength(MOST_PICKED, 'long')),
    ),
  }),
  data: z.object({ ...undoShape._zod.def.shape, left: z.array(leftShape), gone: z.array(goneShape) }),
})
export const orderShelf = endpoint('POST /api/v2/products/shelf', {
  does: 'A ordem dos produtos na vitrine, do primeiro ao último dos que vierem',
  levels: [1],
  body: z.object({ ids: json(z.array(id).check(z.minLength(1, 'required'), z.maxLength(MOST_PICKED, 'long'))) }),
  data: undoShape,
})
const step = z.object({ code: z.enum(STEPS), hides: z.boolean(), values: z.record(z.string(), z.string()) })
export type Step = z.output<typeof step>
export const explainProduct = endpoint('GET /api/v2/products/:id/why', {
  does: 'Por que uma pessoa não vê um produto, ou o vê por este preço: cada regra, na ordem',
  levels: [1],
  params: z.object({ id }),
  query: z.object({ user_id: id }),
  data: z.object({ visible: z.boolean(), steps: z.array(step), price: z.nullable(cents), currency: z.string() }),
})
