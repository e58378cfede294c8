// An order arrives. Two round trips: read buyer, company and products; write everything in one function.
import { createHash, randomBytes } from 'node:crypto'
import { findForOrder, priceSettings, type Projection } from '#features/products/server/index.ts'
import { currencyAllowed, specsKey } from '#features/products/rules.ts'
import { findCompany } from '#features/companies/server/index.ts'
import { sqlState } from '#server/db.ts'
import { type Call, countTry } from '#server/serve.ts'
import { bareDocument, documentIssue } from '#shared/documents.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { isPhone, phoneDigits } from '#shared/phone.ts'
import type { placeOrder } from '../contract.ts'
import { arrivalStatus, discountLimit, missingToMinimum, totals } from '../rules.ts'
import { priceLines, readLines, type Wanted } from './pricing.ts'
import * as q from './queries.ts'

type PlaceCall = Call<typeof placeOrder>
export interface Placed {
  id: number
  created: boolean
}

export async function place(call: PlaceCall): Promise<Placed> {
  const { tx, caller, now } = call
  await limit(call)
  const { body } = call
  const wanted = readLines(body.product_json)
  const lines_hash = hashLines(wanted)
  const stored = await q.findByCart(tx, body.cart_id)
  if (stored) return replay(call, stored, lines_hash)

  const company = await findCompany(tx, caller.company_id)
  if (!company) throw new Refusal('not_found')
  if (!company.pedidos && !company.whatsapp) throw new Refusal('orders_off')
  const buyer = await buyerOf(call)
  checkForm(body, company)
  if (!currencyAllowed(buyer.projection.buyer.currency, company)) throw invalid({ currency: 'Esta empresa vende em dólar ou em real.' })

  const rows = await findForOrder(tx, [...new Set(wanted.map((w) => w.product_id))], {
    raw: false,
    hidden_categories: buyer.projection.hidden_categories,
    hide_no_stock: false,
    category_id: null,
    tags: [],
    active: null,
  })
  const settings = await priceSettings(tx, caller.company_id, caller.time_zone, now)
  const { lines, diff } = priceLines(wanted, rows, buyer.projection, settings)
  const discount_bp = body.discount ?? 0
  if (discount_bp < 0 || discount_bp > 10_000) throw invalid({ discount: 'Informe uma porcentagem entre 0 e 100.' })
  if (discount_bp > 0 && caller.level >= 3) throw new Refusal('discount_refused')
  const sum = totals(lines, discount_bp)
  const first = buyer.client_id === null ? caller.kind === 'public' : !(await q.hasOrders(tx, buyer.client_id))
  const missing = missingToMinimum(sum.total, company, first)
  if (missing > 0 && caller.level >= 3) throw new Refusal('below_minimum', { missing })
  const arrival = arrivalStatus({
    queued: body.queued ?? false,
    priceChanged: diff.length > 0,
    discount_bp,
    discountLimit: caller.level <= 2 ? discountLimit(caller.level, buyer.seller?.discount_limit ?? null, company.discount_limit) : null,
  })
  if (missing > 0) arrival.reasons.push('abaixo_minimo')
  const hidden = buyer.projection.hide_price
  const order = {
    cart_id: body.cart_id,
    lines_hash,
    receipt_token: randomBytes(18).toString('base64url'),
    status: arrival.status,
    reasons: arrival.reasons,
    origin: caller.level === 1 ? 'admin' : caller.level === 2 ? 'vendedor' : 'cliente',
    channel: caller.kind === 'public' ? 'link' : 'app',
    session_kind: caller.kind,
    seller_id: buyer.seller?.id ?? null,
    seller_name: buyer.seller?.name ?? '',
    created_by: caller.user_id,
    client_id: buyer.client_id,
    client_code: body.client_code ?? '',
    name: body.name,
    email: body.email ?? '',
    phone: phoneDigits(body.phone ?? ''),
    document: bareDocument(body.document ?? ''),
    company_name: buyer.company_name,
    address: {},
    description: body.description ?? '',
    additional_field: body.additional_field ?? '',
    additional_name: company.additional_name,
    currency: buyer.projection.buyer.currency,
    exchange_rate: company.exchange_rate,
    price_table: buyer.projection.buyer.price_table,
    catalogue_version: caller.catalogue_version,
    subtotal: sum.subtotal,
    discount_bp,
    discount: sum.discount,
    total: sum.total,
    items_count: sum.pieces,
    diff: hidden ? [] : diff,
    queued: body.queued ?? false,
    payment_term: body.payment_term ?? '',
    delivery_date: body.delivery_date ?? null,
    utm: body.utm ?? {},
    taken_at: body.taken_at ?? null,
    received_at: now,
    who: caller.kind === 'public' ? `${body.name} (pelo link)` : caller.name,
  }
  const placed = await q.insertOrder(tx, order, lines, await q.refusesShort(tx, caller.company_id)).catch((error: unknown) => {
    if (sqlState(error) !== 'MO001') throw error
    const short = JSON.parse((error as { detail: string }).detail) as { product_id: number; variation_id: number | null; available: number }[]
    const named = short.map((s) => ({ ...s, name: lines.find((l) => l.product_id === s.product_id)?.name ?? '' }))
    throw new Refusal('sem_estoque', { lines: named, message: `${named.map((s) => `${s.name}: restam ${Math.max(0, s.available)}`).join('; ')}. Nada foi enviado.` })
  })
  if (!placed.created) {
    const other = await q.findByCart(tx, body.cart_id)
    if (other) return replay(call, other, lines_hash)
  }
  return { id: placed.order_id, created: true }
}

/** The same cart again: its order, for those who may be told of it. */
function replay(call: PlaceCall, stored: q.StoredCart, lines_hash: string): Placed {
  const { caller, reply } = call
  const mine = stored.created_by === caller.user_id || (stored.session_kind === 'public' && caller.kind === 'public')
  if (!mine || stored.lines_hash !== lines_hash) throw new Refusal('idempotency_key_reused')
  reply.header('idempotent-replayed', 'true')
  return { id: stored.id, created: false }
}

async function limit({ kit, caller, ip, now, token }: PlaceCall): Promise<void> {
  const l = kit.config.limits
  const minute = { seconds: 60 }
  const session = token.slice(-16)
  await countTry(
    kit,
    caller.kind === 'public'
      ? [
          { key: `order-session:${session}`, limit: l.order_session, ...minute },
          { key: `order-ip:${ip}`, limit: l.order_ip, ...minute },
          { key: `order-company:${caller.company_id}`, limit: l.order_company, ...minute },
        ]
      : [{ key: `order-user:${caller.user_id}`, limit: l.order_user, ...minute }],
    now,
  )
}

interface Form {
  name: string
  phone?: string | undefined
  email?: string | undefined
  document?: string | undefined
  additional_field?: string | undefined
}
function checkForm(form: Form, company: { cpf_required: boolean; cnpj_required: boolean; additional_field_required: boolean; additional_name: string }): void {
  const errors: Record<string, string> = {}
  if (form.name.length < 2) errors.name = 'Informe um nome com pelo menos 2 letras.'
  if (!isPhone(form.phone ?? '')) errors.phone = 'Faltou o DDD no telefone. Ex.: (11) 91234-5678.'
  if (form.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email)) errors.email = 'E-mail inválido.'
  const document = documentIssue(form.document ?? '', { cpf: company.cpf_required, cnpj: company.cnpj_required })
  if (document) errors.document = document
  if (company.additional_field_required && !form.additional_field) errors.additional_field = `Preencha ${company.additional_name || 'o campo adicional'}.`
  if (Object.keys(errors).length) throw invalid(errors)
}

/** Whose prices hold, and whose order it is: the client's own, or the one a seller or admin orders for. */
async function buyerOf({ tx, caller, body }: PlaceCall) {
  const own = { price_table: caller.price_table, margin_bp: caller.margin_bp, currency: caller.currency }
  const projection = (buyer: typeof own, hide_price: boolean, hidden_categories: number[]): Projection => ({
    key: '',
    raw: false,
    buyer,
    hide_price,
    hide_no_stock: false,
    hidden_categories,
  })
  if (caller.level >= 3) {
    const named = caller.kind === 'user'
    const seller = await q.findSeller(tx, (named ? caller.seller_id : null) ?? body.seller_id ?? null)
    return { client_id: named ? caller.user_id : null, company_name: '', seller, projection: projection(own, caller.hide_price, caller.hidden_categories) }
  }
  const seller = await q.findSeller(tx, caller.level === 2 ? caller.user_id : (body.seller_id ?? null))
  if (body.client_id === undefined) {
    const publicBuyer = await q.findPublicBuyer(tx, caller.company_id)
    return { client_id: null, company_name: '', seller, projection: projection({ price_table: 1, margin_bp: 0, currency: publicBuyer?.currency ?? 'BRL' }, false, []) }
  }
  const client = await q.findClient(tx, body.client_id, caller.level === 2 ? caller.user_id : null)
  if (!client) throw new Refusal('not_found')
  const his = seller ?? (await q.findSeller(tx, client.seller_id))
  return { client_id: client.id, company_name: client.company_name, seller: his, projection: projection(client, client.hide_price, client.hidden_categories) }
}

/** Lines are product, specs and quantity; their order, the prices and the form do not count. */
function hashLines(lines: Wanted[]): string {
  const text = lines
    .map((l) => `${l.product_id}|${specsKey(l.specs)}|${l.quantity}`)
    .sort()
    .join('\n')
  return createHash('sha256').update(text).digest('base64url')
}
