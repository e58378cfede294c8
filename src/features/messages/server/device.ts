// What a device keeps of conversations: the newest, for reading without a network.
import * as z from 'zod/mini'
import { keepsValue } from '#server/device.ts'
import { pictureSigner } from '#features/images/server/index.ts'
import { findStaffRequests } from '#features/orders/server/index.ts'
import { keptThreadsShape } from '../contract.ts'
import { findNewest } from './queries.ts'
import { aboutOf, isStaff, requestsShown, shown } from './seen.ts'

const CONVERSATIONS = 30
const MESSAGES = 10
keepsValue('messages', [1, 2, 3], async ({ tx, caller, kit, now }) => {
  const sign = pictureSigner(kit, now)
  const rows = await findNewest(tx, caller, CONVERSATIONS, MESSAGES + 1)
  const orders = rows.flatMap((row) => (row.kind === 'pedido' ? [row.of] : []))
  const asked = await findStaffRequests(tx, orders)
  return z.encode(
    keptThreadsShape,
    rows.map(({ said, unread, seen_id, ...row }) => ({
      about: aboutOf(row, caller),
      messages: said.slice(-MESSAGES).map((m) => shown({ ...m, at: new Date(m.at) }, caller, sign)),
      adjustments: requestsShown(
        asked.filter((a) => row.kind === 'pedido' && a.order_id === row.of),
        caller,
      ),
      more: said.length > MESSAGES,
      unread,
      ...(isStaff(caller) && { seen_id }),
    })),
  )
})
