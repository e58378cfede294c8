// Around every screen, seconds after the first: the service worker, what it keeps for whoever is here, and the line that
// says that a newer version waits.
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { catalogue } from '#features/products/web/index.ts'
import { t } from '#web/i18n.ts'
import { lazyPart } from '#web/lazy.tsx'
import { createStore } from '#web/store.ts'
import { workerAddress } from '#web/trusted.ts'
import { type PhotoChoice, tell, told } from '#web/worker-state.ts'
import { bringPhotos } from './photos.ts'
import { roleOf, type Viewer } from './viewer.ts'
import './Device.css'

const Noticed = lazyPart(() => import('#features/notices/web/Noticed.tsx'))

/** The newer version that waits; `here`: it has taken over already, and this page is of the one before. */
const newer = createStore<ServiceWorker | 'here' | null>(null)
const registration = createStore<ServiceWorkerRegistration | null>(null)

/** Milliseconds before what did not come is tried again: doubled each time, up to the last. */
const FIRST_WAIT = 5000
const LAST_WAIT = 300_000
/** Repeats `work`, with longer and longer waits, until it answers true. */
async function repeatUntilDone(work: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  for (let wait = FIRST_WAIT; !(await work().catch(() => false)); wait = Math.min(LAST_WAIT, wait * 2)) {
    await new Promise((done) => setTimeout(done, wait))
    if (signal?.aborted) return
  }
}
let asked = false
/** From here on this page is opened again by the newer version. */
function takeNewer(): void {
  asked = true
  const waiting = newer.get()
  if (waiting === null || waiting === 'here' || waiting.state === 'redundant') location.reload()
  else waiting.postMessage({ type: 'skip' })
}
const LONGEST_ANSWER = 3000
/** What a worker answers; undefined: nothing in time, or it is of a build that knows no such question. */
function answerOf(worker: ServiceWorker, message: object, longest = LONGEST_ANSWER): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<unknown>((done) => {
    port1.onmessage = (e) => done(e.data)
    setTimeout(done, longest)
  })
  worker.postMessage(message, [port2])
  return answer
}
/** Whether a worker is of the build that this page is of. */
const isOwn = async (worker: ServiceWorker) =>
  (await answerOf(worker, { type: 'which' })) === document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content
/** Whether an install ends well. */
const isInstalled = (worker: ServiceWorker) =>
  new Promise<boolean>((done) => {
    const look = () => worker.state !== 'installing' && done(worker.state !== 'redundant')
    worker.addEventListener('statechange', look)
    look()
  })
let begun = false
async function register(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers || begun) return
  begun = true
  const controlled = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    if (asked) location.reload()
    else if (controlled && workers.controller)
      void isOwn(workers.controller).then((own) => newer.set(own ? null : 'here'))
  })
  // A file that does not come ends an install, and a browser forgets a worker whose first install fails. One that
  // refuses all workers (a private window, no room) is asked again in vain: everything else goes on.
  await repeatUntilDone(async () => {
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
    return found.active !== null || !found.installing || isInstalled(found.installing)
  })
  followServer()
}
const SELDOM = 15 * 60_000
/** A page that stays open for days learns of a newer version when it is looked at again. */
function followServer(): void {
  let last = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < SELDOM) return
    last = Date.now()
    void registration
      .get()
      ?.update()
      .catch(() => {})
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
/** Whose files stay. */
function useKept(viewer: Viewer): void {
  const found = registration.use()
  const role = roleOf(viewer)
  useEffect(() => {
    if (!found) return
    const kept = role === 'visitor' || role === 'client' ? role : 'staff'
    const leaves = new AbortController()
    const keep = async () => {
      const worker = (await navigator.serviceWorker.ready).active
      return worker !== null && (await answerOf(worker, { type: 'keep', role: kept }, LAST_WAIT)) === true
    }
    void (async () => {
      await tell({ role: kept })
      void repeatUntilDone(keep, leaves.signal)
      // Firefox asks the person: there it waits for the button on the screen about this device.
      if (kept !== 'visitor' && !/Firefox/.test(navigator.userAgent)) await navigator.storage?.persist?.()
    })().catch(() => {})
    return () => leaves.abort()
  }, [found, role])
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
