// The visit's tracking keys on this device; nothing leaves it but with a sign-up, a subscription or an order.
import { afterVisit, touchOf, TRACKING_DAYS, type Tracking } from '#shared/tracking.ts'

const NAME = 'mt_tracking'
/** What is kept, not older than 90 days. */
export function tracking(): Tracking {
  try {
    const { at, ...kept } = JSON.parse(localStorage.getItem(NAME) ?? '{}') as Tracking & { at?: number }
    return at && Date.now() - at < TRACKING_DAYS * 86_400_000 ? kept : {}
  } catch {
    return {}
  }
}
/** Keeps the keys of the address that this page was opened by. */
export function keepTracking(): void {
  const touch = touchOf(location.search, Date.now())
  if (Object.keys(touch).length > 0)
    localStorage.setItem(NAME, JSON.stringify({ ...afterVisit(tracking(), touch), at: Date.now() }))
}
