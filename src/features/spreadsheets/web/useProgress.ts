import { useEffect, useState } from 'react'
import { call } from '#web/api.ts'
import { readProgress } from '../contract.ts'

/** How far the work of this name is, 0 to 100, asked twice a second; null while none runs or nothing is known yet. */
export function useProgress(name: string | null): number | null {
  const [percent, setPercent] = useState<number | null>(null)
  useEffect(() => {
    if (!name) return
    const timer = setInterval(() => {
      void call(readProgress, { params: { name } }).then(
        (p) => setPercent(p.percent || null),
        // A missed answer leaves the bar where it is; the work itself tells how it ended.
        () => {},
      )
    }, 500)
    return () => {
      clearInterval(timer)
      setPercent(null)
    }
  }, [name])
  return percent
}
