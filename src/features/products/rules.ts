// What holds of a product wherever it is shown or sold.
import type { Specs } from './contract.ts'

/** What the company uses of a product, as its readers see it. */
export interface CatalogueUses {
  variations_active: boolean
  tag_active: boolean
}
/** A product as the company's buyers see it: without variations it is sold as one, without tags it carries none. */
export function asSold<P extends { tags: string[]; attributes: unknown[] }>(p: P, uses: CatalogueUses): P {
  if ((uses.tag_active || p.tags.length === 0) && (uses.variations_active || p.attributes.length === 0)) return p
  return { ...p, tags: uses.tag_active ? p.tags : [], attributes: uses.variations_active ? p.attributes : [] }
}
/** What an address asks for a product by: its code, else its number. */
export const calledBy = (p: { id: number; code: string }) => p.code || `id:${p.id}`

/** "Areia · M": how a choice of variation reads. */
export const specsLabel = (specs: Specs) => Object.values(specs).join(' · ')
/** Same choice, whatever the order of its keys. */
export const specsKey = (specs: Specs) =>
  Object.entries(specs)
    .map(([k, v]) => `${k}=${v}`)
    .sort()
    .join('|')

/** First amount that + adds: the minimum, a whole multiple. */
export const firstQuantity = (p: { min_quantity: number; multiple: number }) => {
  const m = Math.max(1, p.multiple)
  return Math.max(Math.ceil(Math.max(1, p.min_quantity) / m) * m, m)
}
/** Counted and gone: nothing of it, or of any of its variations, is left. */
export const soldOut = (p: { stock: number | null; attributes: { stock: number | null }[] }) =>
  p.attributes.length > 0
    ? p.attributes.every((a) => a.stock !== null && a.stock <= 0)
    : p.stock !== null && p.stock <= 0

interface Priced {
  price?: number | null | undefined
  price_promo?: number | null | undefined
}
/** Price of one piece as the reader was given it, promotion included; undefined when
 * hidden, null when there is none. */
export function shownPrice(
  p: Priced & { attributes: (Priced & { surcharge?: number | undefined })[] },
  v?: Priced & { surcharge?: number | undefined },
): { now: number | null; was: number | null } | undefined {
  if (p.price === undefined) return undefined
  const list = v ? (v.price ?? (p.price === null ? null : p.price + (v.surcharge ?? 0))) : p.price
  const promo = v?.price_promo !== undefined ? v.price_promo : p.price_promo
  if (list !== null && promo !== null && promo !== undefined && promo > 0 && promo < list)
    return { now: promo, was: list }
  return { now: list === 0 ? null : list, was: null }
}
/** What a card says: the lowest price of the variations, and whether they differ. */
export function cardPrice(
  p: Parameters<typeof shownPrice>[0],
): { now: number | null; was: number | null; from: boolean } | undefined {
  const all = p.attributes.length ? p.attributes.map((v) => shownPrice(p, v)) : [shownPrice(p)]
  const known = all.filter((x) => x !== undefined)
  if (known.length === 0) return undefined
  const priced = known.filter((x) => x.now !== null).sort((a, b) => (a.now as number) - (b.now as number))
  const lowest = priced[0]
  if (!lowest) return { now: null, was: null, from: false }
  return { ...lowest, from: priced.some((x) => x.now !== lowest.now) }
}
/** Whether a bar code's check digit is wrong (GTIN-8, 12, 13 or 14); a warning, never a refusal: ERP data is dirty. */
export function eanIssue(ean: string): boolean {
  const d = ean.replace(/\s/g, '')
  if (d === '') return false
  if (!/^(\d{8}|\d{12,14})$/.test(d)) return true
  const sum = Array.from(d.slice(0, -1))
    .toReversed()
    .reduce<number>((n, c, i) => n + Number(c) * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 !== Number(d.at(-1))
}
const MOST_TAGS = 8
/** The tags that the catalogue offers as filters: those that most products carry. */
export const offeredTags = (counts: Iterable<readonly [string, number]>): string[] =>
  [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, MOST_TAGS)
    .map(([tag]) => tag)
