// Limits that are counted in this process: of named users' orders, and of every call that a stranger can reach, before
// anything is read for it. What must outlive a restart is counted in the database (serve.ts, countTry).
import { isIPv6 } from 'node:net'
import { Refusal } from '#shared/errors.ts'
import type { Endpoint } from '#shared/wire.ts'
import type { Config } from './config.ts'
import type { Session } from './session.ts'

const counts = new Map<string, { hits: number; resets: number }>()
const MOST_KEYS = 50_000

/** Counts one try; answers the seconds to wait, 0 when within the limit. */
export function countHere(key: string, limit: number, seconds: number, now: Date): number {
  const at = now.getTime()
  const c = counts.get(key)
  // A clock that was set back would keep somebody waiting for as long.
  if (!c || c.resets <= at || c.resets > at + seconds * 1000) {
    // Deleted first, so that the map's order is that of the counts' beginning.
    counts.delete(key)
    makeRoom(at)
    counts.set(key, { hits: 1, resets: at + seconds * 1000 })
    return 0
  }
  c.hits++
  return c.hits > limit ? Math.max(1, Math.ceil((c.resets - at) / 1000)) : 0
}
/** Many addresses at once push out the counts that began first, never all. */
function makeRoom(at: number): void {
  for (const [key, { resets }] of counts) {
    if (counts.size < MOST_KEYS && resets > at) return
    counts.delete(key)
  }
}

/** Who an address is: an IPv6 network is one household, whichever of its addresses it writes from. */
export function senderOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${all
    .slice(0, 4)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(':')}::/64`
}

/** Whether somebody without an account can reach a call. */
export const isOpen = ({ options }: Endpoint) =>
  options.levels === 'anyone' || options.anonymous === true || options.public === true

/** Counts a request against what its address, its session and its company may ask for in a minute. Whoever has
 * no account counts whatever is asked for, also what is refused; whoever has one, where strangers ask too. */
export function keepPace(
  { limits, dataDir }: Config,
  endpoint: Endpoint,
  session: Session | null,
  from: { ip: string; token: string },
  now: Date,
): void {
  const known = session?.kind === 'user'
  if (known && !isOpen(endpoint)) return
  const shares: [string, number][] = known
    ? [[`user:${session.user_id}`, limits.open_account]]
    : [[`ip:${senderOf(from.ip)}`, limits.open_ip]]
  if (session && !known) shares.push([`session:${from.token.slice(-16)}`, limits.open_account])
  if (session?.company_id) shares.push([`company:${session.company_id}`, limits.open_company])
  const waits = shares.map(([who, limit]) => countHere(`open-${who}:${dataDir}`, limit, 60, now))
  const wait = Math.max(...waits)
  if (wait > 0) throw new Refusal('too_many', { retry_after: wait })
}
