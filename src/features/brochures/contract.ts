import * as z from 'zod/mini'
import { productShape } from '#features/products/contract.ts'
import { blank, cents, endpoint, flag, id, json, moment, text, whole } from '#shared/wire.ts'
import { COVERS, KINDS, MODELS, PER_PAGE, SIZES } from './rules.ts'

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
  client: z.string(),
  status: z.enum(['fazendo', 'pronto', 'falhou']),
  /** Why it failed: 'disco' when there was no room for it. */
  why: z.string(),
  /** Products drawn, of how many. */
  done: z.int(),
  products: z.int(),
  page_count: z.int(),
  bytes: z.int(),
  files: z.int(),
  /** By people who are not of the company's own, as far as can be told: the PDF, and the page behind its QR code. */
  opened: z.int(),
  visits: z.int(),
  opened_at: z.nullable(moment),
  created_at: moment,
  expires_at: moment,
  /** Where it opens, for whoever has the link: the PDF, or the page that has them all when they are several. */
  link: z.string(),
})
export type Brochure = z.output<typeof brochureShape>
export const listBrochures = endpoint('GET /api/v2/catalogs', {
  does: 'PDFs gerados nos últimos 30 dias',
  levels: [1, 2],
  data: z.array(brochureShape),
  list: true,
})
const shape = {
  model: z.enum(MODELS),
  per_page: whole.check(z.refine((n) => (PER_PAGE as readonly number[]).includes(n), 'whole')),
}
export const createBrochure = endpoint('POST /api/v2/catalogs', {
  does: 'Gerar um catálogo em PDF, fora do pedido; a lista diz quando está pronto. O mesmo de novo vem na hora',
  levels: [1, 2],
  body: z.object({
    ...wanted,
    ...shape,
    title: text(80),
    prices: flag,
    qr: flag,
    openings: flag,
    /** Categories in the order in which they shall stand; the others follow. */
    order: blank(list),
    index: blank(flag),
    closing: blank(flag),
    cover: blank(z.enum(COVERS)),
    cover_photo: z.optional(z.string().check(z.maxLength(200, 'long'))),
    client: z.optional(text(120)),
    size: blank(z.enum(SIZES)),
  }),
  data: brochureShape,
})
export const deleteBrochure = endpoint('DELETE /api/v2/catalogs/:id', {
  does: 'Excluir um PDF; seu link deixa de abrir. O que está sendo feito para',
  levels: [1, 2],
  params: z.object({ id }),
  data: z.null(),
})
const volume = { volume: blank(whole.check(z.positive('whole'))) }
export const takeBrochure = endpoint('GET /api/v2/catalogs/:id/file', {
  does: 'Um PDF da própria empresa, sem contar como aberto',
  levels: [1, 2],
  params: z.object({ id }),
  query: z.object(volume),
  answer: 'file',
})
const token = z.object({ token: z.string().check(z.regex(/^[\w-]{24}$/)) })
export const openBrochure = endpoint('GET /api/v2/catalogs/:token/pdf', {
  does: 'O PDF de um link compartilhado',
  levels: 'anyone',
  params: token,
  query: z.object(volume),
  answer: 'file',
})

const coarse = z.object({ id, name: z.string(), code: z.string(), dpi: z.nullable(z.int()) })
const photoShape = z.object({
  category: z.string(),
  products: z.int(),
  missing: z.int(),
  weak: z.int(),
  /** The first of those that lack a photo (dpi null) or whose photo is coarse on paper. */
  examples: z.array(coarse),
})
export type PhotoGroup = z.output<typeof photoShape>
export const photosForPdf = endpoint('POST /api/v2/catalogs/photos', {
  does: 'Por categoria, produtos sem foto e fotos pequenas demais para o papel, como sairiam no PDF',
  levels: [1, 2],
  body: z.object({ ...wanted, ...shape }),
  data: z.array(photoShape),
})

const price = z.nullable(cents)
const livingShape = z.object({
  title: z.string(),
  client: z.string(),
  made_at: moment,
  status: z.enum(['fazendo', 'pronto', 'falhou']),
  done: z.int(),
  products: z.int(),
  /** Its files that still open. */
  files: z.array(z.string()),
  company: z.object({ name: z.string(), logo: z.string(), primary_color: z.string(), phone: z.string() }),
  /** The catalogue, with whose link it is. */
  catalogue: z.string(),
  /** Whether the PDF told prices and its maker may still; without, only what left and what is new is told. */
  prices: z.boolean(),
  /** Whether anything can be said of it: who made it is still there. */
  settled: z.boolean(),
  changed: z.array(z.object({ name: z.string(), code: z.string(), specs: z.string(), before: price, after: price })),
  changed_total: z.int(),
  gone: z.array(z.object({ name: z.string(), code: z.string(), specs: z.string() })),
  gone_total: z.int(),
  /** What it would hold today and does not yet. */
  added: z.array(z.object({ name: z.string(), code: z.string(), specs: z.string(), price: z.optional(price) })),
  added_total: z.int(),
  /** The product that was tapped in it, at the price of its table today. */
  product: z.nullable(
    z.object({ name: z.string(), code: z.string(), photo: z.string(), price: z.optional(price), link: z.string() }),
  ),
  currency: z.string(),
})
export type Living = z.output<typeof livingShape>
export const readLiving = endpoint('GET /api/v2/catalogs/:token', {
  does: 'O que mudou desde que um PDF foi feito, para quem tem o PDF; visit=1 conta a visita',
  levels: 'anyone',
  public: true,
  params: token,
  query: z.object({ visit: blank(flag), product: blank(z.string().check(z.maxLength(60, 'long'))) }),
  data: livingShape,
})
export const renewBrochure = endpoint('POST /api/v2/catalogs/:token/renew', {
  does: 'Fazer de novo um PDF com os preços de hoje, para quem tem o PDF antigo',
  levels: 'anyone',
  public: true,
  params: token,
  data: z.object({ token: z.string() }),
})
