// What a device says of time, judged in one place.
/** As long as a device may have been without a network. */
const LATE_DAYS = 30
/** The device's own moment where it is believed: said from the outbox, not ahead of the server, at most 30 days old. */
export function believed(at: Date | null | undefined, queued: boolean | undefined, now: Date): Date | null {
  if (!at || !queued) return null
  const late = now.getTime() - at.getTime()
  return late >= 0 && late <= LATE_DAYS * 86_400_000 ? at : null
}
