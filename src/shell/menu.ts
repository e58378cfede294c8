// What the side menu holds, by role (specification §2 "Side menu", DECISIONS "Roles"): the table's entries that this
// person finds, and what a company's own words and switches make of them.
import { fold } from '#features/products/search.ts'
import { type Entry, leadOf, MENU, ROUTES, routeAt } from '#shared/routes.ts'
import { t } from '#web/i18n.ts'
import type { IconName } from '#web/ui/Icon.tsx'
import { roleOf, type Viewer } from './viewer.ts'

export interface Item {
  name: string
  icon: IconName
  href: string
  badge: { type: NonNullable<Entry['badge']>; value: number } | null
}
export interface Group {
  title: string
  items: Item[]
}

/** What the badges say, by their names. */
export type Counts = Record<NonNullable<Entry['badge']>, number>
export function menuOf(v: Viewer, path: string, counts: Counts): Group[] {
  const role = roleOf(v)
  const mine = MENU.filter((e) => e.who.includes(role) && offered(v, e)).map((e) => ({ ...e, name: t(e.name) }))
  const of = (group: Entry['group']) => mine.filter((e) => e.group === group)
  const here = routeAt(path)?.route.orders ? of('orders') : []
  /** Where an entry ends up: no screen stands twice in a menu. */
  const end = (e: Entry) => leadOf(ROUTES[e.path], role, '') ?? e.href
  const elsewhere = of('main').filter((e) => !here.some((h) => end(h) === end(e)))
  const item = (e: Entry): Item => {
    const value = e.badge ? counts[e.badge] : 0
    return { name: e.name, icon: e.icon, href: e.href, badge: e.badge && value > 0 ? { type: e.badge, value } : null }
  }
  return [
    { title: '', items: elsewhere.map(item) },
    { title: t('Plataforma'), items: of('platform').map(item) },
    { title: t('Pedidos'), items: here.map(item) },
    { title: role === 'admin' ? t('Empresa') : t('Conheça'), items: inOwnWord(v, of('company')).map(item) },
  ].filter((g) => g.items.length > 0)
}
function offered(v: Viewer, { when }: Entry): boolean {
  if (when === 'orders') return v.orders
  if (when === 'digital') return v.company?.pedido_pro === true
  if (when === 'pad') return v.orders && v.company?.pedido_pro === true
  return when !== 'profiles' || v.level === 1 || v.company?.settings.show_entity_on_menu === true
}
/** The three kinds of profiles, or one entry under the company's own word for them. */
function inOwnWord(v: Viewer, entries: Entry[]): Entry[] {
  const word = v.company?.settings.entity_label?.trim()
  const [first] = entries.filter((e) => e.when === 'profiles')
  if (!word || !first) return entries
  const plain = fold(word)
  const kind = entries.find((e) => e.when === 'profiles' && plain.includes(e.href.slice(3, 8)))
  const own = { ...first, name: word, icon: kind?.icon ?? 'hand', href: kind?.href ?? '/s/outros' } as const
  return entries.flatMap((e) => (e === first ? own : e.when === 'profiles' ? [] : e))
}
