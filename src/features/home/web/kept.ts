// A seller's start as the device keeps it.
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { useValue } from '#web/device/use.ts'
import { keptHomeShape } from '../contract.ts'

/** null: the device has none that this version can read. */
export function useKeptHome(): z.output<typeof keptHomeShape> | null | undefined {
  const value = useValue('home')
  return useMemo(() => {
    if (value === undefined || value === null) return value
    const read = z.safeDecode(keptHomeShape, value as never)
    return read.success ? read.data : null
  }, [value])
}
