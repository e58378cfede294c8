import * as z from 'zod/mini'
import { blank, cents, cleared, day, endpoint, id, moment, page, text, whole } from '#shared/wire.ts'
import { CLASSES, DIMENSIONS } from './rules.ts'

/** What is sold in some time. Money is not there for who sees no prices. */
const sums = { orders: z.int(), pieces: z.int(), total: z.optional(cents) }
const sumsShape = z.object(sums)
/** The last days of a company at a glance; visits are the company's, not a seller's. */
const glance = z.extend(sumsShape, {
  /** Clients whose first order it was. */
  new_clients: z.int(),
  visits: z.optional(z.int()),
  /** Orders that buyers sent from the catalogue. */
  from_catalogue: z.optional(z.int()),
})
export type Glance = z.output<typeof glance>
/** Orders are still being counted: what is here is not all, and is asked for again. */
const counting = z.boolean()
const glances = z.object({
  counting,
  at: moment,
  today: glance,
  /** The same weekday a week ago, until the same time of day; its visits are the whole day's. */
  week_ago: glance,
  week: glance,
  week_before: glance,
  /** The last 14 days, the latest last. */
  days: z.array(z.extend(glance, { day })),
  /** The last day that sold anything, today or before; null: none ever did. */
  last: z.optional(z.nullable(z.extend(sumsShape, { day }))),
})
export type Glances = z.output<typeof glances>
export const readGlance = endpoint('GET /api/v2/figures/glance', {
  does: 'Hoje contra o mesmo dia da semana passada até a mesma hora, e 7 dias contra os 7 antes',
  levels: [1, 2],
  data: glances,
})
/** `client_id`: what one client bought. */
const asked = { from: day, until: day, seller_id: blank(id), client_id: blank(id) }
const both = z.extend(sumsShape, { before: sumsShape })
export const readCurve = endpoint('GET /api/v2/figures/curve', {
  does: 'Vendas por dia, ou por mês acima de 92 dias, ao lado do período anterior',
  levels: [1, 2],
  query: z.object(asked),
  data: z.object({
    counting,
    step: z.enum(['day', 'month']),
    before: z.object({ from: day, until: day }),
    sums: both,
    steps: z.array(z.extend(both, { day, day_before: z.nullable(day) })),
  }),
})
export type Curve = z.output<NonNullable<(typeof readCurve)['options']['data']>>
const ranked = z.extend(both, {
  /** null: nobody counts the orders of a category. */
  orders: z.nullable(z.int()),
  /** null: what has none (no client's card, no seller, no category, no city). */
  id: z.nullable(id),
  name: z.string(),
  code: z.string(),
  /** Percent of the whole, with one decimal. */
  share: z.number(),
  class: z.enum(CLASSES),
})
export type Ranked = z.output<typeof ranked>
const ranking = { ...asked, by: z.enum(DIMENSIONS) }
export const readRanking = endpoint('GET /api/v2/figures/ranking', {
  does: 'Vendas por produto, categoria, cliente, vendedor ou cidade, a maior primeiro, com a classe ABC de cada um',
  levels: [1, 2],
  query: z.object({ ...ranking, ...page }),
  data: z.object({
    counting,
    before: z.object({ from: day, until: day }),
    rows: z.array(ranked),
    /** How many there are in all, and of each class what they come to. */
    count: z.int(),
    classes: z.array(z.object({ class: z.enum(CLASSES), count: z.int(), share: z.number() })),
    /** [how many of the first, percent of the whole that they bring]. */
    curve: z.array(z.tuple([z.int(), z.number()])),
  }),
})
export type Ranking = z.output<NonNullable<(typeof readRanking)['options']['data']>>
const pair = z.object({
  /** The one that is in fewer orders first: whoever takes it often takes the other as well. */
  first: z.object({ id, name: z.string() }),
  second: z.object({ id, name: z.string() }),
  orders: z.int(),
  /** Percent of the first one's orders. */
  share: z.int(),
})
export type Pair = z.output<typeof pair>
export const readTogether = endpoint('GET /api/v2/figures/together', {
  does: 'Produtos que saem no mesmo pedido mais vezes do que por acaso',
  levels: [1, 2],
  query: z.object(asked),
  data: z.object({ counting, orders: z.int(), pairs: z.array(pair) }),
})
export const exportFigures = endpoint('GET /api/v2/figures/csv', {
  does: 'Os números de um gráfico como CSV',
  levels: [1, 2],
  query: z.object({ ...asked, by: z.enum([...DIMENSIONS, 'day', 'together']) }),
  answer: 'file',
})

const showcase = z.object({
  sites: z.array(z.string()),
  category_id: z.nullable(id),
  most: z.int(),
})
export const readShowcase = endpoint('GET /api/v2/figures/showcase', {
  does: 'A vitrine para o site da empresa: onde pode ficar e o que mostra',
  levels: [1],
  data: z.extend(showcase, { address: z.string() }),
})
export type Showcase = z.output<NonNullable<(typeof readShowcase)['options']['data']>>
export const setShowcase = endpoint('PUT /api/v2/figures/showcase', {
  does: 'Definir em que sites a vitrine pode ficar e o que ela mostra',
  levels: [1],
  body: z.object({ sites: text(2000), category_id: cleared(id), most: whole }),
  data: showcase,
})
