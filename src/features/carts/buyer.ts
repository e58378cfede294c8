// Whom an order is for, when it is sent.
import { type FormCompany, ownFirst } from '#features/orders/form.ts'
import type { BuyerData } from '#features/orders/rules.ts'
import type { Cart } from './rules.ts'

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
