// The device's copy: the products as one value, and whatever else the one call brings, read first and renewed behind.
import type { View } from '#features/readers/rules.ts'
import type { DataOf } from '#shared/wire.ts'
import { call, isFailure } from '#web/api.ts'
import * as engine from '#web/device/engine.ts'
import { follow } from '#web/device/live.ts'
import { completed } from '#web/device/older-rows.ts'
import { onceMore } from '#web/onceMore.ts'
import { online, whenTurned } from '#web/online.ts'
import { vendId } from '#web/session.ts'
import { type Product, productShape, syncCatalogue } from '../contract.ts'
import { offeredTags } from '../rules.ts'
import type { Sale } from '../sale.ts'
import { byShelf } from '../search.ts'
import * as sight from '../seen.ts'
import { catalogue, empty, type Eyes } from './catalogue.ts'

interface Copy {
  products: Product[]
  /** Undefined of a copy that an older build stored: everything is fetched again. */
  version: number | undefined
  projection: string | undefined
  /** What buyers' prices are made of, and the device's own day when that was said. */
  sale: Sale | null
  day: string
}
/** Beyond this many products the device asks the server instead of keeping a copy. */
const MOST_ON_DEVICE = 20_000
let key = ''
let copy: Copy | null = null
/** A catalogue that is too large for a device, as far as it is known: only what changed is looked at. */
let large: Pick<Copy, 'version' | 'projection'> | null = null
/** Of who sells: what they see themselves, without a client. */
let own: View | null = null
let eyes: Eyes | null = null

const asNow = ({ value, older }: { value: Copy; older: boolean }): Copy =>
  older
    ? {
        ...value,
        products: value.products.map((p) => completed(productShape, p)),
        version: undefined,
        projection: undefined,
      }
    : value
const storedAs = () => `products:${vendId() ?? ''}${own ? ':raw' : ''}`
export async function open(owner: string, seller: View | null, named: boolean): Promise<void> {
  own = seller
  const wanted = `${owner}|${storedAs()}`
  if (key !== wanted) {
    if (key) {
      copy = null
      large = null
      catalogue.set(empty)
    }
    key = wanted
    await engine.openDevice(owner)
    const kept = await engine.storedRows<Copy>(storedAs())
    if (key === wanted) {
      copy = kept ? asNow(kept) : null
      if (copy) show()
      else catalogue.set((c) => ({ ...c, looked: true }))
    }
  }
  keepUp(named)
  await renew()
}
export function look(next: Eyes | null): void {
  if (JSON.stringify(next) === JSON.stringify(eyes)) return
  eyes = next
  if (copy) show()
  else catalogue.set((c) => ({ ...c, ...lookedFor() }))
}
const lookedFor = () => ({ client_id: eyes?.client_id, hidden_categories: eyes?.view?.hidden_categories ?? [] })
function tagsOf(products: Product[]): string[] {
  const count = new Map<string, number>()
  for (const p of products) for (const tag of p.tags) count.set(tag, (count.get(tag) ?? 0) + 1)
  return offeredTags(count)
}
/** Draws what the copy holds. */
function show(): void {
  const shown = copy
  if (!shown) return
  const { sale, day, products: kept } = shown
  const tree = sale && new Map(sale.tree)
  const products =
    own && sale && tree
      ? sight.seenBy(
          kept,
          { ...(eyes ? (eyes.view ?? sight.newClient(sale)) : own), hide_price: own.hide_price },
          { ...sale, today: sight.dayNow(sale, day) },
          tree,
        )
      : kept
  catalogue.set({
    products,
    kept,
    tree,
    complete: eyes === null || sale !== null,
    looked: true,
    narrowed: true,
    total: products.length,
    tags: tagsOf(products),
    ...lookedFor(),
    public_currency: sale?.public_currency ?? null,
    failed: null,
  })
}
let busy = false
/** Fetches what changed. */
export const renew = onceMore(async () => {
  busy = true
  await fetchAll().finally(() => {
    busy = false
  })
})
/** The same for whoever just changed something: it is on the disk when it is shown. */
export const renewNow = () => renew().then(engine.flush)
type Page = DataOf<typeof syncCatalogue>
async function fetchAll(): Promise<void> {
  const mine = key
  const before = copy
  const byId = new Map(before?.products.map((p) => [p.id, p]))
  const healed = new Set<string>()
  const from = before ?? large
  let [since, projection] = [from?.version, from?.projection]
  let after: number | null = 0
  let only: string | undefined
  /** As of the first part: what changes while the others come is fetched next time. */
  let begun: Pick<Page, 'version' | 'projection'> | null = null
  try {
    for (let first = true; ; first = false) {
      const page: Page = await call(syncCatalogue, {
        query: {
          since,
          projection,
          after: after ?? undefined,
          seller_id: vendId(),
          raw: own ? true : undefined,
          have: engine.marks(),
          only,
        },
      })
      if (mine !== key) return
      begun ??= { version: page.version, projection: page.projection }
      if (after !== null && page.projection !== begun.projection) {
        // Seen otherwise from here on: all of it anew.
        void renew()
        return
      }
      const next = engine.takeKinds(page.kinds ?? {}, first, healed)
      if (after !== null) {
        if (page.total > MOST_ON_DEVICE) {
          copy = null
          large = { version: page.version, projection: page.projection }
          after = null
          catalogue.set((c) => ({
            ...c,
            complete: false,
            total: page.total,
            ...lookedFor(),
            public_currency: page.sale?.public_currency ?? null,
            failed: null,
          }))
        } else if (!before && large && !page.reset) {
          // It has become small enough.
          large = null
          after = null
          void renew()
        } else {
          if (page.reset && after === 0) byId.clear()
          for (const id of page.removed) byId.delete(id)
          for (const p of page.products) byId.set(p.id, p)
          after = page.next
          if (after === null) take({ ...page, ...begun }, byId, before)
        }
        // What is asked for now is only the rest of the other kinds.
        if (after === null) [since, projection] = [page.version, page.projection]
      }
      if (after === null && next.length === 0) return engine.renewed(page.at ?? '', page.day ?? '')
      only = next.join() || '-'
    }
  } catch (error) {
    if (mine === key) await failed(error)
  }
}
/** All products are there: they are shown, and stored when they are others than before. */
function take(page: Page, byId: Map<number, Product>, before: Copy | null): void {
  const same = before !== null && !page.reset && page.removed.length === 0 && page.products.length === 0
  const sale = page.sale ?? null
  const day = sale ? sight.deviceDay(sale.time_zone) : ''
  const facts = { version: page.version, projection: page.projection, sale, day }
  if (same && before.day === day && JSON.stringify(before.sale) === JSON.stringify(sale)) {
    copy = { ...before, ...facts }
    if (catalogue.get().failed) catalogue.set((c) => ({ ...c, failed: null }))
    return
  }
  copy = { products: same ? before.products : [...byId.values()].sort(byShelf), ...facts }
  engine.store(storedAs(), copy)
  show()
}
async function failed(error: unknown): Promise<void> {
  engine.renewalFailed(error)
  catalogue.set((c) => ({ ...c, failed: error }))
  if (!isFailure(error)) throw error
  // Whose session is over, or whose company is closed, keeps nothing here.
  if (error.status === 401 || error.code === 'catalogue_closed') {
    copy = null
    key = ''
    await engine.forget()
    catalogue.set({ ...empty, looked: true, failed: error })
  }
}

const RETRY = 5000
const OFTEN = 10 * 60_000
let following = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Live events, a network that is back, a tab that is seen again, and time: each fetches what changed. */
function keepUp(named: boolean): void {
  if (named && !following) {
    following = true
    follow(({ type }) => {
      if (type !== 'open' && document.visibilityState === 'visible') void renew()
    })
  }
  if (timer) return
  const look = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const away = !online.get()
      if (document.visibilityState === 'visible') void renew()
      // Without the server the tries become fewer, up to one in a minute.
      look(away ? Math.min(Math.max(wait * 1.5, RETRY), 60_000) : OFTEN)
    }, wait)
  }
  look(OFTEN)
  const at = () => {
    void renew()
    look(RETRY)
  }
  // Where this very question found it again there is nothing more to ask.
  whenTurned((is) => (is ? busy || at() : look(RETRY)))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') at()
  })
}
