// How an order's history tells of a freight that changed: with its figures, and without for those who see no prices.
import { showCents } from '#shared/money.ts'

/** The last of what is said of a change. */
export const freightSaid = (was: number, now: number, currency: string) =>
  `Frete: ${showCents(was, currency)} → ${showCents(now, currency)}`
/** Also where it was cut off in the middle, and in the form of before, without a currency. */
export const withoutFreight = (said: string) => said.replace(/(^|; )Frete: [^;]*$/, '$1Frete')
