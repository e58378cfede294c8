import * as z from 'zod/mini'
import { orderedFor } from '#features/readers/contract.ts'
import { kindShape } from '#shared/copied.ts'
import { bit, blank, cents, cleared, code, day, endpoint, flag, id, json, page, text, whole } from '#shared/wire.ts'
import { saleShape } from './sale.ts'

export const specs = z.record(z.string(), z.string())
export type Specs = z.output<typeof specs>

const image = z.object({ slot: z.int(), path: z.string(), thumbhash: z.string(), ready: z.boolean() })
const variation = z.object({
  id,
  specs,
  code: z.string(),
  ean: z.string(),
  price: z.optional(z.nullable(cents)),
  price_promo: z.optional(z.nullable(cents)),
  surcharge: z.optional(cents),
  stock: z.nullable(z.int()),
  image: z.string(),
})
/** A product in one reader's projection. Price keys are absent under hide_price; price2, price3 and the promotion's
 * dates are for admins. For buyers `price` and `price_promo` are final: table, exchange and margin applied. */
export const productShape = z.object({
  id,
  company_id: id,
  name: z.string(),
  code: z.string(),
  code_2: z.optional(z.string()),
  reference: z.optional(z.string()),
  ean: z.string(),
  price: z.optional(z.nullable(cents)),
  price2: z.optional(z.nullable(cents)),
  price3: z.optional(z.nullable(cents)),
  price_promo: z.optional(z.nullable(cents)),
  promo_from: z.optional(z.nullable(z.string())),
  promo_until: z.optional(z.nullable(z.string())),
  description: z.string(),
  additional_text: z.string(),
  categories: z.array(id),
  attributes: z.array(variation),
  main_variation_id: z.nullable(id),
  tags: z.array(z.string()),
  order: z.int(),
  active: bit,
  images: z.array(image),
  foto1: z.string(),
  min_quantity: z.int(),
  multiple: z.int(),
  mixed: z.boolean(),
  stock: z.nullable(z.int()),
  entity_id: z.optional(z.nullable(id)),
  entity: z.nullable(z.object({ type: z.string(), code: z.string(), name: z.string() })),
  search_text: z.string(),
})
export type Product = z.output<typeof productShape>
export type Variation = Product['attributes'][number]

export const listProducts = endpoint('GET /api/v1/products', {
  does: 'Produtos que o leitor pode ver; name busca por nome, código e código de barras',
  levels: [1, 2, 3],
  key: 'products:read',
  public: true,
  query: z.object({
    ...page,
    name: blank(z.string().check(z.maxLength(200, 'long'))),
    category_id: blank(id),
    order: blank(z.string()),
    tags: blank(z.string()),
    include_code_2_and_reference: blank(z.string()),
    seller_id: blank(id),
    client_id: orderedFor,
    active: blank(z.string()),
    /** For admins: no_photo, promo, ending (a promotion within 7 days), or out (counted and gone). */
    only: blank(z.enum(['no_photo', 'promo', 'ending', 'out'])),
  }),
  data: z.array(productShape),
  list: true,
})
export const readProduct = endpoint('GET /api/v1/products/:id', {
  does: 'Um produto',
  levels: [1, 2, 3],
  key: 'products:read',
  public: true,
  params: z.object({ id }),
  query: z.object({ seller_id: blank(id), client_id: orderedFor }),
  data: productShape,
})

export const readByCode = endpoint('GET /api/v2/products/by_code/:code', {
  does: 'Um produto pelo código, também pelo que teve antes',
  levels: [1, 2, 3],
  key: 'products:read',
  public: true,
  params: z.object({ code: code(60) }),
  query: z.object({ seller_id: blank(id), client_id: orderedFor }),
  data: productShape,
})
export const nameProducts = endpoint('POST /api/v2/products/named', {
  does: 'Os produtos de que linhas de um pedido colado podem falar, por código, código de barras ou palavras do nome',
  levels: [1, 2],
  body: z.object({
    texts: json(z.array(text(200)).check(z.maxLength(100, 'long'))),
    seller_id: blank(id),
    client_id: orderedFor,
  }),
  data: z.array(productShape),
})
/** Cents: the most that a piece may cost, in any table. */
export const MOST_PRICE = 999_999_999
export const price = cents.check(z.minimum(0, 'price'), z.maximum(MOST_PRICE, 'price'))
const pieces = whole.check(z.minimum(1, 'quantity'), z.maximum(999_999, 'quantity'))
const fields = {
  name: text(160, 2),
  code: blank(code(40)),
  code_2: blank(code(40)),
  reference: blank(code(40)),
  ean: z.optional(code(20)),
  price: cleared(price),
  price2: cleared(price),
  price3: cleared(price),
  price_promo: z.optional(z.nullable(z.union([z.literal(''), price]))),
  promo_from: cleared(day),
  promo_until: cleared(day),
  description: z.optional(text(5000)),
  additional_text: z.optional(text(5000)),
  categories: z.optional(json(z.array(id))),
  attributes: z.optional(
    json(
      z.array(
        z.object({
          specs,
          code: z.optional(code(40)),
          ean: z.optional(code(20)),
          price: cleared(price),
          surcharge: blank(price),
          stock: cleared(whole),
          image: z.optional(z.string()),
        }),
      ),
    ),
  ),
  tags: z.optional(z.union([json(z.array(text(30))), z.string()])),
  order: blank(whole),
  active: z.optional(bit),
  stock: cleared(whole),
  min_quantity: blank(pieces),
  multiple: blank(pieces),
  mixed: z.optional(flag),
  entity_id: cleared(id),
  images: z.optional(json(z.array(z.string()))),
  imagesToRemove: z.optional(json(z.array(z.union([whole, z.string()])))),
}
/** What each field is called wherever people read of it: in the form, in the log, between two
 * who changed it at once. */
export const LABELS: Record<Exclude<keyof typeof fields, 'imagesToRemove'>, string> = {
  name: 'Nome',
  code: 'Código',
  code_2: 'Código 2',
  reference: 'Referência',
  ean: 'Código de barras',
  price: 'Preço',
  price2: 'Preço 2',
  price3: 'Preço 3',
  price_promo: 'Preço promocional',
  promo_from: 'Promoção desde',
  promo_until: 'Promoção até',
  description: 'Descrição',
  additional_text: 'Texto adicional',
  categories: 'Categorias',
  attributes: 'Variações',
  tags: 'Etiquetas',
  order: 'Ordem na vitrine',
  active: 'Na vitrine',
  stock: 'Estoque',
  min_quantity: 'Mínimo por pedido',
  multiple: 'Vendido de quantos em quantos',
  mixed: 'Mínimo e caixa valem somando as variações',
  images: 'Fotos',
  entity_id: 'Artesão, marca ou fabricante',
}
/** By kind of thing, as the log asks. */
export const LOG_LABELS = { product: LABELS, variation: LABELS }
const { name, ...others } = fields
export const createProduct = endpoint('POST /api/v1/products', {
  does: 'Criar produto',
  levels: [1],
  key: 'products:write',
  adminSentence: true,
  body: z.object(fields),
  files: { images: 10 },
  data: productShape,
})
export const updateProduct = endpoint('POST /api/v1/products/:id', {
  does: 'Alterar produto: só os campos enviados mudam',
  levels: [1],
  key: 'products:write',
  adminSentence: true,
  plainPost: true,
  params: z.object({ id }),
  /** `was`: what the sender saw in the fields that it changes; somebody else's change
   * meanwhile answers changed_elsewhere. */
  body: z.object({ name: z.optional(name), ...others, was: z.optional(json(z.record(z.string(), z.unknown()))) }),
  files: { images: 10 },
  data: productShape,
})
export const deleteProduct = endpoint('DELETE /api/v1/products/:id', {
  does: 'Excluir produto; pedidos antigos ficam como estão',
  levels: [1],
  key: 'products:write',
  adminSentence: true,
  params: z.object({ id }),
})
export const addImage = endpoint('POST /api/v2/images/add_image_to_product', {
  does: 'Guardar uma foto; com product_id e slot, já a coloca no produto',
  levels: [1],
  key: 'products:write',
  body: z.object({ product_id: blank(id), slot: blank(whole) }),
  files: { image: 1 },
  data: z.object({ id, path: z.string() }),
})
export const createFromPhoto = endpoint('POST /api/v2/products/from_photo', {
  does: 'Criar um produto com esta foto; se um produto já tem a mesma foto, a resposta é ele e nada é criado',
  levels: [1],
  body: z.object({ name }),
  files: { image: 1 },
  data: z.object({ id, name: z.string(), created: z.boolean() }),
})
/** Everything that a device keeps, since it last asked, in parts; `reset` says to forget what was there. */
export const syncCatalogue = endpoint('GET /api/v2/offline', {
  does: 'Cópia para o aparelho do que o usuário pode ver, renovada por número de mudança',
  levels: [1, 2, 3],
  public: true,
  query: z.object({
    since: blank(whole),
    projection: blank(z.string()),
    after: blank(whole),
    seller_id: blank(id),
    /** For who sells: the prices of every table, as they are kept, so that the device shows any buyer's. */
    raw: blank(flag),
    /** The kinds that the device keeps beside the products, `kind:mark`, comma between; `-` none yet; absent:
     * products alone. */
    have: blank(z.string()),
    /** Of which kinds more is asked for, comma between; with a question mark by ids. Absent: of every kind. */
    only: blank(z.string()),
  }),
  data: z.object({
    version: z.int(),
    projection: z.string(),
    reset: z.boolean(),
    products: z.array(productShape),
    removed: z.array(id),
    next: z.nullable(id),
    total: z.int(),
    sale: z.optional(saleShape),
    kinds: z.optional(z.record(z.string(), kindShape)),
    /** The company's calendar day, and the moment, by the server's clock. */
    day: z.optional(z.string()),
    at: z.optional(z.string()),
  }),
})
export const countProducts = endpoint('GET /api/v2/products/counts', {
  does: 'Quantos produtos há, por situação, e o limite do plano',
  levels: [1],
  data: z.object({
    all: z.int(),
    active: z.int(),
    inactive: z.int(),
    no_photo: z.int(),
    promo: z.int(),
    ending: z.int(),
    out: z.int(),
    most: z.int(),
  }),
})
