// What happens before the first screen: who is here, by which link, with which data of the page's.
import * as z from 'zod/mini'
import { openCart } from '#features/carts/web/index.ts'
import { plantCategories } from '#features/categories/web/index.ts'
import { catalogue, openCopy, plantCatalogue } from '#features/products/web/index.ts'
import type { View } from '#features/readers/rules.ts'
import { type Account, accountShape, type Opened, openPublicSession, readSession } from '#features/sessions/contract.ts'
import { isTenantHost, pathOfHost } from '#features/sessions/rules.ts'
import { call, isFailure } from '#web/api.ts'
import { keepTracking } from '#web/tracking.ts'
import { PLATFORM_COLOUR } from '#shared/colour.ts'
import { isWalkIn } from '#shared/routes.ts'
import { mayWait } from '#web/outbox/count.ts'
import { wear } from '#web/paint.ts'
import {
  accountName,
  beginSession,
  currentAccount,
  keepLink,
  keepSession,
  loggedOut,
  refreshAccount,
  SIGNED_OUT,
  storedAccount,
  storedToken,
  vendId,
} from '#web/session.ts'

interface Boot {
  account?: unknown
  products?: unknown
  categories?: unknown
  total?: number
  /** Offered as filters. */
  tags?: string[]
  /** How many products are on promotion for visitors, and until when. */
  promos?: { count: number; until: string | null }
  /** What a page of profiles shows to visitors. */
  entities?: unknown
  entity?: unknown
  /** Kept by the device, the same for every address: it brings nothing of the catalogue. */
  shell?: true
  /** Why the catalogue is closed, with whom to talk to. */
  closed?: { name: string; phone: string }
}
const readBoot = (): Boot => JSON.parse(document.getElementById('boot')?.textContent || '{}') as Boot
export const boot = readBoot()
/** Whether the products of the page belong to whoever is here. */
export let planted = false

export async function start(onRefused: () => void): Promise<void> {
  const query = new URLSearchParams(location.search)
  keepTracking()
  keepLink(query)
  const id = query.get('id')
  if (id && /^c\d+\./.test(id)) await openLink(id)
  const token = storedToken()
  const kept = token ? decodeAccount(storedAccount()) : null
  const visitor = boot.account && !loggedOut() ? decodeAccount(boot.account) : null
  if (token && !kept) {
    // An operator who has just entered a company: whose screens these are is asked first.
    beginSession(null, null, onRefused)
    await refresh()
  } else if (kept?.kind === 'public' && boot.closed) {
    // A visitor of before finds the closed catalogue, and not what this device remembers of it.
    beginSession(null, null, onRefused)
  } else if (kept) {
    beginSession(kept, kept.kind === 'public' ? openByHost : null, onRefused)
    planted = kept.kind === 'public' && !loggedOut() && !boot.shell
    void refresh()
  } else if (visitor && isWalkIn(location.pathname, location.search)) {
    beginSession(visitor, openByHost, onRefused)
    planted = !boot.shell
  } else beginSession(null, null, onRefused)
  if (planted && boot.products) {
    plantCatalogue(boot.products, boot.total ?? 0, boot.tags ?? [], query.has('vend') || !vendId())
    plantCategories(boot.categories)
  }
  const now = currentAccount<Account>()
  if (!now) return
  wearOwn(now)
  openStores(now)
}
/** A company's people see its colour on every host, the operator the platform's; visitors see the address's own. */
const wearOwn = (a: Account) =>
  a.kind === 'user' && wear(a.company?.primary_color ?? PLATFORM_COLOUR, !isTenantHost(location.hostname))
/** Everything that an account's screens read. */
function openStores(a: Account): void {
  if (!a.company) return
  const owner = accountName()
  if (a.user.level <= 2) void import('#features/carts/web/desk.ts').then((desk) => desk.openDesk(owner))
  else void openCart(owner)
  const waits = mayWait()
  // After the first paint: the page's own photos come first. A page that was drawn without the link's
  // seller is put right at once.
  const later = () => {
    void waits.then(async (some) => some && (await import('./outbox.ts')).openOutbox()).catch(() => {})
    void openCopy(owner, ownView(a), a.kind === 'user')
  }
  if (planted && catalogue.get().narrowed) setTimeout(later, 1500)
  else later()
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
function decodeAccount(value: unknown): Account | null {
  const read = value ? z.safeDecode(accountShape, value as never) : null
  return read?.success ? read.data : null
}
const encodeAccount = (a: Account) => z.encode(accountShape, a)

export function enter(opened: Opened, stay: boolean): void {
  const { token, ...account } = opened
  keepSession(token, account, encodeAccount(account), stay)
  planted = false
  wearOwn(account)
  openStores(account)
}
/** The account as the server has it now: name, colour, switches. */
export async function refresh(): Promise<void> {
  try {
    const account = await call(readSession)
    refreshAccount(account, encodeAccount(account))
    wearOwn(account)
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}
/** The public session of this address. Specification §8: a failure is only logged. */
async function openByHost(): Promise<string> {
  try {
    const opened = await call(openPublicSession, {
      body: { company_path: pathOfHost(location.hostname), user_id: undefined },
    })
    const { token, ...account } = opened
    keepSession(token, account, encodeAccount(account), false)
    return token
  } catch (error) {
    console.warn('loginClient', error)
    return ''
  }
}
/** A client's personal link opens that client's session; it also ends the logout
 * flag: the seller sent it on purpose. */
async function openLink(id: string): Promise<void> {
  try {
    const opened = await call(openPublicSession, { body: { company_path: pathOfHost(location.hostname), user_id: id } })
    localStorage.removeItem(SIGNED_OUT)
    const { token, ...account } = opened
    keepSession(token, account, encodeAccount(account), true)
  } catch (error) {
    console.warn('loginClient', error)
  }
}
/** "Ver catálogo" after signing out: the flag goes, the address lets in again. */
export function seeCatalogue(): void {
  localStorage.removeItem(SIGNED_OUT)
  location.assign('/pedidos')
}
/** Where Sair leads: to sign-in on system, dev and localhost hosts and IPs, else to the main site. */
export function afterSignOut(host: string, mainSite: string): string {
  const name = host.toLowerCase()
  const label = name.split('.')[0]
  const own = name === 'localhost' || label === 'sistema' || label === 'dev' || /^[\d.]+$/.test(name)
  return own || !mainSite ? '/session/signin' : mainSite
}
