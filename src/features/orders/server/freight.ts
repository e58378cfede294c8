// How an order's history tells of a freight that changed: with its figures, and without for those who see no prices.
import { formatCents } from '#shared/money.ts'

/** The last of what is said of a change. */
export const freightSaid = (was: number, now: number) => `Frete: ${formatCents(was)} → ${formatCents(now)}`
/** Also where it was cut off in the middle. */
export const withoutFreight = (said: string) => said.replace(/(^|; )Frete: [\d,→ ]*$/, '$1Frete')
