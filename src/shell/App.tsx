// The router: reads the table of routes, and nothing but it, for who finds which screen and where the others are led.
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { clearCarts } from '#features/carts/web/index.ts'
import type { Route } from '#shared/route.ts'
import { type Found, finds, leadOf, routeAt } from '#shared/routes.ts'
import { t } from '#web/i18n.ts'
import { atMost } from '#web/atMost.ts'
import { ErrorBoundary } from '#web/ErrorBoundary.tsx'
import { lazy } from '#web/lazy.tsx'
import { isWaiting } from '#web/outbox/count.ts'
import { Resting } from '#web/Resting.tsx'
import { siteName } from '#web/site.ts'
import { clearDevice } from '#web/session.ts'
import { Opening } from '#web/ui/states.tsx'
import { Shell } from './Shell.tsx'
import { Catalogue } from './Catalogue.tsx'
import { BrokenPage, BrokenScreen } from './BrokenScreen.tsx'
import { afterSignOut } from './boot.ts'
import { isAdminList, roleOf, sellers, useViewer, type Viewer } from './viewer.ts'

const LeaveCarts = lazy(() => import('#features/carts/web/LeaveCarts.tsx'))
const LeaveDevice = lazy(() => import('./LeaveDevice.tsx'))
const LeaveOutbox = lazy(() => import('./LeaveOutbox.tsx'))
const Leave = lazy(() => import('./Leave.tsx'))
/** Every screen but the catalogue. */
const Other = lazy(() => import('./screens.tsx')) as ComponentType<object>

export function App() {
  const [path] = useLocation()
  const at = routeAt(path)
  const away = at && leadOf(at.route, 'nobody', location.search.slice(1))
  if (away) return <Redirect to={away} replace />
  const open = at && finds(at.route, 'nobody')
  return (
    <Suspense fallback={<Opening />}>
      {open ? (
        <>
          <Title route={at.route} name={siteName()} />
          <ScreenBoundary fallback={<BrokenPage />}>
            <Other {...{ path: at.path, params: at.params }} />
          </ScreenBoundary>
        </>
      ) : (
        <Guarded at={at} />
      )}
    </Suspense>
  )
}

/** Everything that needs somebody: without one, sign-in keeps the way back. */
function Guarded({ at }: { at: Found | null }) {
  const viewer = useViewer()
  /** What is asked before somebody goes: first about what is unsent, then about open carts; of who has no
   * name, about all that goes. */
  const [leaving, setLeaving] = useState<'outbox' | 'carts' | 'device' | null>(null)
  if (!viewer) return <Leave at={at} />
  const stay = () => setLeaving(null)
  const sells = viewer.level <= 2 && viewer.orders
  const go = () => (sells ? setLeaving('carts') : viewer.isPublic ? setLeaving('device') : void leave())
  return (
    <Shell
      key={`${viewer.kind}${viewer.user.id}`}
      viewer={viewer}
      onSignOut={() => (isWaiting() ? setLeaving('outbox') : go())}
    >
      <Suspense fallback={<Opening />}>
        <Screen viewer={viewer} at={at} />
      </Suspense>
      {leaving && (
        <Suspense>
          {leaving === 'outbox' && <LeaveOutbox onStay={stay} onLeave={go} />}
          {leaving === 'device' && <LeaveDevice onStay={stay} onLeave={() => void leave()} />}
          {leaving === 'carts' && <LeaveCarts currency={viewer.currency} onStay={stay} onLeave={() => void leave()} />}
        </Suspense>
      )}
    </Shell>
  )
}
function Screen({ viewer, at }: { viewer: Viewer; at: Found | null }) {
  const list = sellers.use()
  const search = useSearch()
  const role = roleOf(viewer)
  const { company } = viewer
  const title = at && catalogueTitle(at.path, viewer, search)
  const listed = title !== null && company !== null
  /** Once the list was seen it stays, behind whatever comes. */
  const [seen, setSeen] = useState(false)
  if (listed && !seen) setSeen(true)
  // A redirect acts when it is mounted: one that follows another needs a key of its own.
  if (!at || !finds(at.route, role))
    return <Redirect key={at?.path} to={(at && leadOf(at.route, role, search)) ?? '/session/404'} replace />
  return (
    <>
      <Title route={at.route} name={company?.name ?? ''} />
      {seen && company && (
        <ScreenBoundary fallback={listed && <BrokenScreen />}>
          <Resting
            seen={listed}
            draw={() => <Catalogue {...{ viewer, company, sellers: list, title: title ?? '' }} />}
          />
        </ScreenBoundary>
      )}
      {!listed && (
        <ScreenBoundary fallback={<BrokenScreen />}>
          <Other {...{ path: at.path, viewer, company, sellers: list, params: at.params, search }} />
        </ScreenBoundary>
      )}
    </>
  )
}
/** Tries a broken screen again at every other address, query included: a product's sheet is in the query. */
function ScreenBoundary(props: { fallback: ReactNode; children: ReactNode }) {
  const [path] = useLocation()
  return <ErrorBoundary {...props} resetKey={`${path}?${useSearch()}`} />
}
/** What the catalogue is called here; null where something else stands. */
function catalogueTitle(path: string, { level, company }: Viewer, search: string): string | null {
  if (path === '/pedidos') return company?.name ?? ''
  return path === '/dashboard/products' && !(level === 1 && isAdminList(search)) ? t('Produtos') : null
}
/** Said anew at every address, and before the screen, so that one which knows better has the last word. */
function Title({ route: { title, who }, name }: { route: Route; name: string }) {
  const [path] = useLocation()
  useEffect(() => {
    if (title) document.title = t(title, { name }) + (who === 'anybody' ? ` · ${name}` : '')
  }, [path, title, who, name])
  return null
}
/** The device is cleared before the server has answered: on a bad network Sair works at
 * once, and no late refusal comes between. */
async function leave(): Promise<void> {
  // Here already for who has a name; the call takes its token along before the session is forgotten.
  const account = await atMost(
    1000,
    import('./account.ts').catch(() => null),
  )
  const told = account?.tellSignedOut().catch(() => {})
  // A storage that hangs, or a server that does not answer, holds nobody.
  await atMost(3000, Promise.all([clearCarts(), clearDevice(), told]))
  const main = document.querySelector<HTMLMetaElement>('meta[name="main-site"]')?.content ?? ''
  location.assign(afterSignOut(location.hostname, main))
}
