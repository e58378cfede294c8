import * as z from 'zod/mini'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import { orderShape } from '../contract.ts'
import { findOrdersOf } from './queries.ts'
import { present, readerOf } from './routes.ts'

/** A client's orders for a file, as every other answer shows them to this reader: no prices under hide_price. */
export const ordersOf = async (tx: Tx, client: number, reader: Pick<Caller, 'hide_price' | 'level' | 'user_id'>) =>
  (await findOrdersOf(tx, client)).map((row) => {
    // What only a screen needs: the address of the receipt, and what may be done next.
    const {
      receipt_path: _r,
      next: _n,
      editable: _e,
      withdrawable: _w,
      ...order
    } = z.encode(orderShape, present(row, reader.hide_price, readerOf(reader)))
    return order
  })
