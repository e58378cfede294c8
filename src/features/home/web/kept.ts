// The start of the day as the device keeps it: a seller's with the copy, an admin's as it was seen last.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import { useLast } from '#web/device/last.ts'
import { today } from '#web/device/day.ts'
import { useValue } from '#web/device/use.ts'
import { keptHomeShape, readCompanyHome } from '../contract.ts'

export const useKeptHome = () => useValue('home', keptHomeShape)
export type CompanyDay = Awaited<ReturnType<typeof call<typeof readCompanyHome>>>
/** The company's day, and when it was read. */
export function useCompanyHome() {
  const read = useQuery({ queryKey: ['home', 'company'], queryFn: () => call(readCompanyHome) })
  const { data, dataUpdatedAt } = read
  const fresh = useMemo(() => data && { ...data, at: new Date(dataUpdatedAt) }, [data, dataUpdatedAt])
  // Yesterday's are no figures of today: they are shown where no others come.
  return { home: useLast('company_home', fresh, (kept) => read.isError || kept.day === today()), read }
}
