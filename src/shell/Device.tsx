// Around every screen, seconds after the first: the service worker, what it keeps for whoever is here, and the line that
// says that a newer version waits.
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { catalogue } from '#features/products/web/index.ts'
import { t } from '#web/i18n.ts'
import { lazyPart } from '#web/lazy.tsx'
import { createStore } from '#web/store.ts'
import { workerAddress } from '#web/trusted.ts'
import { type PhotoChoice, tell, told } from '#web/worker.ts'
import { bringPhotos } from './photos.ts'
import { consent, hasTags } from './tags.ts'
import { roleOf, type Viewer } from './viewer.ts'
import './Device.css'

const Noticed = lazyPart(() => import('#features/notices/web/Noticed.tsx'))

/** The newer version that waits; `here`: it has taken over already, and this page is of the one before. */
const newer = createStore<ServiceWorker | 'here' | null>(null)
const registration = createStore<ServiceWorkerRegistration | null>(null)

let asked = false
/** From here on this page is opened again by the newer version. */
function takeNewer(): void {
  asked = true
  const waiting = newer.get()
  if (waiting === null || waiting === 'here' || waiting.state === 'redundant') location.reload()
  else waiting.postMessage({ type: 'skip' })
}
const LONGEST_ANSWER = 3000
/** Whether a worker is of the build that this page is of. */
async function isOwn(worker: ServiceWorker): Promise<boolean> {
  const build = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content
  const { port1, port2 } = new MessageChannel()
  const told = new Promise<unknown>((done) => {
    port1.onmessage = (e) => done(e.data)
    setTimeout(done, LONGEST_ANSWER)
  })
  worker.postMessage({ type: 'which' }, [port2])
  return (await told) === build
}
async function register(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers || registration.get()) return
  const controlled = workers.controller !== null
  try {
    const found = await workers.register(workerAddress(), { updateViaCache: 'none' })
    registration.set(found)
    const look = async () => {
      const { waiting } = found
      if (!waiting || !workers.controller) return
      // The server made this page: its worker takes over without a word.
      if (await isOwn(waiting)) waiting.postMessage({ type: 'skip' })
      else newer.set(waiting)
    }
    found.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', () => void look()))
    void look()
    followServer(found)
  } catch {
    // Refused by the browser (a private window, no room): everything else goes on.
    return
  }
  workers.addEventListener('controllerchange', () => {
    if (asked) location.reload()
    else if (controlled && workers.controller)
      void isOwn(workers.controller).then((own) => newer.set(own ? null : 'here'))
  })
}
const SELDOM = 15 * 60_000
/** A page that stays open for days learns of a newer version when it is looked at again. */
function followServer(found: ServiceWorkerRegistration): void {
  let last = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < SELDOM) return
    last = Date.now()
    void found.update().catch(() => {})
  })
}
/** Nothing here would be lost by opening the page anew: no cart, no field, no question. */
const isQuiet = (path: string) =>
  !/^\/(pedido|dashboard\/shoppingcart)/.test(path) &&
  document.querySelector('dialog[open], main textarea, main input:not([type=search]), main select, main form') === null
/** The line about a newer version; a page that nobody looks at and that holds nothing takes it by itself. */
function useNewer() {
  const [path] = useLocation()
  const waiting = newer.use()
  useEffect(() => {
    if (!waiting) return
    const take = () => document.visibilityState === 'hidden' && isQuiet(path) && takeNewer()
    document.addEventListener('visibilitychange', take)
    return () => document.removeEventListener('visibilitychange', take)
  }, [waiting, path])
  return waiting !== null
}
/** Whose files stay. Where others' tags run the server makes each page. */
function useKept(viewer: Viewer): void {
  const found = registration.use()
  const role = roleOf(viewer)
  const tagged = role === 'client' && viewer.company !== null && hasTags(viewer.company) && consent() === true
  useEffect(() => {
    if (!found) return
    const kept = role === 'visitor' || role === 'client' ? role : 'staff'
    void (async () => {
      await tell({ role: tagged ? 'visitor' : kept })
      const worker = (await navigator.serviceWorker.ready).active
      worker?.postMessage({ type: 'keep', role: kept })
      // Firefox asks the person: there it waits for the button on the screen about this device.
      if (kept !== 'visitor' && !/Firefox/.test(navigator.userAgent)) await navigator.storage?.persist?.()
    })().catch(() => {})
  }, [found, role, tagged])
}
const isSparing = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
/** Who sells has the small photos unless something else was chosen; buyers have what they choose. */
export const choiceOf = (kept: PhotoChoice | undefined, level: number): PhotoChoice =>
  kept ?? (level <= 2 && !isSparing() ? 'thumbs' : 'none')
function usePhotos({ level }: Viewer): void {
  const found = registration.use()
  const { complete, kept } = catalogue.use()
  const ready = found !== null && complete && kept.length > 0
  useEffect(() => {
    if (!ready) return
    void told()
      .then((now) => choiceOf(now.photos, level))
      .then((choice) => (choice === 'none' ? undefined : bringPhotos(choice)))
      .catch(() => {})
  }, [ready, level, kept])
}
export default function Device({ viewer }: { viewer: Viewer }) {
  useEffect(() => void register(), [])
  useKept(viewer)
  usePhotos(viewer)
  const isNewer = useNewer()
  return (
    <>
      {viewer.level > 0 && !viewer.isPublic && !viewer.acting && (
        <Suspense>
          <Noticed />
        </Suspense>
      )}
      {isNewer && (
        <div className="newer" role="status">
          {t('Nova versão pronta.')}
          <button type="button" onClick={takeNewer}>
            {t('Atualizar')}
          </button>
        </div>
      )}
    </>
  )
}
