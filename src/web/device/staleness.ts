const HOUR = 3_600_000
/** Age in hours from which prices on the device are marked; from three times this age they are called old. */
export const STALE = 24
export const hoursOld = (told: number) => (told ? (Date.now() - told) / HOUR : 0)
