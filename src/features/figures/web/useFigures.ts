// One figure's answer: asked again while orders are still being counted, and when an order comes or moves.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followOrders } from '#features/orders/web/index.ts'
import { renew } from '#web/queries.tsx'

const AGAIN = 400
export function useFigures<T extends { counting: boolean }>(
  key: readonly unknown[],
  read: () => Promise<T>,
  on = true,
) {
  return useQuery({
    queryKey: ['figures', ...key],
    queryFn: read,
    enabled: on,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.counting ? AGAIN : false),
  })
}
/** A busy hour brings many orders: figures follow once in a while. */
const CALM = 2000
export function useFollowed(): void {
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = followOrders(() => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        renew('figures')
      }, CALM)
    })
    return () => {
      stop()
      clearTimeout(waiting)
    }
  }, [])
}
