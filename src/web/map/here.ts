// Where this device is, if whoever holds it allows that; never asked before somebody wants it.
import type { Point } from '#shared/geo.ts'
import { t } from '../i18n.ts'
import { createStore } from '../store.ts'
import { notify } from '../ui/snack.tsx'

export interface Here extends Point {
  accuracy: number
}
const PATIENCE = 8000
/** null: not allowed, not known, or not in time. */
export const whereAmI = (): Promise<Here | null> =>
  new Promise((done) => {
    if (!('geolocation' in navigator)) return done(null)
    // A question that nobody answers keeps nobody waiting.
    setTimeout(() => done(null), PATIENCE + 500)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        done({ lat: latitude, lng: longitude, accuracy: Math.round(accuracy) }),
      () => done(null),
      { timeout: PATIENCE, maximumAge: 60_000, enableHighAccuracy: true },
    )
  })
/** Where it was when it was last asked, as long as the page stays. */
export const here = createStore<Point | null>(null)
/** Asks the device; that it does not know is said, and what to do instead. */
export async function askHere(instead: string): Promise<Point | null> {
  const found = await whereAmI()
  if (found) here.set({ lat: found.lat, lng: found.lng })
  else notify(`${t('Não conseguimos saber onde este aparelho está.')} ${instead}`)
  return found
}
