import type { Tx } from '#server/db.ts'
import { SOLD } from '../queries.ts'

/** Of these clients, who ordered last; undefined: none has an order that counts. */
export const findLastBuyer = async (tx: Tx, clients: number[]) =>
  (
    await tx.first<{ id: number }>`select o.client_id as id from orders o
      where o.client_id = any(${clients}::bigint[]) and ${SOLD} order by o.received_at desc, o.id desc limit 1`
  )?.id
