// The cart is sent: the order is stored first, the chat comes second.
import type { Company, Seller } from '#features/companies/contract.ts'
import { tracking } from '#web/tracking.ts'
import { type Order, placeOrder } from '#features/orders/contract.ts'
import { orderMessage } from '#features/orders/message.ts'
import { formIssues } from '#features/orders/rules.ts'
import { keepReceipt } from '#features/orders/web/index.ts'
import { chatLink, phoneDigits } from '#shared/phone.ts'
import { call, isFailure } from '#web/api.ts'
import { say } from '#web/i18n.ts'
import { VEND } from '#web/session.ts'
import { cart, emptyCart, renewCartId } from './cart.ts'
import type { CartViewer } from './CartPage.tsx'
import type { FormErrors } from './OrderForm.tsx'

/** Fields as the form shows them: typed, else what the account knows. */
function filled(form: Record<string, string>, viewer: CartViewer): Record<string, string> {
  const u = viewer.user
  const own = !viewer.isPublic && viewer.level >= 3
  const known: Record<string, string> = own ? { name: u.company_name || u.name, phone: u.phone, document: u.document, email: u.email, client_code: u.client_code } : {}
  return { ...known, ...form }
}
/** What the form lacks, by field, in the reader's language. */
export const cartIssues = (form: Record<string, string>, viewer: CartViewer): FormErrors =>
  Object.fromEntries(Object.entries(formIssues(filled(form, viewer), viewer.company as Company)).map(([field, s]) => [field, [say(s)]]))

export interface Sent {
  order: Order
  /** The chat to open now: companies that sell by chat only. */
  chat: string | null
}
/** Sends the cart; the same cart sent again is the same order. On failure the cart stays as it is. */
export async function sendCart(viewer: CartViewer, sellers: Seller[], discount_bp: number): Promise<Sent> {
  const company = viewer.company as Company
  const c = cart.get()
  const f = filled(c.form, viewer)
  const vend = Number(localStorage.getItem(VEND)) || undefined
  const send = () =>
    call(placeOrder, {
      params: { company: company.id },
      body: {
        name: f.name ?? '',
        phone: phoneDigits(f.phone ?? ''),
        email: f.email ?? '',
        client_code: f.client_code ?? '',
        description: f.description ?? '',
        document: f.document ?? '',
        additional_field: f.additional_field ?? '',
        seller_id: Number(f.seller_id) || vend,
        client_id: Number(f.client_id) || undefined,
        cart_id: cart.get().cart_id,
        currency: viewer.currency,
        discount: discount_bp || undefined,
        taken_at: new Date(),
        payment_term: '',
        delivery_date: undefined,
        queued: undefined,
        utm: tracking().last,
        product_json: c.lines.map((l) => ({ product_id: l.product_id, quantity: l.quantity, specs: l.selected_specs, price: l.price || null })),
      },
    })
  let order: Order
  try {
    order = await send()
  } catch (error) {
    // This key was used by another version of the cart (sent, then changed in another tab): these lines are an order of their own.
    if (!isFailure(error) || error.code !== 'idempotency_key_reused') throw error
    renewCartId()
    order = await send()
  }
  const token = order.receipt_path.split('/').pop() ?? ''
  keepReceipt({ token, number: order.number, name: order.name, total: order.total ?? null, currency: order.currency, at: order.received_at.toISOString() })
  emptyCart()
  if (company.pedidos) return { order, chat: null }
  const seller = sellers.find((s) => s.id === order.seller_id)
  const text = orderMessage(
    { ...order, total: order.total ?? 0, priced: order.total !== undefined, lines: order.lines.map((l) => ({ ...l, total: l.total ?? 0 })) },
    company.name,
    location.origin + order.receipt_path,
  )
  return { order, chat: chatLink(seller?.phone || company.seller_phone || company.whatsapp_phone, text) }
}
