import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { countSilent, findLinkOffers } from '#features/clients/server/index.ts'
import { findWaiting } from '#features/mails/server/index.ts'
import { monthOf, sumsOf } from '#features/commissions/server/index.ts'
import { countByStatus } from '#features/orders/server/index.ts'
import { countPressing } from '#features/products/server/index.ts'
import { noteLinkViews } from '#features/users/server/index.ts'
import { catalogueAddress } from '#server/addresses.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { type Asking, keepsValue } from '#server/device.ts'
import { type Kit, serve } from '#server/serve.ts'
import { clientLinkToken } from '#server/session.ts'
import { addDays, addMonths } from '#shared/day.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { dayList, type Entry, monthsOf, OPENED_DAYS } from '../rules.ts'
import * as q from './queries.ts'
import { rhythmsOf } from './rhythms.ts'
import { addPutOff, dropPutOff } from './writes.ts'

const FIRST = 30
const MOST = 1000
/** As many people as a device has of the day. */
const MOST_KEPT = 200

/** The list of the day, as it is now. */
async function today({ tx, kit, caller, now }: Asking, limit: number): Promise<c.DayList> {
  const day = dayIn(caller.time_zone, now)
  const me = caller.user_id
  const orders = await q.findOpenOrders(tx, me, caller.time_zone)
  const openings = await q.findOpenings(tx, me, addDays(day, -OPENED_DAYS))
  const clients = await rhythmsOf(tx, { seller: me, time_zone: caller.time_zone, today: day })
  const all = dayList({ today: day, orders, openings, clients })
  const off = new Set((await q.findPutOffs(tx, me, day)).map(keyOf))
  const open = all.filter((e) => !off.has(keyOf(e)))
  const named = await withNames(kit, tx, open.slice(0, limit), orders, { user_id: me, now })
  const put_off = all.length - open.length
  return { day, entries: named, total: open.length, put_off, clients: await q.hasClients(tx, me) }
}
async function sellerHome({ tx, caller, now }: Asking): Promise<c.SellerHome> {
  const day = dayIn(caller.time_zone, now)
  const [month] = await sumsOf(tx, monthOf(caller, now), caller.user_id, caller.hide_price)
  if (!month) throw new Refusal('not_found')
  const { today, days, days_before } = await twoMonths({ tx, caller, now }, caller.user_id)
  return { day, today, month, days, days_before }
}
/** This month so far against the one before, day by day. */
async function twoMonths({ tx, caller, now }: Pick<Asking, 'tx' | 'caller' | 'now'>, seller: number | null) {
  const { time_zone } = caller
  const day = dayIn(time_zone, now)
  const from = addMonths(`${day.slice(0, 7)}-01`, -1)
  return monthsOf(await q.findSold(tx, { seller, from, until: addDays(day, 1), time_zone }), day, caller.hide_price)
}
keepsValue('home', [2], async (asking) =>
  z.encode(c.keptHomeShape, { list: await today(asking, MOST_KEPT), month: await sellerHome(asking) }),
)

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.readDayList, (call) => today(call, Math.min(Math.max(call.query.limit ?? FIRST, 1), MOST)))
  serve(app, kit, c.putOff, async ({ tx, body, caller, now }) => {
    const { client_id = null, order_id = null } = body
    if ((client_id === null) === (order_id === null)) throw invalid({ client_id: 'Diga um cliente ou um pedido.' })
    if (!(await q.mayPutOff(tx, caller.user_id, client_id, order_id))) throw new Refusal('not_found')
    const whom = { company: caller.company_id, user: caller.user_id, client_id, order_id }
    if (body.off) await addPutOff(tx, whom, addDays(dayIn(caller.time_zone, now), 1))
    else await dropPutOff(tx, whom)
  })
  serve(app, kit, c.readSellerHome, sellerHome)
  serve(app, kit, c.readCompanyHome, async ({ tx, caller, now }) => {
    const { time_zone } = caller
    const day = dayIn(time_zone, now)
    const { out, products, ...promotions } = await countPressing(tx, day)
    const { novo = 0, aguardando_aprovacao = 0, ajuste_solicitado = 0 } = await countByStatus(tx, null, null)
    return {
      day,
      ...(await twoMonths({ tx, caller, now }, null)),
      waiting: {
        novo,
        aguardando_aprovacao,
        ajuste_solicitado,
        assinatura: await q.countAsks(tx, caller.company_id),
        enderecos: (await findWaiting(tx, caller.company_id, caller.user_id)).length,
        links: (await findLinkOffers(tx)).length,
      },
      products,
      out_of_stock: out,
      promotions,
      silent: await countSilent(tx, { day, time_zone }),
      sellers: await sumsOf(tx, monthOf(caller, now), null, caller.hide_price),
    }
  })
}
const keyOf = (e: { client_id: number | null; order_id: number | null }) => `${e.client_id ?? ''}/${e.order_id ?? ''}`
/** Names, phones, and the address that a message brings. */
async function withNames(
  kit: Kit,
  tx: Tx,
  entries: Entry[],
  orders: Awaited<ReturnType<typeof q.findOpenOrders>>,
  to: { user_id: number; now: Date },
): Promise<c.DayEntry[]> {
  const clients = new Map(
    (
      await q.findNames(
        tx,
        entries.flatMap((e) => e.client_id ?? []),
      )
    ).map((r) => [r.id, r]),
  )
  // The list brings the links themselves.
  await noteLinkViews(
    tx,
    [...clients.values()].filter((r) => !r.revoked).map((r) => r.id),
    to.user_id,
    to.now,
  )
  const receipts = new Map(
    (
      await q.findReceipts(
        tx,
        entries.flatMap((e) => e.causes[0]?.order_id ?? []),
      )
    ).map((r) => [r.id, `${kit.config.publicUrl}/pedido/${r.receipt_token}`]),
  )
  return entries.map((e) => {
    const client = clients.get(e.client_id ?? 0)
    const order = orders.find((o) => o.id === e.order_id)
    const key = kit.config.appKey
    // A link that was taken back is not handed out again by a message.
    const personal =
      client &&
      `${catalogueAddress(kit.config, client.path)}${client.revoked ? '' : `?id=${clientLinkToken(key, client)}`}`
    return {
      ...e,
      name: client?.name ?? order?.name ?? '',
      phone: client?.phone || order?.phone || '',
      link: receipts.get(e.causes[0]?.order_id ?? 0) ?? personal ?? '',
    }
  })
}
