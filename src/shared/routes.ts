// Every address of the browser: who finds a screen there and where it leads the others, what it is called, where the
// menu has it, what its first HTML brings, on whose devices it stays. Router, menu, guard and server read this table; it
// decides nothing else.

import { type InMenu, type Role, type Route, staffFrom } from './route.ts'
import { type OPERATOR, PLATFORM } from './platform_routes.ts'

export { finds, leadOf } from './route.ts'

const ADMIN = ['admin'] as const
const STAFF = ['admin', 'seller'] as const
const BUYERS = ['client', 'visitor'] as const
const COMPANY = [...STAFF, ...BUYERS] as const
const NOBODY = [] as const
const HOME = {
  operator: '/dashboard/companies',
  admin: '/dashboard/products',
  seller: '/dashboard/categories',
  client: '/dashboard/categories',
  visitor: '/pedidos',
} as const
/** Where the home screen's shortcut leads. */
const NEW_ORDER = { ...HOME, admin: '/pedido/cliente', seller: '/pedido/cliente', client: '/pedidos' } as const
const TEAM = { who: STAFF, leads: HOME } as const
const MINE = '/pedidos/meus'
const VISITS = { group: 'main', at: 4.6, name: 'Visitas', icon: 'check' } as const
const AGENDA = { group: 'main', at: 4.5, name: 'Agenda', icon: 'calendar' } as const
const DAY = { group: 'main', at: 6.5, name: 'Indicadores', icon: 'chart' } as const
/** A tool that the menu lies over. */
const OVER = { ...TEAM, over: true } as const
const MATERIAL = { group: 'main', at: 6.2, name: 'Material de venda', icon: 'picture' } as const
const TALKS = { group: 'main', at: 4.4, name: 'Mensagens', icon: 'chat', badge: 'messages' } as const

export const ROUTES = {
  '/': { who: NOBODY, leads: HOME, walkIn: true, first: 'cards' },
  '/mobi': { who: NOBODY, leads: HOME, walkIn: true, first: 'cards' },
  '/dashboard': { who: NOBODY, leads: HOME },

  '/inicio': {
    who: STAFF,
    leads: HOME,
    title: 'Início',
    menu: [{ group: 'main', at: 0, name: 'Início', icon: 'home' }],
    stays: { staff: 'shell/slots/HomePage.tsx' },
  },
  '/dashboard/categories': {
    who: COMPANY,
    title: 'Categorias',
    menu: [{ group: 'main', at: 1, name: 'Categorias', icon: 'grid' }],
    stays: { visitor: 'features/categories/web/CategoriesPage.tsx' },
  },
  '/dashboard/products': {
    who: COMPANY,
    title: 'Produtos',
    menu: [
      { group: 'main', at: 2, name: 'Produtos', icon: 'tag' },
      { group: 'orders', at: 1, name: 'Catálogo', icon: 'picture', who: ['seller'] },
    ],
    walkIn: 'product_code',
    first: 'cards',
    catalogue: true,
  },
  '/dashboard/products/:id': { who: COMPANY, title: 'Produtos' },
  '/dashboard/orders/:id?': {
    who: STAFF,
    leads: { client: MINE, visitor: MINE },
    title: 'Pedidos',
    menu: [
      { group: 'main', at: 3, name: 'Pedidos', icon: 'box', badge: 'new' },
      { group: 'orders', at: 2, name: 'Meus pedidos', icon: 'box', who: ['seller'] },
    ],
    orders: true,
    stays: { staff: 'shell/slots/OrdersPage.tsx' },
  },
  '/clientes/:id?': {
    who: STAFF,
    title: 'Clientes',
    menu: [{ group: 'main', at: 4, name: 'Clientes', icon: 'person' }],
    stays: { staff: 'shell/slots/ClientsPage.tsx' },
  },
  '/dashboard/orders/:id/enviado': {
    who: STAFF,
    title: 'Pedido enviado',
    stays: { staff: 'shell/slots/SentPage.tsx' },
  },
  '/pedido': {
    who: STAFF,
    title: 'Tirar pedido',
    menu: [{ group: 'main', at: 5, name: 'Tirar pedido', icon: 'edit', when: 'pad' }],
    stays: { staff: 'shell/slots/PadPage.tsx' },
  },
  '/dashboard/catalog': {
    who: STAFF,
    title: 'Gerar PDF',
    menu: [{ group: 'main', at: 6, name: 'Gerar PDF', icon: 'doc' }],
    stays: { staff: 'features/brochures/web/BrochurePage.tsx' },
  },
  '/dashboard/shoppingcart': {
    who: COMPANY,
    title: 'Seu pedido',
    menu: [
      { group: 'main', at: 7, name: 'Carrinho', icon: 'bag', when: 'orders', badge: 'cart' },
      {
        group: 'orders',
        at: 3,
        name: 'Carrinho',
        icon: 'bag',
        who: ['seller', ...BUYERS],
        when: 'orders',
        badge: 'cart',
      },
    ],
    walkIn: true,
    first: 'data',
    stays: { visitor: 'shell/slots/CartPage.tsx' },
  },
  '/pedidos': {
    who: BUYERS,
    title: '{name}',
    leads: { admin: staffFrom('/dashboard/products?view=vitrine&'), seller: staffFrom('/dashboard/products?') },
    menu: [
      { group: 'main', at: 8, name: 'Pedido Digital', icon: 'key', who: COMPANY, when: 'digital' },
      { group: 'orders', at: 1, name: 'Catálogo', icon: 'picture' },
    ],
    walkIn: true,
    first: 'cards',
    catalogue: true,
    orders: true,
  },
  '/pedidos/meus/:id?': {
    who: COMPANY,
    menu: [
      { group: 'orders', at: 2, name: 'Meus pedidos', icon: 'box', who: ['client'], badge: 'messages' },
      { group: 'orders', at: 2, name: 'Pedidos deste aparelho', icon: 'box', who: ['visitor'] },
    ],
    walkIn: true,
    orders: true,
    stays: { client: 'shell/slots/MyOrdersPage.tsx' },
  },

  '/aguardando': {
    who: COMPANY,
    title: 'Aguardando envio',
    walkIn: true,
    stays: { visitor: 'shell/slots/OutboxPage.tsx' },
  },
  '/dashboard/users/:id?': {
    who: ADMIN,
    title: 'Usuários',
    menu: [{ group: 'company', at: 1, name: 'Usuários', icon: 'people' }],
  },
  '/comissoes': {
    who: STAFF,
    title: 'Comissões e metas',
    menu: [{ group: 'company', at: 2, name: 'Comissões e metas', icon: 'star', who: ADMIN }],
    stays: { staff: 'features/commissions/web/CommissionsPage.tsx' },
  },
  '/dashboard/mycompany': {
    who: ADMIN,
    title: 'Sua empresa',
    menu: [{ group: 'company', at: 3, name: 'Sua empresa', icon: 'building' }],
  },
  '/dashboard/excel': {
    who: ADMIN,
    title: 'Integração Excel',
    menu: [{ group: 'company', at: 4, name: 'Integração Excel', icon: 'sheet' }],
  },
  '/dashboard/integrations/:part?': {
    who: ADMIN,
    title: 'Integrações',
    menu: [{ group: 'company', at: 5, name: 'Integrações', icon: 'plug' }],
  },
  '/s/:type': {
    who: COMPANY,
    // One entry under the company's own word, where it has one.
    menu: [
      { group: 'company', at: 6, name: 'Artesãos', icon: 'hand', when: 'profiles', href: '/s/artesaos/' },
      { group: 'company', at: 7, name: 'Marcas', icon: 'star', when: 'profiles', href: '/s/marcas' },
      { group: 'company', at: 8, name: 'Fabricantes', icon: 'factory', when: 'profiles', href: '/s/fabricantes' },
    ],
    walkIn: true,
    first: 'bar',
    ahead: true,
    stays: { client: 'features/entities/web/EntityListPage.tsx' },
  },
  '/s/:type/:code': {
    who: COMPANY,
    walkIn: true,
    first: 'bar',
    ahead: true,
    stays: { client: 'features/entities/web/EntityPage.tsx' },
  },
  '/sobre': {
    who: COMPANY,
    title: 'Conheça {name}',
    menu: [{ group: 'company', at: 9, name: 'Sobre nós', icon: 'info' }],
    walkIn: true,
    first: 'bar',
    ahead: true,
    stays: { client: 'features/companies/web/AboutPage.tsx' },
  },
  '/aparelho': {
    who: COMPANY,
    title: 'Neste aparelho',
    walkIn: true,
    stays: { visitor: 'shell/slots/DevicePage.tsx' },
  },
  '/avisos': { who: [...STAFF, 'client'], title: 'Avisos', stays: { client: 'features/notices/web/NoticesPage.tsx' } },
  '/conta': { who: [...STAFF, 'client'], title: 'Seus dados' },
  '/novo': { who: NOBODY, leads: NEW_ORDER, walkIn: true },
  '/tables': { who: ADMIN, leads: HOME, title: 'Tabelas de preço' },
  '/dragndrop': { who: ADMIN, leads: HOME, title: 'Ordem da vitrine' },
  '/pages': { who: ADMIN, leads: HOME, title: 'Páginas do PDF' },
  '/apps/media': { who: ADMIN, leads: HOME, title: 'Fotos', over: true },
  '/apps': { ...TEAM, title: 'Aplicativos', stays: { staff: 'shell/AppsPage.tsx' } },
  '/visitas/:visit?': {
    who: STAFF,
    title: 'Visitas',
    menu: [VISITS],
    stays: { staff: 'shell/slots/VisitsPage.tsx' },
  },
  '/apps/calendar': {
    ...OVER,
    title: 'Agenda',
    menu: [AGENDA],
    stays: { staff: 'features/calendar/web/CalendarPage.tsx' },
  },
  '/apps/messages': { ...OVER, title: 'Mensagens', menu: [TALKS], stays: { staff: 'shell/slots/MessagesPage.tsx' } },
  '/widgets': { ...TEAM, title: 'Indicadores', menu: [DAY], stays: { staff: 'features/figures/web/WidgetsPage.tsx' } },
  '/material': { ...TEAM, title: 'Material de venda', menu: [MATERIAL] },
  '/charts': { ...TEAM, title: 'Gráficos' },
  '/maps': {
    ...TEAM,
    title: 'Mapa',
    menu: [{ group: 'main', at: 4.7, name: 'Mapa', icon: 'globe' }],
    stays: { staff: 'features/map/web/MapPage.tsx' },
  },
  '/maps/leaflet': { ...OVER, title: 'Mapa' },
  '/pedido/cliente': { who: STAFF, title: 'Novo pedido', stays: { staff: 'features/carts/web/PickClientPage.tsx' } },
  '/pedido/:token': { who: 'anybody', stays: { client: 'shell/slots/ReceiptPage.tsx' } },
  '/catalogo/:token': { who: 'anybody' },
  '/ui': { who: 'anybody' },
  ...PLATFORM,
} as const satisfies Record<string, Route>

type Path = keyof typeof ROUTES
type Who<P extends Path> = (typeof ROUTES)[P]['who']
/** Rows that somebody finds a screen at. */
export type ScreenPath = { [P in Path]: Who<P> extends readonly [] ? never : P }[Path]
export type OpenPath = { [P in Path]: Who<P> extends 'anybody' ? P : never }[Path]
export type OperatorPath = { [P in Path]: Who<P> extends typeof OPERATOR ? P : never }[Path]

export interface Found {
  path: Path
  route: Route
  params: Record<string, string | undefined>
}
const paths = Object.keys(ROUTES) as Path[]
const isPath = (path: string): path is Path => !path.includes(':') && Object.hasOwn(ROUTES, path)
const patterns = paths
  .filter((path) => path.includes(':'))
  .map((path) => {
    const inner = path.replace(/\/:(\w+)(\??)/g, (_, name: string, may: string) =>
      may ? `(?:/(?<${name}>[^/]+))?` : `/(?<${name}>[^/]+)`,
    )
    return { path, is: new RegExp(`^${inner}/?$`, 'i') }
  })
/** The row of an address: one that is written so before one with something to fill in. */
export function routeAt(pathname: string): Found | null {
  const plain = pathname.replace(/(.)\/$/, '$1').toLowerCase()
  if (isPath(plain)) return { path: plain, route: ROUTES[plain], params: {} }
  for (const { path, is } of patterns) {
    const found = is.exec(pathname)
    if (found) return { path, route: ROUTES[path], params: { ...found.groups } }
  }
  return null
}
type Icon = { [P in Path]: (typeof ROUTES)[P] extends { menu: readonly { icon: infer I }[] } ? I : never }[Path]
export interface Entry extends InMenu {
  path: Path
  icon: Icon
  who: readonly Role[]
  href: string
}
/** Every entry of the menu, in order. */
export const MENU: readonly Entry[] = paths
  .flatMap((path) => {
    const { who, menu = [] }: Route = ROUTES[path]
    const href = path.replace(/\/:.*/, '')
    return who === 'anybody' ? [] : menu.map((m) => ({ path, who, href, ...m, icon: m.icon as Icon }))
  })
  .toSorted((a, b) => a.at - b.at)
/** Whether somebody without a session is let in by the host alone. */
export function isWalkIn(pathname: string, search: string): boolean {
  const open = routeAt(pathname)?.route.walkIn
  return open === true || (open !== undefined && search.includes(`${open}=`))
}
