// Orders as the device keeps them: the reader's own of the last twelve months and every open one.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { call } from '#web/api.ts'
import { dayOf } from '#web/device/day.ts'
import { put, rowOf, said, useRows } from '#web/device/use.ts'
import { readRow } from '#web/device/older-rows.ts'
import { type Order, orderShape, type OrderSummary, readOrder } from '../contract.ts'
import { newestFirst } from '../newest.ts'
import { isSold } from '../sold.ts'

type Wire = z.input<typeof orderShape>
export interface Asked {
  status?: string | undefined
  seller?: number | null | undefined
  client?: number | null | undefined
  search?: string | undefined
  /** Only what counts as sold. */
  sold?: boolean | undefined
  /** From this day on. */
  from?: string | undefined
}
/** The orders that are asked for, newest first. */
export function findOrders(rows: ReadonlyMap<number, Wire>, asked: Asked): Wire[] {
  const words = (asked.search ?? '').trim().toLowerCase()
  const isFound = (o: Wire) =>
    o.name.toLowerCase().includes(words) ||
    o.company_name.toLowerCase().includes(words) ||
    String(o.number) === words ||
    o.client_code.toLowerCase() === words
  const found = [...rows.values()].filter(
    (o) =>
      (!asked.status || o.status === asked.status) &&
      (!asked.seller || Number(o.seller_id) === asked.seller) &&
      (!asked.client || Number(o.client_id) === asked.client) &&
      (!asked.sold || isSold(o)) &&
      (!asked.from || dayOf(new Date(o.received_at as string)) >= asked.from) &&
      (!words || isFound(o)),
  )
  return newestFirst(found, new Date())
}
/** The first of the orders that are asked for, and how many are here; null: ask the server. */
export function useKeptOrders(
  { status, seller, client, search, from, sold }: Asked,
  most: number,
): { rows: OrderSummary[]; total: number } | null | undefined {
  const rows = useRows<Wire>('orders')
  const found = useMemo(
    () => rows && findOrders(rows, { status, seller, client, search, from, sold }),
    [rows, status, seller, client, search, from, sold],
  )
  return useMemo(
    () => found && { rows: found.slice(0, most).map((o) => readRow(orderShape, o)), total: found.length },
    [found, most],
  )
}
/** How many of them there are in each status. */
export function useKeptCounts(): Record<string, number> | null {
  const rows = useRows<Wire>('orders')
  return useMemo(() => {
    if (!rows) return null
    const by: Record<string, number> = {}
    for (const { status } of rows.values()) by[status] = (by[status] ?? 0) + 1
    return by
  }, [rows])
}
function useKeptOrder(id: number): Order | null | undefined {
  const rows = useRows<Wire>('orders')
  const row = rows?.get(id)
  const order = useMemo(() => (row ? readRow(orderShape, row) : null), [row])
  return rows === undefined ? undefined : order
}
/** An order: the device's, else the server's. */
export function useOrder(company: number, id: number) {
  const here = useKeptOrder(id)
  const { data, error, refetch } = useQuery({
    queryKey: ['order', id],
    queryFn: () => call(readOrder, { params: { company, id } }),
    enabled: here === null,
  })
  return { order: here ?? data, error, refetch }
}
/** What a change made of an order, shown before everything is renewed. */
export const putOrder = (order: Order): void => {
  said('orders', z.encode(orderShape, order) as { id: number })
}
/** A move as it will be when the server agrees; answers how to take it back. */
export function moveAhead(id: number, status: Order['status']): () => void {
  const row = rowOf<Wire>('orders', id)
  return row ? put('orders', { ...row, status, next: [] }) : () => {}
}
