// What buyers look for, asked of the server: loaded when it is first asked, or when the first screen stands.
import { listProducts, type Product, readByCode } from '#features/products/contract.ts'
import { catalogue } from '#features/products/web/index.ts'
import { call, callList, orNone } from '#web/api.ts'
import { vendId } from '#web/session.ts'
import type { Wish } from './wishes.ts'

/** A page of the server's answer to the same wish, behind what came `before` it; read `again`, in the place of the first
 * of that: as long as it was, nothing twice. */
export async function findOnServer(
  wish: Wish,
  page: number,
  signal: AbortSignal,
  before: Product[] = [],
  again = false,
): Promise<{ rows: Product[]; total: number }> {
  const { rows, total } = await callList(listProducts, {
    query: {
      name: wish.name,
      category_id: wish.category_id ?? undefined,
      tags: wish.tag,
      ...(wish.promo && { only: 'promo' as const }),
      order: wish.order,
      limit: 24,
      page,
      seller_id: vendId(),
      client_id: wish.client_id,
    },
    signal,
  })
  if (!again) return { rows: [...before, ...rows], total }
  const ids = new Set(rows.map((p) => p.id))
  return { rows: [...rows, ...before.slice(rows.length).filter((p) => !ids.has(p.id))], total }
}
/** A product by its code, also by one that it had before; null when this reader has none such. */
export async function findByCode(code: string): Promise<Product | null> {
  const { client_id } = catalogue.get()
  return orNone(call(readByCode, { params: { code }, query: { seller_id: vendId(), client_id } }))
}
