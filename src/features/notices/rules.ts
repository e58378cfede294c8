// What a person can be told of, when no device makes a sound, and what a push carries. No network, no database.
import { zonedTime } from '#shared/zoned-time.ts'
import { BESIDE, type Language, sentenceOf, type Spoken } from './words.ts'

export const KINDS = ['order', 'adjustment', 'quote', 'status', 'message', 'visit', 'link'] as const
export type Kind = (typeof KINDS)[number]
/** What each is called where somebody switches it off, and for which levels there is such a thing. */
export const KIND_LABELS: Record<Kind, { label: string; levels: readonly number[] }> = {
  order: { label: 'Pedido novo', levels: [1, 2] },
  adjustment: { label: 'Ajuste pedido ou respondido', levels: [1, 2, 3] },
  quote: { label: 'Orçamento enviado ou respondido', levels: [1, 2, 3] },
  status: { label: 'Andamento do pedido', levels: [1, 2, 3] },
  message: { label: 'Mensagem', levels: [1, 2, 3] },
  visit: { label: 'Visita de hoje', levels: [1, 2] },
  link: { label: 'Ligação com outro sistema parada', levels: [1] },
}
/** How long a seller's devices have to take a notice before it goes by e-mail. */
export const MAIL_AFTER = 10 * 60_000
/** What has not reached a device by then does not any more: it stands in the panel. */
export const STALE = 24 * 3600_000
/** A device whose service has not answered for so long is let go. */
export const LONGEST_SILENCE = 3 * STALE

/** As long as a device's service is left alone at its own wish. */
export const LONGEST_REST = 3600_000
/** Whether a device's service is left alone now. A rest that ends later than any wish is one of a clock that was ahead. */
export const restsAt = (until: Date | null, now: Date): boolean =>
  until !== null && until > now && until.getTime() - now.getTime() <= LONGEST_REST

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const minuteIn = (timeZone: string, at: Date): number => minutesOf(zonedTime(at, timeZone).time)
const DAY = 24 * 60
const MINUTE = 60_000
export interface Quiet {
  quiet_from: string | null
  quiet_until: string | null
}
/** When the quiet hours that it is now in end, by the company's clock; null: it is not quiet. */
export function quietUntil({ quiet_from, quiet_until }: Quiet, timeZone: string, now: Date): Date | null {
  if (quiet_from === null || quiet_until === null) return null
  const [from, until, minute] = [minutesOf(quiet_from), minutesOf(quiet_until), minuteIn(timeZone, now)]
  const inside = from <= until ? minute >= from && minute < until : minute >= from || minute < until
  if (!inside) return null
  const left = (until - minute + DAY) % DAY
  const end = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE + left * MINUTE)
  // A night in which the clock is put on or back is an hour shorter or longer.
  const off = ((minuteIn(timeZone, end) - until + DAY + DAY / 2) % DAY) - DAY / 2
  return new Date(end.getTime() - off * MINUTE)
}

export interface Told extends Spoken {
  id: number
  kind: Kind
  href: string
  at: Date
}
/** What a service worker is handed (shell/worker/sw.ts). */
export interface Push {
  title: string
  body: string
  /** The same tag takes the place of the one before. */
  tag: string
  href: string
  /** Whose it is: shown only while this device is theirs. */
  to: string
  at: number
  unread: number
}
const SHOWN = 3
/** One notice as itself, several as one that says how many and leads to where they all stand. */
export function pushOf(
  notices: Told[],
  { to, unread, language, names }: { to: string; unread: number; language: Language; names: boolean },
): Push {
  const [first] = notices
  if (!first) throw new Error('a push of nothing')
  const say = (n: Told) => sentenceOf(n, language, names)
  const base = { to, unread, at: Math.max(...notices.map((n) => n.at.getTime())) }
  if (notices.length === 1) return { ...base, title: say(first), body: '', tag: `notice-${first.id}`, href: first.href }
  return {
    ...base,
    title: BESIDE.several[language].replace('{n}', String(notices.length)),
    body: notices.slice(0, SHOWN).map(say).join('\n'),
    tag: 'notices',
    href: PAGE,
  }
}
/** Where all of them stand. */
export const PAGE = '/avisos'
