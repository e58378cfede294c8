import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { logAs } from '#features/logs/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { type Asking, keepsValue } from '#server/device.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { addDays } from '#shared/day.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { formatCents, showCents } from '#shared/money.ts'
import * as c from '../contract.ts'
import { earnedIn, monthOf, sumsOf } from './month.ts'
import * as q from './queries.ts'
import { putRate, putTarget } from './writes.ts'

const ratesOf = ({ tx, caller }: Pick<Asking, 'tx' | 'caller'>) =>
  q.findRates(tx, caller.level === 2 ? caller.user_id : null)
keepsValue('rates', [2], async (asking) => z.encode(c.ratesShape, await ratesOf(asking)))

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listRates, ratesOf)
  serve(app, kit, c.listPlaces, async ({ tx, query }) => {
    const places = await q.findPlaces(tx, query.products)
    return [...places.values()].map((p) => ({ ...p, categories: [...p.categories] }))
  })

  serve(app, kit, c.setRate, async ({ tx, body, caller, now }) => {
    const { seller_id = null, category_id = null, product_id = null, percent = null } = body
    const since = body.since ?? dayIn(caller.time_zone, now)
    const ids = [seller_id, category_id, product_id].filter((id) => id !== null)
    if (ids.length > 1) throw invalid({ product_id: 'Escolha um só: um vendedor, uma categoria ou um produto.' })
    const here =
      seller_id !== null
        ? await q.isSeller(tx, seller_id)
        : category_id !== null
          ? await q.isCategory(tx, category_id)
          : product_id === null || (await q.isProduct(tx, product_id))
    if (!here) throw new Refusal('not_found')
    if (percent !== null && (percent < 0 || percent > 10_000))
      throw invalid({ percent: 'Informe uma porcentagem entre 0 e 100.' })
    if (addDays(since, 0) !== since) throw invalid({ since: 'Data inválida. Ex.: 2026-11-21.' })
    await putRate(tx, caller.company_id, { seller_id, category_id, product_id, rate_bp: percent, since })
    await note(
      tx,
      caller,
      `Comissão: ${percent === null ? 'nenhuma' : `${formatCents(percent)}%`} desde ${since}`,
      ids[0],
    )
    return { seller_id, category_id, product_id, percent, since }
  })
  serve(app, kit, c.setTarget, async ({ tx, body, caller }) => {
    if (!(await q.isSeller(tx, body.seller_id))) throw new Refusal('not_found')
    const cents = body.target ?? 0
    if (cents < 0 || cents > MOST_TARGET) throw invalid({ target: 'Informe um valor entre 0 e 1.000.000.000,00.' })
    await putTarget(tx, caller.company_id, body.seller_id, `${body.month}-01`, cents)
    await note(tx, caller, `Meta desde ${body.month}: ${cents ? showCents(cents) : 'nenhuma'}`, body.seller_id)
    return { seller_id: body.seller_id, month: body.month, target: cents || null }
  })
  serve(app, kit, c.readCommissions, async ({ tx, query, caller, now }) => {
    const month = monthOf(caller, now, query.month)
    return { month: month.first.slice(0, 7), sellers: await sumsOf(tx, month, ownOnly(caller), caller.hide_price) }
  })
  serve(app, kit, c.listCommissionOrders, async ({ tx, query, caller, now }) => {
    const { limit, page, offset } = paging(query, 20, caller)
    const seller = ownOnly(caller) ?? query.seller_id ?? null
    const { entries } = await earnedIn(tx, monthOf(caller, now, query.month), seller)
    const all = entries.filter((e) => !query.standing || query.standing === e.standing)
    const rows = all.slice(offset, offset + limit).map(({ total, commission, ...e }) => ({
      ...e,
      ...(!caller.hide_price && { total, commission }),
    }))
    return { rows, total: all.length, page, limit }
  })
}
const MOST_TARGET = 100_000_000_000
/** A seller sees what is theirs, an admin all of it. */
const ownOnly = (caller: Caller) => (caller.level === 2 ? caller.user_id : null)
const note = (tx: Tx, caller: Caller, name: string, object_id?: number) =>
  logAs(tx, caller, { action: 'update', object: 'commission', name, ...(object_id !== undefined && { object_id }) })
