import type { FastifyInstance, FastifyReply } from 'fastify'
import { pictureSigner } from '#features/images/server/index.ts'
import { keepUndo } from '#features/undos/server/index.ts'
import * as users from '#features/users/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { once } from '#server/once.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { writtenDegrees } from '#shared/geo.ts'
import * as c from '../contract.ts'
import { daysLate, rhythm, usualInterval } from '../rules.ts'
import { searchClients } from '../search.ts'
import { merge, unmerge } from './merge.ts'
import { refuseOutdated } from './outdated.ts'
import * as q from './queries.ts'
import { findLinkOffers } from './link-views/queries.ts'
import { answerLinkOffers, renewLinkOf } from './links.ts'
import { endLinkSessions, revokeLink } from './writes.ts'

/** What is asked of one client: by whom, and when. */
interface Asked {
  kit: Kit
  tx: Tx
  caller: Caller
  now: Date
}
const todayOf = ({ caller: { time_zone }, now }: Asked): q.Today => ({ time_zone, day: dayIn(time_zone, now) })

/** A client of the company, for a seller one of the portfolio. */
async function clientOf({ tx, caller }: Pick<Asked, 'tx' | 'caller'>, id: number) {
  const [row] = await q.findThese(tx, [id])
  if (!row) throw await mergedOrGone({ tx, caller }, id)
  if (!isOwn(caller, row)) throw new Refusal('not_found')
  return row
}
const isSameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const isOwn = (caller: Caller, { seller_id }: { seller_id: number | null }) =>
  caller.level !== 2 || seller_id === caller.user_id
/** Of a card that was merged it is said which one stayed, to whoever may open that. */
async function mergedOrGone({ tx, caller }: Pick<Asked, 'tx' | 'caller'>, id: number): Promise<Refusal> {
  const stays = await q.findSurvivor(tx, id)
  if (!stays || !isOwn(caller, stays)) return new Refusal('not_found')
  const name = stays.company_name || stays.name
  return new Refusal('not_found', {
    merged: { id: stays.id, name },
    message: { text: 'Este cadastro foi juntado a {name}.', values: { name } },
  })
}
async function card(asked: Asked, id: number): Promise<c.Card> {
  const [client] = await q.withRhythm(asked.tx, [await clientOf(asked, id)], todayOf(asked))
  const [whole] = await q.findCards(asked.tx, [client as c.Client])
  return users.withPortrait(whole as c.Card, pictureSigner(asked.kit, asked.now))
}
/** The card that was made or changed; `replayed`: before, by the same thing sent. */
function answer(call: Asked & { reply: FastifyReply }, done: { id: number; replayed: boolean }): Promise<c.Card> {
  if (done.replayed) call.reply.header('idempotent-replayed', 'true')
  return card(call, done.id)
}
/** Ids of everybody, those first who are furthest past their interval; who keeps it stands by the last order. */
async function lateFirst(tx: Tx, seller: number | null, today: q.Today): Promise<number[]> {
  const ids = await q.findIds(tx, seller)
  const days = await q.findOrderDays(tx, ids, today.time_zone)
  const known = new Map(ids.map((id) => [id, rhythm(days.get(id) ?? [], today.day)]))
  const late = (id: number) => daysLate(known.get(id) as ReturnType<typeof rhythm>)
  const since = (id: number) => known.get(id)?.days_since ?? Number.MAX_SAFE_INTEGER
  return ids.sort((a, b) => late(b) - late(a) || since(a) - since(b) || b - a)
}

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listClients, async (call) => {
    const { tx, query, caller } = call
    const { limit, page, offset } = paging(query, 25, caller)
    const seller = caller.level === 2 ? caller.user_id : (query.seller_id ?? null)
    const today = todayOf(call)
    const sign = pictureSigner(kit, call.now)
    const portrayed = async (rows: Parameters<typeof q.withRhythm>[1]) =>
      (await q.withRhythm(tx, rows, today)).map((client) => users.withPortrait(client, sign))
    const words = (query.name ?? '').trim()
    if (words || query.order === 'late') {
      const ids = words ? searchClients(await q.findAll(tx, seller), words) : await lateFirst(tx, seller, today)
      const rows = await q.findThese(tx, ids.slice(offset, offset + limit))
      return { rows: await portrayed(rows), total: ids.length, page, limit }
    }
    const silent = query.order === 'silent' ? today : null
    const found = await q.findPage(tx, { seller, byName: query.order === 'name', silent, limit, offset })
    return { rows: await portrayed(found.rows), total: found.total, page, limit }
  })
  serve(app, kit, c.readClient, (call) => card(call, call.params.id))
  serve(app, kit, c.createClient, async (call) => {
    const { anyway, key, queued: _queued, ...form } = call.body
    const create = () => users.createClientIn(call.tx, call.caller.company_id, form, call.caller, anyway)
    return answer(call, await once(call, key, form, create))
  })
  serve(app, kit, c.updateClient, async (call) => {
    const stands = await clientOf(call, call.params.id)
    const { was, queued, key, ...form } = call.body
    const change = async () => {
      if (queued)
        refuseOutdated(was, form, { ...stands, lat: writtenDegrees(stands.lat), lng: writtenDegrees(stands.lng) })
      const { caller } = call
      if (caller.level === 2 && stands.signs_in && !isSameEmail(form.email ?? stands.email, stands.email))
        throw invalid({ email: 'O cliente entra com este e-mail: só o administrador muda.' })
      // To a seller an e-mail of another portfolio's client is like any other: shared, not refused.
      const sharesEmail = caller.level === 2
      const typed = { ...stands, ...form }
      await users.updateIn(call.tx, call.params.id, users.ofPortfolio(caller, form), { ...caller, sharesEmail })
      if (sharesEmail) await users.markKnownElsewhere(call.tx, typed, caller, call.params.id)
      return call.params.id
    }
    return answer(call, await once(call, key, { id: call.params.id, ...form }, change))
  })
  serve(app, kit, c.findSame, async (call) => {
    const { except, ...typed } = call.query
    if (except !== undefined) await clientOf(call, except)
    const { found } = await users.findSame(call.tx, typed, call.caller, except ?? null)
    return { found: users.suspects(found) }
  })
  serve(app, kit, c.readHabits, async (call) => {
    const { tx, params, caller, now } = call
    await clientOf(call, params.id)
    const orders = await q.findLastOrders(tx, [params.id], now)
    const days = (await q.findOrderDays(tx, [params.id], caller.time_zone)).get(params.id) ?? []
    // An order is its seller's to open; what the client buys is known to whoever has the client.
    const own = orders.filter((o) => caller.level === 1 || o.seller_id === caller.user_id)
    return {
      last_orders: own.slice(0, 5).map(({ items, seller_id: _seller, client_id: _client, total, ...o }) => ({
        ...o,
        ...(!caller.hide_price && { total }),
        items: items.map(({ sold: _sold, ...i }) => i),
      })),
      usual: q.usualOf(orders, true),
      interval_days: usualInterval(days),
      last_at: orders[0]?.at ?? null,
    }
  })
  serve(app, kit, c.mergeClient, async (call) => {
    const { tx, params, caller, now } = call
    await clientOf(call, params.id)
    const { other } = call.body
    if (other === params.id) throw invalid({ other: 'Escolha outro cadastro.' })
    await clientOf(call, other)
    await merge(tx, caller, { survivor: params.id, gone: other, now })
    return card(call, params.id)
  })
  serve(app, kit, c.unmergeClient, async (call) => {
    await clientOf(call, call.params.id)
    await unmerge(call.tx, call.caller, { survivor: call.params.id, id: call.params.merge, now: call.now })
    return card(call, call.params.id)
  })
  serve(app, kit, c.movePortfolio, async ({ tx, body, caller, now }) => {
    const rows = await q.findThese(tx, body.ids)
    const to = typeof body.seller_id === 'number' ? body.seller_id : null
    if (rows.length === 0) throw new Refusal('not_found')
    if (to !== null && !(await users.isSellerHere(tx, to)))
      throw invalid({ seller_id: 'Escolha um vendedor desta empresa.' })
    const changes = rows
      .filter((r) => r.seller_id !== to)
      .map((r) => ({ id: r.id, was: { seller_id: r.seller_id }, now: { seller_id: to } }))
    await users.changeClients(tx, changes)
    const moved = changes.map((r) => r.id)
    const seen = await answerLinkOffers(tx, moved, body.renew_links)
    return {
      moved: changes.length,
      seen_links: seen.length,
      undo_id: await keepUndo(tx, caller, 'clients', 'portfolio', changes as never, now),
    }
  })
  serve(app, kit, c.listLinkOffers, ({ tx }) => findLinkOffers(tx))
  serve(app, kit, c.answerLinkOffers, async ({ tx, body }) => ({
    clients: (await answerLinkOffers(tx, body.ids, body.renew)).length,
  }))
  serve(app, kit, c.readLink, async (call) => {
    await clientOf(call, call.params.id)
    return users.personalLink(kit, call.tx, call.params.id, { ...call.caller, now: call.now })
  })
  serve(app, kit, c.renewLink, async (call) => {
    await clientOf(call, call.params.id)
    await renewLinkOf(call.tx, call.params.id)
    return users.personalLink(kit, call.tx, call.params.id, { ...call.caller, now: call.now })
  })
  serve(app, kit, c.revokeLink, async (call) => {
    await clientOf(call, call.params.id)
    await revokeLink(call.tx, call.params.id, call.now)
    await endLinkSessions(call.tx, call.params.id)
    return users.personalLink(kit, call.tx, call.params.id, { ...call.caller, now: call.now })
  })
}
