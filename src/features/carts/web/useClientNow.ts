import { useEffect } from 'react'
import { follow } from '#web/device/live.ts'
import { whenTurned } from '#web/online.ts'
import { cart } from './cart.ts'
import { renewClient } from './desk.ts'

/** While a screen shows whom the open order is for: what changes elsewhere is read at once, when it is told live, and
 * when this device is in a network again. */
export function useClientNow(): void {
  const { buyer } = cart.use()
  const id = buyer.kind === 'client' ? buyer.id : null
  useEffect(() => void renewClient(), [id])
  useEffect(() => {
    const renew = () => void renewClient()
    const stop = follow((e) => (e.type === 'people' || e.type === 'gap') && renew())
    const still = whenTurned((is) => is && renew())
    return () => {
      stop()
      still()
    }
  }, [])
}
