// What happens before the first screen: who is here, by which link, with which data of the page's.
import { plantCategories } from '#features/categories/web/index.ts'
import { plantCatalogue } from '#features/products/web/index.ts'
import type { Account } from '#features/sessions/contract.ts'
import { CAME_BY, isPersonalLink } from '#shared/personal-link.ts'
import { isWalkIn } from '#shared/routes.ts'
import { beginSession, currentAccount, keepLink, loggedOut, storedAccount, storedToken, vendId } from '#web/session.ts'
import { keepTracking } from '#web/tracking.ts'
import { boot, openStores, plant, planted, wearOwn } from './boot.ts'

const account = () => import('./account.ts')
/** Without a network the file may not come: then it is as if the server had not answered. */
const refresh = () =>
  account().then(
    (a) => a.refresh(),
    () => {},
  )
const openByHost = () =>
  account().then(
    (a) => a.openByHost(),
    () => '',
  )

export async function start(onRefused: () => void): Promise<void> {
  const query = new URLSearchParams(location.search)
  keepTracking()
  keepLink(query)
  // A page of the server's has taken the link out of the address; one of the device's has not.
  const id = sessionStorage.getItem(CAME_BY) ?? query.get('id')
  if (isPersonalLink(id)) await (await account()).openLink(id)
  const token = storedToken()
  const kept = token ? await readKept() : null
  const visitor = boot.account && !loggedOut() ? boot.account : null
  const begin = (first: Account | null, open: (() => Promise<string>) | null = null) =>
    beginSession(token, first, open, onRefused)
  if (token && !kept) {
    // An operator who has just entered a company: whose screens these are is asked first.
    begin(null)
    await refresh()
  } else if (kept?.kind === 'public' && boot.closed) {
    // A visitor of before finds the closed catalogue, and not what this device remembers of it.
    begin(null)
  } else if (kept) {
    begin(kept, kept.kind === 'public' ? openByHost : null)
    plant(kept.kind === 'public' && !loggedOut() && !boot.shell)
    // The page has just said how a visitor's is.
    if (kept !== boot.account) void refresh()
  } else if (visitor && isWalkIn(location.pathname, location.search)) {
    begin(visitor, openByHost)
    plant(!boot.shell)
  } else begin(null)
  if (planted && boot.products) {
    plantCatalogue(boot.products, boot.total ?? 0, boot.tags ?? [], query.has('vend') || !vendId())
    plantCategories(boot.categories ?? null)
  }
  const now = currentAccount<Account>()
  if (!now) return
  wearOwn(now)
  openStores(now)
}
/** Who was here last; a visitor is as the page says, unless the device brought the page. */
async function readKept(): Promise<Account | null> {
  const stored = storedAccount<{ kind?: Account['kind'] }>()
  if (stored?.kind === 'public' && boot.account && !boot.shell) return boot.account
  return stored && (await account()).decodeAccount(stored)
}
