// How old the last whole backup is, for who watches over an installation.
import { lastMade } from './keep.ts'
import { listBackups } from './manifest.ts'
import { openVault, type Vault } from './vault.ts'

/** The place is looked at once in so many ms, however often it is asked. */
const LOOK_EVERY = 60_000

/** Seconds since the last whole backup that was seen in `to` was begun; NaN without a place and before its first answer;
 * Infinity where none has ever been seen, or the place answers nothing. Nobody waits for the place: its answer is there
 * for the next reading, and while it does not answer the last backup grows older. */
export function backupAge(to: string): () => number {
  let vault: Promise<Vault> | undefined
  let looked = Number.NEGATIVE_INFINITY
  let last = Number.NaN
  const none = () => {
    if (Number.isNaN(last)) last = Number.NEGATIVE_INFINITY
  }
  const look = async () => {
    const found = lastMade(await listBackups(await (vault ??= openVault(to))), new Date())
    if (found) last = found.getTime()
    else none()
  }
  return () => {
    if (to && performance.now() - looked > LOOK_EVERY) {
      looked = performance.now()
      look().catch(() => {
        vault = undefined
        none()
      })
    }
    return Math.max(0, (Date.now() - last) / 1000)
  }
}
