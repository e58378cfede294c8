// Limits that are counted in this process: of named users' orders, of every call that a stranger can reach, and of every
// page and picture, before anything is read for it. What must outlive a restart is counted in the database (serve.ts, countTry).
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#shared/errors.ts'
import type { Endpoint } from '#shared/wire.ts'
import type { Config } from './config.ts'
import { isOurs, type Session } from './session.ts'
import { isFile } from './sorry.ts'

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
/** Takes back one try. */
export function uncountHere(key: string): void {
  const c = counts.get(key)
  if (c && c.hits > 0) c.hits--
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
  const drop = (who: string, limit = limits.open_account) => countDrop(`${who}:${dataDir}`, limit, now)
  const address = () => countHere(`open-ip:${senderOf(from.ip)}:${dataDir}`, limits.open_ip, 60, now)
  const waits = [known ? drop(`user:${session.user_id}`) : address()]
  if (session && !known) waits.push(drop(`session:${from.token.slice(-16)}`))
  if (session?.company_id) waits.push(drop(`company:${session.company_id}`, limits.open_company))
  const wait = Math.max(...waits)
  if (wait === 0) return
  const names = namesOf(dataDir, from)
  refuse(session ? [names.known] : from.token ? [names.address, names.unknown] : [names.address], wait, now)
}
/** Counts a request that is no call: a page, a picture, whatever has no contract. What comes from the disk has a bound of
 * its own, far above the one of pages, which ask the database. */
export async function keepPagePace(
  { limits, dataDir }: Config,
  { ip, url }: { ip: string; url: string },
  now: Date,
): Promise<void> {
  const kind = isFile(url) ? 'file' : 'page'
  const name = `${kind}-ip:${senderOf(ip)}:${dataDir}`
  await hold(left(name, now))
  const wait = countHere(name, limits[`${kind}_ip`], 60, now)
  if (wait > 0) refuse([name], wait, now)
}
/** Who was told to wait, and until when. */
const refused = new Map<string, number>()
/** As whom somebody is told: a session, a token that opens nothing, an address without a session. */
const namesOf = (dataDir: string, { ip, token }: { ip: string; token: string }) => ({
  known: `known:${token}:${dataDir}`,
  unknown: `unknown:${token}:${dataDir}`,
  address: `address:${senderOf(ip)}:${dataDir}`,
})
function refuse(names: string[], seconds: number, now: Date): never {
  if (refused.size >= MOST_KEYS) refused.clear()
  for (const name of names) refused.set(name, now.getTime() + seconds * 1000)
  throw new Refusal('too_many', { retry_after: seconds })
}
/** How long somebody was told to wait from now on, in ms. */
function left(name: string, now: Date): number {
  const ms = (refused.get(name) ?? 0) - now.getTime()
  if (ms > 0 && ms <= MINUTE) return ms
  refused.delete(name)
  return 0
}
/** How long somebody is kept who comes again all the same, in ms, and how many at once. A program that sends its next
 * request with each answer would have the server answer nothing but refusals. */
const KEPT = 1000
const MOST_KEPT = 500
let kept = 0
async function hold(ms: number): Promise<void> {
  if (ms === 0) return
  if (kept < MOST_KEPT) {
    kept++
    await sleep(KEPT).finally(() => kept--)
  }
  throw new Refusal('too_many', { retry_after: Math.ceil(ms / 1000) })
}
/** Refuses whoever was told to wait and comes before the time: later, and with nothing looked up for it. A token that
 * somebody made up is no more than none; one that we gave out may be a colleague's behind the same address, and is
 * looked up, once if it opens nothing any more. */
export async function keepWaiting(
  { appKey, dataDir }: Config,
  endpoint: Endpoint,
  from: { ip: string; token: string },
  now: Date,
): Promise<void> {
  if (refused.size === 0) return
  const { known, unknown, address } = namesOf(dataDir, from)
  const stranger = left(address, now)
  await hold(
    Math.max(
      isOpen(endpoint) ? left(known, now) : 0,
      left(unknown, now),
      stranger > 0 && !isOurs(appKey, from.token) ? stranger : 0,
    ),
  )
}
