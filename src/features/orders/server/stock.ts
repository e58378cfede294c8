import { Refusal } from '#shared/errors.ts'
import { joined } from '#shared/sentence.ts'

/** What stands below zero, and how many of it the order could have, as app.move_stock tells it. */
export interface Short {
  product_id: number
  variation_id: number | null
  available: number
}
/** What a company that sells only what is there says: what is left of each. */
export function shortOfStock(
  detail: string | Short[],
  lines: { product_id: number; variation_id: number | null; name: string; specs: Record<string, string> }[],
  end: 'Nada foi enviado.' | 'Nada foi gravado.' = 'Nada foi enviado.',
): Refusal {
  const short = typeof detail === 'string' ? (JSON.parse(detail) as Short[]) : detail
  const named = short.map((s) => {
    const line = lines.find((l) => l.product_id === s.product_id && (l.variation_id ?? null) === s.variation_id)
    const { product_id, variation_id, available } = s
    return { product_id, variation_id, available, name: line?.name ?? '', specs: line?.specs ?? {} }
  })
  const left = named.map((s) => ({ text: '{name}: restam {n}', values: { name: s.name, n: Math.max(0, s.available) } }))
  return new Refusal('sem_estoque', { lines: named, message: joined([joined(left, '; '), end], '. ') })
}
