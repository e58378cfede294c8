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

export interface Layout {
  model: Model
  per_page: number
  openings: boolean
  variation: boolean
  prices: boolean
}
/** One thing to order: a product, or one of its variations. */
export interface Item {
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
export interface Group {
  id: number | null
  name: string
  items: Item[]
}
/** A line of the table: a category's name, or what stands in it. */
export type Row = { heading: string } | Item
export type Leaf =
  | { kind: 'cover' }
  | { kind: 'picture'; path: string }
  | { kind: 'opening'; name: string; count: number }
  | { kind: 'items'; group: string; items: Item[] }
  | { kind: 'table'; rows: Row[] }

function itemsOf(p: Product, byVariation: boolean): Item[] {
  const base = { name: p.name, text: plainText(p.description), ean: p.ean, photo: p.foto1 }
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
/** Products by category, in the categories' order, each once; those without one stand at the end. */
export function groupsOf(
  products: Product[],
  categories: Category[],
  chosen: number[],
  byVariation: boolean,
  others: string,
): Group[] {
  const may = (c: Category) =>
    chosen.length === 0 || chosen.includes(c.id) || (c.master_id !== null && chosen.includes(c.master_id))
  const groups: Group[] = categories.filter(may).map((c) => ({ id: c.id, name: c.name, items: [] }))
  const rest: Group = { id: null, name: others, items: [] }
  for (const p of products) {
    const group = groups.find((g) => g.id !== null && p.categories.includes(g.id)) ?? rest
    group.items.push(...itemsOf(p, byVariation))
  }
  return [...groups, rest].filter((g) => g.items.length > 0)
}
/** The table runs on from category to category; a heading never stands at the foot of a page. */
function tableOf(groups: Group[]): Leaf[] {
  const pages: Row[][] = [[]]
  for (const g of groups) {
    if ((pages.at(-1) as Row[]).length > TABLE_ROWS - 3) pages.push([])
    pages.at(-1)?.push({ heading: g.name })
    for (const i of g.items) {
      if (pages.at(-1)?.length === TABLE_ROWS) pages.push([])
      pages.at(-1)?.push(i)
    }
  }
  return pages.filter((rows) => rows.length > 0).map((rows) => ({ kind: 'table', rows }))
}
/** What stands small under an item's name. */
export const underName = (i: Item) => [i.code, i.specs].filter(Boolean).join(' · ')
export const isItem = (row: Row): row is Item => !('heading' in row)
/** What a page shows to order. */
export const itemsOn = (leaf: Leaf): Item[] =>
  leaf.kind === 'items' ? leaf.items : leaf.kind === 'table' ? leaf.rows.filter(isItem) : []
/** Every page, in order: covers, pages that stand before the products, each category's
 * opening and its products, the end. */
export function leavesOf(
  groups: Group[],
  pictures: Picture[],
  layout: Pick<Layout, 'model' | 'per_page' | 'openings'>,
): Leaf[] {
  const those = (kind: Picture['kind'], category: number | null = null): Leaf[] =>
    pictures
      .filter((p) => p.kind === kind && (kind !== 'abertura' || p.category_id === category))
      .map((p) => ({ kind: 'picture', path: p.image_path }))
  const covers = those('capa')
  const step = layout.model === 'vitrine' ? layout.per_page : LIST_ROWS
  const shelves = groups.flatMap((g) => {
    const drawn = g.id === null ? [] : those('abertura', g.id)
    const opening: Leaf[] =
      drawn.length > 0
        ? drawn
        : layout.openings && groups.length > 1
          ? [{ kind: 'opening', name: g.name, count: g.items.length }]
          : []
    const pages: Leaf[] = []
    for (let i = 0; i < g.items.length; i += step)
      pages.push({ kind: 'items', group: g.name, items: g.items.slice(i, i + step) })
    return [...opening, ...pages]
  })
  const body = layout.model === 'tabela' ? tableOf(groups) : shelves
  return [...(covers.length > 0 ? covers : [{ kind: 'cover' } as const]), ...those('interna'), ...body, ...those('fim')]
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
const WIDTHS: Record<number, number> = { 2: 900, 4: 640, 6: 560 }
/** Width in pixels in which a photo goes into the file. */
export const photoWidth = (l: Pick<Layout, 'model' | 'per_page'>) =>
  l.model === 'lista' ? 200 : (WIDTHS[l.per_page] ?? 400)
/** About how many bytes the file will have: photos of that width, and a little for each page. */
export function aboutBytes(leaves: Leaf[], l: Pick<Layout, 'model' | 'per_page'>): number {
  const photos =
    l.model === 'tabela' ? 0 : new Set(leaves.flatMap((x) => itemsOn(x).map((i) => i.photo)).filter(Boolean)).size
  return (
    photos * photoWidth(l) ** 2 * 0.06 +
    leaves.length * 2000 +
    leaves.filter((x) => x.kind === 'picture').length * 250_000
  )
}
