// Reasons of an order that tell of other clients: not every reader of the order may know them.
import type { Mover } from './status.ts'

/** More than one client of the sender's circle was named. */
export const AMBIGUOUS = 'cliente_ambiguo'
/** The client is known in another portfolio, or to the house. */
export const OTHER_PORTFOLIO = 'cliente_de_outra_carteira'

/** The reasons that this reader may know. Only admins know of other portfolios; a seller knows that the own order was
 * ambiguous, not an admin's, which may concern another portfolio; clients know of no other client. */
export const reasonsFor = (reader: Mover, { reasons, origin }: { reasons: string[]; origin: string }): string[] =>
  reader === 'A'
    ? reasons
    : reasons.filter((r) => r !== OTHER_PORTFOLIO && (r !== AMBIGUOUS || (reader === 'S' && origin === 'vendedor')))
