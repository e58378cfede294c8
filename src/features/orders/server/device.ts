// The orders that a device keeps: the reader's own, those of the last twelve months and every open one, whole.
import * as z from 'zod/mini'
import { dayIn } from '#server/clock.ts'
import { part } from '#server/db.ts'
import { type Asking, changedSince, keepsRows, keepsValue } from '#server/device.ts'
import { addMonths } from '#shared/day.ts'
import { orderShape } from '../contract.ts'
import { findWhole, hasOrdered } from './queries.ts'
import { own, present, readerOf } from './routes.ts'

const OPEN = ['rascunho', 'orcamento', 'novo', 'aguardando_aprovacao', 'ajuste_solicitado']
/** The window begins with a month, so that orders leave it once a month. */
const kept = ({ caller, now }: Asking) => {
  const { seller_id, client_id } = own(caller)
  const first = addMonths(`${dayIn(caller.time_zone, now).slice(0, 7)}-01`, -12)
  return part`(${seller_id}::bigint is null or o.seller_id = ${seller_id})
    and (${client_id}::bigint is null or o.client_id = ${client_id})
    and (o.received_at >= ${first}::date::timestamp at time zone ${caller.time_zone} or o.status = any(${OPEN}))`
}
/** For the first order's minimum: the rows below do not say it of who ordered more than a year ago. */
keepsValue('ordered', [3], ({ caller, tx }) => hasOrdered(tx, caller.user_id))
keepsRows('orders', {
  levels: [1, 2, 3],
  scope: ({ caller }) => (caller.hide_price ? 'unpriced' : 'priced'),
  ids: (asking) => part`select o.id from orders o where ${kept(asking)}`,
  async find(asking, since, after, limit) {
    const { caller, tx } = asking
    const rows = await findWhole(
      tx,
      part`${kept(asking)} and ${changedSince(part`o.changed`, since)} and o.id > ${after} order by o.id limit ${limit}`,
    )
    return rows.map((row) => present(row, caller.hide_price, readerOf(caller)))
  },
  wire: (order) => z.encode(orderShape, order),
  part: 500,
  most: 5000,
})
