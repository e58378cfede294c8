import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { clearCarts } from '#features/carts/web/index.ts'
import { CataloguePage } from '#features/products/web/index.ts'
import { signOut } from '#features/sessions/contract.ts'
import { readable } from '#shared/address.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { clearDevice, loggedOut } from '#web/session.ts'
import { Snackbar } from '#web/ui/snack.tsx'
import { Opening } from '#web/ui/states.tsx'
import { Shell } from './Shell.tsx'
import { afterSignOut, boot, enter, planted, refresh, seeCatalogue } from './start.ts'
import { loadTags } from './tags.ts'
import { chatHref, chatMessage, chatPhone, currentViewer, isAdminList, sellers, staffAddress, useViewer, type Viewer } from './viewer.ts'

const SignInPage = lazy(() => import('#features/sessions/web/SignInPage.tsx'))
const ForgotPage = lazy(() => import('#features/sessions/web/ForgotPage.tsx'))
const ResetPage = lazy(() => import('#features/sessions/web/ResetPage.tsx'))
const MessagePage = lazy(() => import('#features/sessions/web/MessagePage.tsx'))
const CartPage = lazy(() => import('#features/carts/web/CartPage.tsx'))
const OrdersPage = lazy(() => import('./slots/OrdersPage.tsx'))
const MyOrdersPage = lazy(() => import('#features/orders/web/MyOrdersPage.tsx'))
const ReceiptPage = lazy(() => import('#features/orders/web/ReceiptPage.tsx'))
const ProductsAdminPage = lazy(() => import('./slots/ProductsAdminPage.tsx'))
const CategoriesAdminPage = lazy(() => import('#features/categories/web/CategoriesAdminPage.tsx'))
const MyCompanyPage = lazy(() => import('./slots/MyCompanyPage.tsx'))
const ExcelPage = lazy(() => import('#features/spreadsheets/web/ExcelPage.tsx'))
const IntegrationsPage = lazy(() => import('#features/integrations/web/IntegrationsPage.tsx'))
const CatalogPage = lazy(() => import('#features/catalogs/web/CatalogPage.tsx'))
const PagesPage = lazy(() => import('#features/catalogs/web/PagesPage.tsx'))
const TablesPage = lazy(() => import('#features/products/web/admin/TablesPage.tsx'))
const MediaPage = lazy(() => import('#features/images/web/MediaPage.tsx'))
const ShelfPage = lazy(() => import('#features/products/web/admin/ShelfPage.tsx'))
const UsersPage = lazy(() => import('./slots/UsersPage.tsx'))
const EntityListPage = lazy(() => import('#features/entities/web/EntityListPage.tsx'))
const EntityPage = lazy(() => import('#features/entities/web/EntityPage.tsx'))
const AboutPage = lazy(() => import('#features/companies/web/AboutPage.tsx'))
const CompaniesPage = lazy(() => import('#features/companies/web/CompaniesPage.tsx'))
const SubscribePage = lazy(() => import('#features/subscriptions/web/SubscribePage.tsx'))
const SignUpPage = lazy(() => import('#features/signup/web/SignUpPage.tsx'))
const PrivacyPage = lazy(() => import('#features/privacy/web/PrivacyPage.tsx'))
const PlansPage = lazy(() => import('#features/plans/web/PlansPage.tsx'))
const SubscriptionsPage = lazy(() => import('#features/subscriptions/web/SubscriptionsPage.tsx'))
const ProposalsPage = lazy(() => import('#features/proposals/web/ProposalsPage.tsx'))
const ResellersPage = lazy(() => import('#features/platform/web/ResellersPage.tsx'))
const PlatformPage = lazy(() => import('#features/platform/web/PlatformPage.tsx'))
const PlatformLogPage = lazy(() => import('#features/platform/web/PlatformLogPage.tsx'))
const UiPage = lazy(() => import('#web/ui/UiPage.tsx'))
const loadAskPrices = () => import('#features/price_requests/web/AskPrices.tsx')
let AskPrices: ComponentType<{ isPublic: boolean }> = lazy(loadAskPrices)
const asksPrices = (v: Viewer | null) => v?.level === 3 && v.hide_price && v.company?.price_approval === true
/** What stands in the middle of the first screen and has a file of its own is here before the screen is drawn. */
export async function fetchFirst(): Promise<void> {
  if (planted && asksPrices(currentViewer()))
    await loadAskPrices().then(
      (m) => {
        AskPrices = m.default
      },
      () => {},
    )
}
const Leave = lazy(() => import('./Leave.tsx'))
const CategoriesPage = lazy(() => import('#features/categories/web/CategoriesPage.tsx'))

export function App() {
  return (
    <Suspense fallback={<Opening />}>
      <Switch>
        <Route path="/session/signin">
          <SignInPage onOpened={enter} onSeeCatalogue={loggedOut() && boot.account ? seeCatalogue : undefined} />
        </Route>
        <Route path="/session/forgot" component={ForgotPage} />
        <Route path="/session/reset" component={ResetPage} />
        {document.querySelector('meta[name="parts"]') && <Route path="/ui" component={UiPage} />}
        <Route path="/session/assinar">
          <SubscribePage />
          <Snackbar high={false} />
        </Route>
        <Route path="/session/criar">
          <SignUpPage onOpened={enter} onChanged={refresh} />
        </Route>
        <Route path="/session/privacidade" component={PrivacyPage} />
        <Route path="/assinar">
          <Redirect key="r0" to={`/session/assinar${location.search}`} replace />
        </Route>
        <Route path="/session/error">
          <MessagePage kind="error" />
        </Route>
        <Route path="/session/closed">
          <MessagePage kind="closed" company={boot.closed} />
        </Route>
        <Route path="/session/*?">
          <MessagePage kind="404" />
        </Route>
        <Route path="/pedido/:token">{({ token }) => <ReceiptPage token={token} />}</Route>
        <Route>
          <Guarded />
        </Route>
      </Switch>
    </Suspense>
  )
}

/** Everything that needs somebody: without one, sign-in keeps the way back. */
function Guarded() {
  const viewer = useViewer()
  const company = viewer?.isClient ? viewer.company : null
  useEffect(() => {
    if (company) loadTags(company)
  }, [company])
  const [path] = useLocation()
  if (!viewer) return <Leave path={path} />
  return (
    <Shell key={`${viewer.kind}${viewer.user.id}`} viewer={viewer} onSignOut={() => void leave()}>
      <Suspense fallback={<Opening />}>
        <Screens viewer={viewer} />
      </Suspense>
    </Shell>
  )
}
/** Routes of the specification whose screens come later: guarded, and they lead home until then. */
const LATER = ['/apps', '/apps/calendar', '/apps/messages', '/apps/media', '/widgets', '/material', '/charts', '/maps', '/maps/leaflet', '/pages', '/tables', '/dragndrop']
const leading = (to: string, paths: string[]) =>
  paths.map((path) => (
    <Route key={path} path={path}>
      <Redirect key={path} to={to} replace />
    </Route>
  ))
/** A redirect that follows another needs a key of its own: it acts when it is mounted. */
function Screens({ viewer }: { viewer: Viewer }) {
  const list = sellers.use()
  const { currency, hide_price, orders } = viewer
  const search = useSearch()
  const uses = { subs: viewer.company?.has_sub_categories ?? false, tag_active: viewer.company?.tag_active ?? false, variations_active: viewer.company?.variations_active ?? false }
  const admin = viewer.level === 1 ? viewer.company : null
  const askLink =
    viewer.level >= 2 ? (p: { name: string; code: string }) => chatHref(viewer, list, t('Olá! Qual o preço de {name} ({code})?', { name: p.name, code: p.code })) : undefined
  const notice = asksPrices(viewer) && (
    <Suspense>
      <AskPrices isPublic={viewer.isPublic} />
    </Suspense>
  )
  const catalogue = <CataloguePage currency={currency} hide_price={hide_price} orders={orders} planted={planted} uses={uses} notice={notice} {...(askLink && { askLink })} />
  const home = viewer.level <= 0 ? '/dashboard/companies' : viewer.level === 1 ? '/dashboard/products' : viewer.isPublic ? '/pedidos' : '/dashboard/categories'
  if (viewer.level <= 0)
    return (
      <Switch>
        <Route path="/dashboard/companies/planos" component={PlansPage} />
        <Route path="/dashboard/companies/assinaturas" component={SubscriptionsPage} />
        <Route path="/dashboard/companies/propostas" component={ProposalsPage} />
        <Route path="/dashboard/companies/revendas" component={ResellersPage} />
        <Route path="/dashboard/companies/plataforma" component={PlatformPage} />
        <Route path="/dashboard/companies/registro" component={PlatformLogPage} />
        <Route path="/dashboard/companies/:id?">{({ id }) => <CompaniesPage id={id ?? null} />}</Route>
        {leading(home, ['/', '/mobi', '/dashboard', ...LATER])}
        <Route>
          <Redirect key="r9" to="/session/404" replace />
        </Route>
      </Switch>
    )
  return (
    <Switch>
      <Route path="/">
        <Redirect key="r1" to="/mobi" replace />
      </Route>
      <Route path="/mobi">
        <Redirect key="r2" to={viewer.isPublic ? '/pedidos' : '/dashboard'} replace />
      </Route>
      <Route path="/dashboard">
        <Redirect key="r3" to={home} replace />
      </Route>
      <Route path="/dashboard/products/:id?">
        {({ id }) => (admin && (id || isAdminList(search)) ? <ProductsAdminPage id={id ?? null} company={admin} /> : <Titled title={t('Produtos')}>{catalogue}</Titled>)}
      </Route>
      {viewer.company && (
        <Route path="/sobre">
          <AboutPage company={viewer.company} phone={chatPhone(viewer, list)} message={chatMessage(viewer)} />
        </Route>
      )}
      {viewer.company && (
        <Route path="/s/:type/:code">
          {({ type, code }) => (
            <EntityPage
              type={type}
              code={readable(code)}
              cta={viewer.company?.settings.entity_whatsapp_cta ?? ''}
              message={chatMessage(viewer)}
              admin={viewer.level === 1}
              planted={planted && boot.entity}
            />
          )}
        </Route>
      )}
      {viewer.company && (
        <Route path="/s/:type">
          {({ type }) => <EntityListPage key={type} type={type} company={viewer.company?.id ?? 0} admin={viewer.level === 1} planted={planted && boot.entities} />}
        </Route>
      )}
      {admin && <Route path="/apps/media" component={MediaPage} />}
      {admin && <Route path="/dragndrop" component={ShelfPage} />}
      {admin && <Route path="/tables" component={TablesPage} />}
      {admin && <Route path="/pages" component={PagesPage} />}
      {viewer.company && viewer.level <= 2 && (
        <Route path="/dashboard/catalog">
          <CatalogPage company={viewer.company} admin={admin !== null} table={viewer.user.price_table} hide_price={hide_price} currency={currency} />
        </Route>
      )}
      {admin && <Route path="/dashboard/excel" component={ExcelPage} />}
      {admin && <Route path="/dashboard/integrations" component={IntegrationsPage} />}
      {admin && (
        <Route path="/dashboard/mycompany">
          <MyCompanyPage company={admin} onSaved={() => void refresh()} />
        </Route>
      )}
      {admin && <Route path="/dashboard/users/:id?">{({ id }) => <UsersPage company={admin} sellers={list} me={viewer.user.id} id={id ?? null} />}</Route>}
      <Route path="/dashboard/categories">{admin ? <CategoriesAdminPage subs={admin.has_sub_categories} /> : <CategoriesPage />}</Route>
      <Route path="/dashboard/shoppingcart">
        <CartPage viewer={viewer} sellers={list} />
      </Route>
      <Route path="/dashboard/orders/:id?">
        {({ id }) => (viewer.level <= 2 ? <OrdersPage viewer={viewer} sellers={list} id={id ? Number(id) : null} /> : <Redirect key="r4" to="/pedidos/meus" replace />)}
      </Route>
      <Route path="/pedidos">
        {viewer.level <= 2 ? <Redirect key="r5" to={staffAddress(search, viewer.level === 1)} replace /> : <Titled title={viewer.company?.name ?? ''}>{catalogue}</Titled>}
      </Route>
      <Route path="/pedidos/meus/:id?">{({ id }) => <MyOrdersPage viewer={viewer} id={id ? Number(id) : null} />}</Route>
      {leading(home, LATER)}
      <Route>
        <Redirect key="r6" to="/session/404" replace />
      </Route>
    </Switch>
  )
}
function Titled({ title, children }: { title: string; children: React.ReactNode }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <h1 className="sr">{title}</h1>
      {children}
    </>
  )
}
/** The device is cleared before the server has answered: on a bad network Sair works at once, and no late refusal comes between. */
async function leave(): Promise<void> {
  const told = call(signOut).catch(() => {})
  await Promise.all([clearCarts(), clearDevice(), Promise.race([told, new Promise((done) => setTimeout(done, 3000))])])
  const main = document.querySelector<HTMLMetaElement>('meta[name="main-site"]')?.content ?? ''
  location.assign(afterSignOut(location.hostname, main))
}
