// Visits: from the device where it keeps these days, else from the server; over them what waits here.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addDays } from '#shared/day.ts'
import { call } from '#web/api.ts'
import { follow } from '#web/device/live.ts'
import { today } from '#web/device/day.ts'
import { useValue } from '#web/device/use.ts'
import { renew } from '#web/queries.tsx'
import { keptVisitsShape, listVisits, readVisit } from '../contract.ts'
import { useWaiting } from './outbox.ts'

interface Asked {
  from: string
  until: string
  seller?: number | null
  client?: number | null
}
const followed = () => follow((e) => void ((e.type === 'people' || e.type === 'gap') && renew('visits')))
export function useVisits({ from, until, seller = null, client = null }: Asked) {
  const kept = useValue('visits', keptVisitsShape)
  const whole = kept && kept.from <= from && kept.until >= until
  const read = useQuery({
    queryKey: ['visits', from, until, seller, client],
    queryFn: () =>
      call(listVisits, {
        query: {
          from,
          until,
          ...(seller !== null && { seller_id: seller }),
          ...(client !== null && { client_id: client }),
        },
      }),
    placeholderData: (before) => before,
    enabled: kept !== undefined && !whole,
  })
  useEffect(followed, [])
  // Without a network what is kept is better than nothing.
  const found = whole ? kept.visits : (read.data ?? (read.isError ? kept?.visits : undefined))
  const visits = useWaiting(found)
    ?.filter((v) => v.day >= from && v.day < until && (client === null || v.client_id === client))
    // Of those without an hour the one that was planned first comes first, as the server has them.
    .sort((a, b) => order(a.day, b.day) || order(a.at ?? '99', b.at ?? '99'))
  return { ...read, visits }
}
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** What is near enough to today to be shown beside a client. */
export const nearby = () => ({ from: addDays(today(), -180), until: addDays(today(), 200) })
export function useVisit(key: string) {
  const kept = useValue('visits', keptVisitsShape)
  const here = useWaiting(kept?.visits ?? [])?.find((v) => v.key === key)
  const read = useQuery({
    queryKey: ['visits', key],
    queryFn: () => call(readVisit, { params: { visit: key } }),
    enabled: kept !== undefined && !here,
  })
  useEffect(followed, [])
  const there = useWaiting(read.data ? [read.data] : [])?.find((v) => v.key === key)
  return { ...read, visit: here ?? there }
}
