// Clients as the device keeps them.
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { orderShape } from '#features/orders/contract.ts'
import { newestFirst } from '#features/orders/newest.ts'
import { isSold } from '#features/orders/sold.ts'
import type { DataOf } from '#shared/wire.ts'
import { call } from '#web/api.ts'
import { today } from '#web/device/day.ts'
import { rowOf, useRows } from '#web/device/use.ts'
import { outbox } from '#web/outbox/line.ts'
import { readRow } from '#web/device/older-rows.ts'
import { type Card, type Client, keptClientShape, readClient, type readHabits } from '../contract.ts'
import { type Asked, findClients, sinceOf, type Wire } from './found.ts'
import { placeOf, withWaiting } from './waiting.ts'

type Kept = z.output<typeof keptClientShape>
const decoded = (c: Wire, day: string): Kept => ({ ...readRow(keptClientShape, c), days_since: sinceOf(c, day) })
/** The first of the clients that are asked for, and how many there are; null: ask the server. */
export function useKeptClients(asked: Asked, most: number): { rows: Client[]; total: number } | null | undefined {
  const rows = useRows<Wire>('clients')
  const { words, order, seller } = asked
  const day = today()
  const found = useMemo(
    () => rows && findClients(rows, { words, order, seller }, day),
    [rows, words, order, seller, day],
  )
  return useMemo(
    () => found && { rows: found.slice(0, most).map((c) => decoded(c, day)), total: found.length },
    [found, most, day],
  )
}
/** Clients as a map shows them, by name; null: ask the server. */
export function useKeptSpots() {
  const rows = useRows<Wire>('clients')
  const { items } = outbox.use()
  const day = today()
  return useMemo(() => {
    const { compare } = new Intl.Collator('pt-BR')
    return (
      rows &&
      [...rows.values()]
        .map((c) => ({
          id: Number(c.id),
          name: c.company_name || c.name,
          city: c.city,
          state: c.address.state ?? '',
          ...placeOf({ id: Number(c.id), lat: c.lat, lng: c.lng }, items),
          seller_id: c.seller_id === null ? null : Number(c.seller_id),
          last_order_at: c.last_order_at === null ? null : new Date(c.last_order_at),
          days_since: sinceOf(c, day),
        }))
        .sort((a, b) => compare(a.name, b.name))
    )
  }, [rows, items, day])
}
/** A client's card; null: not kept here. */
export function useKeptClient(id: number | null): Kept | null | undefined {
  const rows = useRows<Wire>('clients')
  const row = id === null ? null : rows && rows.get(id)
  const day = today()
  const { items } = outbox.use()
  const card = useMemo(() => (row ? withWaiting(decoded(row, day), items) : null), [row, day, items])
  return rows === undefined ? undefined : card
}
/** A client's card, from the device when it is there. */
export async function clientCard(id: number): Promise<Card> {
  const row = rowOf<Wire>('clients', id)
  return row ? decoded(row, today()) : call(readClient, { params: { id } })
}
type WireOrder = z.input<typeof orderShape>
const LAST = 5
/** A client's orders that count, newest first as in the list of orders. */
const soldTo = (orders: Iterable<WireOrder>, client: number | null) =>
  newestFirst(
    [...orders].filter((o) => Number(o.client_id) === client && isSold(o)),
    new Date(),
  )
/** What a client usually buys and ordered last, of what can be sold; null: ask the server. */
export function useKeptHabits(
  id: number | null,
  sold: (product: number) => boolean,
): DataOf<typeof readHabits> | null | undefined {
  const client = useKeptClient(id)
  const orders = useRows<WireOrder>('orders')
  return useMemo(() => {
    if (!client || !orders) return client === undefined || orders === undefined ? undefined : null
    const own = soldTo(orders.values(), id)
    return {
      usual: client.usual.filter((u) => sold(u.product_id)),
      interval_days: client.interval_days,
      last_at: client.last_order_at,
      last_orders: own.slice(0, LAST).map((wire) => {
        const { lines, received_at, total, number, ...o } = readRow(orderShape, wire)
        const items = lines.map(({ product_id, specs, quantity }) => ({ product_id, specs, quantity }))
        return { id: o.id, number, at: received_at, total, items }
      }),
    }
  }, [client, orders, id, sold])
}
