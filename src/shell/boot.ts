// What the page brought, and what begins with an account, however it came.
import { openCart } from '#features/carts/web/index.ts'
import type { Category } from '#features/categories/contract.ts'
import { catalogue, openCopy } from '#features/products/web/index.ts'
import type { Product } from '#features/products/contract.ts'
import type { View } from '#features/readers/rules.ts'
import type { Account } from '#features/sessions/contract.ts'
import { onTenantHost } from '#features/sessions/web/index.ts'
import { PLATFORM_COLOUR } from '#shared/colour.ts'
import { mayWait } from '#web/outbox/count.ts'
import { wear } from '#web/paint.ts'
import { accountName } from '#web/session.ts'

/** Account, products and categories come as values, not as they cross the wire: nothing is decoded before the first
 * screen is drawn. */
interface Boot {
  account?: Account
  products?: Product[]
  categories?: Category[]
  total?: number
  /** Offered as filters. */
  tags?: string[]
  /** How many products are on promotion for visitors, and until when. */
  promos?: { count: number; until: string | null }
  /** What a page of profiles shows to visitors, as it crosses the wire. */
  entities?: unknown
  entity?: unknown
  /** Beside the sign-in of an open catalogue: photos of its first products. */
  photos?: string[]
  /** Kept by the device, the same for every address: it brings nothing of the catalogue. */
  shell?: true
  /** No company has this host. */
  unknown?: true
  /** Why the catalogue is closed, with whom to talk to. */
  closed?: { name: string; phone: string }
}
const readBoot = (): Boot => JSON.parse(document.getElementById('boot')?.textContent || '{}') as Boot
export const boot = readBoot()
/** Whether the products of the page belong to whoever is here. */
export let planted = false
export const plant = (own: boolean): void => {
  planted = own
}

/** A company's people see its colour on every host, the operator the platform's; visitors see the address's own. */
export const wearOwn = (a: Account) =>
  a.kind === 'user' && wear(a.company?.primary_color ?? PLATFORM_COLOUR, !onTenantHost())
/** Everything that an account's screens read. */
export function openStores(a: Account): void {
  if (!a.company) return
  const owner = accountName()
  if (a.user.level <= 2) void import('#features/carts/web/desk.ts').then((desk) => desk.openDesk(owner))
  else void openCart(owner)
  const waits = mayWait()
  // After the first paint: the page's own photos come first. A page that was drawn without the link's
  // seller is put right at once.
  const later = () => {
    void waits.then(async (some) => some && (await import('./outbox.ts')).openOutbox()).catch(() => {})
    const open = () => openCopy(owner, ownView(a), a.kind === 'user')
    void import('./kept.ts').then(open, open)
  }
  const wait = () => setTimeout(begin, 1500)
  // A file that is asked for without a network is missing until the page is loaded anew, for every screen that needs it.
  const begin = () => (navigator.onLine || navigator.serviceWorker?.controller ? later() : wait())
  if (planted && catalogue.get().narrowed) wait()
  else begin()
}
/** Who sells keeps the prices of every table on the device; who may see none keeps none. */
function ownView({ user }: Account): View | null {
  if (user.level > 2 || user.hide_price) return null
  return {
    buyer: { price_table: user.price_table, margin_bp: user.margin, currency: user.currency },
    hide_price: false,
    hidden_categories: user.hiddenCategories,
  }
}
/** Where Sair leads: to sign-in on system, dev and localhost hosts and IPs, else to the main site. */
export const afterSignOut = (host: string, mainSite: string): string =>
  !mainSite || /^(localhost$|(sistema|dev)(\.|$)|[\d.]+$)/i.test(host) ? '/session/signin' : mainSite
