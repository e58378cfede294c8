// Who reads: everything that decides what a person sees of the catalogue. What changes an
// answer is in the projection's key.
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import type { Buyer } from '../rules.ts'
import { findScope } from './queries.ts'

export interface Projection {
  key: string
  /** Admins see raw prices of every table, and inactive products. */
  raw: boolean
  buyer: Buyer
  hide_price: boolean
  hide_no_stock: boolean
  hidden_categories: number[]
}
const ids = (list: number[]) => [...new Set(list)].sort((a, b) => a - b)

/** The reader's projection; a seller (vend) narrows it and never widens it. */
export async function projectionOf(tx: Tx, caller: Caller, now: Date, seller_id?: number): Promise<Projection> {
  const seller = seller_id === undefined ? undefined : await findScope(tx, seller_id)
  const raw = caller.level === 1
  const hidden_categories = ids([...caller.hidden_categories, ...(seller?.hidden_categories ?? [])])
  const hide_no_stock = caller.hide_no_stock || (seller?.hide_no_stock ?? false)
  const { price_table, margin_bp, currency, hide_price } = caller
  const key = [
    caller.company_id,
    caller.catalogue_version,
    dayIn(caller.time_zone, now),
    raw ? 'a' : 'b',
    price_table,
    margin_bp,
    currency,
    hide_price ? 'h' : '',
    hide_no_stock ? 's' : '',
    hidden_categories.join('.'),
  ].join('|')
  return { key, raw, buyer: { price_table, margin_bp, currency }, hide_price, hide_no_stock, hidden_categories }
}
