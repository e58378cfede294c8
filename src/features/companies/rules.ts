// How long a company has, and which banner says so (specification §4 "Trial banners").
import { isWebLink } from '#shared/address.ts'

const DAY = 86_400_000
/** Whole days from `today` to `until`, both yyyy-mm-dd; negative when it has passed. */
export const daysLeft = (until: string, today: string) => Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY)

export type TrialBanner =
  | { kind: 'blocked' }
  | { kind: 'deletion'; days: number }
  | { kind: 'ended' }
  /** `left`: days of the trial that remain. */
  | { kind: 'live'; left: number }
  | { kind: 'bonus'; reseller: string }
  | { kind: 'welcome' }
interface Standing {
  trial?: boolean | undefined
  is_blocked?: boolean | undefined
  valid_until?: string | undefined
  today?: string | undefined
  reseller?: { name: string; redirect_link: string } | null | undefined
}
/** The banner for the company's people; null when nothing is to be said. Clients never ask. */
export function trialBanner(c: Standing): TrialBanner | null {
  if (c.is_blocked) return { kind: 'blocked' }
  if (!c.trial || !c.valid_until || !c.today) return null
  const days = daysLeft(c.valid_until, c.today)
  if (days <= 5) return { kind: 'deletion', days: Math.max(0, days) }
  if (days <= 7) return { kind: 'ended' }
  if (days <= 13) return { kind: 'live', left: days - 7 }
  return c.reseller?.redirect_link ? { kind: 'bonus', reseller: c.reseller.name } : { kind: 'welcome' }
}
/** Where "assinar" leads: the reseller's own page when there is one (specification §1). */
export const subscribeHref = (c: { id: number; reseller?: { redirect_link: string } | null | undefined }) =>
  c.reseller && isWebLink(c.reseller.redirect_link) ? c.reseller.redirect_link : `/session/assinar?company_id=${c.id}`
/** Lines of the general message, without empty ones. */
export const messageLines = (text: string | undefined) =>
  (text ?? '')
    .split('\n')
    .map((l) => l.trim())
    .filter(Boolean)
/** Seconds that the welcome countdown runs, and how long the offer holds. */
export const OFFER = { countdown: 3600, holds: 24 * 3600 }
