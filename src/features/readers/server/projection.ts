// Who reads: everything that decides what a person sees of the catalogue. What changes an
// answer is in the projection's key.
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import type { NEW_CLIENT, View } from '../rules.ts'
import * as q from './queries.ts'

export interface Projection extends View {
  key: string
  /** Admins see raw prices of every table, and inactive products. */
  raw: boolean
  /** Who sells sees the prices of every table as they are kept: the device makes of them what a buyer sees. */
  sells: boolean
  hide_no_stock: boolean
}
/** What a call says of the eyes that it reads with. */
export interface Asked {
  /** The seller of a link, whose scope narrows. */
  seller_id?: number | undefined
  /** The client that somebody of the company orders for. */
  client_id?: number | typeof NEW_CLIENT | undefined
  /** The copy that prices for every buyer are made of. */
  raw?: boolean | undefined
}
const ids = (list: number[]) => [...new Set(list)].sort((a, b) => a - b)

/** The reader's projection; a seller (vend) narrows it and never widens it. */
export async function projectionOf(tx: Tx, caller: Caller, now: Date, asked: Asked = {}): Promise<Projection> {
  const seller = asked.seller_id === undefined ? undefined : await q.findScope(tx, asked.seller_id)
  const client = asked.client_id === undefined ? undefined : await clientOf(tx, caller, asked.client_id)
  const { hide_price } = caller
  const sells = asked.raw === true
  if (sells && (caller.level >= 3 || hide_price)) throw new Refusal('forbidden')
  const raw = caller.level === 1 && !client
  const { price_table, margin_bp, currency } = client ?? caller
  const hidden_categories = ids([
    ...caller.hidden_categories,
    ...(seller?.hidden_categories ?? []),
    ...(client?.hidden_categories ?? []),
  ])
  const hide_no_stock = caller.hide_no_stock || (seller?.hide_no_stock ?? false)
  const prices = sells ? ['every'] : [price_table, margin_bp, currency, hide_price ? 'h' : '']
  const key = [
    caller.company_id,
    caller.catalogue_version,
    dayIn(caller.time_zone, now),
    raw ? 'a' : 'b',
    ...prices,
    hide_no_stock ? 's' : '',
    hidden_categories.join('.'),
  ].join('|')
  const buyer = { price_table, margin_bp, currency }
  return { key, raw, sells, buyer, hide_price, hide_no_stock, hidden_categories }
}
/** Whose prices hold when staff order for somebody: a client's of the portfolio, or a new one's. */
async function clientOf(tx: Tx, caller: Caller, id: NonNullable<Asked['client_id']>): Promise<q.ClientScope> {
  if (caller.level >= 3) throw new Refusal('forbidden')
  const found = await q.findClientScope(tx, id, caller.level === 2 ? caller.user_id : null)
  if (!found) throw new Refusal('not_found')
  return found
}
