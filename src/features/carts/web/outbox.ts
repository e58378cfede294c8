// Carts on their way: what becomes of one that waited, when it is there, is refused, or is wanted back.
import { type PlacedOrder, placeOrder } from '#features/orders/contract.ts'
import { orderMessage } from '#features/orders/message.ts'
import { keepReceipt } from '#features/orders/web/index.ts'
import { chatLink } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import type { Item } from '#web/outbox/item.ts'
import { answerIn, delivers } from '#web/outbox/line.ts'
import { currentAccount } from '#web/session.ts'
import type { Company } from '#features/companies/contract.ts'
import type { Cart } from '../rules.ts'
import { settleCart, takeCartBack } from './acts.ts'

export const ORDER = 'order'
/** What the server answered; null: something that is no order. */
export const orderIn = (answer: unknown): PlacedOrder | null => answerIn(placeOrder, answer)
/** The chat of a company that sells by chat only: opened after the order is kept. */
export function chatOf(order: PlacedOrder): string | null {
  const { company } = currentAccount<{ company: Company | null }>() ?? {}
  if (!company || company.pedidos || !order.chat_phone) return null
  const text = orderMessage(
    {
      ...order,
      total: order.total ?? 0,
      priced: order.total !== undefined,
      lines: order.lines.map((l) => ({ ...l, total: l.total ?? 0 })),
    },
    company.name,
    location.origin + order.receipt_path,
  )
  return chatLink(order.chat_phone, text)
}
/** The receipts of whoever orders for themselves stay on the device. */
function keepOwn(order: PlacedOrder): void {
  keepReceipt({
    token: order.receipt_path.split('/').pop() ?? '',
    number: order.number,
    name: order.name,
    total: order.total ?? null,
    currency: order.currency,
    at: order.received_at.toISOString(),
    lines: order.lines.map(({ product_id, name, specs, quantity }) => ({ product_id, name, specs, quantity })),
  })
}
/** What has left stands in no cart any more; what was added since it was sent stays. */
export async function close(sent: Cart): Promise<void> {
  if (sent.staff) (await import('./desk.ts')).settle(sent)
  else settleCart(sent)
}
/** What an item carries of the cart that it was. */
export const isCart = (kept: unknown): kept is Cart =>
  typeof kept === 'object' && kept !== null && Array.isArray((kept as Cart).lines)

delivers(ORDER, {
  title: ({ about }) =>
    t(about.quote ? 'Orçamento de {name}' : 'Pedido de {name}', { name: about.name || t('Sem cliente') }),
  said({ kept, about }, answer) {
    const order = orderIn(answer)
    const values = { n: order?.number ?? '', name: order?.company_name || about.name }
    return {
      text: t(about.quote ? 'Orçamento {n} de {name} enviado.' : 'Pedido {n} de {name} enviado.', values),
      to: !order || !isCart(kept) ? '/' : kept.staff ? `/dashboard/orders/${order.id}` : order.receipt_path,
    }
  },
  async sent({ kept, queued }: Item, answer, watched) {
    const order = orderIn(answer)
    if (!order || !isCart(kept)) return false
    if (!kept.staff) keepOwn(order)
    await close(kept)
    if (watched) return false
    return order.status === 'ajuste_solicitado' || (queued && (order.diff?.length ?? 0) > 0) || chatOf(order) !== null
  },
  edit({ kept, refusal }) {
    if (!isCart(kept)) return null
    const back = { ...kept, ...(refusal && { refusal }) }
    return async () => {
      if (kept.staff) (await import('./desk.ts')).takeBack(back)
      else takeCartBack(back)
      return '/dashboard/shoppingcart'
    }
  },
  path: /^\/api\/v2\/companies\/\d+\/order_cart$/,
  isKept: isCart,
})
