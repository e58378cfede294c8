// Whom a cart is for: picked, typed in, let go, and as its order says it.
import { type FormCompany, ownFirst } from '#features/orders/form.ts'
import type { BuyerData } from '#features/orders/rules.ts'
import type { View } from '#features/readers/rules.ts'
import type { User } from '#features/users/contract.ts'
import type { Buyer, Cart, Client } from './rules.ts'

/** What an order sent now says of its buyer; `known` is what this device knows of whoever orders for themselves. */
export function buyerData(c: Cart, company: FormCompany, known: Partial<BuyerData>): BuyerData {
  if (c.buyer.kind === 'client') return ownFirst(c.buyer.data, c.buyer.added, company)
  return {
    name: '',
    phone: '',
    document: '',
    email: '',
    client_code: '',
    ...known,
    ...(c.buyer.kind === 'person' && c.buyer.data),
  }
}

/** What a client's prices are made of. */
export const viewOf = (u: Pick<User, 'price_table' | 'margin' | 'currency' | 'hiddenCategories'>): View => ({
  buyer: { price_table: u.price_table, margin_bp: u.margin, currency: u.currency },
  hide_price: false,
  hidden_categories: u.hiddenCategories,
})
export const pickClient = (c: Cart, client: Client): Cart => ({
  ...c,
  buyer: { kind: 'client', ...client, added: {} },
  ...(c.buyer.kind === 'client' && c.buyer.id !== client.id && { details: {} }),
})
/** A field of the buyer's as typed; on a client that was picked it only adds what the
 * client's own data lack (`ownFirst`). */
export function typeBuyer(c: Cart, field: keyof BuyerData, value: string): Cart {
  if (c.buyer.kind === 'client') return { ...c, buyer: { ...c.buyer, added: { ...c.buyer.added, [field]: value } } }
  return { ...c, buyer: { kind: 'person', data: { ...(c.buyer.kind === 'person' && c.buyer.data), [field]: value } } }
}
/** The same for all that is known of somebody new. */
export const typeAll = (c: Cart, data: Partial<BuyerData>): Cart =>
  Object.entries(data).reduce((next, [field, value]) => typeBuyer(next, field as keyof BuyerData, value), c)
/** *Trocar*: the goods stay, whom they were for and what was said with them goes. */
export const letGo = (c: Cart): Cart => ({ ...c, buyer: { kind: 'nobody' }, details: {} })
/** Whether a cart is for this buyer already: the client who is picked; who orders for themselves always. */
export const isFor = (c: Cart, buyer: Buyer) =>
  !c.staff || (c.buyer.kind === 'client' && buyer.kind === 'client' && c.buyer.id === buyer.id)
