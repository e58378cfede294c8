// The cart is sent: the order is stored first, the chat comes second.
import type { Company } from '#features/companies/contract.ts'
import { tracking } from '#web/tracking.ts'
import { findSame } from '#features/clients/contract.ts'
import { type PlacedOrder, placeOrder } from '#features/orders/contract.ts'
import { clientData, formIssues } from '#features/orders/form.ts'
import { type BuyerData, isShare, MOST_FREIGHT } from '#features/orders/rules.ts'
import type { User } from '#features/users/contract.ts'
import { parseCents } from '#shared/money.ts'
import { phoneDigits } from '#shared/phone.ts'
import type { BodyOf } from '#shared/wire.ts'
import { call, readAnswer, written } from '#web/api.ts'
import { say } from '#web/i18n.ts'
import { online } from '#web/online.ts'
import { deliver } from '#web/outbox/outbox.ts'
import { linkedId, vendId } from '#web/session.ts'
import { buyerData } from '../buyer.ts'
import { type Cart, shareOf } from '../rules.ts'
import { forgetRefusal } from './acts.ts'
import { cart, cartTotals, currencyOf } from './cart.ts'
import type { Known } from './KnownClient.tsx'
import { chatOf, close, ORDER } from './outbox.ts'

/** Who orders, and where. */
export interface CartViewer {
  user: User
  company: Company | null
  level: number
  isPublic: boolean
  currency: string
  hide_price: boolean
  orders: boolean
}
export type FormErrors = Partial<Record<string, string[]>>

/** What is known of whoever orders for themselves: the account's data, of a visitor the number that the link named. */
function known({ user, level, isPublic }: CartViewer): Partial<BuyerData> {
  if (level <= 2) return {}
  return isPublic ? { client_code: linkedId() } : clientData(user)
}
/** The buyer's fields as the form shows them and the order takes them. */
export const filled = (c: Cart, viewer: CartViewer): BuyerData => buyerData(c, viewer.company as Company, known(viewer))
/** The seller that was chosen, else the one whose link was opened; '' leaves it to the client's own, or the house. */
export const chosenSeller = (c: Cart) => c.details.seller_id ?? String(vendId() ?? '')
/** What the form lacks, by field, in the reader's language. */
export function cartIssues(c: Cart, viewer: CartViewer): FormErrors {
  const company = viewer.company as Company
  const issues = formIssues({ ...filled(c, viewer), ...c.details }, company)
  const freight = c.details.freight && parseCents(c.details.freight)
  if (freight === null || (freight && (freight < 0 || freight > MOST_FREIGHT)))
    issues.freight = 'Informe um frete entre 0 e 9.999.999,99.'
  const share = parseCents(c.discount || '0')
  if (viewer.level <= 2 && (share === null || !isShare(share)))
    issues.discount = 'Informe uma porcentagem entre 0 e 100.'
  return Object.fromEntries(Object.entries(issues).map(([field, s]) => [field, [say(s)]]))
}

/** A field that came back as wrong is another now; with the last one the refusal has nothing more to say. */
export function correctRefusal(field: string): void {
  const { refusal } = cart.get()
  const errors = refusal?.body.errors as FormErrors | undefined
  if (!refusal || !errors?.[field]) return
  const { [field]: _, ...left } = errors
  if (Object.keys(left).length === 0 && !refusal.body.lines) return forgetRefusal()
  cart.set((c) => ({ ...c, refusal: { ...refusal, body: { ...refusal.body, errors: left } } }))
}

/** The clients of the sender's circle whom the typed data may name: the screen asks before it sends. None where the server
 * cannot be asked; then it decides whose the order is. */
export async function suspectsOf(c: Cart, viewer: CartViewer): Promise<Known[]> {
  if (!c.staff || c.buyer.kind === 'client' || !online.get()) return []
  const { client_code, document, email, phone } = filled(c, viewer)
  try {
    return (await call(findSame, { query: { client_code, document, email, phone } })).found
  } catch {
    return []
  }
}
/** `sent`: it is there, and which chat to open now, of companies that sell by chat only. `kept`: nobody was there, it
 * waits on this device under this name and leaves by itself. */
export type Delivered = { sent: PlacedOrder; chat: string | null } | { kept: string }
/** Sends the cart, as a quote when it says until when it holds: through the outbox, with and without a network. The same
 * cart sent again is the same order. What is refused stays as it is. `anyway`: it is for a new client, although another
 * has the same data. */
export async function sendCart(
  viewer: CartViewer,
  discount_bp: number,
  { valid_until, anyway = false }: { valid_until?: string | undefined; anyway?: boolean } = {},
): Promise<Delivered> {
  const company = viewer.company as Company
  forgetRefusal()
  const c = cart.get()
  const buyer = filled(c, viewer)
  const sum = cartTotals(c, discount_bp)
  const body: BodyOf<typeof placeOrder> = {
    ...buyer,
    phone: phoneDigits(buyer.phone),
    description: c.details.description ?? '',
    additional_field: c.details.additional_field ?? '',
    seller_id: Number(chosenSeller(c)) || undefined,
    client_id: c.buyer.kind === 'client' ? c.buyer.id : undefined,
    anyway: anyway || undefined,
    cart_id: c.cart_id,
    currency: viewer.currency,
    discount: discount_bp || undefined,
    taken_at: new Date(),
    payment_term: c.details.payment_term ?? '',
    delivery_date: c.details.delivery_date || undefined,
    freight: parseCents(c.details.freight || '0') || undefined,
    signature: c.details.signature || undefined,
    queued: undefined,
    quote: valid_until ? true : undefined,
    valid_until,
    utm: tracking().last,
    product_json: c.lines.map((l) => ({
      product_id: l.product_id,
      quantity: l.quantity,
      specs: l.selected_specs,
      price: l.price || null,
      discount: shareOf(l.discount) || undefined,
    })),
  }
  const { cart_id } = c
  const done = await deliver({
    id: cart_id,
    kind: ORDER,
    ...written(placeOrder, { params: { company: company.id }, body }),
    about: {
      name: buyer.name,
      pieces: sum.pieces,
      total: viewer.hide_price ? null : sum.total,
      currency: currencyOf(c, viewer.currency),
      quote: valid_until !== undefined,
    },
    kept: c,
  })
  if (done === 'kept') {
    await close(c)
    return { kept: cart_id }
  }
  const order = readAnswer(placeOrder, done.sent)
  return { sent: order, chat: chatOf(order) }
}
