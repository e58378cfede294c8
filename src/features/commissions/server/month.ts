// A month's sales and what they bring: read once, counted by the rules.
import { addMonths } from '#shared/day.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import type { SellerSums } from '../contract.ts'
import { bookOn, type EntryKind, orderCommission, type RateBook, reached, spreadCommission } from '../rules.ts'
import { findPlaces, findRateBook, findSales, findSellersIn, type Month, type Sale } from './queries.ts'

/** "2026-11", or the current one. */
export const monthOf = (caller: Pick<Caller, 'time_zone'>, now: Date, asked?: string): Month => {
  const first = `${asked ?? dayIn(caller.time_zone, now).slice(0, 7)}-01`
  return { first, next: addMonths(first, 1), time_zone: caller.time_zone }
}
export interface Earned extends Sale {
  standing: EntryKind
  commission: number
}
/** What the month's commissions are made of, and the orders that were sold in it. */
export async function earnedIn(
  tx: Tx,
  month: Month,
  seller: number | null,
): Promise<{ entries: Earned[]; sold: Sale[] }> {
  const sales = await findSales(tx, month, seller)
  const rates = await findRateBook(tx)
  const inCategories = rates.some((r) => r.category_id !== null)
  const products = inCategories ? [...new Set(sales.flatMap((s) => (s.lines ?? []).map(([p]) => p)))] : []
  const places = products.length > 0 ? await findPlaces(tx, products) : new Map<number, never>()
  const books = new Map<string, RateBook>()
  const name = month.first.slice(0, 7)
  const entries = sales.flatMap((s) => {
    let book = books.get(s.earned_day)
    if (!book) books.set(s.earned_day, (book = bookOn(rates, s.earned_day)))
    const lines = (s.lines ?? []).map(([product_id, total, rate_bp]) => ({ product_id, total, rate_bp }))
    const placeOf = (product_id: number) => places.get(product_id) ?? { product_id, categories: [] }
    const commission = orderCommission(book, { seller_id: s.seller_id, net: s.goods, lines }, placeOf)
    return spreadCommission({ ...s, month: s.earned_day.slice(0, 7), commission })
      .filter((e) => e.month === name)
      .map((e) => ({ ...s, standing: e.kind, commission: e.cents }))
  })
  return { entries, sold: sales.filter((s) => s.sold && s.day.startsWith(name)) }
}
/** The month's sums by seller, the best first; without money for who sees none. */
export async function sumsOf(tx: Tx, month: Month, seller: number | null, hide_price: boolean): Promise<SellerSums[]> {
  const { entries, sold } = await earnedIn(tx, month, seller)
  const named = [...new Set(entries.map((e) => e.seller_id))]
  const sellers = await findSellersIn(tx, month, seller, named)
  const rows = sellers.map(({ target, ...s }) => {
    const mine = sold.filter((e) => e.seller_id === s.id)
    const total = mine.reduce((sum, e) => sum + e.goods, 0)
    const of = (kind: EntryKind) =>
      entries.reduce((sum, e) => sum + (e.seller_id === s.id && e.standing === kind ? e.commission : 0), 0)
    const counted = { ...s, orders: mine.length, reached: target === null ? null : reached(total, target) }
    const money = {
      total,
      target,
      prevista: of('prevista'),
      faturada: of('faturada'),
      paga: of('paga'),
      correcao: of('correcao'),
    }
    return { row: hide_price ? counted : { ...counted, ...money }, total }
  })
  return rows.toSorted((a, b) => b.total - a.total || a.row.name.localeCompare(b.row.name)).map((r) => r.row)
}
