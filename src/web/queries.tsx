// The server's state on screens that are no catalogue: one client, fresh for five seconds.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { isFailure } from './api.ts'
import { renewDevice } from './device/index.ts'

/** Asked once more after what may pass; a server that said no says it again. */
const again = (failures: number, e: unknown) => failures < 1 && !(isFailure(e) && e.status >= 400 && e.status < 500)
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
/** What the first HTML brought, for a query to begin with; as old as the page, so that a later visit asks anew. */
export const brought = <S extends z.ZodMiniType>(shape: S, planted: unknown) =>
  planted
    ? { initialData: z.decode(shape, planted as never) as z.output<S>, initialDataUpdatedAt: performance.timeOrigin }
    : undefined
