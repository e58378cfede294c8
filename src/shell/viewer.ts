// The person at the screen, as screens need it.
import type { Account } from '#features/sessions/contract.ts'
import { chatLink, phoneDigits } from '#shared/phone.ts'
import type { Role } from '#shared/route.ts'
import { currentAccount, useAccount, vendId } from '#web/session.ts'
import { createStore } from '#web/store.ts'
import type { Company, Seller } from '#features/companies/contract.ts'
import { isApp, isApple } from '#web/app.ts'
import { t } from '#web/i18n.ts'

export interface Viewer extends Account {
  level: number
  /** A session that strangers share. */
  isPublic: boolean
  isClient: boolean
  isSeller: boolean
  currency: string
  hide_price: boolean
  /** The company takes orders from here. */
  orders: boolean
}
export const viewerOf = (a: Account): Viewer => ({
  ...a,
  level: a.user.level,
  isPublic: a.kind === 'public',
  isClient: a.user.level === 3,
  isSeller: a.user.level === 2,
  currency: a.user.currency,
  hide_price: a.user.hide_price,
  orders: a.company !== null && a.user.level >= 1 && (a.company.pedidos || a.company.whatsapp),
})
export const roleOf = (v: Pick<Viewer, 'level' | 'isPublic'>): Role =>
  v.level <= 0 ? 'operator' : v.level === 1 ? 'admin' : v.level === 2 ? 'seller' : v.isPublic ? 'visitor' : 'client'
const viewerIn = (account: Account | null) => (account?.user ? viewerOf(account) : null)
export const useViewer = (): Viewer | null => viewerIn(useAccount<Account>())
export const currentViewer = (): Viewer | null => viewerIn(currentAccount<Account>())
/** Sellers of the company, for the chat link and the order form, as the device keeps them (kept.ts). */
export const sellers = createStore<Seller[]>([])

/** Who answers in the chat: the link's seller, the client's own, then the company; '' when
 * nobody does, or only whoever asks. */
export function chatPhone(v: Viewer, list: Seller[]): string {
  const find = (id: number | null | undefined) => list.find((s) => s.id === id || s.replaces.includes(id ?? 0))
  const seller = [find(vendId()), find(v.user.seller_id)].find((s) => s && s.id !== v.user.id)
  const phone = phoneDigits(seller?.phone || v.company?.seller_phone || v.company?.whatsapp_phone || '')
  return v.isSeller && phone === phoneDigits(v.user.phone) ? '' : phone
}
export function chatMessage(v: Viewer): string {
  return v.company?.settings.whatsapp_personalized_message || t('Olá! Vim do catálogo e quero mais informações.')
}
export const chatHref = (v: Viewer, list: Seller[], message = chatMessage(v)) => chatLink(chatPhone(v, list), message)
/** On /dashboard/products an admin finds the list, unless the shop window or one product in it is asked for. */
export const isAdminList = (search: string) => !/(^|&)(view=vitrine|product_code=)/.test(search)

const NETWORKS = [
  ['instagram', 'Instagram', 'https://instagram.com/'],
  ['facebook', 'Facebook', 'https://facebook.com/'],
  ['tiktok', 'TikTok', 'https://tiktok.com/@'],
] as const
/** The company's networks whose buttons are on: {host}/{handle} (specification §7). */
export const socials = (c: Company | null) =>
  NETWORKS.flatMap(([name, label, host]) =>
    c?.[name] && c.settings[`show_${name}_in_toolbar`] !== false ? [{ name, label, href: host + c[name] }] : [],
  )
/** When this device last closed the tip for Safari. */
export const SAFARI_SEEN = 'mo_safari_notice'
const SAFARI_AGAIN = 14 * 24 * 3_600_000
/** iPhone or iPad, in Safari or inside another app's page, not yet on the home screen, not told in the last 14 days. */
export function wantsSafariNotice(): boolean {
  if (!isApple() || /CriOS|FxiOS|EdgiOS/.test(navigator.userAgent)) return false
  return !isApp() && Date.now() - Number(localStorage.getItem(SAFARI_SEEN) ?? 0) > SAFARI_AGAIN
}
export const landingKey = (company: number) => `mo_landing:${company}`
/** The company asks visitors something before the catalogue, and this tab has not answered yet. */
export const wantsLanding = (c: Company) =>
  c.settings.landing_page_active === true &&
  (c.settings.landing_page_config ?? []).length > 0 &&
  sessionStorage.getItem(landingKey(c.id)) === null
