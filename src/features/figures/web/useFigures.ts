// One figure's answer: asked again while orders are still being counted, and when an order comes or moves.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followOrders } from '#features/orders/web/index.ts'
import { call } from '#web/api.ts'
import { useLast } from '#web/device/last.ts'
import { today } from '#web/device/day.ts'
import { renew } from '#web/queries.tsx'
import { type Glances, readGlance } from '../contract.ts'

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
const GLANCE = 'glance'
/** The day and the week. Those that this device saw last stand there until others come, and where there is no network. */
export function useGlance() {
  const read = useFigures([GLANCE], () => call(readGlance))
  const fresh = read.data?.counting ? undefined : read.data
  // Yesterday's are no figures of today: they are shown where no others come.
  const last = useLast<Glances>(GLANCE, fresh, (kept) => read.isError || kept.days.at(-1)?.day === today())
  return { ...read, data: read.data ?? last }
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
