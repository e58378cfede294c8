// The last answer of a screen that this device saw: it stands there until another comes, and where there is no network.
import { useEffect, useState } from 'react'
import { store, stored } from './engine.ts'
import { device } from './index.ts'

/** What was kept of it, where it `holds` still; `fresh` is kept from now on. */
export function useLast<T>(name: string, fresh: T | undefined, holds: (kept: T) => boolean): T | undefined {
  const { opened } = device.use()
  const [kept, setKept] = useState<T>()
  useEffect(() => {
    if (opened) void stored<T>(name).then(setKept)
  }, [opened, name])
  useEffect(() => {
    if (opened && fresh !== undefined) store(name, fresh)
  }, [opened, name, fresh])
  return fresh ?? (kept && holds(kept) ? kept : undefined)
}
