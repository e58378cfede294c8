// The newest first, also after a clock was set back: while moments lie ahead, numbers decide.
import { latestBy } from '#shared/ahead.ts'

interface Dated {
  id: unknown
  origin: string
  received_at: unknown
}
const past = (o: Dated) => (o.origin === 'historico' ? 1 : 0)
const byMoment = (a: Dated, b: Dated) =>
  a.received_at === b.received_at ? Number(b.id) - Number(a.id) : String(a.received_at) < String(b.received_at) ? 1 : -1
/** Orders of sheets keep the days that the sheet says, below the others. */
const byNumber = (a: Dated, b: Dated) => past(a) - past(b) || (past(a) ? byMoment(a, b) : Number(b.id) - Number(a.id))
/** Orders with their moments as ISO text of UTC. */
export function newestFirst<T extends Dated>(orders: readonly T[], now: Date): T[] {
  const soon = latestBy(now).toISOString()
  return orders.toSorted(orders.some((o) => String(o.received_at) > soon) ? byNumber : byMoment)
}
