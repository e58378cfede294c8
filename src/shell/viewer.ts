// The person at the screen, as screens need it.
import type { Account } from '#features/sessions/contract.ts'
import { chatLink, phoneDigits } from '#shared/phone.ts'
import { useAccount, VEND } from '#web/session.ts'
import { createStore } from '#web/store.ts'
import type { Seller } from '#features/companies/contract.ts'
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
const viewerOf = (a: Account): Viewer => ({
  ...a,
  level: a.user.level,
  isPublic: a.kind === 'public',
  isClient: a.user.level === 3,
  isSeller: a.user.level === 2,
  currency: a.user.currency,
  hide_price: a.user.hide_price,
  orders: a.company !== null && a.user.level >= 1 && (a.company.pedidos || a.company.whatsapp),
})
export function useViewer(): Viewer | null {
  const account = useAccount<Account>()
  return account?.user ? viewerOf(account) : null
}
/** Sellers of the company, for the chat link and the order form. */
export const sellers = createStore<Seller[]>([])
/** The seller whose link brought this device here. */
export const vendId = () => Number(localStorage.getItem(VEND)) || undefined

/** Who answers in the chat: the link's seller, the client's own, then the company; '' when nobody does. */
export function chatPhone(v: Viewer, list: Seller[]): string {
  const wanted = v.user.seller_id ?? vendId()
  const seller = list.find((s) => s.id === wanted || s.replaces.includes(wanted ?? 0))
  return phoneDigits(seller?.phone || v.company?.seller_phone || v.company?.whatsapp_phone || '')
}
function chatMessage(v: Viewer): string {
  return v.company?.settings.whatsapp_personalized_message || t('Olá! Vim do catálogo e quero mais informações.')
}
export const chatHref = (v: Viewer, list: Seller[], message = chatMessage(v)) => chatLink(chatPhone(v, list), message)
/** On /dashboard/products an admin finds the list, unless the shop window or one product in it is asked for. */
export const isAdminList = (search: string) => !/(^|&)(view=vitrine|product_code=)/.test(search)
