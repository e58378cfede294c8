/** Seconds that a Retry-After asks for (RFC 9110 §10.2.3): it says them, or a date; 0 where it asks for none. */
export function secondsAsked(retryAfter: unknown, now: Date): number {
  const said = Number(retryAfter)
  const seconds = Number.isNaN(said) ? Math.ceil((Date.parse(String(retryAfter)) - now.getTime()) / 1000) : said
  return seconds > 0 && Number.isFinite(seconds) ? seconds : 0
}
