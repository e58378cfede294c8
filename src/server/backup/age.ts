// How old the last whole backup is, for who watches over an installation.
import { listBackups, timeOf } from './manifest.ts'
import { openVault, type Vault } from './vault.ts'

/** The place is looked at once in so many ms, however often it is asked. */
const LOOK_EVERY = 60_000

/** Seconds since the last whole backup that was seen in `to` was begun; NaN until one was. Nobody waits for the place:
 * what it says is there for the next who asks, and while it says nothing the last one grows older. */
export function backupAge(to: string): () => number {
  let vault: Promise<Vault> | undefined
  let looked = Number.NEGATIVE_INFINITY
  let last = Number.NaN
  const look = async () => {
    const found = (await listBackups(await (vault ??= openVault(to)))).at(-1)
    if (found) last = timeOf(found.id).getTime()
  }
  return () => {
    if (to && performance.now() - looked > LOOK_EVERY) {
      looked = performance.now()
      look().catch(() => {
        vault = undefined
      })
    }
    return (Date.now() - last) / 1000
  }
}
