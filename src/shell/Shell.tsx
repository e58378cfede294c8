import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { cart, CartBar, useCurrency } from '#features/carts/web/index.ts'
import { promotions, SearchField } from '#features/catalogue/web/index.ts'
// Not by the front door: behind it stands what follows orders.
import { fresh } from '#features/orders/web/fresh.ts'
import { catalogue, finding, typed } from '#features/products/web/index.ts'
import { routeAt } from '#shared/routes.ts'
import { t, tn } from '#web/i18n.ts'
import { ErrorBoundary } from '#web/ErrorBoundary.tsx'
import { lazyPart } from '#web/lazy.tsx'
import { device } from '#web/device/index.ts'
import { hoursOld, STALE } from '#web/device/staleness.ts'
import { online } from '#web/online.ts'
import { waiting } from '#web/outbox/count.ts'
import { useDesk } from '#web/useDesk.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Snackbar } from '#web/ui/snack.tsx'
import { Opening } from '#web/ui/states.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { SideMenu } from './SideMenu.tsx'
import { boot } from './boot.ts'
import { BrokenBar } from './BrokenScreen.tsx'
import { Strips } from './Strips.tsx'
import { consent } from '#web/consent.ts'
import { isMeasured } from './tags.ts'
import { Banner, CartButton, Toolbar } from './Toolbar.tsx'
import {
  chatHref,
  chatPhone,
  isAdminList,
  sellers,
  socials,
  type Viewer,
  wantsLanding,
  wantsSafariNotice,
} from './viewer.ts'

const Freshness = lazyPart(() => import('#web/device/Freshness.tsx'))
const Device = lazyPart(() => import('./Device.tsx'))
const TrialBar = lazyPart(() => import('./TrialBar.tsx'))
const VisitBar = lazyPart(() => import('./VisitBar.tsx'))
const SafariNotice = lazyPart(() => import('./SafariNotice.tsx'))
const Bell = lazyPart(() => import('./Bell.tsx'))
const Landing = lazyPart(() => import('./Landing.tsx'))
const ClientStrip = lazyPart(() => import('#features/carts/web/ClientStrip.tsx'))
const Consent = lazyPart(() => import('./Consent.tsx'))

/** Whether the bar's search finds things here. */
const isSearched = (path: string) => routeAt(path)?.route.catalogue === true

/** The company's people see how many new orders and unread conversations wait; clients with a name, seconds after their
 * first screen, how many conversations do. */
function useFresh({ level, isPublic, company: of }: Viewer, later: boolean) {
  const company = (level === 1 || level === 2 || (later && level === 3 && !isPublic) || undefined) && of?.id
  useEffect(() => {
    if (company === undefined) return
    let stop: (() => void) | null = () => {}
    void import('#features/orders/web/counting.ts').then(({ followFresh }) => {
      if (stop) stop = followFresh(company)
    })
    return () => {
      stop?.()
      stop = null
    }
  }, [company])
  return fresh.use()
}
/** Whether the search's field is open in a phone's bar: until Escape, or another screen that shows
 * nothing of what is searched. */
function useSeeking(path: string) {
  const [at, setAt] = useState<string | null>(null)
  if (at !== null && at !== path) setAt(isSearched(path) ? path : null)
  const seeking = at !== null
  useEffect(() => {
    if (!seeking) return
    document.querySelector<HTMLInputElement>('.bar input[type=search]')?.focus()
    const close = (e: KeyboardEvent) => e.key === 'Escape' && setAt(null)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [seeking])
  return [seeking, (open: boolean) => setAt(open ? path : null)] as const
}
/** What keeps the pages on this device begins when the first screen is done with the network. */
const LATER = 4000
function useLater(): boolean {
  const [is, setIs] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIs(true), LATER)
    return () => clearTimeout(timer)
  }, [])
  return is
}
const NO_PROMOS = { count: 0, until: null }
/** The promotions that this viewer sees: the device's copy when it is whole, else what the first HTML said. */
function usePromos(viewer: Viewer): { count: number; until: string | null } {
  const c = catalogue.use()
  return useMemo(
    () =>
      viewer.hide_price || viewer.level < 2
        ? NO_PROMOS
        : c.complete
          ? promotions(c.products)
          : (boot.promos ?? NO_PROMOS),
    [c, viewer.hide_price, viewer.level],
  )
}
/** Toolbar, menu, page, cart bar: around every screen of somebody who is in. */
export function Shell({ viewer, onSignOut, children }: { viewer: Viewer; onSignOut: () => void; children: ReactNode }) {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const isWide = useDesk()
  // Side mode is open by default except for clients; over everything on some screens at every width (specification §2).
  const side = isWide && !routeAt(path)?.route.over
  const [open, setOpen] = useState({ side: viewer.level < 3, over: false })
  const [seeking, setSeeking] = useSeeking(path)
  const mode = side ? 'side' : 'over'
  const later = useLater()
  const reached = online.use()
  const { told, missing } = device.use()
  const stale = hoursOld(told) > STALE
  const c = cart.use()
  const currency = useCurrency(viewer.currency)
  const list = sellers.use()
  const words = typed.use()
  const seeks = finding.use()
  const news = useFresh(viewer, later)
  const unsent = waiting.use()
  const promos = usePromos(viewer)
  const company = viewer.company
  const catalogueHere = isSearched(path) && !(viewer.level === 1 && isAdminList(query))
  /** On a phone, what is looked for begins right under its field. */
  const finds = catalogueHere && (seeking || seeks || words !== '')
  const bar = catalogueHere && viewer.orders && c.lines.length > 0
  const settings = company?.settings
  const outside = viewer.level === 2 || viewer.level === 3
  const chat = !!company && outside && settings?.show_whatsapp_in_toolbar !== false && chatPhone(viewer, list) !== ''
  const search = (
    <SearchField
      value={words}
      onChange={(text) => {
        typed.set(text)
        if (!isSearched(path) && text) navigate(viewer.isClient ? '/pedidos' : '/dashboard/products')
      }}
    />
  )
  const counts = { cart: c.lines.length, ...news }
  const measured = isMeasured(viewer)
  const asks = measured && consent() === null
  return (
    <>
      {(!reached || stale || missing > 0) && (
        <p className="offline" role="status">
          {!reached && (
            <span>
              {t(
                'Sem internet. O que já foi carregado continua aqui; pedidos ficam neste aparelho e saem sozinhos quando ela voltar.',
              )}{' '}
            </span>
          )}
          <Suspense>
            <Freshness hide_price={viewer.hide_price} />
          </Suspense>
        </p>
      )}
      <Suspense>{later && <Device viewer={viewer} />}</Suspense>
      <ErrorBoundary fallback={<BrokenBar />}>
        <Toolbar
          company={company ?? { name: 'Mostruário', logo: '' }}
          home={viewer.isClient ? '/pedidos' : '/mobi'}
          onMenu={() => setOpen({ ...open, [mode]: !open[mode] })}
          search={viewer.level > 0 ? search : undefined}
          seeking={seeking}
          onSeek={setSeeking}
        >
          {chat && (
            <a
              className="ib"
              href={chatHref(viewer, list)}
              target="_blank"
              rel="noreferrer"
              aria-label={t('Conversar via whatsapp')}
            >
              <Icon name="whatsapp" />
            </a>
          )}
          {outside &&
            socials(company).map((s) => (
              <a
                key={s.name}
                className="ib wideonly"
                href={s.href}
                target="_blank"
                rel="noreferrer"
                aria-label={s.label}
              >
                <Icon name={s.name} />
              </a>
            ))}
          {unsent > 0 && (
            <Link
              href="/aguardando"
              className="ib"
              aria-label={tn(unsent, '{n} aguardando envio', '{n} aguardando envio')}
            >
              <Icon name="upload" />
              <span className="n">{unsent}</span>
            </Link>
          )}
          {viewer.orders && outside && <CartButton count={c.lines.length} />}
          {company && viewer.level > 0 && !viewer.isPublic && (
            <Suspense fallback={<span className="ib" />}>
              <Bell viewer={viewer} company={company.id} />
            </Suspense>
          )}
          <MoreMenu viewer={viewer} chatShown={chat} onSignOut={onSignOut} />
        </Toolbar>
      </ErrorBoundary>
      <div className="shell">
        {open[mode] && (
          <ErrorBoundary>
            <SideMenu
              viewer={viewer}
              counts={counts}
              mode={mode}
              onClose={() => setOpen({ ...open, [mode]: false })}
              onSignOut={onSignOut}
            />
          </ErrorBoundary>
        )}
        <main className={`main${bar ? ' withbar' : ''}${finds ? ' finding' : ''}`}>
          {/* What stands above the page comes with it: nothing moves down later. */}
          <Suspense fallback={<Opening />}>
            {viewer.acting && <VisitBar company={company?.name ?? ''} until={viewer.acting.until} />}
            {company && viewer.level <= 2 && (company.trial || company.is_blocked) && <TrialBar company={company} />}
            {company && outside && (
              <ErrorBoundary>
                <Strips
                  company={company}
                  promos={catalogueHere ? promos : NO_PROMOS}
                  catalogue={viewer.isClient ? '/pedidos' : '/dashboard/products'}
                />
              </ErrorBoundary>
            )}
            {catalogueHere && company && viewer.level <= 2 && viewer.orders && <ClientStrip company={company} />}
            {catalogueHere && company && (
              <ErrorBoundary>
                <Banner company={company} />
              </ErrorBoundary>
            )}
            {children}
          </Suspense>
        </main>
      </div>
      {bar && company && (
        <ErrorBoundary fallback={<BrokenBar />}>
          <CartBar company={company} currency={currency} hide_price={viewer.hide_price} isPublic={viewer.isPublic} />
        </ErrorBoundary>
      )}
      <Suspense>
        {company && viewer.isClient && path === '/pedidos' && wantsLanding(company) && <Landing company={company} />}
        {measured && company && <Consent {...{ company, bar }} />}
        {wantsSafariNotice() && !asks && !bar && path !== '/dashboard/shoppingcart' && <SafariNotice />}
      </Suspense>
      <Snackbar high={bar || path === '/apps/messages' || (path === '/dashboard/shoppingcart' && c.lines.length > 0)} />
    </>
  )
}
