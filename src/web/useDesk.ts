import { useSyncExternalStore } from 'react'

const desk = matchMedia('(min-width:960px)')
const follow = (changed: () => void) => {
  desk.addEventListener('change', changed)
  return () => desk.removeEventListener('change', changed)
}
/** Whether there is room for two things side by side. */
export const useDesk = (): boolean => useSyncExternalStore(follow, () => desk.matches)
