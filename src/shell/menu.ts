// What the side menu holds, by role (specification §2 "Side menu", DECISIONS "Roles"). An entry appears with its screen.
import type { EntityType } from '#features/entities/rules.ts'
import { fold } from '#features/products/search.ts'
import { t } from '#web/i18n.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import type { Viewer } from './viewer.ts'

export interface Item {
  name: string
  icon: IconName
  /** Module and state make the address of a link. */
  module: string
  state: string
  type: 'link' | 'special'
  badges: { type: 'cart' | 'new'; value: number }[]
}
export interface Group {
  title: string
  items: Item[]
}
export const hrefOf = (i: Item) => `/${i.module}${i.state ? `/${i.state}` : ''}`

const item = (name: string, icon: IconName, module: string, state: string, badges: Item['badges'] = [], type: Item['type'] = 'link'): Item => ({
  name,
  icon,
  module,
  state,
  type,
  badges: badges.filter((b) => b.value > 0),
})
/** `path`: on the orders' screen people who are no admin get a group of their own. */
export function menuOf(v: Viewer, path: string, counts: { cart: number; fresh: number }): Group[] {
  if (v.level <= 0)
    return [
      { title: '', items: [item(t('Empresas'), 'building', 'dashboard', 'companies')] },
      {
        title: t('Plataforma'),
        items: [
          item(t('Assinaturas'), 'star', 'dashboard', 'companies/assinaturas'),
          item(t('Propostas'), 'sheet', 'dashboard', 'companies/propostas'),
          item(t('Planos e cupons'), 'tag', 'dashboard', 'companies/planos'),
          item(t('Revendas'), 'people', 'dashboard', 'companies/revendas'),
          item(t('Registro'), 'history', 'dashboard', 'companies/registro'),
          item(t('Números e ajustes'), 'filter', 'dashboard', 'companies/plataforma'),
        ],
      },
    ]
  const basics = [item(t('Categorias'), 'grid', 'dashboard', 'categories'), item(t('Produtos'), 'tag', 'dashboard', 'products')]
  const digital = v.company?.pedido_pro ? [item(t('Pedido Digital'), 'key', 'pedidos', '', [], 'special')] : []
  const cart = v.orders ? [item(t('Carrinho'), 'bag', 'dashboard', 'shoppingcart', [{ type: 'cart', value: counts.cart }])] : []
  const orders = item(t('Pedidos'), 'box', 'dashboard', 'orders', [{ type: 'new', value: counts.fresh }])
  const pdf = item(t('Gerar PDF'), 'doc', 'dashboard', 'catalog')
  const about = item(t('Sobre nós'), 'info', 'sobre', '')
  if (v.level === 1)
    return [
      { title: '', items: [...basics, orders, pdf, ...cart, ...digital] },
      {
        title: t('Empresa'),
        items: [
          item(t('Usuários'), 'people', 'dashboard', 'users'),
          item(t('Sua empresa'), 'building', 'dashboard', 'mycompany'),
          item(t('Integração Excel'), 'sheet', 'dashboard', 'excel'),
          item(t('Integrações'), 'plug', 'dashboard', 'integrations'),
          ...entityItems(v),
          about,
        ],
      },
    ]
  const base = v.level === 2 ? [...basics, orders, pdf, ...cart, ...digital] : [...basics, ...cart, ...digital]
  const here = /^\/(pedidos|dashboard\/orders)(\/|$)/.test(path) ? orderItems(v, cart) : []
  const elsewhere = base.filter((i) => !here.some((h) => screenOf(v, h) === screenOf(v, i)))
  return [
    { title: '', items: elsewhere },
    { title: t('Pedidos'), items: here },
    { title: t('Conheça'), items: [...(v.company?.settings.show_entity_on_menu ? entityItems(v) : []), about] },
  ].filter((g) => g.items.length > 0)
}
/** Where an entry ends up: for the company's people /pedidos leads to their orders. No screen stands twice in a menu. */
const screenOf = (v: Viewer, i: Item) => (v.level <= 2 && i.module === 'pedidos' ? '/dashboard/orders' : hrefOf(i))
function orderItems(v: Viewer, cart: Item[]): Item[] {
  if (v.level === 2) return [item(t('Catálogo'), 'picture', 'dashboard', 'products'), item(t('Meus pedidos'), 'box', 'dashboard', 'orders'), ...cart]
  const mine = v.isPublic ? item(t('Pedidos deste aparelho'), 'box', 'pedidos', 'meus') : item(t('Meus pedidos'), 'box', 'pedidos', 'meus')
  return [item(t('Catálogo'), 'picture', 'pedidos', ''), mine, ...cart]
}
const KINDS: { type: EntityType; name: string; icon: IconName; state: string }[] = [
  { type: 'artesaos', name: 'Artesãos', icon: 'hand', state: 'artesaos/' },
  { type: 'marcas', name: 'Marcas', icon: 'star', state: 'marcas' },
  { type: 'fabricantes', name: 'Fabricantes', icon: 'factory', state: 'fabricantes' },
]
/** The three kinds, or one entry under the company's own word for them; others find them when the company says so. */
function entityItems(v: Viewer): Item[] {
  const word = v.company?.settings.entity_label?.trim()
  if (!word) return KINDS.map((k) => item(t(k.name), k.icon, 's', k.state))
  const plain = fold(word)
  const kind = KINDS.find((k) => plain.includes(k.type.slice(0, 5)))
  return [item(word, kind?.icon ?? 'hand', 's', kind?.state ?? 'outros')]
}
