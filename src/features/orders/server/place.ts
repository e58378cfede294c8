// An order arrives. Two questions in one transaction: read what it is decided on; write it all in one function.
import { createHash, randomBytes } from 'node:crypto'
import { currencyAllowed } from '#features/companies/currencies.ts'
import { specsKey } from '#features/products/rules.ts'
import { dayIn } from '#server/clock.ts'
import { lockCompany } from '#server/company_lock.ts'
import { sqlState } from '#server/db.ts'
import { believed } from '#server/device-time.ts'
import { countHere, uncountHere } from '#server/limits.ts'
import { PATIENCE } from '#server/patience.ts'
import { countTry } from '#server/count-tries.ts'
import type { Call } from '#server/serve.ts'
import { queueFor } from '#server/turns.ts'
import { onServerFault } from '#server/work.ts'
import { addDays } from '#shared/day.ts'
import { bareDocument } from '#shared/documents.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { phoneDigits } from '#shared/phone.ts'
import { knownTouch } from '#shared/tracking.ts'
import type { placeOrder } from '../contract.ts'
import { MOST_QUOTE_DAYS } from '../quote.ts'
import { clientData, formIssues, ownFirst } from '../form.ts'
import { arrivalStatus, type BuyerData, discountLimit, MOST_FREIGHT } from '../rules.ts'
import { isSignature } from '../signature.ts'
import { chatPhone } from './chat.ts'
import { judgeLines } from './judge-lines.ts'
import { priceLines, readLines, type Wanted } from './pricing.ts'
import { clientReasons, createNamedClient, findNamedClient } from './client/order-client.ts'
import { purchaserOf } from './order-basis.ts'
import * as q from './queries.ts'
import { isPastCart } from './sheet/writes.ts'
import { shortOfStock } from './stock.ts'
import { arrivalTold } from './tell.ts'
import { arrivalEvent, byLink } from './writes.ts'

type PlaceCall = Call<typeof placeOrder>
/** A new order as it was just written, with whom its sender may chat about it; or the id of the one that
 * this cart had become before. */
export type Placed = { order: q.OrderRow; chat_phone: string } | { replayed: number }

/** Orders of one company are written one after another. In the database they would wait for each other anyway, for the
 * next number, each with a connection in its hands that somebody else could use. */
const inTurn = queueFor({ patience: PATIENCE, busy: () => new Refusal('busy', { retry_after: 2 }) })
export async function place(call: PlaceCall): Promise<Placed> {
  await limit(call)
  return inTurn(call.caller.company_id, () => write(call))
}
async function write(call: PlaceCall): Promise<Placed> {
  const { tx, caller, now, body } = call
  // Whoever sees no prices has seen none: a guess is not compared, or the answer would confirm it.
  const wanted = readLines(body.product_json).map((l) => (caller.hide_price ? { ...l, seen: undefined } : l))
  if (isPastCart(body.cart_id))
    throw invalid({ cart_id: 'Este nome de carrinho é reservado. Comece um carrinho novo.' })
  const quote = body.quote ?? false
  if (quote && caller.level >= 3) throw new Refusal('forbidden')
  const lines_hash = hashLines(wanted, quote)
  const named = caller.level >= 3 && caller.kind === 'user'
  const whose = caller.level <= 2 && body.client_id === undefined ? await findNamedClient(call) : null
  const client_id = caller.level >= 3 ? null : (body.client_id ?? whose?.id ?? null)
  // The seller whose link was opened, else the client's own.
  const asked = [body.seller_id, named ? caller.seller_id : null].filter((s): s is number => typeof s === 'number')
  // Changes of products, prices, people and settings hold this lock until they commit: the basis has all of them or
  // none. Both statements leave in one round trip.
  const [, basis] = await Promise.all([
    lockCompany(tx, caller.company_id),
    q.readBasis(tx, {
      company: caller.company_id,
      cart_id: body.cart_id,
      products: [...new Set(wanted.map((w) => w.product_id))],
      seller_id: caller.level === 2 ? caller.user_id : (asked[0] ?? null),
      client_id,
      portfolio_of: caller.level === 2 ? caller.user_id : null,
      buyer_id: named ? caller.user_id : client_id,
      // The session was read before the order waited for its turn.
      reader_id: caller.level >= 3 ? caller.user_id : null,
    }),
  ])
  if (!basis) throw new Refusal('not_found')
  if (basis.stored) return replay(call, basis.stored, lines_hash)
  const { company } = basis
  // A link of a seller who is gone leads to the successor.
  const seller = basis.seller ?? (await successorOf(tx, asked))
  if (!company.pedidos && !company.whatsapp) throw new Refusal('orders_off')
  if (client_id !== null && !basis.client)
    throw new Refusal('not_found', {
      message: 'Este cliente não está mais na sua carteira. Escolha outro: os itens continuam aqui.',
    })
  const buyer = purchaserOf(basis, basis.public_currency ?? 'BRL')
  const form = formOf(call, basis)
  if (quote && !company.pedido_pro) throw new Refusal('quotes_off')
  const until = quote ? (body.valid_until ?? addDays(dayIn(caller.time_zone, now), company.quote_days)) : null
  const issues = { ...formIssues(form, company), ...padIssues(call), ...(until && untilIssue(call, until)) }
  if (Object.keys(issues).length) throw invalid(issues)
  if (!currencyAllowed(buyer.currency, company)) throw invalid({ currency: 'Esta empresa vende em dólar ou em real.' })
  const { lines, diff } = priceLines(wanted, basis.products, buyer, {
    ...company,
    today: dayIn(caller.time_zone, now),
    priced: caller.level >= 3 && !buyer.hide_price,
  })
  const discount_bp = body.discount ?? 0
  const known = named ? caller.user_id : (basis.client?.id ?? null)
  const judged = judgeLines({
    level: caller.level,
    lines,
    discount_bp,
    freight: body.freight ?? 0,
    payment_term: body.payment_term ?? '',
    limit:
      caller.level <= 2 ? discountLimit(caller.level, seller?.discount_limit ?? null, company.discount_limit) : null,
    company,
    blocked: basis.blocked && !quote,
    first: known === null || !basis.has_orders,
    buyer,
  })
  const sum = judged.sums
  const arrival = arrivalStatus({
    quote,
    queued: body.queued ?? false,
    priceChanged: diff.length > 0,
    reasons: judged.reasons,
  })
  arrival.reasons.push(...clientReasons(whose, basis))
  const made = whose && known === null ? await createNamedClient(call, form, buyer.currency, seller, whose) : null
  const facts = {
    status: arrival.status,
    reasons: arrival.reasons,
    origin: caller.level === 1 ? 'admin' : caller.level === 2 ? 'vendedor' : 'cliente',
    seller_id: seller?.id ?? null,
    seller_name: seller?.name ?? '',
    created_by: caller.user_id,
    client_id: made ?? known,
    client_code: form.client_code,
    name: form.name,
    email: form.email,
    phone: phoneDigits(form.phone),
    document: bareDocument(form.document),
    company_name: basis.client?.company_name ?? '',
    description: body.description ?? '',
    additional_field: form.additional_field,
    additional_name: company.additional_name,
    currency: buyer.currency,
    subtotal: sum.subtotal,
    discount: sum.discount,
    freight: sum.freight,
    total: sum.total,
    items_count: sum.pieces,
    diff: buyer.hide_price ? [] : diff,
    payment_term: body.payment_term ?? '',
    delivery_date: body.delivery_date ?? null,
    signature: body.signature ?? '',
    valid_until: until,
    revision: quote ? 1 : 0,
    taken_at: believed(body.taken_at, body.queued, now),
    received_at: now,
    receipt_token: randomBytes(18).toString('base64url'),
  }
  const who = caller.kind === 'public' ? byLink(body.name) : caller.name
  const row = {
    ...facts,
    cart_id: body.cart_id,
    lines_hash,
    channel: caller.kind === 'public' ? 'link' : 'app',
    session_kind: caller.kind,
    address: {},
    exchange_rate: company.exchange_rate,
    price_table: buyer.price_table,
    catalogue_version: caller.catalogue_version,
    discount_bp,
    approved_freight: judged.approved_freight,
    queued: body.queued ?? false,
    utm: knownTouch(body.utm ?? {}),
    who,
  }
  const told = arrivalTold(facts, caller.user_id, now)
  const refuseShort = company.refuse_without_stock
  const placed = await q.insertOrder(tx, row, { lines: judged.lines, refuseShort, told }).catch((error: unknown) => {
    throw sqlState(error) === 'MO001' ? shortOfStock((error as { detail: string }).detail, lines) : error
  })
  if (!placed.created) {
    const other = await q.findByCart(tx, body.cart_id)
    if (other) return replay(call, other, lines_hash)
  }
  return {
    chat_phone: chatPhone(caller, company, seller),
    order: {
      ...facts,
      id: placed.order_id,
      company_id: caller.company_id,
      number: placed.number,
      reasons: placed.reasons,
      updated_at: now,
      discount_percent: discount_bp,
      answer: '',
      answered_at: null,
      internal_note: '',
      lines: lines.map(({ unit_price, discount_bp: own, counted: _counted, ...l }) => ({
        ...l,
        price: unit_price,
        discount_percent: own,
      })),
      events: [arrivalEvent({ at: now, who, user_id: caller.user_id, to: arrival.status })],
    },
  }
}

/** What the pad's own fields lack. Freight and a signature are taken by whoever sells. */
function padIssues({ body, caller, now }: PlaceCall): Record<string, string> {
  const issues: Record<string, string> = {}
  const { freight = 0, signature = '', delivery_date } = body
  if (freight < 0 || freight > MOST_FREIGHT) issues.freight = 'Informe um frete entre 0 e 9.999.999,99.'
  else if (freight > 0 && caller.level >= 3) issues.freight = 'O frete é informado por quem vende.'
  if (signature !== '' && (caller.level >= 3 || !isSignature(signature)))
    issues.signature = 'Não foi possível ler a assinatura. Limpe e assine de novo.'
  if (delivery_date && (Number.isNaN(Date.parse(delivery_date)) || addDays(delivery_date, 0) !== delivery_date))
    issues.delivery_date = 'Esta data não existe.'
  else if (delivery_date && !body.queued && delivery_date < dayIn(caller.time_zone, now))
    issues.delivery_date = 'A entrega não pode ser no passado.'
  return issues
}
/** Why a quote cannot hold until this day. */
function untilIssue(
  { caller, now, body }: { caller: PlaceCall['caller']; now: Date; body: { queued?: boolean | undefined } },
  until: string,
): Record<string, string> {
  const today = dayIn(caller.time_zone, now)
  if (Number.isNaN(Date.parse(until)) || addDays(until, 0) !== until) return { valid_until: 'Esta data não existe.' }
  if (until < today && !body.queued) return { valid_until: 'A validade não pode ser no passado.' }
  return until > addDays(today, MOST_QUOTE_DAYS) ? { valid_until: 'Um orçamento vale no máximo um ano.' } : {}
}
/** What the order says of its buyer: for a client whom staff picked the client's own data,
 * whatever was sent beside the id. */
function formOf({ body }: PlaceCall, { client, company }: q.Basis): BuyerData & { additional_field: string } {
  const { name, phone = '', email = '', document = '', client_code = '', additional_field = '' } = body
  const typed = { name, phone, email, document, client_code }
  return { ...(client ? ownFirst(clientData(client), typed, company) : typed), additional_field }
}
/** Who answers for the first of these sellers that somebody answers for. */
async function successorOf(tx: PlaceCall['tx'], asked: number[]): Promise<q.Seller | null> {
  for (const id of asked) {
    const seller = await q.findSuccessor(tx, id)
    if (seller) return seller
  }
  return null
}
/** The same cart again: its order, for those who may be told of it. */
function replay(call: PlaceCall, stored: q.StoredCart, lines_hash: string): Placed {
  const { caller, reply } = call
  const mine = stored.created_by === caller.user_id || (stored.session_kind === 'public' && caller.kind === 'public')
  if (!mine || stored.lines_hash !== lines_hash) throw new Refusal('idempotency_key_reused')
  reply.header('idempotent-replayed', 'true')
  return { replayed: stored.id }
}
/** Of a named user's orders, the part of the limit that each process counts by itself. */
const OWN_SHARE = 8
/** Strangers are counted in the database, by session, address and company; named users there, too, once they order more
 * in a minute than a person does: their orders need no row for it. */
async function limit({ kit, caller, ip, now, token }: PlaceCall): Promise<void> {
  const l = kit.config.limits
  if (caller.kind === 'user') {
    const own = Math.floor(l.order_user / OWN_SHARE)
    const here = `order-user:${kit.config.dataDir}:${caller.user_id}`
    if (own > 0 && countHere(here, own, 60, now) === 0) return onServerFault(() => uncountHere(here))
    return countTry(kit, [{ key: `order-user:${caller.user_id}`, limit: l.order_user - own, seconds: 60 }], now)
  }
  const tries = [
    { key: `order-session:${token.slice(-16)}`, limit: l.order_session },
    { key: `order-ip:${ip}`, limit: l.order_ip },
    { key: `order-company:${caller.company_id}`, limit: l.order_company },
  ].map((t) => ({ ...t, seconds: 60 }))
  await countTry(kit, tries, now)
}
/** Lines are product, specs and quantity; their order, the prices and the form do not count. A quote is no order. */
function hashLines(lines: Wanted[], quote: boolean): string {
  const text = lines
    .map((l) => `${l.product_id}|${specsKey(l.specs)}|${l.quantity}`)
    .sort()
    .join('\n')
  return createHash('sha256')
    .update(quote ? `orcamento\n${text}` : text)
    .digest('base64url')
}
