// What a message says: the order or product as it is now, as the company's admin is answered, without what opens doors.
import { orderShape } from '#features/orders/contract.ts'
import { findOrder, present } from '#features/orders/server/index.ts'
import { productShape } from '#features/products/contract.ts'
import { filterOf, findByIds, projectorFor } from '#features/products/server/index.ts'
import type { Projection } from '#features/readers/server/index.ts'
import type { Tx } from '#server/db.ts'
import { encoder } from '#server/encode.ts'
import type { Told } from './queries.ts'

/** A longer one says only what it is about: it is asked for by its id. */
const MOST_BYTES = 64 * 1024
const ADMIN: Projection = {
  key: '',
  raw: true,
  sells: false,
  buyer: { price_table: 1, margin_bp: 0, currency: 'BRL' },
  hide_price: false,
  hide_no_stock: false,
  hidden_categories: [],
}
const encodeOrder = encoder(orderShape)
const encodeProduct = encoder(productShape)

async function dataOf(tx: Tx, company_id: number, d: Told, now: Date): Promise<object> {
  const gone = { id: d.object_id, deleted: true }
  if (d.about === 'test') return { message: 'Este é um teste do Mostruário.' }
  if (d.about === 'order') {
    const row = await findOrder(tx, d.object_id)
    if (!row) return gone
    // The receipt's address lets whoever has it answer for the client.
    const {
      receipt_path: _,
      signature: _s,
      editable: _e,
      next: _n,
      withdrawable: _w,
      ...order
    } = encodeOrder(present(row, false, { mover: 'A', user_id: null })) as Record<string, unknown>
    return order
  }
  const [row] = await findByIds(tx, [d.object_id], filterOf(ADMIN))
  if (!row) return gone
  return encodeProduct((await projectorFor(tx, ADMIN, { company_id, time_zone: 'UTC' }, now))(row)) as object
}
export async function bodyOf(tx: Tx, company_id: number, d: Told, now: Date): Promise<string> {
  const text = (data: object) =>
    JSON.stringify({ type: d.type, timestamp: d.occurred_at.toISOString(), sequence: d.id, company_id, data })
  const whole = text(await dataOf(tx, company_id, d, now))
  return Buffer.byteLength(whole) <= MOST_BYTES ? whole : text({ id: d.object_id, truncated: true })
}
