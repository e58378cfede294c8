// The rows of the table of routes (routes.ts) that are no company's: the operator's screens, and those that need no
// session.
import { type Route, withSearch } from './route.ts'

export const OPERATOR = ['operator'] as const
/** Needs no session, looks like the platform where the host is no company's. */
const OPEN = { who: 'anybody', platform: 'alone' } as const
const OPERATORS = { who: OPERATOR, platform: 'alone' } as const
const subscribe = withSearch('/session/assinar')

export const PLATFORM = {
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

  '/session/signin': {
    ...OPEN,
    title: 'Entrar',
    ahead: true,
    stays: { client: 'features/sessions/web/SignInPage.tsx' },
  },
  '/session/forgot': { ...OPEN, title: 'Esqueci minha senha' },
  '/session/reset': { ...OPEN, title: 'Criar outra senha' },
  '/session/confirmar': { ...OPEN, title: 'Confirmar endereço' },
  '/session/assinar': { ...OPEN, title: 'Assinar o Mostruário' },
  '/session/criar': { ...OPEN, title: 'Criar meu catálogo', platform: 'everywhere' },
  '/session/privacidade': { ...OPEN, title: 'Privacidade', walkIn: true },
  '/session/error': { ...OPEN, title: 'Algo deu errado' },
  '/session/closed': { ...OPEN, title: 'Catálogo fechado' },
  '/session/:other?': {
    ...OPEN,
    title: 'Página não encontrada',
    stays: { visitor: 'features/sessions/web/MessagePage.tsx' },
  },
  '/assinar': {
    who: [],
    leads: {
      nobody: subscribe,
      operator: subscribe,
      admin: subscribe,
      seller: subscribe,
      client: subscribe,
      visitor: subscribe,
    },
  },
} as const satisfies Record<string, Route>
