// The server's state on screens that are no catalogue: one client, fresh for five seconds.
import { type InfiniteData, onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { isFailure } from './api.ts'
import { renewDevice } from './device/index.ts'
import { whenTurned } from './online.ts'

/** Asked once more after what may pass; a server that said no says it again. */
const again = (failures: number, e: unknown) => failures < 1 && !(isFailure(e) && e.status >= 400 && e.status < 500)
onlineManager.setEventListener(whenTurned)
const client = new QueryClient({
  // Without a network a screen says so instead of waiting in silence, and reads again when there is one.
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: again,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
export const Queries = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
/** What was read is read anew, and what the device keeps. */
export function renew(...key: unknown[]): void {
  void client.invalidateQueries(key.length ? { queryKey: key } : {})
  void renewDevice()
}
/** The page after those that are here, of a list that is read page by page; none after the last. */
export const nextPage = <P extends { rows: unknown[]; total: number }>(last: P, pages: P[]): number | undefined =>
  pages.reduce((n, p) => n + p.rows.length, 0) < last.total ? pages.length + 1 : undefined
/** Shows the rows of lists (`key`) as they will be when the server agrees; answers how to take that back. What is read
 * anew afterwards says how they really are. */
export function showAhead<R>(key: unknown[], change: (row: R) => R): () => void {
  void client.cancelQueries({ queryKey: key })
  const before = client.getQueriesData({ queryKey: key })
  client.setQueriesData<InfiniteData<{ rows: R[] }>>(
    { queryKey: key },
    (now) => now && { ...now, pages: now.pages.map((page) => ({ ...page, rows: page.rows.map(change) })) },
  )
  return () => {
    for (const [name, data] of before) client.setQueryData(name, data)
  }
}
/** Shows a row of a list (`key`) as the server has just answered it; a list that was asked for before does not undo it. */
export async function put<R extends { id: number }>(key: string, fresh: R): Promise<void> {
  const changed = (rows: R[]) => rows.map((row) => (row.id === fresh.id ? fresh : row))
  await client.cancelQueries({ queryKey: [key] })
  client.setQueryData<R[] | { rows: R[] }>([key], (now) =>
    Array.isArray(now) ? changed(now) : now && { ...now, rows: changed(now.rows) },
  )
}
/** What the first HTML brought, for a query to begin with; as old as the page, so that a later visit asks anew. */
export const brought = <S extends z.ZodMiniType>(shape: S, planted: unknown) =>
  planted
    ? { initialData: z.decode(shape, planted as never) as z.output<S>, initialDataUpdatedAt: performance.timeOrigin }
    : undefined
