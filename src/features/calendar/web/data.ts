// A calendar's things: the device's copy where it holds these days, else the server's answer; over it what waits here.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/api.ts'
import { follow } from '#web/device/live.ts'
import { useValue } from '#web/device/use.ts'
import { renew } from '#web/queries.tsx'
import { type Item, keptCalendarShape, readCalendar } from '../contract.ts'
import { useWaiting } from './outbox.ts'
import { useWaitingVisits } from './visits.ts'

interface Asked {
  from: string
  until: string
  /** Whose; null: everybody's. */
  seller: number | null
}
/** What was read last; `version` changes with each reading. */
export interface Copy {
  items: Item[]
  version: unknown
}
/** What can change what stands here. */
const CHANGES = ['order', 'people', 'gap']
export function useCalendar({ from, until, seller }: Asked) {
  const kept = useValue('calendar', keptCalendarShape)
  const here = kept && kept.from <= from && kept.until >= until ? kept.items : null
  const read = useQuery({
    queryKey: ['calendar', from, until, seller],
    queryFn: () => call(readCalendar, { query: { from, until, ...(seller !== null && { seller_id: seller }) } }),
    placeholderData: (before) => before,
    enabled: kept !== undefined && here === null,
  })
  useEffect(() => follow((e) => void (CHANGES.includes(e.type) && renew('calendar'))), [])
  const found: Item[] | undefined = here ?? read.data
  const within = found?.filter((i) => i.starts < `${until}T00:00` && i.ends > `${from}T00:00`)
  const items = useWaitingVisits(useWaiting(within ?? []))
  return {
    ...read,
    here: here !== null,
    items: found && items,
    copy: { items: found ?? [], version: here ?? read.dataUpdatedAt },
  }
}
