// Who orders for others has several carts open at once, one for each client: the open one in its store, the others
// aside, each kept for itself in IndexedDB, so that two tabs never write over one another's.
import { entries } from 'idb-keyval'
import { clientData } from '#features/orders/form.ts'
import { readProduct } from '#features/products/contract.ts'
import { shownPrice, specsKey } from '#features/products/rules.ts'
import { catalogue, lookAs } from '#features/products/web/index.ts'
import { readClient } from '#features/clients/contract.ts'
import type { User } from '#features/users/contract.ts'
import { formatCents } from '#shared/money.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { drop as dropValue } from '#web/keyval.ts'
import { newId } from '#web/newId.ts'
import { vendId } from '#web/session.ts'
import { createStore } from '#web/store.ts'
import { notify } from '#web/ui/snack.tsx'
import * as b from '../buyer.ts'
import * as d from '../desk.ts'
import * as r from '../rules.ts'
import { cart, cartsDb, keepCart, openCarts, tellTabs } from './cart.ts'
import { setStanding, standings } from './standing.ts'

/** The carts that are not open now, the last one first. */
export const aside = createStore<r.Cart[]>([])
const LAST = 'mo_cart'
let owner = ''
/** What is kept on the device, as this tab knows it. */
let stored = new Map<string, r.Cart>()
const keyOf = (id: string) => `${owner}#${id}`
const isWorth = (c: r.Cart) => c.lines.length > 0 || c.buyer.kind !== 'nobody'
const byAge = (list: r.Cart[]) => list.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))

/** Opens the carts of somebody who orders for others: this tab's own last one, else the last of all. */
export async function openDesk(name: string): Promise<void> {
  await openCarts(name, true, async () => {
    owner = name
    const { all, kept } = await readAll().catch(() => ({ all: [], kept: new Map<string, r.Cart>() }))
    stored = kept
    const last = sessionStorage.getItem(LAST)
    const open = all.find((c) => c.cart_id === last) ?? all[0]
    const opened = (now: r.Cart) => {
      const begun = d.opened(now, all, open)
      aside.set(begun.aside)
      return begun.cart
    }
    return { opened, keep, heard, slept }
  })
  void renewClient()
}
async function readAll(): Promise<{ all: r.Cart[]; kept: Map<string, r.Cart> }> {
  const rows = await entries<string, r.Cart>(cartsDb)
  const mine = rows.filter(([key]) => key === owner || key.startsWith(`${owner}#`))
  const all = mine.map(([, value]) => r.keptCart(value, true, newId())).filter(isWorth)
  // What a version with one cart kept.
  if (mine.some(([key]) => key === owner)) void dropValue(owner, cartsDb).catch(() => {})
  const kept = new Map(mine.flatMap(([key, c]) => (key === owner ? [] : [[c.cart_id, c] as const])))
  return { all: byAge(all), kept }
}
/** Keeps what is another than before, and forgets what is gone. */
function keep(open: r.Cart): void {
  sessionStorage.setItem(LAST, open.cart_id)
  const now = [open, ...aside.get()].filter(isWorth)
  for (const c of now) {
    const before = stored.get(c.cart_id)
    if (before && same(before, c)) continue
    const kept = { ...c, begun: before?.begun ?? c.begun ?? Date.now(), at: Date.now() }
    stored.set(c.cart_id, kept)
    keepCart(keyOf(c.cart_id), kept)
  }
  for (const id of stored.keys())
    if (!now.some((c) => c.cart_id === id)) {
      stored.delete(id)
      void dropValue(keyOf(id), cartsDb).catch(() => {})
      tellTabs(keyOf(id))
    }
}
const plain = ({ begun: _, at: __, ...c }: r.Cart) => JSON.stringify(c)
const same = (a: r.Cart, b: r.Cart) => plain(a) === plain(b)
function heard(name: string, kept?: r.Cart): void {
  if (!name.startsWith(keyOf(''))) return
  if (kept) adopt(kept)
  else forget(name.slice(keyOf('').length))
}
async function slept(): Promise<() => void> {
  const { all, kept } = await readAll()
  return () => {
    for (const id of stored.keys()) if (!kept.has(id)) forget(id)
    for (const c of all) adopt(c)
    void renewClient()
  }
}
/** Another tab changed a cart. */
function adopt(kept: r.Cart): void {
  stored.set(kept.cart_id, kept)
  if (cart.get().cart_id === kept.cart_id) {
    if (!same(cart.get(), kept)) cart.set(kept)
  } else aside.set((list) => [kept, ...list.filter((c) => c.cart_id !== kept.cart_id)])
}
/** Another tab sent or emptied a cart. */
function forget(id: string): void {
  stored.delete(id)
  aside.set((list) => list.filter((c) => c.cart_id !== id))
  if (cart.get().cart_id === id) cart.set(r.freshCart(true, newId()))
}

const desk = (): d.Desk => ({ cart: cart.get(), aside: aside.get() })
function lay(next: d.Desk): void {
  aside.set(byAge(next.aside.map((c) => ({ ...c, ...times(c) }))))
  cart.set(next.cart)
}
const times = ({ cart_id }: r.Cart) => {
  const { begun, at } = stored.get(cart_id) ?? {}
  return { ...(begun && { begun }), ...(at && { at }) }
}
const clientOf = (u: User): r.Client => ({
  id: u.id,
  data: clientData(u),
  view: b.viewOf(u),
  seller_id: u.seller_id,
})

/** The client's cart: the one that is open, or a new one. What was being made for another goes aside. */
export const startFor = (u: User) => lay(d.startFor(desk(), clientOf(u), newId()))
/** A new cart for a client who does not exist yet. */
export const startNew = (data: Parameters<typeof d.startNew>[1]) => lay(d.startNew(desk(), data, newId()))
export function take(id: string): void {
  lay(d.take(desk(), id))
  void renewClient()
}
/** Empties a cart, the open one or another; answers how to bring it back. */
export function drop(id: string): () => void {
  const { cart: open, aside: others } = desk()
  const found = [open, ...others].find((c) => c.cart_id === id)
  const gone = found && { ...found, ...times(found) }
  if (gone && gone.cart_id === open.cart_id) cart.set(r.nextCart(open, newId()))
  else lay(d.drop(desk(), id))
  return () => {
    if (gone) lay({ cart: cart.get(), aside: [gone, ...aside.get()] })
  }
}
/** One that waited to be sent comes back and is open; what was open goes aside. */
export const takeBack = (back: r.Cart) => lay(d.reopened(desk(), back))
/** A cart has left, the open one or another. */
export const settle = (sent: r.Cart) => lay(d.settled(desk(), sent, newId()))
/** What is open is for this client, at the client's prices. */
export async function pickClient(u: User): Promise<void> {
  const before = desk()
  const { desk: next, how } = d.giveTo(before, clientOf(u))
  lay(next)
  const back = { label: t('Desfazer'), run: () => lay(before) }
  if (how === 'joined') notify(t('Os itens entraram no pedido aberto de {name}.', { name: r.nameOf(next.cart) }), back)
  if (how === 'switched')
    notify(t('{name} já tinha um pedido aberto; o outro ficou guardado.', { name: r.nameOf(next.cart) }), back)
  if (how !== 'switched') await priceAnew()
}
/** *Trocar*: the goods of the open cart are nobody's, or somebody's whom the company does not know yet (`data`), at the
 * prices that such a one has. */
export async function letGo(data: Parameters<typeof d.startNew>[1] = {}): Promise<void> {
  cart.set((c) => b.typeAll(b.letGo(c), data))
  await priceAnew()
}
/** Another cart for a repeated order's buyer; answers how to go back, null when this one is for that buyer already. */
export function beginFor(buyer: r.Buyer): (() => void) | null {
  const before = desk()
  if (b.isFor(before.cart, buyer)) return null
  if (buyer.kind === 'client') lay(d.startFor(before, buyer, newId()))
  else lay({ ...d.startNew(before, {}, newId()), cart: { ...r.freshCart(true, newId()), buyer } })
  return () => lay(before)
}
/** Every line at the price of whoever the cart is for now. */
async function priceAnew(): Promise<void> {
  const { cart_id, lines } = cart.get()
  const eyes = r.eyesOf(cart.get())
  await lookAs(eyes)
  const priced = await Promise.all(lines.map(async (l) => ({ key: r.lineKey(l), price: await priceOf(l) })))
  const price = new Map(priced.map((p) => [p.key, p.price]))
  cart.set((c) =>
    c.cart_id === cart_id && r.eyesOf(c)?.client_id === eyes?.client_id
      ? {
          ...c,
          lines: c.lines.map((l) => r.sized({ ...l, price: price.get(r.lineKey(l)) ?? l.price }, l.quantity)),
        }
      : c,
  )
}
async function priceOf(l: r.CartLine): Promise<string | undefined> {
  const { complete, products, client_id } = catalogue.get()
  const query = { seller_id: vendId(), client_id }
  const product = complete
    ? products.find((p) => p.id === l.product_id)
    : await call(readProduct, { params: { id: l.product_id }, query }).catch(() => undefined)
  const variation = product?.attributes.find((v) => specsKey(v.specs) === specsKey(l.selected_specs))
  const price = product && (product.attributes.length === 0 || variation) ? shownPrice(product, variation) : undefined
  return price?.now == null ? undefined : formatCents(price.now)
}
/** The client of the open cart as the company knows them now: table and data may have changed, the client may be
 * blocked, gone, or the same as another by now. */
export async function renewClient(): Promise<void> {
  const { buyer } = cart.get()
  if (buyer.kind !== 'client') return
  const { id } = buyer
  try {
    const card = await call(readClient, { params: { id } })
    setStanding(id, { state: card.blocked ? 'blocked' : 'fine', credit_note: card.credit_note })
    cart.set((c) => {
      const next =
        c.buyer.kind === 'client' && c.buyer.id === id ? { ...c, buyer: { ...c.buyer, ...clientOf(card) } } : c
      return same(c, next) ? c : next
    })
  } catch (failure) {
    if (!isFailure(failure) || failure.status !== 404) return
    const into = failure.extra.merged as { id: number; name: string } | undefined
    if (into) await follow(id, into)
    else setStanding(id, { state: 'gone', credit_note: '' })
  }
}
/** A card that was merged: the order is for the one that stayed. Has that one an open order, too, somebody says so. */
async function follow(from: number, into: { id: number; name: string }): Promise<void> {
  if (aside.get().some((c) => c.buyer.kind === 'client' && c.buyer.id === into.id))
    return setStanding(from, { state: 'merged', credit_note: '', into })
  const card = await call(readClient, { params: { id: into.id } }).catch(() => null)
  const { buyer } = cart.get()
  if (!card || buyer.kind !== 'client' || buyer.id !== from) return
  cart.set((c) => ({ ...c, buyer: { ...buyer, ...clientOf(card) } }))
  setStanding(into.id, { state: card.blocked ? 'blocked' : 'fine', credit_note: card.credit_note })
  notify(t('Cadastro juntado: este pedido agora é de {name}.', { name: r.nameOf(cart.get()) }))
  await priceAnew()
}
/** The goods for a merged card go to the open order of the one that stayed. */
export async function joinMerged(): Promise<void> {
  const before = desk()
  const { buyer } = before.cart
  const into = buyer.kind === 'client' ? standings.get().get(buyer.id)?.into : undefined
  if (!into) return
  const card = await call(readClient, { params: { id: into.id } }).catch(() => null)
  if (!card) return notify(t('Não foi possível abrir o cadastro de {name} agora.', { name: into.name }))
  lay(d.giveTo({ ...before, cart: { ...before.cart, buyer: { kind: 'nobody' } } }, clientOf(card)).desk)
  notify(t('Os itens entraram no pedido aberto de {name}.', { name: into.name }), {
    label: t('Desfazer'),
    run: () => lay(before),
  })
  await priceAnew()
}
