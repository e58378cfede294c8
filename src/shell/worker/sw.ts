// The service worker: the shell, the screens' files and the photos that this device keeps. It answers no call (/api).
// When no page is open notices come here, and what waits leaves from here (web/outbox).
import { promisifyRequest } from 'idb-keyval'
import type { Push } from '#features/notices/rules.ts'
import { sendAlone } from '#web/outbox/alone.ts'
import { OUTBOX } from '#web/outbox/names.ts'
import { told } from '#web/worker-state.ts'
import { KEPT, openPhotos } from '#web/worker.ts'

/** Written before this file by the server: which build it belongs to, and what that one's devices keep. */
declare const BUILD: { id: string; first: string[]; kept: Record<string, string[]> }
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Asked extends Lasting {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Message extends Lasting {
  data: { type: 'skip' | 'which' } | { type: 'keep'; role: string }
  ports: MessagePort[]
}
interface Sync extends Lasting {
  tag: string
}
interface Pushed extends Lasting {
  data: { json(): Push } | null
}
interface Clicked extends Lasting {
  notification: { data: { href: string }; close(): void }
}
interface Page {
  url: string
  visibilityState: string
  postMessage(message: unknown, ports?: MessagePort[]): void
  focus(): Promise<Page>
  navigate(address: string): Promise<unknown>
}
const sw = self as unknown as {
  addEventListener: ((type: 'install' | 'activate', on: (e: Lasting) => void) => void) &
    ((type: 'fetch', on: (e: Asked) => void) => void) &
    ((type: 'message', on: (e: Message) => void) => void) &
    ((type: 'sync', on: (e: Sync) => void) => void) &
    ((type: 'push', on: (e: Pushed) => void) => void) &
    ((type: 'notificationclick', on: (e: Clicked) => void) => void)
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(o: object): Promise<Page[]>
    openWindow(address: string): Promise<unknown>
  }
  registration: {
    update(): Promise<unknown>
    showNotification(title: string, o: object): Promise<void>
    pushManager: { getSubscription(): Promise<{ unsubscribe(): Promise<unknown> } | null> }
  }
}
const OF_BUILDS = 'mostruario-build-'
const MINE = OF_BUILDS + BUILD.id
const SHELL = '/shell'

/** Stands there while the server has another build: until that is here, the network says what a page is, and a worker
 * that will not die holds nobody back. */
const PASSED = '/passed'

sw.addEventListener('install', (e) => e.waitUntil(take()))
async function take(): Promise<void> {
  const mine = await caches.open(MINE)
  const shell = await fetch(SHELL, { cache: 'no-cache' })
  if (!shell.ok || shell.headers.get('x-build') !== BUILD.id) throw new Error('another build')
  await Promise.all([mine.put(SHELL, shell), ...BUILD.first.map((a) => keep(mine, a))])
  // A file that does not come now comes when it is asked for.
  const { role } = await told()
  if (role) await keepFor(role)
}
async function keep(mine: Cache, address: string): Promise<void> {
  if (await mine.match(address)) return
  // What has a name of its content may come from the build before.
  const known = isHashed(address) ? await caches.match(address) : undefined
  const found = known ?? (await fetch(address, isHashed(address) ? {} : { cache: 'no-cache' }))
  if (!found.ok) throw new Error(address)
  await mine.put(address, found)
}
/** Answers whether every file of the role is here. */
async function keepFor(role: string): Promise<boolean> {
  const mine = await caches.open(MINE)
  const tried = await Promise.allSettled((BUILD.kept[role] ?? []).map((a) => keep(mine, a)))
  const all = tried.every((one) => one.status === 'fulfilled')
  if (all) await mine.put(KEPT, new Response(role))
  return all
}
const isHashed = (address: string) => /-[\w-]{8}\.\w+$/.test(address)

sw.addEventListener('activate', (e) =>
  e.waitUntil(
    (async () => {
      // Pages of the build before still open theirs: it goes with the next one.
      const others = (await caches.keys()).filter((n) => n.startsWith(OF_BUILDS) && n !== MINE)
      await Promise.all(others.slice(0, -1).map((n) => caches.delete(n)))
      await sw.clients.claim()
    })(),
  ),
)
sw.addEventListener('message', (e) => {
  if (e.data.type === 'skip') e.waitUntil(sw.skipWaiting())
  else if (e.data.type === 'keep') e.waitUntil(keepFor(e.data.role).then((all) => e.ports[0]?.postMessage(all)))
  else e.ports[0]?.postMessage(BUILD.id)
})
// The browser says that there is a network again. What throws is tried once more, when the browser sees fit.
sw.addEventListener('sync', (e) => e.tag === OUTBOX && e.waitUntil(sendAlone()))
sw.addEventListener('push', (e) => e.waitUntil(show(e)))
async function show(e: Pushed): Promise<void> {
  const push = e.data?.json()
  if (!push) return
  const { pushes, icon } = await told()
  if (pushes !== push.to) {
    // Whose it is has left this device: nothing is shown, and nothing more comes.
    await (await sw.registration.pushManager.getSubscription())?.unsubscribe()
    return
  }
  const { title, body, tag, href, at, unread } = push
  await sw.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    timestamp: at || Date.now(),
    ...(icon && { icon }),
    data: { href },
  })
  await (navigator as { setAppBadge?: (n: number) => Promise<void> }).setAppBadge?.(unread).catch(() => {})
}
sw.addEventListener('notificationclick', (e) => {
  e.notification.close()
  e.waitUntil(open(e.notification.data.href))
})
/** So often, every so many milliseconds, a page is asked to go there. A page listens before it stands (veil.js), and what
 * is said earlier waits for it; asked again, for a page of before these words, or one that is just being left. */
const ASKED = 4
const SOON = 2000
function asks(page: Page, href: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((done) => {
    port1.onmessage = () => done(true)
    setTimeout(() => done(false), SOON)
    page.postMessage({ type: 'open', href }, [port2])
  })
}
/** In a page that is open, without loading it anew: what was typed there stays. */
async function open(href: string): Promise<void> {
  const pages = await sw.clients.matchAll({ type: 'window' })
  const page = pages.find((p) => p.visibilityState === 'visible') ?? pages[0]
  if (!page) return void (await sw.clients.openWindow(href))
  await page.focus().catch(() => {})
  for (let n = 0; n < ASKED; n++) if (await asks(page, href)) return
  await page.navigate(href).catch(() => sw.clients.openWindow(href))
}

sw.addEventListener('fetch', (e) => {
  const { request } = e
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (
      !/^\/((api|files|icons|assets|fonts|tags)\/|(healthz|readyz|metrics|vitrine)$)|\.(css|js|json|pdf|png|txt|webmanifest)$/.test(
        pathname,
      )
    )
      e.respondWith(page(e))
  } else if (/^\/(assets|fonts)\/|^\/veil\.js$/.test(pathname)) e.respondWith(file(request))
  else if (/^\/files\/[0-9a-f]{32}-\d+\.webp$/.test(pathname)) e.respondWith(photo(e, pathname))
})

const LONGEST_WAIT = 10_000
/** People with a name have everything here: the shell answers at once and is brought up to date behind. Visitors get
 * the page that the server makes for them, and the shell when there is none. */
async function page(e: Asked): Promise<Response> {
  const mine = await caches.open(MINE)
  const [shell, passed, { role }] = await Promise.all([mine.match(SHELL), mine.match(PASSED), told()])
  const { pathname } = new URL(e.request.url)
  const isOwn = role === 'staff' || role === 'client'
  if (shell && isOwn && !passed && !/^\/(session|ui$|pedido\/(?!cliente))/.test(pathname)) {
    e.waitUntil(renew())
    return shell
  }
  if (!shell) return fetch(e.request)
  try {
    const answer = await fetch(e.request, { signal: AbortSignal.timeout(LONGEST_WAIT) })
    return isAway(answer) ? shell : answer
  } catch {
    return shell
  }
}
/** What stands between says that the server is away, or it that too many ask from here. */
const isAway = ({ status }: Response) => status >= 500 || status === 429
/** The shell as it is now, if it is this build's. */
async function renew(): Promise<void> {
  // Another host's page is none that could be followed to: that it leads away is enough.
  const shell = await fetch(SHELL, { cache: 'no-cache', redirect: 'manual' }).catch(() => null)
  if (!shell || isAway(shell)) return
  const mine = await caches.open(MINE)
  const build = shell.headers.get('x-build')
  // The company is elsewhere now, or nowhere: the server says so to whoever comes next.
  if (!shell.ok || !build) {
    if (!(await hasUnsent())) await mine.delete(SHELL)
  } else if (build === BUILD.id) await Promise.all([mine.put(SHELL, shell), mine.delete(PASSED)])
  else {
    await mine.put(PASSED, new Response(''))
    await sw.registration.update().catch(() => {})
  }
}
/** Whether something lies in the outbox: no page of another address finds it. */
async function hasUnsent(): Promise<boolean> {
  const there = (await indexedDB.databases?.()) ?? []
  if (!there.some(({ name }) => name === OUTBOX)) return false
  const db = await promisifyRequest(indexedDB.open(OUTBOX))
  const rows = await promisifyRequest(db.transaction('items').objectStore('items').count())
  db.close()
  return rows > 0
}
/** A file of this build or of the one before; what is new stays. */
async function file(request: Request): Promise<Response> {
  const mine = await caches.open(MINE)
  const kept = (await mine.match(request.url)) ?? (isHashed(request.url) ? await caches.match(request.url) : undefined)
  if (kept) return kept
  const answer = await fetchPatiently(request)
  if (answer.ok && answer.status === 200) await mine.put(request.url, answer.clone()).catch(() => {})
  return answer
}
/** Milliseconds before the second and the third try. */
const WAITS = [1000, 2000]
/** A document never asks again for a script that failed once. Where there is a network, a file is asked for three times. */
async function fetchPatiently(request: Request): Promise<Response> {
  for (const wait of WAITS)
    try {
      return await fetch(request)
    } catch (error) {
      if (!navigator.onLine) throw error
      await new Promise((go) => setTimeout(go, wait))
    }
  return fetch(request)
}
const THUMBNAIL = 400
async function photo(e: Asked, pathname: string): Promise<Response> {
  const photos = await openPhotos()
  const kept = await photos?.match(pathname)
  if (kept) return kept
  try {
    const answer = await fetch(e.request)
    const choice = (await told()).photos ?? 'thumbs'
    const small = Number(/-(\d+)\.webp$/.exec(pathname)?.[1]) <= THUMBNAIL
    if (answer.status === 200 && (choice === 'all' || (choice === 'thumbs' && small)) && isLasting(answer))
      e.waitUntil(Promise.resolve(photos?.put(pathname, answer.clone()).catch(() => {})))
    return answer
  } catch (error) {
    for (const width of [800, 400, 160, 1600]) {
      const other = await photos?.match(pathname.replace(/-\d+\.webp$/, `-${width}.webp`))
      if (other) return other
    }
    throw error
  }
}
/** A placeholder, or another width in place of one that is being made, is not kept. */
const isLasting = (r: Response) => /immutable/.test(r.headers.get('cache-control') ?? '')
