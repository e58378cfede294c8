import type { FastifyInstance } from 'fastify'
import { findCompany } from '#features/companies/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import { type Handler, type Kit, paging, serve } from '#server/serve.ts'
import { sendSheet } from '#server/send.ts'
import { Refusal } from '#shared/errors.ts'
import { countOrders, exportOrder, listOrders, moveOrder, type Order, placeOrder, readOrder } from '../contract.ts'
import { acceptOrder } from '../acceptance.ts'
import { isUnanswered, mayWithdraw, openRequest } from '../adjustment.ts'
import { isOpenQuote } from '../quote.ts'
import { reasonsFor } from '../reasons.ts'
import { sumPayments } from '../rules.ts'
import { owedOf } from '../sold.ts'
import { isAboutMoney, isEditable, type Mover, nextStatuses, statusOf, type Status } from '../status.ts'
import { withdrawAdjustment } from '../withdraw.ts'
import { accept } from './acceptance.ts'
import { chatPhone } from './chat.ts'
import { countBeside } from './counts.ts'
import { withoutFreight } from './freight.ts'
import { findOrders } from './list/queries.ts'
import { move } from './move.ts'
import { place } from './place.ts'
import * as q from './queries.ts'
import { orderSheet } from './sheet/sales.ts'
import { withdraw } from './withdraw.ts'

/** Whose orders a level sees: its own as seller or client, all as admin. */
export const own = (caller: Caller) => ({
  seller_id: caller.level === 2 ? caller.user_id : null,
  client_id: caller.level === 3 ? caller.user_id : null,
})
/** Who moves an order in the table of statuses, by the caller's level. */
export const moverOf = (level: number): Mover => (level === 1 ? 'A' : level === 2 ? 'S' : 'C')

/** Who reads an order: `user_id` null by the receipt's link. */
export interface Reader {
  mover: Mover
  user_id: number | null
}
export const readerOf = (caller: Pick<Caller, 'level' | 'user_id'>): Reader => ({
  mover: moverOf(caller.level),
  user_id: caller.user_id,
})
/** Where this mover may take it; a quote is answered, or ends, on its own page. */
const nextOf = (row: q.OrderRow, mover: Mover) =>
  mover === 'C' && isOpenQuote(row) ? [] : nextStatuses(row.status, mover)
/** An order as the reader sees it: where it may go, the reasons that are theirs to know, no prices under hide_price. */
export function present(row: q.OrderRow, hide_price: boolean, reader: Reader): Order {
  const { mover } = reader
  const request = openRequest(row)
  const {
    receipt_token,
    created_by: _,
    erased: _erased,
    total,
    subtotal,
    discount,
    freight,
    diff,
    lines,
    ...rest
  } = row
  const { internal_note, signature, paid_at, payment_status = 'nao_controlado', payments = [], ...open } = rest
  const base = {
    ...open,
    reasons: reasonsFor(mover, row),
    events: row.events
      .filter((e) => mover !== 'C' || !isAboutMoney(e.kind))
      .map(({ at, who, kind, from, to, reason }) => ({ at, who, kind, from, to, reason })),
    ...(mover !== 'C' && { internal_note, signature, paid_at, payment_status }),
    editable: isEditable(row.status, mover),
    receipt_path: `/pedido/${receipt_token}`,
    next: row.origin === 'historico' ? [] : nextOf(row, mover),
    adjustment: request && {
      at: request.at,
      ours: request.ours,
      who: mover === 'C' ? '' : request.who,
      text: request.text,
    },
    withdrawable: request !== null && isUnanswered(row) && mayWithdraw(request, reader),
  }
  if (hide_price)
    return {
      ...base,
      ...(mover !== 'C' && { payments: payments.map(({ amount: _, ...p }) => p) }),
      events: base.events.map((e) =>
        e.kind === 'itens'
          ? { ...e, reason: withoutFreight(e.reason) }
          : isAboutMoney(e.kind)
            ? { ...e, reason: '' }
            : e,
      ),
      lines: lines.map(({ price: _p, discount: _d, total: _t, ...l }) => l),
    }
  const money = mover === 'C' ? {} : { ...sumPayments(payments, owedOf(row)), payments }
  return { ...base, ...money, total, subtotal, discount, freight, diff, lines }
}

/** An order of the caller's own; 404 for any other. */
async function read({ tx, params, caller }: { tx: Tx; params: { id: number }; caller: Caller }): Promise<Order> {
  const row = await q.findOrder(tx, params.id, own(caller))
  if (!row) throw new Refusal('not_found')
  return present(row, caller.hide_price, readerOf(caller))
}

export function routes(app: FastifyInstance, kit: Kit): void {
  const take: Handler<typeof placeOrder> = async (call) => {
    const { tx, caller, reply } = call
    const placed = await place(call)
    const reader = readerOf(caller)
    if ('order' in placed) {
      reply.status(201)
      return { ...present(placed.order, caller.hide_price, reader), chat_phone: placed.chat_phone }
    }
    const row = await q.findOrder(tx, placed.replayed)
    const company = await findCompany(tx, caller.company_id)
    if (!row || !company) throw new Refusal('not_found')
    return {
      ...present(row, caller.hide_price, reader),
      chat_phone: chatPhone(caller, company, await q.findSeller(tx, row.seller_id)),
    }
  }
  serve(app, kit, placeOrder, take, { ownLine: true })

  serve(app, kit, listOrders, async ({ tx, query, caller, now }) => {
    const { limit, page, offset } = paging(query, 25, caller)
    const mine = own(caller)
    const orders = { newest: 'newest', oldest: 'oldest', total: 'total', name: 'name' } as const
    if (query.order === 'total' && caller.hide_price) throw new Refusal('order_by_price')
    const found = await findOrders(tx, {
      client_id: mine.client_id ?? query.client_id ?? null,
      seller_id: mine.seller_id ?? (caller.level === 1 ? (query.seller_id ?? null) : null),
      status: (query.status ?? '')
        .split(',')
        .map(statusOf)
        .filter((s): s is Status => s !== null),
      sold: query.sold ?? false,
      search: (query.search ?? query.name ?? '').trim(),
      from: query.from ?? null,
      until: query.until ?? null,
      time_zone: caller.time_zone,
      now,
      order: orders[query.order as keyof typeof orders] ?? 'newest',
      limit,
      offset,
    })
    const rows = found.rows.map(({ total, ...r }) => ({
      ...r,
      ...(!caller.hide_price && { total }),
      reasons: reasonsFor(moverOf(caller.level), r),
    }))
    return { rows, total: found.total, page, limit }
  })

  serve(app, kit, countOrders, async ({ tx, caller, now }) => {
    const mine = own(caller)
    return {
      ...(await q.countByStatus(tx, mine.seller_id, mine.client_id)),
      ...(await countBeside({ tx, caller, now })),
    }
  })

  serve(app, kit, readOrder, read)

  serve(app, kit, exportOrder, async ({ tx, body, caller, reply }) => {
    const sheet = await orderSheet(tx, body.order_id, caller)
    if (!sheet) throw new Refusal('not_found')
    return sendSheet(reply, `pedido-${sheet.number ?? 'antigo'}.xlsx`, sheet.file)
  })

  serve(app, kit, moveOrder, async (call) => {
    const { tx, params, caller, now } = call
    await read(call)
    const { status, reason, revision } = call.body
    await move(tx, {
      id: params.id,
      word: status,
      reason: reason ?? '',
      revision,
      hide_price: caller.hide_price,
      mover: moverOf(caller.level),
      who: caller.name,
      user_id: caller.user_id,
      now,
    })
    return read(call)
  })

  serve(app, kit, acceptOrder, async (call) => {
    const { tx, params, caller, body, now } = call
    await read(call)
    const { hide_price } = caller
    await accept(tx, { ...body, ...readerOf(caller), id: params.id, hide_price, who: caller.name, now })
    return read(call)
  })

  serve(app, kit, withdrawAdjustment, async (call) => {
    const { tx, params, caller, now } = call
    await read(call)
    await withdraw(tx, { id: params.id, ...readerOf(caller), who: caller.name, now })
    return read(call)
  })
}
