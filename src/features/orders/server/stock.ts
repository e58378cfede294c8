import { Refusal } from '#shared/errors.ts'
import { joined } from '#shared/sentence.ts'

/** A line that came below zero, as app.move_stock tells it. */
export interface Short {
  product_id: number
  variation_id: number | null
  available: number
}
/** What a company that sells only what is there says: what is left of each. */
export function shortOfStock(
  detail: string | Short[],
  lines: { product_id: number; variation_id: number | null; name: string; specs: Record<string, string> }[],
): Refusal {
  const short = typeof detail === 'string' ? (JSON.parse(detail) as Short[]) : detail
  const named = short.map((s) => {
    const line = lines.find((l) => l.product_id === s.product_id && (l.variation_id ?? null) === s.variation_id)
    return { ...s, name: line?.name ?? '', specs: line?.specs ?? {} }
  })
  const left = named.map((s) => ({ text: '{name}: restam {n}', values: { name: s.name, n: Math.max(0, s.available) } }))
  return new Refusal('sem_estoque', { lines: named, message: joined([joined(left, '; '), 'Nada foi enviado.'], '. ') })
}
