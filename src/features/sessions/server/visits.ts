// How many devices opened a catalogue on a day (decision 0049): a number is kept, and nothing of whoever it was. What
// tells two devices apart is a hash under a salt that lives in this process and dies with the day.
import { createHmac, randomBytes } from 'node:crypto'
import { dayIn } from '#server/clock.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'

/** Beyond it whoever came first today is forgotten, and counts again. */
const MOST = 200_000
let salt = randomBytes(32)
let day = ''
const seen = new Set<string>()

/** Programs that look at pages, and say so. */
const BOT =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|^whatsapp|telegram|headless|lighthouse|monitor|uptime|scan|curl|wget|python|axios|go-http|okhttp|java\//i
/** Whether a program opened something, not a person. */
export const isBot = (agent: string) => agent === '' || BOT.test(agent)

/** Whether this device was not seen in the company's catalogue today; from now on it was. */
export function isFirstVisit(v: { company_id: number; ip: string; agent: string }, now: Date): boolean {
  if (isBot(v.agent)) return false
  const today = dayIn(HOME_ZONE, now)
  if (today !== day) {
    day = today
    salt = randomBytes(32)
    seen.clear()
  }
  const key = createHmac('sha256', salt)
    .update(`${v.company_id}|${v.ip}|${v.agent}`)
    .digest()
    .subarray(0, 12)
    .toString('base64')
  if (seen.has(key)) return false
  seen.add(key)
  if (seen.size > MOST) seen.delete(seen.values().next().value as string)
  return true
}
