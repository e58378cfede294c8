import { useEffect, useState } from 'react'

/** Milliseconds after the last key. */
export const DEBOUNCE = 300
/** What was typed, without spaces around it, 300 ms after the last key and only on change (specification §5). */
export function useDebounced(typed: string): string {
  const [late, setLate] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setLate(typed), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [typed])
  return late.trim()
}
