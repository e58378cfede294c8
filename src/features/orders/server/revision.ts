// Optimistic concurrency of orders: a move names the revision that its sender saw.
import { Refusal } from '#shared/errors.ts'
import { formatCents, showCents } from '#shared/money.ts'
import type { Locked } from './queries.ts'

/** 409 with the new total when lines, discount or freight changed since; without a revision nothing is compared. */
export function refuseOtherRevision(
  seen: number | undefined,
  { revision, total, currency }: Pick<Locked, 'revision' | 'total' | 'currency'>,
  hide_price: boolean,
): void {
  if (seen === undefined || seen === revision) return
  if (hide_price) throw new Refusal('order_changed', { revision })
  throw new Refusal('order_changed', {
    revision,
    total: formatCents(total),
    message: {
      text: 'Este pedido mudou depois que você o abriu: agora soma {v}. Confira e tente de novo.',
      values: { v: showCents(total, currency) },
    },
  })
}
