// How somebody came: the keys of specification §9, kept from the address for 90 days,
// the first visit's and the last one's.
const KEYS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbc',
  'vturb_conversion',
  'ref',
] as const
export type Touch = Record<string, string>
export interface Tracking {
  first?: Touch
  last?: Touch
}
export const TRACKING_DAYS = 90

/** What is kept of keys that somebody sent: the known ones, as long as an address may bring them. */
export const knownTouch = (sent: Touch): Touch =>
  Object.fromEntries(KEYS.flatMap((k) => (sent[k] ? [[k, sent[k].slice(0, 300)]] : [])))
/** The keys of an address; fbclid becomes fbc. `now` in milliseconds. */
export function touchOf(search: string, now: number): Touch {
  const query = new URLSearchParams(search)
  const touch: Touch = {}
  for (const key of KEYS) {
    const value = query.get(key)
    if (value) touch[key] = value.slice(0, 300)
  }
  const click = query.get('fbclid')
  if (click && !touch.fbc) touch.fbc = `fb.1.${now}.${click.slice(0, 280)}`
  return touch
}
/** What is kept after a visit: the first stays, the last is replaced by a visit that says something. */
export const afterVisit = (kept: Tracking, touch: Touch): Tracking =>
  Object.keys(touch).length === 0 ? kept : { first: kept.first ?? touch, last: touch }
/** What was kept, line by line: the last visit's keys, and the first one's where they differ. */
export function trackingLines(kept: unknown): [string, string][] {
  const { first = {}, last = {} } = (kept ?? {}) as Tracking
  const lines = (touch: Touch, mark: string) =>
    KEYS.flatMap((k): [string, string][] => (typeof touch[k] === 'string' ? [[`${k}${mark}`, touch[k]]] : []))
  return [...lines(last, ''), ...lines(first, ' (1ª)').filter(([k, v]) => last[k.replace(' (1ª)', '')] !== v)]
}
