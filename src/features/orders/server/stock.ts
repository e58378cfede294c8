import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/errors.ts'
import { joined } from '#shared/sentence.ts'
import { findOrder } from './queries.ts'

/** What stands below zero, and how many of it the order could have, as app.move_stock tells it. */
interface Short {
  product_id: number
  variation_id: number | null
  available: number
}
interface Moved {
  id: number
  /** -1 takes it, 1 gives back what was taken. */
  sign: -1 | 1
  /** The company sells only what is there. */
  refuse: boolean
  /** The lines as they are about to be written: only the difference is moved then. */
  lines?: { line: number; quantity: number }[]
}
/** Moves the stock of a locked order: more than there is of what it takes is refused, or said with the order until it is
 * there. */
export async function moveStock(tx: Tx, { id, sign, refuse, lines }: Moved): Promise<void> {
  const now = lines ? JSON.stringify(lines) : null
  const moved = await tx.first<{ short: (Short & { more: boolean })[] }>`
    select app.move_stock(${id}, ${sign}, ${now}::jsonb) as short`
  if (sign > 0) return
  const below = moved?.short ?? []
  const short = below.filter((s) => s.more)
  if (refuse && short.length > 0) throw shortOfStock(short, (await findOrder(tx, id))?.lines ?? [], 'Nada foi gravado.')
  if (short.length > 0) await setReason(tx, id, 'sem_estoque', true)
  else if (below.length === 0) await setReason(tx, id, 'sem_estoque', false)
}
export const setReason = (tx: Tx, id: number, reason: string, holds: boolean) =>
  tx.sql`update orders set reasons = array_remove(reasons, ${reason}) || case when ${holds} then array[${reason}]
    else '{}'::text[] end where id = ${id} and (${reason} = any(reasons)) <> ${holds}`
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
