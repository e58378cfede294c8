// The server's state on screens that are no catalogue: one client, fresh for five seconds.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5_000, retry: 1, refetchOnWindowFocus: true } } })
export const Queries = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>
/** What was read is read anew. */
export const renew = (...key: unknown[]) => void client.invalidateQueries(key.length ? { queryKey: key } : {})
