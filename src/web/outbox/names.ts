/** What waits to be sent: its database, its channel, its lock, the tag by which the browser wakes the worker. */
export const OUTBOX = 'mostruario-outbox'
/** The token of whoever it is of, while something waits (wake.ts). */
export const WAKE = 'mostruario-wake'
