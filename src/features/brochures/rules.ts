// What stands on which page of a PDF catalogue: the same for the preview on the screen and for the file.
import type { Product } from '#features/products/contract.ts'
import { contrast } from '#shared/colour.ts'
import { plainText } from '#shared/sentence.ts'

export const KINDS = ['capa', 'abertura', 'interna', 'fim'] as const
export const MODELS = ['vitrine', 'lista', 'tabela'] as const
export type Model = (typeof MODELS)[number]
export const PER_PAGE = [2, 4, 6, 9, 12] as const
/** Columns and rows of a page of the shop window. */
export const GRID: Record<number, [number, number]> = { 2: [1, 2], 4: [2, 2], 6: [2, 3], 9: [3, 3], 12: [3, 4] }
export const LIST_ROWS = 8
export const TABLE_ROWS = 30

/** Covers of the company's own pages, or drawn from its colours, logo and a photo. */
export const COVERS = ['paginas', 'foto', 'cor', 'faixas', 'moldura'] as const
export type Cover = (typeof COVERS)[number]
/** For paper, or small enough to be sent in a conversation. */
export const SIZES = ['whatsapp', 'impressao'] as const
export type Size = (typeof SIZES)[number]

export interface Layout {
  model: Model
  per_page: number
  openings: boolean
  variation: boolean
  prices: boolean
  index: boolean
  closing: boolean
  cover: Cover
  /** The photo of a drawn cover; '': the first product's. */
  cover_photo: string
  /** For whom it is made, on the cover. */
  client: string
}
/** One thing to order: a product, or one of its variations. */
export interface Item {
  /** The product's. */
  id: number
  name: string
  code: string
  ean: string
  /** "Cor: Azul · Tamanho: G", or ''. */
  specs: string
  text: string
  photo: string
  /** Cents; null: on request; undefined: not shown. */
  price: number | null | undefined
  promo: number | null
}
/** What a PDF says of a thing to order: product, name, code, variation, cents (null: on request, or none are told). */
export type Said = [id: number, name: string, code: string, specs: string, cents: number | null]
export interface Group {
  id: number | null
  name: string
  items: Item[]
}
/** A line of the table: a category's name, or what stands in it. */
export type Row = { heading: string } | Item
export interface Entry {
  name: string
  count: number
  /** Its first page, counted from 1. */
  page: number
}
export type Leaf =
  | { kind: 'cover' }
  | { kind: 'picture'; path: string }
  | { kind: 'opening'; name: string; count: number }
  | { kind: 'items'; group: string; items: Item[] }
  | { kind: 'table'; rows: Row[] }
  | { kind: 'index'; entries: Entry[] }
  | { kind: 'closing' }

/** No model shows more of a description. */
const MOST_TEXT = 700
export function itemsOf(p: Product, byVariation: boolean): Item[] {
  const base = {
    id: p.id,
    name: p.name,
    text: plainText(p.description).slice(0, MOST_TEXT),
    ean: p.ean,
    photo: p.foto1,
  }
  if (!byVariation || p.attributes.length === 0)
    return [{ ...base, code: p.code, specs: '', price: p.price, promo: p.price_promo ?? null }]
  return p.attributes.map((v) => ({
    ...base,
    code: v.code || p.code,
    ean: v.ean || p.ean,
    photo: v.image || p.foto1,
    specs: Object.entries(v.specs)
      .map(([k, s]) => `${k}: ${s}`)
      .join(' · '),
    price: v.price,
    promo: v.price_promo ?? null,
  }))
}
/** A picture that fills a page. */
interface Picture {
  kind: (typeof KINDS)[number]
  category_id: number | null
  image_path: string
}
interface Category {
  id: number
  name: string
  master_id: number | null
}
/** Products by category, in the order wanted and then in the categories' own, each once; those without one stand at
 * the end. */
export function groupsOf(
  products: Product[],
  categories: Category[],
  chosen: number[],
  byVariation: boolean,
  others: string,
  order: number[] = [],
): Group[] {
  const may = (c: Category) =>
    chosen.length === 0 || chosen.includes(c.id) || (c.master_id !== null && chosen.includes(c.master_id))
  const groups: Group[] = categories.filter(may).map((c) => ({ id: c.id, name: c.name, items: [] }))
  const rest: Group = { id: null, name: others, items: [] }
  const placeOf = ({ id }: Group) => (order.includes(id as number) ? order.indexOf(id as number) : order.length)
  const sorted = groups.toSorted((a, b) => placeOf(a) - placeOf(b))
  for (const p of products) {
    const group = sorted.find((g) => g.id !== null && p.categories.includes(g.id)) ?? rest
    group.items.push(...itemsOf(p, byVariation))
  }
  return [...sorted, rest].filter((g) => g.items.length > 0)
}
/** A file holds no more; what is more comes in several. */
export const MOST_ITEMS = 5000
/** What stands in which file. */
export function volumesOf(groups: Group[], most = MOST_ITEMS): Group[][] {
  const volumes: Group[][] = [[]]
  let room = most
  for (const g of groups)
    for (let from = 0; from < g.items.length; ) {
      if (room === 0) {
        volumes.push([])
        room = most
      }
      const items = g.items.slice(from, from + room)
      volumes.at(-1)?.push({ ...g, items })
      from += items.length
      room -= items.length
    }
  return volumes
}
/** Pages that follow each other, and on which of them each group begins, counted from 0. */
interface Body {
  pages: Leaf[]
  starts: number[]
}
/** The table runs on from category to category; a heading never stands at the foot of a page. */
function tableOf(groups: Group[]): Body {
  const pages: Row[][] = [[]]
  const starts: number[] = []
  for (const g of groups) {
    if ((pages.at(-1) as Row[]).length > TABLE_ROWS - 3) pages.push([])
    starts.push(pages.length - 1)
    pages.at(-1)?.push({ heading: g.name })
    for (const i of g.items) {
      if (pages.at(-1)?.length === TABLE_ROWS) pages.push([])
      pages.at(-1)?.push(i)
    }
  }
  return { pages: pages.filter((rows) => rows.length > 0).map((rows) => ({ kind: 'table', rows })), starts }
}
/** What stands small under an item's name. */
export const underName = (i: Pick<Item, 'code' | 'specs'>) => [i.code, i.specs].filter(Boolean).join(' · ')
export const isItem = (row: Row): row is Item => !('heading' in row)
/** What a page shows to order. */
export const itemsOn = (leaf: Leaf): Item[] =>
  leaf.kind === 'items' ? leaf.items : leaf.kind === 'table' ? leaf.rows.filter(isItem) : []
const INDEX_ROWS = 28
/** Every page, in order: covers, the index, pages that stand before the products, each category's opening and its
 * products, the end. */
export function leavesOf(
  groups: Group[],
  pictures: Picture[],
  layout: Pick<Layout, 'model' | 'per_page' | 'openings' | 'index' | 'closing' | 'cover'>,
): Leaf[] {
  const those = (kind: Picture['kind'], category: number | null = null): Leaf[] =>
    pictures
      .filter((p) => p.kind === kind && (kind !== 'abertura' || p.category_id === category))
      .map((p) => ({ kind: 'picture', path: p.image_path }))
  const own = layout.cover === 'paginas' ? those('capa') : []
  const covers: Leaf[] = own.length > 0 ? own : [{ kind: 'cover' }]
  const inside = those('interna')
  const step = layout.model === 'vitrine' ? layout.per_page : LIST_ROWS
  const shelves = (): Body => {
    const pages: Leaf[] = []
    const starts = groups.map((g) => {
      const start = pages.length
      const drawn = g.id === null ? [] : those('abertura', g.id)
      if (drawn.length > 0) pages.push(...drawn)
      else if (layout.openings && groups.length > 1)
        pages.push({ kind: 'opening', name: g.name, count: g.items.length })
      for (let i = 0; i < g.items.length; i += step)
        pages.push({ kind: 'items', group: g.name, items: g.items.slice(i, i + step) })
      return start
    })
    return { pages, starts }
  }
  const body = layout.model === 'tabela' ? tableOf(groups) : shelves()
  // One category needs none.
  const lists = layout.index && groups.length > 1 ? Math.ceil(groups.length / INDEX_ROWS) : 0
  const before = covers.length + lists + inside.length
  const entries = groups.map(
    (g, n): Entry => ({ name: g.name, count: g.items.length, page: before + (body.starts[n] as number) + 1 }),
  )
  const index = Array.from(
    { length: lists },
    (_, n): Leaf => ({ kind: 'index', entries: entries.slice(n * INDEX_ROWS, (n + 1) * INDEX_ROWS) }),
  )
  const closing: Leaf[] = layout.closing ? [{ kind: 'closing' }] : []
  return [...covers, ...index, ...inside, ...body.pages, ...those('fim'), ...closing]
}
/** On which page each category begins, index or not: for the outline. */
export function beginningsOf(leaves: Leaf[]): Map<number, string[]> {
  const out = new Map<number, string[]>()
  let named = ''
  for (const [n, leaf] of leaves.entries()) {
    const names =
      leaf.kind === 'items'
        ? [leaf.group]
        : leaf.kind === 'opening'
          ? [leaf.name]
          : leaf.kind === 'table'
            ? leaf.rows.flatMap((r) => (isItem(r) ? [] : [r.heading]))
            : []
    const fresh = names.filter((name) => name !== named && (named = name))
    if (fresh.length > 0) out.set(n, fresh)
  }
  return out
}
/** The company's secondary colour where it can be seen on this ground; else its primary colour, or `otherwise`. */
export function accentOn(
  ground: string,
  c: { primary_color: string; secondary_color: string },
  otherwise = c.primary_color,
): string {
  return /^#[0-9a-f]{6}$/i.test(c.secondary_color) && contrast(c.secondary_color, ground) >= 1.5
    ? c.secondary_color
    : otherwise
}
