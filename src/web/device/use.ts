// How screens read what the device keeps: rows as they crossed the wire, decoded when they are shown.
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { device, kept, renewDevice, writeNow } from './index.ts'
import { withAhead, withoutAhead, withSaid } from './take.ts'

type Wire = { id: number | string }
/** Rows of a kind by id; null: the device keeps none, the server is asked; undefined: not known yet. */
export function useRows<T extends Wire>(kind: string): ReadonlyMap<number, T> | null | undefined {
  const now = kept(kind).use()
  const { opened } = device.use()
  if (now?.rows) return now.rows as ReadonlyMap<number, T>
  return opened ? null : undefined
}
/** A value that is kept whole, by its shape; null: the device has none that this version can read, the server is asked;
 * undefined: not known yet. */
export function useValue<S extends z.ZodMiniType>(kind: string, shape: S): z.output<S> | null | undefined {
  const value = kept(kind).use()?.value
  const { opened } = device.use()
  const read = useMemo(() => (value === undefined ? undefined : z.safeDecode(shape, value as never)), [value, shape])
  if (read) return read.success ? read.data : null
  return opened ? null : undefined
}
export const rowOf = <T extends Wire>(kind: string, id: number): T | undefined => kept(kind).get()?.rows?.get(id) as T
/** What somebody just did is shown at once; the answer, or the next renewal, says how it really is. Answers how to
 * take it back. */
export function put<T extends Wire>(kind: string, row: T): () => void {
  const store = kept(kind)
  store.set((now) => now && withAhead(now, row))
  return () => store.set((now) => now && (withoutAhead(now, Number(row.id)) ?? now))
}
/** The server answered with the row as it is: it is on the disk at once, for whoever leaves in this moment. */
export function said<T extends Wire>(kind: string, row: T): void {
  kept(kind).set((now) => now && withSaid(now, row))
  writeNow(kind)
}
/** A list that is all here, in the shape of one that is asked for page by page. */
export const listHere = ({ more, onMore }: { more: boolean; onMore: () => void }) => ({
  isPending: false,
  isError: false,
  isSuccess: true,
  error: null,
  refetch: renewDevice as () => Promise<unknown>,
  hasNextPage: more,
  isFetchingNextPage: false,
  fetchNextPage: () => Promise.resolve(onMore()),
})
