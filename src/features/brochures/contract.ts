import * as z from 'zod/mini'
import { productShape } from '#features/products/contract.ts'
import { blank, endpoint, flag, id, json, moment, text, whole } from '#shared/wire.ts'
import { KINDS, MODELS, PER_PAGE } from './rules.ts'

/** A picture that fills a page of the PDF. */
const pageShape = z.object({ id, kind: z.enum(KINDS), category_id: z.nullable(id), image_path: z.string() })
export type PictureLeaf = z.output<typeof pageShape>
export const listPages = endpoint('GET /api/v2/pages', {
  does: 'Capas e páginas do catálogo em PDF, na ordem',
  levels: [1, 2],
  data: z.array(pageShape),
  list: true,
})
export const MOST_PAGES = 200
/** The whole list as it shall stand; the picture of the n-th page comes as the file
 * `images[n]`. Answers the bare list. */
export const updatePages = endpoint('POST /api/v2/pages/update', {
  does: 'Gravar a lista de páginas; images[n] é a imagem da n-ésima',
  levels: [1],
  body: z.object({
    pages: json(
      z
        .array(
          z.object({
            id: blank(id),
            kind: blank(z.enum(KINDS)),
            category_id: blank(id),
            image_path: z.optional(z.string()),
          }),
        )
        .check(z.maxLength(MOST_PAGES, 'long')),
    ),
  }),
  files: { images: MOST_PAGES },
  answer: 'bare',
  data: z.array(pageShape),
})

const list = json(z.array(id))
/** Which products the PDF holds. */
const wanted = {
  categories: blank(list),
  tags: blank(z.union([json(z.array(z.string())), z.string()])),
  only_active: blank(flag),
  only_promo: blank(flag),
  price_table: blank(whole),
  variation: blank(flag),
}
export const productsForPdf = endpoint('POST /api/v2/products/products_for_pdf', {
  does: 'Produtos de um catálogo em PDF, com os preços da tabela pedida',
  levels: [1, 2],
  whileClosed: 'admin',
  query: z.object({ limit: blank(whole) }),
  body: z.object(wanted),
  data: z.array(productShape),
  list: true,
})

const brochureShape = z.object({
  id,
  title: z.string(),
  status: z.enum(['fazendo', 'pronto', 'falhou']),
  /** Products drawn, of how many. */
  done: z.int(),
  products: z.int(),
  page_count: z.int(),
  bytes: z.int(),
  opened: z.int(),
  created_at: moment,
  expires_at: moment,
  /** Where the PDF opens, for whoever has the link. */
  link: z.string(),
})
export type Brochure = z.output<typeof brochureShape>
export const listBrochures = endpoint('GET /api/v2/catalogs', {
  does: 'PDFs gerados nos últimos 30 dias',
  levels: [1, 2],
  data: z.array(brochureShape),
  list: true,
})
export const createBrochure = endpoint('POST /api/v2/catalogs', {
  does: 'Gerar um catálogo em PDF, fora do pedido; a lista diz quando está pronto',
  levels: [1, 2],
  body: z.object({
    ...wanted,
    title: text(80),
    model: z.enum(MODELS),
    per_page: whole.check(z.refine((n) => (PER_PAGE as readonly number[]).includes(n), 'whole')),
    prices: flag,
    qr: flag,
    openings: flag,
  }),
  data: brochureShape,
})
export const deleteBrochure = endpoint('DELETE /api/v2/catalogs/:id', {
  does: 'Excluir um PDF; seu link deixa de abrir',
  levels: [1, 2],
  params: z.object({ id }),
  data: z.null(),
})
export const openBrochure = endpoint('GET /api/v2/catalogs/:token/pdf', {
  does: 'O PDF de um link compartilhado',
  levels: 'anyone',
  params: z.object({ token: z.string().check(z.regex(/^[\w-]{24}$/)) }),
  answer: 'file',
})
