// What stands at each address of the table but the catalogue's, which is in the first file: here screens are put together
// from the features, and pieces of one feature that another's screen shows are handed to it. A row of the table without
// its screen does not compile.
import { type ReactNode, Suspense } from 'react'
import { Redirect } from 'wouter'
import type { Company, Seller } from '#features/companies/contract.ts'
import { readable } from '#shared/address.ts'
import type { Params } from '#shared/route.ts'
import type { OpenPath, OperatorPath, ScreenPath } from '#shared/routes.ts'
import { t } from '#web/i18n.ts'
import { lazy } from '#web/lazy.tsx'
import { Snackbar } from '#web/ui/snack.tsx'
import { enter, refresh, seeCatalogue } from './account.ts'
import { boot, planted } from './boot.ts'
import { Catalogue, LastOrder } from './Catalogue.tsx'
import { Way } from './way.tsx'
import { chatMessage, chatPhone, roleOf, socials, type Viewer } from './viewer.ts'

const SignInPage = lazy(() => import('#features/sessions/web/SignInPage.tsx'))
const ForgotPage = lazy(() => import('#features/sessions/web/ForgotPage.tsx'))
const ResetPage = lazy(() => import('#features/sessions/web/ResetPage.tsx'))
const ConfirmAddressPage = lazy(() => import('#features/mails/web/ConfirmAddressPage.tsx'))
const MessagePage = lazy(() => import('#features/sessions/web/MessagePage.tsx'))
const HomePage = lazy(() => import('./slots/HomePage.tsx'))
const CartPage = lazy(() => import('./slots/CartPage.tsx'))
const PickClientPage = lazy(() => import('#features/carts/web/PickClientPage.tsx'))
const SentPage = lazy(() => import('./slots/SentPage.tsx'))
const PadPage = lazy(() => import('./slots/PadPage.tsx'))
const OrdersPage = lazy(() => import('./slots/OrdersPage.tsx'))
const MyOrdersPage = lazy(() => import('./slots/MyOrdersPage.tsx'))
const OutboxPage = lazy(() => import('./slots/OutboxPage.tsx'))
const LivingPage = lazy(() => import('#features/brochures/web/LivingPage.tsx'))
const ReceiptPage = lazy(() => import('./slots/ReceiptPage.tsx'))
const ProductsAdminPage = lazy(() => import('./slots/ProductsAdminPage.tsx'))
const CategoriesPage = lazy(() => import('#features/categories/web/CategoriesPage.tsx'))
const CategoriesAdminPage = lazy(() => import('#features/categories/web/CategoriesAdminPage.tsx'))
const MyCompanyPage = lazy(() => import('./slots/MyCompanyPage.tsx'))
const ExcelPage = lazy(() => import('#features/spreadsheets/web/ExcelPage.tsx'))
const IntegrationsPage = lazy(() => import('./slots/IntegrationsPage.tsx'))
const BrochurePage = lazy(() => import('#features/brochures/web/BrochurePage.tsx'))
const MaterialPage = lazy(() => import('#features/material/web/MaterialPage.tsx'))
const PagesPage = lazy(() => import('#features/brochures/web/PagesPage.tsx'))
const TablesPage = lazy(() => import('#features/products/web/admin/TablesPage.tsx'))
const AppsPage = lazy(() => import('./AppsPage.tsx'))
const MapPage = lazy(() => import('#features/map/web/MapPage.tsx'))
const MessagesPage = lazy(() => import('./slots/MessagesPage.tsx'))
const MediaPage = lazy(() => import('#features/media/web/MediaPage.tsx'))
const ShelfPage = lazy(() => import('#features/products/web/admin/ShelfPage.tsx'))
const WidgetsPage = lazy(() => import('#features/figures/web/WidgetsPage.tsx'))
const ChartsPage = lazy(() => import('#features/figures/web/ChartsPage.tsx'))
const ClientsPage = lazy(() => import('./slots/ClientsPage.tsx'))
const AccountPage = lazy(() => import('#features/users/web/AccountPage.tsx'))
const UsersPage = lazy(() => import('./slots/UsersPage.tsx'))
const CommissionsPage = lazy(() => import('#features/commissions/web/CommissionsPage.tsx'))
const NoticesPage = lazy(() => import('#features/notices/web/NoticesPage.tsx'))
const DevicePage = lazy(() => import('./slots/DevicePage.tsx'))
const CalendarPage = lazy(() => import('#features/calendar/web/CalendarPage.tsx'))
const VisitsPage = lazy(() => import('./slots/VisitsPage.tsx'))
const EntityListPage = lazy(() => import('#features/entities/web/EntityListPage.tsx'))
const Makers = lazy(() => import('#features/entities/web/Makers.tsx'))
const EntityPage = lazy(() => import('#features/entities/web/EntityPage.tsx'))
const AboutPage = lazy(() => import('#features/companies/web/AboutPage.tsx'))
const CompaniesPage = lazy(() => import('#features/platform/web/CompaniesPage.tsx'))
const SubscribePage = lazy(() => import('#features/subscriptions/web/SubscribePage.tsx'))
const SignUpPage = lazy(() => import('#features/signup/web/SignUpPage.tsx'))
const PrivacyPage = lazy(() => import('#features/privacy/web/PrivacyPage.tsx'))
const PlansPage = lazy(() => import('#features/plans/web/PlansPage.tsx'))
const SubscriptionsPage = lazy(() => import('#features/subscriptions/web/SubscriptionsPage.tsx'))
const ProposalsPage = lazy(() => import('./slots/ProposalsPage.tsx'))
const ResellersPage = lazy(() => import('#features/platform/web/ResellersPage.tsx'))
const PlatformPage = lazy(() => import('#features/platform/web/PlatformPage.tsx'))
const PlatformLogPage = lazy(() => import('#features/platform/web/PlatformLogPage.tsx'))
const UiPage = lazy(() => import('#web/ui/UiPage.tsx'))

/** Who looks, and what the address says. */
type TabledPath = Exclude<ScreenPath, '/pedidos'>
interface Here<P> {
  params: Params<P & string>
}
interface Inside<P> extends Here<P> {
  viewer: Viewer
  /** The words after the question mark. */
  search: string
}
interface Member<P> extends Inside<P> {
  company: Company
  sellers: Seller[]
}
type Given<P extends ScreenPath> = P extends OpenPath ? Here<P> : P extends OperatorPath ? Inside<P> : Member<P>
type Screens = { [P in TabledPath]: (here: Given<P>) => ReactNode }

const numbered = (id: string | undefined) => (id ? Number(id) : null)
const screens: Screens = {
  '/inicio': ({ viewer }) => (
    <HomePage
      viewer={{
        level: viewer.level,
        name: viewer.user.name,
        orders: viewer.orders,
        currency: viewer.currency,
        hide_price: viewer.hide_price,
      }}
    />
  ),
  '/dashboard/categories': ({ viewer, company }) =>
    viewer.level === 1 ? (
      <CategoriesAdminPage subs={company.has_sub_categories} />
    ) : (
      <CategoriesPage notice={<LastOrder viewer={viewer} />} />
    ),
  // The admin's list; for everybody else it is the catalogue.
  '/dashboard/products': ({ company }) => <ProductsAdminPage id={null} company={company} />,
  '/dashboard/products/:id': (here) =>
    here.viewer.level === 1 ? (
      <ProductsAdminPage id={here.params.id} company={here.company} />
    ) : (
      <Catalogue {...here} title={t('Produtos')} />
    ),
  '/dashboard/orders/:id?': ({ viewer, sellers, params }) => (
    <OrdersPage viewer={viewer} sellers={sellers} id={numbered(params.id)} />
  ),
  '/clientes/:id?': ({ viewer, company, sellers, params }) => (
    <ClientsPage
      company={company}
      sellers={sellers}
      admin={viewer.level === 1}
      takesOrders={viewer.orders}
      id={params.id ?? null}
    />
  ),
  '/dashboard/orders/:id/enviado': ({ company, params }) => <SentPage company={company} id={Number(params.id)} />,
  '/dashboard/catalog': ({ viewer: v, company }) => (
    <BrochurePage
      company={company}
      admin={v.level === 1}
      table={v.user.price_table}
      hide_price={v.hide_price}
      currency={v.currency}
    />
  ),
  '/pedido': ({ viewer, company }) => <PadPage viewer={viewer} company={company} />,
  '/dashboard/shoppingcart': ({ viewer, sellers }) => <CartPage viewer={viewer} sellers={sellers} />,
  '/pedidos/meus/:id?': ({ viewer, params }) => <MyOrdersPage viewer={viewer} id={numbered(params.id)} />,
  '/aguardando': ({ viewer, search }) => <OutboxPage viewer={viewer} fresh={new URLSearchParams(search).get('novo')} />,
  '/dashboard/users/:id?': ({ viewer, company, sellers, params }) => (
    <UsersPage company={company} sellers={sellers} me={viewer.user.id} id={params.id ?? null} />
  ),
  '/comissoes': ({ viewer: v, company, sellers }) => (
    <CommissionsPage company={company.id} admin={v.level === 1} hide_price={v.hide_price} sellers={sellers} />
  ),
  '/dashboard/mycompany': ({ company }) => <MyCompanyPage company={company} onSaved={() => void refresh()} />,
  '/dashboard/excel': ({ company }) => <ExcelPage company={company} />,
  '/dashboard/integrations/:part?': ({ params }) => <IntegrationsPage part={params.part} />,
  '/s/:type': ({ viewer, company, params: { type } }) => (
    <EntityListPage
      key={type}
      type={type}
      company={company.id}
      admin={viewer.level === 1}
      planted={planted && boot.entities}
    />
  ),
  '/s/:type/:code': ({ viewer, company, params }) => (
    <EntityPage
      type={params.type}
      code={readable(params.code)}
      cta={company.settings.entity_whatsapp_cta ?? ''}
      message={chatMessage(viewer)}
      admin={viewer.level === 1}
      planted={planted && boot.entity}
    />
  ),
  '/sobre': ({ viewer, company, sellers }) => (
    <AboutPage
      company={company}
      nets={socials(company)}
      phone={chatPhone(viewer, sellers)}
      message={chatMessage(viewer)}
      makers={
        company.settings.show_entity_on_menu && (
          <Suspense>
            <Makers company={company.id} />
          </Suspense>
        )
      }
    />
  ),
  '/avisos': () => <NoticesPage />,
  '/conta': ({ viewer }) => <AccountPage me={viewer.user.id} onSaved={() => void refresh()} />,
  '/aparelho': ({ viewer }) => <DevicePage viewer={viewer} />,
  '/tables': ({ company }) => <TablesPage company={company} />,
  '/dragndrop': () => <ShelfPage />,
  '/pages': () => <PagesPage />,
  '/material': ({ viewer: v, company, sellers }) => (
    <MaterialPage
      company={company}
      sellers={sellers}
      admin={v.level === 1}
      table={v.user.price_table}
      hide_price={v.hide_price}
    />
  ),
  '/visitas/:visit?': ({ viewer, params }) => <VisitsPage viewer={viewer} visit={params.visit ?? null} />,
  '/apps/media': () => <MediaPage />,
  '/apps/calendar': ({ viewer: v, company, sellers }) => (
    <CalendarPage admin={v.level === 1} sellers={sellers} time_zone={company.time_zone} />
  ),
  '/apps': ({ viewer }) => <AppsPage role={roleOf(viewer)} />,
  '/maps': (here) => <Places {...here} full={false} />,
  '/maps/leaflet': (here) => <Places {...here} full />,
  '/apps/messages': ({ company }) => <MessagesPage company={company} />,
  '/widgets': ({ viewer: v }) => <WidgetsPage admin={v.level === 1} hide_price={v.hide_price} />,
  '/charts': ({ viewer: v, sellers }) => (
    <ChartsPage admin={v.level === 1} hide_price={v.hide_price} sellers={sellers} />
  ),

  '/dashboard/companies/:id?': ({ params }) => <CompaniesPage id={params.id ?? null} />,
  '/dashboard/companies/assinaturas': () => <SubscriptionsPage />,
  '/dashboard/companies/propostas': () => <ProposalsPage />,
  '/dashboard/companies/planos': () => <PlansPage />,
  '/dashboard/companies/revendas': () => <ResellersPage />,
  '/dashboard/companies/registro': () => <PlatformLogPage />,
  '/dashboard/companies/plataforma': () => <PlatformPage />,

  '/session/signin': () =>
    boot.unknown ? (
      <Redirect to="/session/404" replace />
    ) : (
      <SignInPage
        onOpened={enter}
        onSeeCatalogue={boot.account ? seeCatalogue : undefined}
        face={{
          photos: boot.photos ?? boot.products?.map((p) => p.foto1).filter(Boolean) ?? [],
          banner: boot.account?.company?.settings.banner_desktop ?? '',
        }}
      />
    ),
  '/session/forgot': () => <ForgotPage />,
  '/session/reset': () => <ResetPage />,
  '/session/confirmar': () => <ConfirmAddressPage />,
  '/session/assinar': () => (
    <>
      <SubscribePage onPaid={() => void refresh()} />
      <Snackbar high={false} />
    </>
  ),
  '/session/criar': () => <SignUpPage onOpened={enter} onChanged={refresh} />,
  '/session/privacidade': () => <PrivacyPage />,
  '/session/error': () => <MessagePage kind="error" />,
  '/session/closed': () => <MessagePage kind="closed" company={boot.closed} />,
  '/session/:other?': () => <MessagePage kind={boot.unknown ? 'unknown' : '404'} />,
  '/pedido/cliente': ({ viewer, search }) => <PickClientPage viewer={viewer} swaps={search.includes('trocar=1')} />,
  '/catalogo/:token': ({ params }) => <LivingPage token={params.token} />,
  '/pedido/:token': ({ params }) => <ReceiptPage token={params.token} />,
  '/ui': () => (document.querySelector('meta[name="parts"]') ? <UiPage /> : <Redirect to="/session/404" replace />),
}

function Places({ viewer, company, sellers, full }: Member<string> & { full: boolean }) {
  return <MapPage company={company} sellers={sellers} admin={viewer.level === 1} full={full} />
}
type Anywhere = (here: object) => ReactNode
/** The screen of a row; the router has looked who finds it. */
export default function Screen({ path, ...here }: { path: TabledPath; params: object } & Partial<Member<string>>) {
  return <Way>{(screens[path] as Anywhere)(here)}</Way>
}
