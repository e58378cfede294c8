// Where this device is, if whoever holds it allows that; never asked before somebody wants it.
export interface Here {
  lat: number
  lng: number
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
