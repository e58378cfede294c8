// An order again: its lines with today's products and prices, for whom it was; what is gone is said.
import * as z from 'zod/mini'
import { clientCard } from '#features/clients/web/index.ts'
import { type Order, orderShape, readOrder, readReceipt } from '#features/orders/contract.ts'
import { clientData } from '#features/orders/form.ts'
import type { KeptReceipt } from '#features/orders/web/index.ts'
import { shownPrice, soldOut } from '#features/products/rules.ts'
import { lookAs } from '#features/products/web/index.ts'
import { call, orNone } from '#web/api.ts'
import { rowOf } from '#web/device/use.ts'
import { t, tn } from '#web/i18n.ts'
import { notify } from '#web/ui/snack.tsx'
import { readRow } from '#web/device/older-rows.ts'
import { viewOf } from '../buyer.ts'
import { type Buyer, eyesOf } from '../rules.ts'
import { addAll, cart, type Wanted } from './cart.ts'
import { beginFor } from './desk.ts'
import { findLine } from './line.ts'

type Repeated = Pick<Order, 'client_id' | 'name' | 'phone' | 'email' | 'document' | 'client_code'> & {
  lines: Pick<Order['lines'][number], 'product_id' | 'name' | 'specs' | 'quantity'>[]
}
/** An order, from the device when it is there. */
export async function orderOf(company: number, id: number): Promise<Order> {
  const row = rowOf<z.input<typeof orderShape>>('orders', id)
  return row ? readRow(orderShape, row) : call(readOrder, { params: { company, id } })
}
/** Puts an order's lines into the cart and says what happened. Staff repeat it for its own client: the
 * cart of somebody else goes aside. */
export async function repeatOrder(order: Repeated): Promise<void> {
  const before = cart.get()
  const back = before.staff ? beginFor(await buyerOf(order)) : null
  const aside = before.lines.length > 0 ? back : null
  await lookAs(eyesOf(cart.get()))
  const found = await Promise.all(order.lines.map(findLine)).catch((error: unknown) => {
    // What it holds is not known now: nothing has begun.
    back?.()
    throw error
  })
  const missing: string[] = []
  const unpriced: string[] = []
  const wanted: Wanted[] = []
  for (const [i, line] of order.lines.entries()) {
    const { product, variation } = found[i] ?? {}
    if (!product || !product.active || soldOut(product) || (product.attributes.length > 0 && !variation))
      missing.push(line.name)
    else if (shownPrice(product, variation)?.now === null) unpriced.push(line.name)
    else wanted.push({ product, variation, quantity: line.quantity })
  }
  addAll(wanted)
  const three = (names: string[]) => ({ names: names.slice(0, 3).join(', ') })
  const said = [
    tn(wanted.length, '{n} item no pedido.', '{n} itens no pedido.'),
    missing.length > 0 && t('Não há mais: {names}.', three(missing)),
    unpriced.length > 0 && t('Agora sob consulta: {names}.', three(unpriced)),
    aside && t('O outro pedido ficou guardado.'),
  ]
  notify(said.filter(Boolean).join(' '), aside ? { label: t('Desfazer'), run: aside } : undefined)
}
/** One whose receipt this device keeps. */
export async function repeatKept(kept: KeptReceipt): Promise<void> {
  const { lines = null } = kept
  const order = lines ? { ...kept, lines } : await call(readReceipt, { params: { token: kept.token } })
  await repeatOrder({ client_id: null, phone: '', document: '', ...order, email: '', client_code: '' })
}
/** The client as known today; who is in the portfolio no more, or was typed in, is repeated as the order says. */
async function buyerOf({ client_id, name, phone, email, document, client_code }: Repeated): Promise<Buyer> {
  const client = client_id === null ? null : await orNone(clientCard(client_id))
  if (client_id === null || !client) return { kind: 'person', data: { name, phone, email, document, client_code } }
  const { seller_id } = client
  return { kind: 'client', id: client_id, data: clientData(client), view: viewOf(client), seller_id, added: {} }
}
