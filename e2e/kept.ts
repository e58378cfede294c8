// The device's copy, as a journey looks into it.
import type { Locator, Page } from 'playwright-core'
import { until } from '../test/kit.ts'

/** What IndexedDB keeps of the device's copy: by name, without whose it is. */
export const stored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Record<string, { shape: string }>>((done) => {
        const open = indexedDB.open('mostruario-device')
        open.onupgradeneeded = () => open.result.createObjectStore('copies')
        open.onerror = () => done({})
        open.onsuccess = () => {
          const db = open.result
          if (!db.objectStoreNames.contains('copies')) {
            db.close()
            return done({})
          }
          const rows: Record<string, { shape: string }> = {}
          const walk = db.transaction('copies').objectStore('copies').openCursor()
          walk.onsuccess = () => {
            const at = walk.result
            if (!at) {
              db.close()
              return done(rows)
            }
            rows[String(at.key).split('|')[1] ?? ''] = at.value as { shape: string }
            at.continue()
          }
        }
      }),
  )
/** Waits until the whole copy is stored. */
export async function copied(page: Page, ...kinds: string[]): Promise<void> {
  await until(async () => {
    const names = Object.keys(await stored(page).catch(() => ({})))
    return ['told', ...kinds].every((kind) => names.some((name) => name.startsWith(kind)))
  })
}
/** The worker is in charge of this page and holds every screen of its role. */
export const installed = (page: Page) =>
  until(() =>
    page.evaluate(
      async () => navigator.serviceWorker.controller !== null && (await caches.match('/kept')) !== undefined,
    ),
  )
/** This person's clock can be put forward, from the next page on. */
export async function clockAhead(page: Page): Promise<(hours: number) => Promise<void>> {
  await page.addInitScript(() => {
    const Real = Date
    const off = () => Number(localStorage.getItem('clock-ahead') ?? 0) * 3_600_000
    class Ahead extends Real {
      constructor(...given: [] | [number]) {
        super(...((given.length > 0 ? given : [Real.now() + off()]) as [number]))
      }
      static override now = () => Real.now() + off()
    }
    window.Date = Ahead as DateConstructor
  })
  return (hours) => page.evaluate((h) => localStorage.setItem('clock-ahead', String(h)), hours)
}
/** Sends what waits, unless it has just gone by itself. */
export const sendNow = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: 'Enviar agora' })
    .click({ timeout: 3000 })
    .catch(() => {})
/** *Editar* on something that waits. */
export async function takeBack(page: Page, row: Page | Locator = page): Promise<void> {
  await row.getByRole('button', { name: 'Editar' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/aguardando'))
}
