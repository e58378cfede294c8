import * as z from 'zod/mini'
import { blank, endpoint, flag, id, json, text, whole } from '#shared/wire.ts'
import { KINDS, MOST_ITEMS, MOST_LABELS, POSTERS, SHAPES, SUBJECTS, SYMBOLS, WRONGS } from './rules.ts'
import { MODELS } from './sheets.ts'

const between = (least: number, most: number) => whole.check(z.refine((n) => n >= least && n <= most, 'whole'))
/** What is wanted; fields of other kinds are left out. */
const wanted = {
  kind: z.enum(KINDS),
  title: z.optional(text(80)),
  message: z.optional(text(200)),
  prices: blank(flag),
  /** Which products; none: by category, or all. */
  ids: blank(json(z.array(id).check(z.maxLength(MOST_ITEMS, 'long')))),
  categories: blank(json(z.array(id))),
  price_table: blank(whole),
  /** Whose link: a seller's, '' the company's. A seller's own always. */
  seller_id: blank(id),
  poster: blank(z.enum(POSTERS)),
  shape: blank(z.enum(SHAPES)),
  subject: blank(z.enum(SUBJECTS)),
  model: blank(z.enum(MODELS)),
  /** The first label's place, from 1. */
  start: blank(between(1, 200)),
  copies: blank(between(1, MOST_LABELS)),
  symbol: blank(z.enum(SYMBOLS)),
  wrong: blank(z.enum(WRONGS)),
}
const issue = z.object({
  product_id: id,
  name: z.string(),
  code: z.string(),
  ean: z.string(),
  /** What stands instead: the code as Code 128, or nothing. */
  instead: z.enum(['code128', 'nada']),
})
const planShape = z.object({
  pages: z.int(),
  products: z.int(),
  /** Points; a picture of the page has the same proportions. */
  width: z.number(),
  height: z.number(),
  /** Where a code of this paper leads. */
  link: z.string(),
  issues: z.array(issue),
})
export type MaterialPlan = z.output<typeof planShape>
export const planMaterial = endpoint('POST /api/v2/material/plan', {
  does: 'Quantas páginas um material terá, e o que não sai como está: códigos de barras errados, por nome',
  levels: [1, 2],
  body: z.object(wanted),
  data: planShape,
})
export const drawMaterial = endpoint('POST /api/v2/material', {
  does: 'Material de venda em PDF, ou uma página dele em PNG',
  levels: [1, 2],
  body: z.object({
    ...wanted,
    format: z.enum(['pdf', 'png']),
    page: blank(between(1, 1000)),
    /** Pixels; absent: as many as it is meant to be seen or printed in. */
    width: blank(between(100, 2500)),
  }),
  answer: 'file',
})
