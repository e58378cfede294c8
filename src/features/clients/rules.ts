// How a client buys, from the orders that count: no network, no database.
import { daysBetween } from '#shared/day.ts'

/** The middle of a list of numbers, between two the higher half; null of none. */
function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return null
  if (sorted.length % 2) return sorted[middle] as number
  return Math.round(((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2)
}
/** Days that usually pass between orders: the median over the days on which there were any; null of fewer than two. */
export function usualInterval(days: readonly string[]): number | null {
  const distinct = [...new Set(days)].sort()
  return median(distinct.slice(1).map((day, i) => daysBetween(distinct[i] as string, day)))
}
/** Who did order, and not for so many days, is silent. */
export const SILENT_DAYS = 60
/** How a client orders, seen from a day: days since the last order, and how many usually pass. */
export const rhythm = (days: readonly string[], today: string) => {
  const last = days.toSorted().at(-1)
  return {
    days_since: last === undefined ? null : Math.max(0, daysBetween(last, today)),
    interval_days: usualInterval(days),
  }
}
/** How many days past the usual interval. */
export const daysLate = (c: ReturnType<typeof rhythm>) =>
  c.days_since === null || c.interval_days === null ? 0 : Math.max(0, c.days_since - c.interval_days)

export interface BoughtLine {
  order_id: number
  at: Date
  product_id: number
  specs: Record<string, string>
  quantity: number
}
/** Products by how many orders they stand in, then by when last; the quantity is the median over those orders. */
export function usualProducts(lines: readonly BoughtLine[]) {
  const products = new Map<string, { line: BoughtLine; last_at: Date; orders: Map<number, number> }>()
  for (const line of lines) {
    const specs = Object.entries(line.specs).sort(([a], [b]) => (a < b ? -1 : 1))
    const key = JSON.stringify([line.product_id, specs])
    let product = products.get(key)
    if (!product) products.set(key, (product = { line, last_at: line.at, orders: new Map() }))
    if (line.at > product.last_at) product.last_at = line.at
    product.orders.set(line.order_id, (product.orders.get(line.order_id) ?? 0) + line.quantity)
  }
  return [...products.values()]
    .map(({ line, last_at, orders }) => ({
      product_id: line.product_id,
      specs: line.specs,
      quantity: median([...orders.values()]) as number,
      times: orders.size,
      last_at,
    }))
    .sort((a, b) => b.times - a.times || b.last_at.getTime() - a.last_at.getTime() || a.product_id - b.product_id)
}
