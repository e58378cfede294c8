// How ERPs are called: one pace for each key, tries again what may go well in a moment, follows nothing, reads no more
// than it must. No secret and no body is ever written to a log.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { hashOf } from '#server/storage.ts'
import { calling, traced } from '#server/trace.ts'
import { BASES, connectors } from './erp/index.ts'
import { Again, type Context, ErpFailure, Hung, type Reply, type Request, TOMORROW } from './erp/types.ts'
import { systemOf, type Type } from '../rules.ts'

const TRIES = 5
/** A longer wait is not slept through: the run comes back by itself. */
const LONGEST_WAIT = 30
/** Milliseconds for a call inside a transaction. */
const SHORT = 8000
const MOST_BYTES = 20_000_000
/** Seconds: a Retry-After beyond a day is a mistake of the ERP. */
const MOST_RETRY_AFTER = 86_400
/** The next free moment of each key's pace, in milliseconds of this process. */
const next = new Map<string, number>()

async function take(key: string, gap: number): Promise<void> {
  const now = performance.now()
  const at = Math.max(now, next.get(key) ?? 0)
  if (next.size > 10_000) next.clear()
  next.set(key, at + gap)
  if (at > now) await sleep(at - now)
}
export const baseOf = (config: Config, type: Type): string => config.erpHosts[type] ?? BASES[type]

/** Sends a request; the judge's `Again` is tried up to five times, each wait twice the one before. What took long is not
 * tried again here. */
export async function askErp<T>(
  config: Config,
  c: Pick<Context, 'type' | 'base' | 'secrets'>,
  request: Request,
  judge: (reply: Reply) => T,
): Promise<T> {
  const { gap, timeout } = connectors[c.type]
  const name = systemOf(c.type).system_name
  const key = `${c.type}:${hashOf(Buffer.from(Object.values(c.secrets).join('|')))}`
  for (let n = 0; ; n++) {
    await take(key, gap * config.erpPace)
    let seconds = 0
    const patience = Math.max(config.erpPatience, (request.once ? SHORT : timeout) * config.erpPace)
    const began = performance.now()
    let reply: Reply | undefined
    try {
      reply = await send(c.base, request, patience)
      return judge(reply)
    } catch (error) {
      const asked = reply?.retry_after ?? 0
      if (error instanceof ErpFailure && error.kind === 'wait' && error.seconds !== TOMORROW && asked > error.seconds)
        throw new ErpFailure('wait', error.message, asked)
      if (!(error instanceof Again) && !(error instanceof Silent)) throw error
      if (error instanceof Again) seconds = Math.max(error.seconds, asked)
    }
    // A write that failed with a 5xx may have arrived all the same: it is looked for after the wait, not sent again.
    const unclear = request.write === true && (reply?.status ?? 0) >= 500
    if (seconds > (request.write ? 0 : LONGEST_WAIT) && !unclear)
      throw new ErpFailure('wait', `O ${name} pediu para esperar. Voltamos sozinhos.`, seconds)
    // An ERP that takes its time would take it again, while everybody behind it waits.
    const slow = performance.now() - began > patience / 2
    if (slow || request.once || request.write || n + 1 >= TRIES)
      throw new (slow ? Hung : ErpFailure)(
        'silent',
        `O ${name} não respondeu. Tentamos de novo daqui a pouco.`,
        seconds,
      )
    await sleep(Math.max(seconds, 2 ** n * (0.5 + Math.random() / 2)) * 1000 * config.erpPace)
  }
}
/** No answer that could be judged: nobody there, cut off, too slow, too large, somewhere else. */
class Silent extends Error {}
async function send(
  base: string,
  { method = 'GET', path, query = {}, headers = {}, json, form }: Request,
  timeout: number,
): Promise<Reply> {
  const pairs = Object.entries(query).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)]]))
  const url = `${base}${path}${pairs.length ? `?${new URLSearchParams(pairs)}` : ''}`
  const body = json !== undefined ? JSON.stringify(json) : form && String(new URLSearchParams(form))
  try {
    const response = await traced(calling(method, base), () =>
      fetch(url, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        headers: {
          accept: 'application/json',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      }),
    )
    const bytes = await readCapped(response)
    return { status: response.status, json: jsonOf(bytes), retry_after: retryAfter(response.headers) }
  } catch {
    throw new Silent()
  }
}
/** Seconds that Retry-After names, as seconds or as a date (RFC 9110, 10.2.3); 0 without it. A date is read against the
 * server's own clock where it says its time. */
function retryAfter(headers: Headers): number {
  const said = headers.get('retry-after')?.trim() ?? ''
  const from = Date.parse(headers.get('date') ?? '')
  const seconds = /^\d+$/.test(said)
    ? Number(said)
    : Math.ceil((Date.parse(said) - (Number.isNaN(from) ? Date.now() : from)) / 1000)
  return seconds > 0 ? Math.min(seconds, MOST_RETRY_AFTER) : 0
}
async function readCapped(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
function jsonOf(bytes: Buffer): unknown {
  try {
    // A byte order mark is dropped by the decoder.
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    return undefined
  }
}
