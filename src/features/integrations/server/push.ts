// A confirmed order goes to the ERP: exactly one there, also when an answer is lost. It is marked as being sent before
// the call; what ends without a clear answer is looked for after a while by its own key before it is sent again.
import { randomUUID } from 'node:crypto'
import { dayIn } from '#server/clock.ts'
import { inCompany, type Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { bareDocument } from '#shared/documents.ts'
import { showCents } from '#shared/money.ts'
import { systemOf } from '../rules.ts'
import { contextOf } from './context.ts'
import { connectors } from './erp/index.ts'
import { asFailure, ErpFailure, Hung, type OrderDraft } from './erp/types.ts'
import { secondsOf } from './erp/values.ts'
import * as q from './queries.ts'
import { AWAY_SECONDS, stopLink } from './stopped.ts'
import * as w from './writes.ts'

/** After so many unclear tries a person decides. */
const MOST_ROUNDS = 3
const RETRY_SECONDS = 900
/** Said of an order that waits when sending is switched off: it may be typed there by hand then. */
export const SENDING_OFF = 'O envio de pedidos está desligado. Ligue-o em Integrações e envie de novo.'

export async function pushOrder(kit: Kit, company_id: number, order_id: number): Promise<void> {
  const lease = randomUUID()
  const claimed = await inCompany(kit.pool, company_id, async (tx) => {
    const push = await w.claimPush(tx, order_id, lease, kit.clock.now())
    const integration = push && (await q.findIntegration(tx, push.integration_id))
    if (!push) return undefined
    if (!integration)
      return await w.setPush(tx, order_id, {
        status: 'recusado',
        message: w.LINK_OFF,
        resume_at: null,
      })
    return {
      push,
      integration,
      secrets: await q.findSecrets(tx, integration.id),
      order: await q.findOrderToSend(tx, integration.id, order_id),
    }
  })
  if (!claimed) return
  const { push, integration, secrets, order } = claimed
  const end = (change: (tx: Tx) => Promise<unknown>) =>
    inCompany(kit.pool, company_id, async (tx) => {
      if (await w.holdsPush(tx, order_id, lease)) await change(tx)
    })
  const keep = (client: string) =>
    inCompany(kit.pool, company_id, async (tx) => {
      if (order?.client_id && !order.document)
        await w.keepClient(tx, company_id, integration.id, order.client_id, client)
    })
  const taker = connectors[integration.type].orders
  const name = systemOf(integration.type).system_name
  // What may have arrived before is looked for even if it must not be sent any more.
  const unclear = push.was !== 'fila'
  const off = !integration.active || !integration.send_order_to_integration
  let sending = false
  try {
    const c = contextOf(kit, integration, secrets)
    if (!taker) throw new ErpFailure('refused', `O ${name} ainda não recebe pedidos por aqui.`)
    const there = unclear || !(taker.unique || off) ? await taker.find(c, push.own_key) : null
    if (!there && off) throw new ErpFailure('refused', SENDING_OFF)
    sending = true
    const sent = there ?? (await taker.create(c, draftOf(order, push.own_key, name), keep))
    await end((tx) => w.pushSent(tx, order_id, sent, kit.clock.now()))
  } catch (error) {
    await end((tx) =>
      after(kit, tx, integration, { ...push, order_id, sending, settle: taker?.settle ?? 60 }, asFailure(error)),
    )
    if (!(error instanceof ErpFailure)) throw error
  }
}
async function after(
  kit: Kit,
  tx: Tx,
  integration: q.IntegrationRow,
  p: w.Push & { order_id: number; sending: boolean; settle: number },
  failure: ErpFailure,
): Promise<void> {
  const at = (seconds: number) => new Date(kit.clock.now().getTime() + seconds * 1000)
  const { message, kind } = failure
  if (kind === 'refused') return await w.setPush(tx, p.order_id, { status: 'recusado', message, resume_at: null })
  // Said at the order: the link reads on. What may be there and cannot be looked for waits for a person.
  if (kind === 'permission') {
    const status = p.sending || p.was === 'fila' ? 'recusado' : 'parado'
    return await w.setPush(tx, p.order_id, { status, message, resume_at: null })
  }
  // What may be there is looked for again; what is not waits in the queue.
  const status = p.was === 'fila' && kind !== 'silent' ? 'fila' : 'incerto'
  const waits = async (
    seconds: number,
    more: { status: 'fila' | 'incerto' | 'parado'; round?: boolean } = { status },
  ) => {
    await w.setPush(tx, p.order_id, { message, resume_at: at(seconds), ...more })
    await w.watchSoon(tx, seconds)
  }
  if (kind === 'credentials') {
    await stopLink(kit, tx, integration, message)
    return await waits(60)
  }
  if (kind === 'wait') return await waits(secondsOf(failure, kit.clock.now()))
  // An ERP that is away cannot even be asked whether it is there: that is no round, and ends by itself.
  // The others of this link do not ask one by one whether it is back.
  const hung = failure instanceof Hung
  const away = !p.sending && !hung
  const least = (seconds: number) => Math.max(seconds, failure.seconds)
  if (!p.sending || hung) await w.postponePushes(tx, integration.id, at(least(away ? AWAY_SECONDS : p.settle)))
  const stuck = p.sending && p.rounds + 1 >= MOST_ROUNDS
  const seconds = away ? AWAY_SECONDS : stuck ? p.settle : Math.max(p.settle, p.rounds * RETRY_SECONDS)
  await waits(least(seconds), { status: stuck ? 'parado' : 'incerto', round: p.sending })
}
function draftOf(order: q.OrderToSend | undefined, key: string, name: string): OrderDraft {
  if (!order) throw new ErpFailure('refused', 'Este pedido não existe mais.')
  if (order.erased) throw new ErpFailure('refused', w.ERASED)
  if (!['confirmado', 'faturado', 'enviado', 'entregue'].includes(order.status))
    throw new ErpFailure('refused', 'O pedido deixou de estar confirmado antes de ser enviado.')
  if (order.currency !== 'BRL')
    throw new ErpFailure('refused', `O ${name} recebe pedidos em reais, e este está em ${order.currency}.`)
  const missing = order.lines.filter((l) => !l.external_id)
  if (missing.length)
    throw new ErpFailure(
      'refused',
      `Não ${missing.length === 1 ? 'existe' : 'existem'} no ${name}: ${missing
        .slice(0, 3)
        .map((l) => l.name)
        .join(', ')}${missing.length > 3 ? ` e mais ${missing.length - 3}` : ''}.`,
    )
  return {
    key,
    number: String(order.number ?? ''),
    day: dayIn(order.time_zone, order.confirmed_at ?? order.received_at),
    client: {
      id: order.client_key ?? key.replace('MST-', 'P'),
      name: order.name,
      company_name: order.company_name,
      document: bareDocument(order.document),
      email: order.email,
      phone: order.phone.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, ''),
      known_as: order.document ? '' : (order.known_as ?? ''),
      known_others: order.known_others,
    },
    lines: order.lines.map((l) => ({
      external_id: l.external_id ?? '',
      code: l.code,
      name: l.name,
      specs: l.specs,
      quantity: l.quantity,
      unit: l.unit_price,
    })),
    discount: order.discount,
    note: [
      `Pedido ${order.number ?? ''} do Mostruário (${key}).`,
      order.payment_term && `Pagamento: ${order.payment_term}.`,
      order.freight > 0 && `Frete: ${showCents(order.freight)}.`,
      order.description,
    ]
      .filter(Boolean)
      .join(' '),
  }
}
