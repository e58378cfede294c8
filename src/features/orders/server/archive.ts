import * as z from 'zod/mini'
import { part, type Tx } from '#server/db.ts'
import type { CopyReader } from '#server/person.ts'
import { orderShape } from '../contract.ts'
import { findBeside, findWhole } from './queries.ts'
import { present, readerOf } from './routes.ts'

/** A person's orders for a file, as every other answer shows them to this reader (no prices under hide_price), with what
 * no screen shows: the address, the link that brought the buyer, what was said about an offer. */
export async function ordersOf(tx: Tx, ids: number[], reader: CopyReader) {
  const more = await findBeside(tx, ids)
  const beside = new Map(more.map(({ id, address, utm, said }) => [id, { address, utm, said: said.map(textOf) }]))
  return (await findWhole(tx, part`o.id = any(${ids}::bigint[]) order by o.id`)).map((row) => {
    // What only a screen needs: the address of the receipt, and what may be done next.
    const {
      receipt_path: _r,
      next: _n,
      editable: _e,
      withdrawable: _w,
      ...order
    } = z.encode(orderShape, present(row, reader.hide_price, readerOf(reader)))
    return { ...order, ...beside.get(row.id) }
  })
}
const textOf = (talk: object) => (talk as { text?: string }).text ?? ''
