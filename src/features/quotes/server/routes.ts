import type { FastifyInstance } from 'fastify'
import { findCompany } from '#features/companies/server/index.ts'
import { isOpenQuote, MOST_QUOTE_DAYS, type Talk } from '#features/orders/quote.ts'
import {
  basisOf,
  findOrder,
  hidesPrice,
  linesRefused,
  type Locked,
  lockOrder,
  mailOrder,
  move,
  openReceipt,
  type OrderRow,
  pricesToday,
  quoteEnded,
  rewriteLines,
  rulesOf,
  tellOffered,
} from '#features/orders/server/index.ts'
import type { EventKind } from '#features/orders/status.ts'
import { hasEnded } from '#features/orders/quote.ts'
import { dayIn } from '#server/clock.ts'
import { inCompany, type Tx } from '#server/db.ts'
import { isClosed, type Kit, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { addDays } from '#shared/day.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { acceptChanges, answerOffer, type Offer, offerAgain, type Quote, readOffer, readQuote } from '../contract.ts'
import { answer } from './answer.ts'
import { goneLines, offerOf, refuseGone, type Seller } from './offer.ts'
import * as q from './queries.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, readOffer, async ({ params, now, reply }) => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    const found = await openReceipt(kit, params.token, now)
    return inCompany(kit.pool, found.company_id, async (tx) => {
      const company = await findCompany(tx, found.company_id)
      const order = await findOrder(tx, found.order_id)
      if (!company || !order || order.valid_until === null) throw new Refusal('not_found')
      return readByLink({ tx, company, now }, order)
    })
  })
  serve(app, kit, answerOffer, async (call) => {
    const { params, now, reply } = call
    reply.header('referrer-policy', 'no-referrer')
    const found = await openReceipt(kit, params.token, now)
    return inCompany(kit.pool, found.company_id, async (tx) => {
      const company = await findCompany(tx, found.company_id)
      if (!company) throw new Refusal('not_found')
      if (isClosed(company, now)) throw new Refusal('catalogue_closed')
      const locked = await lockOrder(tx, found.order_id)
      const order = await findOrder(tx, found.order_id)
      if (!locked || !order || locked.valid_until === null) throw new Refusal('not_found')
      await answer(tx, order, locked, call.body, now)
      const fresh = (await findOrder(tx, found.order_id)) ?? order
      return readByLink({ tx, company, now }, fresh)
    })
  })

  serve(app, kit, readQuote, async ({ tx, params, caller, now }) =>
    quote(tx, await mine(tx, params.id, caller), caller, now),
  )
  serve(app, kit, acceptChanges, async (call) => {
    const { tx, params, caller, now } = call
    const held = await locked(tx, params.id, caller)
    const { order } = held
    if (order.answer === 'aceito') return quote(tx, order, caller, now)
    const asked = (await q.findTalk(tx, order.id)).findLast((t) => !t.ours)?.talk
    mustBeOpen(order, call.body.revision)
    if (order.answer !== 'ajuste' || !asked?.lines.length)
      throw new Refusal('bad_transition', { message: 'O cliente não pediu mudança neste orçamento.', allowed: [] })
    const now_ = new Map(asked.lines.map((l) => [l.line, l.now]))
    const quantity = (l: { line: number; quantity: number }) => now_.get(l.line) ?? l.quantity
    refuseGone(order, rulesOf(order, await basisOf(tx, order)), (line) =>
      order.lines.filter((l) => l.line === line).reduce((n, l) => n + quantity(l), 0),
    )
    const talk: Talk = { kind: 'aceito', text: '', lines: asked.lines }
    const lines = order.lines.map((l) => ({ ...offered(l), quantity: quantity(l) })).filter((l) => l.quantity > 0)
    await write(tx, held, lines, { talk, kind: 'mudancas', caller, now })
    const word = caller.level === 1 ? 'confirmado' : 'novo'
    const mover = caller.level === 1 ? 'A' : 'S'
    await move(tx, { id: order.id, word, reason: '', mover, who: caller.name, user_id: caller.user_id, now })
    return quote(tx, await mine(tx, params.id, caller), caller, now)
  })
  serve(app, kit, offerAgain, async (call) => {
    const { tx, params, caller, now } = call
    const held = await locked(tx, params.id, caller)
    const { order } = held
    const { revision, text = '', valid_until, renew = false, prices } = call.body
    mustBeOpen(order, revision)
    const today = dayIn(caller.time_zone, now)
    if (!renew && hasEnded(order, today)) throw quoteEnded(order)
    const until = valid_until ?? order.valid_until ?? today
    if (addDays(until, 0) !== until) throw invalid({ valid_until: 'Esta data não existe.' })
    if (until < today) throw invalid({ valid_until: 'A validade não pode ser no passado.' })
    if (until > addDays(today, MOST_QUOTE_DAYS)) throw invalid({ valid_until: 'Um orçamento vale no máximo um ano.' })
    if (!renew && text.trim() === '' && until === order.valid_until)
      throw invalid({ text: 'Escreva uma resposta ou mude a validade.' })
    const lines = renew ? await renewed(tx, order, today) : order.lines.map(offered)
    const changes = priceChanges(order, lines)
    const seen = new Map((prices ?? []).map((p) => [p.line, p.price]))
    // Whoever sees no prices has seen none: there is nothing to compare.
    if (renew && !caller.hide_price && changes.some((c) => seen.get(c.line) !== c.now))
      throw new Refusal('quote_changed', { revision })
    const talk: Talk = { kind: 'oferta', text: text.trim(), lines: [], prices: changes }
    await q.writeEnd(tx, order.id, until)
    await write(tx, held, lines, { talk, kind: renew ? 'renovado' : 'oferta', caller, now })
    await mailOrder(tx, order.id)
    await tellOffered(tx, order, caller.user_id, now)
    return quote(tx, await mine(tx, params.id, caller), caller, now)
  })
}
/** A line as it stands, as it is written back. */
const offered = (l: OrderRow['lines'][number]) => ({
  line: l.line,
  unit_price: l.price,
  quantity: l.quantity,
  discount_bp: l.discount_percent,
})
type Offered = ReturnType<typeof offered>
/** Every line at today's price, where it has one: nothing is offered for nothing. */
const atToday = (order: OrderRow, prices: Map<number, number | null>): Offered[] =>
  order.lines.map((l) => ({ ...offered(l), unit_price: prices.get(l.line) || l.price }))
/** Throws with the names of the lines that are not sold any more. What was offered below a minimum stays. */
async function renewed(tx: Tx, order: OrderRow, today: string): Promise<Offered[]> {
  const basis = await basisOf(tx, order)
  const rules = rulesOf(order, basis)
  const gone = goneLines(order, rules)
  if (gone.length > 0) throw linesRefused(gone)
  return atToday(order, pricesToday(order, basis, today))
}
function priceChanges(order: OrderRow, lines: Offered[]) {
  return order.lines.flatMap(({ line, name, specs, price: was }) => {
    const now = lines.find((l) => l.line === line)?.unit_price ?? was
    return now === was ? [] : [{ line, name, specs, was, now }]
  })
}
async function write(
  tx: Tx,
  { order, row }: LockedQuote,
  lines: Offered[],
  by: { talk: Talk; kind: EventKind; caller: Caller; now: Date },
): Promise<void> {
  await rewriteLines(tx, order, row, { ...by, lines, said: by.talk.text })
}
async function mine(tx: Tx, id: number, caller: Caller): Promise<OrderRow> {
  const order = await findOrder(tx, id, { seller_id: caller.level === 2 ? caller.user_id : null })
  if (!order || order.valid_until === null) throw new Refusal('not_found')
  return order
}
/** Locked before it is read: an answer that came first is seen. */
async function locked(tx: Tx, id: number, caller: Caller): Promise<LockedQuote> {
  const row = await lockOrder(tx, id)
  const order = await mine(tx, id, caller)
  if (!row) throw new Refusal('not_found')
  return { order, row }
}
interface LockedQuote {
  order: OrderRow
  row: Locked
}
function mustBeOpen(order: OrderRow, revision: number): void {
  if (!isOpenQuote(order))
    throw new Refusal('bad_transition', { message: 'Este orçamento já virou pedido ou foi cancelado.', allowed: [] })
  if (revision !== order.revision) throw new Refusal('quote_changed', { revision: order.revision })
}
async function quote(tx: Tx, order: OrderRow, caller: Caller, now: Date): Promise<Quote> {
  const company = { id: order.company_id, time_zone: caller.time_zone }
  const basis = await basisOf(tx, order)
  const rules = rulesOf(order, basis)
  const sold = { ...order, lines: order.lines.filter((l) => rules.some((r) => r.line === l.line && !r.gone)) }
  const today = atToday(sold, pricesToday(sold, basis, dayIn(caller.time_zone, now)))
  const offer = await offerOf({ tx, company, now }, order, rules)
  const hides_price = await hidesPrice(tx, order)
  if (caller.hide_price) return { ...unpriced(offer), hides_price }
  return { ...offer, prices: priceChanges(sold, today), hides_price }
}
/** What the link's holder reads: not who of the company said what, and no prices where the client may know none. */
async function readByLink(by: Seller, order: OrderRow): Promise<Offer> {
  const offer = await offerOf(by, order, rulesOf(order, await basisOf(by.tx, order)))
  const unnamed = { ...offer, talk: offer.talk.map((t) => ({ ...t, who: '' })) }
  return (await hidesPrice(by.tx, order)) ? unpriced(unnamed) : unnamed
}
const unpriced = (offer: Offer): Offer => ({ ...offer, talk: offer.talk.map(({ prices: _, ...t }) => t) })
