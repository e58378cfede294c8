// Where this device is: asked for by a tap only, kept as long as the page.
import type { Point } from '#shared/geo.ts'
import { t } from '../i18n.ts'
import { createStore } from '../store.ts'
import { notify } from '../ui/snack.tsx'

export const here = createStore<Point | null>(null)
/** Asks the device; a refusal is said, and what to do instead. */
export const askHere = (instead: string): Promise<Point | null> =>
  new Promise((done) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const at = { lat: coords.latitude, lng: coords.longitude }
        here.set(at)
        done(at)
      },
      () => {
        notify(`${t('Não conseguimos saber onde este aparelho está.')} ${instead}`)
        done(null)
      },
      { timeout: 10_000, maximumAge: 60_000 },
    )
  })
