// What a seller gets of an order, the same in browser and server: percentages in basis points, cents, half up by line.
import { lineTotal, type Summed, totals } from '#features/orders/rules.ts'
import { mulDiv } from '#shared/money.ts'

/** A percentage from a day on; none of the three ids: the company's own. null: from that day on none of its own. */
export interface Rate {
  seller_id: number | null
  category_id: number | null
  product_id: number | null
  rate_bp: number | null
  since: string
}
/** The percentages that hold on a day. */
export interface RateBook {
  company: number | null
  sellers: ReadonlyMap<number, number>
  categories: ReadonlyMap<number, number>
  products: ReadonlyMap<number, number>
}
/** What each one's latest rate up to that day says. */
export function bookOn(rates: readonly Rate[], day: string): RateBook {
  const sellers = new Map<number, number>()
  const categories = new Map<number, number>()
  const products = new Map<number, number>()
  let company: number | null = null
  const write = (map: Map<number, number>, id: number, bp: number | null) =>
    bp === null ? void map.delete(id) : void map.set(id, bp)
  for (const r of rates.filter((x) => x.since <= day).toSorted((a, b) => (a.since < b.since ? -1 : 1))) {
    if (r.product_id !== null) write(products, r.product_id, r.rate_bp)
    else if (r.category_id !== null) write(categories, r.category_id, r.rate_bp)
    else if (r.seller_id !== null) write(sellers, r.seller_id, r.rate_bp)
    else company = r.rate_bp
  }
  return { company, sellers, categories, products }
}
/** Where a product stands: its categories, and those that these stand below. */
export interface Place {
  product_id: number
  categories: readonly { id: number; master_id: number | null }[]
}
const highest = (map: ReadonlyMap<number, number>, ids: readonly (number | null)[]) => {
  const found = ids.flatMap((id) => (id === null ? [] : (map.get(id) ?? [])))
  return found.length > 0 ? Math.max(...found) : null
}
/** Product before category before seller before company. Of several categories the best for the seller; a
 * sub-category's own before the one above it. */
export function rateFor(book: RateBook, seller_id: number, { product_id, categories }: Place): number {
  return (
    book.products.get(product_id) ??
    highest(
      book.categories,
      categories.map((c) => c.id),
    ) ??
    highest(
      book.categories,
      categories.map((c) => c.master_id),
    ) ??
    book.sellers.get(seller_id) ??
    book.company ??
    0
  )
}
/** An order's goods after its discount, spread over its lines: whole cents whose sum is exactly that. */
export function netLines(lines: readonly number[], net: number): number[] {
  const sum = lines.reduce((a, b) => a + b, 0)
  if (sum <= 0) return lines.map(() => 0)
  let before = 0
  let given = 0
  return lines.map((total) => {
    before += total
    const now = mulDiv(net, before, sum)
    const part = now - given
    given = now
    return part
  })
}
/** The commission of a line in cents. */
export const commissionOf = (net: number, rate_bp: number) => mulDiv(net, rate_bp, 10_000)

export interface CommissionOrder {
  seller_id: number
  /** What the lines come to, and what of that is left after the order's discount; freight is no goods. */
  net: number
  /** `rate_bp`: the percentage that the line keeps. */
  lines: readonly { product_id: number; total: number; rate_bp?: number | null }[]
}
/** What each line of an order brings its seller. */
export function lineCommissions(book: RateBook, order: CommissionOrder, placeOf: (product: number) => Place): number[] {
  const nets = netLines(
    order.lines.map((l) => l.total),
    order.net,
  )
  return order.lines.map((l, i) =>
    commissionOf(nets[i] as number, l.rate_bp ?? rateFor(book, order.seller_id, placeOf(l.product_id))),
  )
}
/** What an order brings its seller. */
export const orderCommission = (...asked: Parameters<typeof lineCommissions>): number =>
  lineCommissions(...asked).reduce((sum, c) => sum + c, 0)

/** Cents of another currency at a rate (decimal text), half up, as the database rounds them. */
function atRate(cents: number, rate: string): number {
  const [units = '', decimals = ''] = rate.split('.')
  return mulDiv(cents, Number(units + decimals), 10 ** decimals.length)
}
export interface Foreseen {
  commission: number
  /** What the order's and the lines' discounts take off it. */
  lost: number
  /** The same by line. */
  lines: readonly { commission: number; lost: number }[]
}
/** What a cart would bring if it became an order now. `rate`: of a currency that is not the company's own. */
export function foresee(
  book: RateBook,
  seller_id: number,
  cart: { lines: readonly (Summed & { product_id: number })[]; discount_bp: number; rate: string | null },
  placeOf: (product: number) => Place,
): Foreseen {
  const counted = (given: boolean) => {
    const lines = cart.lines.map((l) => (given ? l : { ...l, discount_bp: 0 }))
    const sum = totals(lines, given ? cart.discount_bp : 0)
    const net = cart.rate === null ? sum.total : atRate(sum.total, cart.rate)
    const of = lines.map((l) => ({ product_id: l.product_id, total: lineTotal(l) }))
    return lineCommissions(book, { seller_id, net, lines: of }, placeOf)
  }
  const full = counted(false)
  const lines = counted(true).map((commission, i) => ({ commission, lost: (full[i] as number) - commission }))
  const all = (key: 'commission' | 'lost') => lines.reduce((sum, l) => sum + l[key], 0)
  return { commission: all('commission'), lost: all('lost'), lines }
}
/** Whether any percentage brings this seller anything. */
export const earns = (book: RateBook, seller_id: number): boolean =>
  (book.sellers.get(seller_id) ?? book.company ?? 0) > 0 ||
  [...book.products.values(), ...book.categories.values()].some((bp) => bp > 0)

/** Where a commission stands: the order may still change, it was invoiced, its money has come. */
export const STANDINGS = ['prevista', 'faturada', 'paga'] as const
type Standing = (typeof STANDINGS)[number]
const STANDING_LABELS: Record<Standing, string> = {
  prevista: 'Prevista',
  faturada: 'Faturada',
  paga: 'Paga',
}
/** What a month's commissions are made of: the three, and what falls away of orders of months before. */
export const ENTRIES = [...STANDINGS, 'correcao'] as const
export type EntryKind = (typeof ENTRIES)[number]
export const ENTRY_LABELS: Record<EntryKind, string> = { ...STANDING_LABELS, correcao: 'Correção' }

/** An order as its commission is spread over months ("2026-11"). */
export interface Spread {
  /** In which it arrived. */
  month: string
  commission: number
  total: number
  invoiced: boolean
  /** In which it was cancelled; null: it was not. */
  cancelled: string | null
  /** In the order in which they were written, below zero what went back; `late`: after the cancellation. */
  payments: readonly { month: string; cents: number; late: boolean }[]
}
/** What an order brings to each month; cents. In the month of the order counts as much as was ever paid at once, and what
 * is open. Money that goes back, and what is paid again, correct the month in which that happens; a cancellation takes off
 * the whole commission there. Within the own month nothing is left of them. */
export function spreadCommission(o: Spread): { month: string; kind: EntryKind; cents: number }[] {
  if (o.cancelled === o.month) return []
  const share = (paid: number) => (o.total > 0 ? mulDiv(o.commission, Math.min(paid, o.total), o.total) : 0)
  const corrections = new Map<string, number>()
  const correct = (month: string, cents: number) => corrections.set(month, (corrections.get(month) ?? 0) + cents)
  let net = 0
  let most = 0
  for (const p of o.payments) {
    if (p.late) continue
    const missing = share(most) - share(net)
    net += p.cents
    most = Math.max(most, net)
    correct(p.month, missing - (share(most) - share(net)))
  }
  if (o.cancelled !== null) correct(o.cancelled, -o.commission)
  const paid = share(most) + (corrections.get(o.month) ?? 0)
  corrections.delete(o.month)
  const rest = o.commission - share(net)
  const kind = o.invoiced ? ('faturada' as const) : ('prevista' as const)
  return [
    ...(paid > 0 || (rest === 0 && net > 0) ? [{ month: o.month, kind: 'paga' as const, cents: paid }] : []),
    ...(rest > 0 || net <= 0 ? [{ month: o.month, kind, cents: rest }] : []),
    ...[...corrections]
      .map(([month, cents]) => ({ month, kind: 'correcao' as const, cents }))
      .filter((e) => e.cents !== 0),
  ]
}
/** How much of a target is reached, in whole percent, rounded down: 100 only when it is. */
export const reached = (sold: number, target: number) => (target > 0 ? Math.floor((sold * 100) / target) : null)
