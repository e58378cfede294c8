// Limits that are counted in this process: of named users' orders, and of every call that a stranger can reach, before
// anything is read for it. What must outlive a restart is counted in the database (serve.ts, countTry).
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
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
    makeRoom(counts, ({ resets }) => resets <= at)
    counts.set(key, { hits: 1, resets: at + seconds * 1000 })
    return 0
  }
  c.hits++
  return c.hits > limit ? Math.max(1, Math.ceil((c.resets - at) / 1000)) : 0
}
const MINUTE = 60_000
/** When somebody has all of it back, in ms. */
const full = new Map<string, number>()
/** Counts one of so many a minute; answers the seconds to wait, 0 when within the pace. A minute's requests may come at
 * once, and come back drop by drop: whoever asks without a pause has the pace of the limit, not all of it each minute. */
function countDrop(key: string, perMinute: number, now: Date): number {
  const at = now.getTime()
  const each = MINUTE / perMinute
  const known = full.get(key) ?? at
  // A clock that was set back would keep somebody waiting for as long.
  const next = (known < at || known > at + MINUTE + 1 ? at : known) + each
  if (next > at + MINUTE + 1) return Math.max(1, Math.ceil((next - at - MINUTE) / 1000))
  full.delete(key)
  makeRoom(full, (back) => back <= at)
  full.set(key, next)
  return 0
}
/** Of what begins a map those that are over go, and with many at once those that began first, never all. */
function makeRoom<V>(map: Map<string, V>, isOver: (value: V) => boolean): void {
  for (const [key, value] of map) {
    if (map.size < MOST_KEYS && !isOver(value)) return
    map.delete(key)
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
  const all = (who: string, limit: number) => countHere(`open-${who}:${dataDir}`, limit, 60, now)
  const own = (who: string) => countDrop(`${who}:${dataDir}`, limits.open_account, now)
  const waits = [known ? own(`user:${session.user_id}`) : all(`ip:${senderOf(from.ip)}`, limits.open_ip)]
  if (session && !known) waits.push(own(`session:${from.token.slice(-16)}`))
  if (session?.company_id) waits.push(all(`company:${session.company_id}`, limits.open_company))
  const wait = Math.max(...waits)
  if (wait === 0) return
  if (refused.size >= MOST_KEYS) refused.clear()
  refused.set(nameOf(dataDir, from, session !== null), now.getTime() + wait * 1000)
  throw new Refusal('too_many', { retry_after: wait })
}
/** Who was told to wait, and until when. */
const refused = new Map<string, number>()
const nameOf = (dataDir: string, { ip, token }: { ip: string; token: string }, bySession: boolean) =>
  bySession ? `${token}:${dataDir}` : `${senderOf(ip)}:${dataDir}`
/** How long somebody is kept who comes again all the same, in ms, and how many at once. A program that sends its next
 * request with each answer would have the server answer nothing but refusals. */
const KEPT = 1000
const MOST_KEPT = 500
let kept = 0
/** Refuses whoever was told to wait and comes before the time: later, and with nothing looked up for it. */
export async function keepWaiting(
  { dataDir }: Config,
  endpoint: Endpoint,
  from: { ip: string; token: string },
  now: Date,
): Promise<void> {
  if (refused.size === 0 || (from.token && !isOpen(endpoint))) return
  const name = nameOf(dataDir, from, from.token !== '')
  const left = (refused.get(name) ?? 0) - now.getTime()
  if (left <= 0 || left > MINUTE) return void refused.delete(name)
  if (kept < MOST_KEPT) {
    kept++
    await sleep(KEPT).finally(() => kept--)
  }
  throw new Refusal('too_many', { retry_after: Math.ceil(left / 1000) })
}
