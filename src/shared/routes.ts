// Every address of the browser: who finds a screen there and where it leads the others, what it is called, where the
// menu has it, what its first HTML brings. Router, menu, guard and server read this table; it decides nothing else.

import { type InMenu, type Role, type Route, staffFrom, withSearch } from './route.ts'

export { finds, leadOf } from './route.ts'

const ADMIN = ['admin'] as const
const OPERATOR = ['operator'] as const
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
/** Needs no session, looks like the platform where the host is no company's. */
const OPEN = { who: 'anybody', platform: 'alone' } as const
const OPERATORS = { who: OPERATOR, platform: 'alone' } as const
const LATER = { who: NOBODY, leads: HOME } as const
const MINE = '/pedidos/meus'
const AGENDA = { group: 'main', at: 4.5, name: 'Agenda', icon: 'calendar' } as const
const subscribe = withSearch('/session/assinar')

export const ROUTES = {
  '/': { who: NOBODY, leads: HOME, walkIn: true, first: 'cards' },
  '/mobi': { who: NOBODY, leads: HOME, walkIn: true, first: 'cards' },
  '/dashboard': { who: NOBODY, leads: HOME },

  '/inicio': {
    who: STAFF,
    leads: HOME,
    title: 'Início',
    menu: [{ group: 'main', at: 0, name: 'Início', icon: 'home' }],
  },
  '/dashboard/categories': {
    who: COMPANY,
    title: 'Categorias',
    menu: [{ group: 'main', at: 1, name: 'Categorias', icon: 'grid' }],
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
  },
  '/clientes/:id?': {
    who: STAFF,
    title: 'Clientes',
    menu: [{ group: 'main', at: 4, name: 'Clientes', icon: 'person' }],
  },
  '/dashboard/orders/:id/enviado': { who: STAFF, title: 'Pedido enviado' },
  '/pedido': {
    who: STAFF,
    title: 'Tirar pedido',
    menu: [{ group: 'main', at: 5, name: 'Tirar pedido', icon: 'edit', when: 'pad' }],
  },
  '/dashboard/catalog': {
    who: STAFF,
    title: 'Gerar PDF',
    menu: [{ group: 'main', at: 6, name: 'Gerar PDF', icon: 'doc' }],
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
      { group: 'orders', at: 2, name: 'Meus pedidos', icon: 'box', who: ['client'] },
      { group: 'orders', at: 2, name: 'Pedidos deste aparelho', icon: 'box', who: ['visitor'] },
    ],
    walkIn: true,
    orders: true,
  },
  '/aguardando': { who: COMPANY, title: 'Aguardando envio', walkIn: true },
  '/dashboard/users/:id?': {
    who: ADMIN,
    title: 'Usuários',
    menu: [{ group: 'company', at: 1, name: 'Usuários', icon: 'people' }],
  },
  '/comissoes': {
    who: STAFF,
    title: 'Comissões e metas',
    menu: [{ group: 'company', at: 2, name: 'Comissões e metas', icon: 'star', who: ADMIN }],
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
  '/dashboard/integrations': {
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
    ahead: 'features/entities/web/EntityListPage.tsx',
  },
  '/s/:type/:code': { who: COMPANY, walkIn: true, first: 'bar', ahead: 'features/entities/web/EntityPage.tsx' },
  '/sobre': {
    who: COMPANY,
    title: 'Conheça {name}',
    menu: [{ group: 'company', at: 9, name: 'Sobre nós', icon: 'info' }],
    walkIn: true,
    first: 'bar',
    ahead: 'features/companies/web/AboutPage.tsx',
  },
  '/aparelho': { who: COMPANY, title: 'Neste aparelho', walkIn: true },
  '/novo': { who: NOBODY, leads: NEW_ORDER, walkIn: true },
  '/tables': { who: ADMIN, leads: HOME, title: 'Tabelas de preço' },
  '/dragndrop': { who: ADMIN, leads: HOME, title: 'Ordem da vitrine' },
  '/pages': { who: ADMIN, leads: HOME, title: 'Páginas do PDF' },
  '/apps/media': { who: ADMIN, leads: HOME, title: 'Fotos', over: true },
  '/apps': LATER,
  '/apps/calendar': { who: STAFF, leads: HOME, title: 'Agenda', menu: [AGENDA], over: true },
  '/apps/messages': { ...LATER, over: true },
  '/widgets': LATER,
  '/material': LATER,
  '/charts': LATER,
  '/maps': LATER,
  '/maps/leaflet': { ...LATER, over: true },

  '/dashboard/companies/:id?': {
    ...OPERATORS,
    title: 'Empresas',
    menu: [{ group: 'main', at: 1, name: 'Empresas', icon: 'building' }],
  },
  '/dashboard/companies/assinaturas': {
    ...OPERATORS,
    title: 'Assinaturas',
    menu: [{ group: 'platform', at: 1, name: 'Assinaturas', icon: 'star' }],
  },
  '/dashboard/companies/propostas': {
    ...OPERATORS,
    title: 'Propostas',
    menu: [{ group: 'platform', at: 2, name: 'Propostas', icon: 'sheet' }],
  },
  '/dashboard/companies/planos': {
    ...OPERATORS,
    title: 'Planos',
    menu: [{ group: 'platform', at: 3, name: 'Planos e cupons', icon: 'tag' }],
  },
  '/dashboard/companies/revendas': {
    ...OPERATORS,
    title: 'Revendas',
    menu: [{ group: 'platform', at: 4, name: 'Revendas', icon: 'people' }],
  },
  '/dashboard/companies/registro': {
    ...OPERATORS,
    title: 'Registro',
    menu: [{ group: 'platform', at: 5, name: 'Registro', icon: 'history' }],
  },
  '/dashboard/companies/plataforma': {
    ...OPERATORS,
    title: 'Plataforma',
    menu: [{ group: 'platform', at: 6, name: 'Números e ajustes', icon: 'filter' }],
  },

  '/session/signin': { ...OPEN, title: 'Entrar', ahead: 'features/sessions/web/SignInPage.tsx' },
  '/session/forgot': { ...OPEN, title: 'Esqueci minha senha' },
  '/session/reset': { ...OPEN, title: 'Criar outra senha' },
  '/session/assinar': { ...OPEN, title: 'Assinar o Mostruário' },
  '/session/criar': { ...OPEN, title: 'Criar meu catálogo', platform: 'everywhere' },
  '/session/privacidade': { ...OPEN, title: 'Privacidade' },
  '/session/error': { ...OPEN, title: 'Algo deu errado' },
  '/session/closed': { ...OPEN, title: 'Catálogo fechado' },
  '/session/:other?': { ...OPEN, title: 'Página não encontrada' },
  '/pedido/cliente': { who: STAFF, title: 'Novo pedido' },
  '/pedido/:token': { who: 'anybody' },
  '/assinar': {
    who: NOBODY,
    leads: {
      nobody: subscribe,
      operator: subscribe,
      admin: subscribe,
      seller: subscribe,
      client: subscribe,
      visitor: subscribe,
    },
  },
  '/ui': { who: 'anybody' },
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
