// Front door of orders for other features.
import type { FastifyInstance } from 'fastify'
import type { Kit } from '#server/serve.ts'
import { undoes } from '#features/undos/server/index.ts'
import './agenda/feeds.ts'
import './device.ts'
import { routes as events } from './events.ts'
import { routes as changes } from './changes.ts'
import { routes as paid } from './paid/routes.ts'
import { routes as receipts } from './receipts.ts'
import { routes as receivedDay } from './received-day.ts'
import { routes as orders } from './routes.ts'
import { routes as papers } from './paper/routes.ts'
import { dropPastOrders } from './sheet/writes.ts'

export { countsBeside } from './counts.ts'
export { move, quoteEnded } from './move.ts'
export { hidesPrice } from './receipt/queries.ts'
export { findOrder, type Locked, lockOrder, type OrderRow } from './queries.ts'
export { linesRefused } from './judge-lines.ts'
export { basisOf, pricesToday, rulesOf } from './order-basis.ts'
export { rewriteLines } from './rewrite-lines.ts'
export { openReceipt } from './receipts.ts'
export { findStaffRequests, type StaffRequest } from './adjustments/queries.ts'
export { present } from './routes.ts'
export { tasks } from './jobs.ts'
export { tellAsked, tellOffered } from './tell.ts'
export { countByStatus, SOLD } from './queries.ts'
export { ORDER } from './list/queries.ts'
export { person } from './person.ts'
export { addEvent, byLink, mailOrder, markReplied } from './writes.ts'
export { salesSheet } from './sheet/sales.ts'
export { addPastOrders, findPastReferences, type PastOrder } from './sheet/writes.ts'
undoes('orders', 'order', async (tx, rows: { id: number }[]) => {
  const ids = rows.map((r) => r.id)
  return { restored: await dropPastOrders(tx, ids), left: [] }
})
export function routes(app: FastifyInstance, kit: Kit): void {
  orders(app, kit)
  changes(app, kit)
  paid(app, kit)
  receivedDay(app, kit)
  receipts(app, kit)
  papers(app, kit)
  events(app, kit)
}
