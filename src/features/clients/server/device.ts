// The clients that a device keeps: a seller's portfolio, an admin's all, each with the card and what is usually bought.
import * as z from 'zod/mini'
import { dayIn } from '#server/clock.ts'
import { type Asking, keepsRows } from '#server/device.ts'
import { keptClientShape } from '../contract.ts'
import * as q from './queries.ts'

/** What somebody seldom buys is left to the server. */
const MOST_USUAL = 40
const seller = ({ caller }: Asking) => (caller.level === 2 ? caller.user_id : null)
keepsRows('clients', {
  levels: [1, 2],
  // Since cards have a place: rows that were kept before lack it.
  scope: () => 'place',
  ids: (asking) => q.idsOf(seller(asking)),
  async find(asking, since, after, limit) {
    const { tx, caller, now } = asking
    const rows = await q.findChanged(tx, { seller: seller(asking), since, after, limit })
    const today = { time_zone: caller.time_zone, day: dayIn(caller.time_zone, now) }
    const cards = await q.findCards(tx, await q.withRhythm(tx, rows, today))
    const orders = Map.groupBy(
      await q.findLastOrders(
        tx,
        cards.map((c) => c.id),
        now,
      ),
      (o) => o.client_id,
    )
    // An address of a portrait is good for hours, and a device keeps the card for longer.
    return cards.map((c) => ({
      ...c,
      profile_pic: '',
      usual: q.usualOf(orders.get(c.id) ?? [], false).slice(0, MOST_USUAL),
    }))
  },
  wire: (client) => z.encode(keptClientShape, client),
  part: 250,
  most: 5000,
})
