import { type OrderableRow, orderable } from '#features/products/server/index.ts'
import { companyTurn } from '#server/company_lock.ts'
import { type Part, part, type Tx } from '#server/db.ts'
import type { Order } from '../contract.ts'
import type { OrderEvent } from '../adjustment.ts'
import type { BuyerData, PaymentTerm } from '../rules.ts'
import type { QuoteAnswer } from '../quote.ts'
import type { Status } from '../status.ts'
import type { PricedLine } from './pricing.ts'

export interface StoredCart {
  id: number
  created_by: number
  session_kind: string
  lines_hash: string
}
export const findByCart = (tx: Tx, cart: string) =>
  tx.first<StoredCart>`select id, created_by, session_kind, lines_hash from orders where cart_id = ${cart}`

export interface Seller {
  id: number
  name: string
  phone: string
  discount_limit: number | null
}
/** What an order is decided on, read in one question. */
export interface Basis {
  stored: StoredCart | null
  company: OrderCompany
  /** The seller asked for, else the client's own. */
  seller: Seller | null
  client: OrderClient | null
  /** How who sends it sees the catalogue. */
  reader: Pick<OrderClient, 'price_table' | 'margin_bp' | 'currency' | 'hide_price' | 'hidden_categories'> | null
  has_orders: boolean
  /** Orders of the buyer are stopped. */
  blocked: boolean
  public_currency: string | null
  products: OrderableRow[]
}
interface OrderCompany {
  pedidos: boolean
  whatsapp: boolean
  cpf_required: boolean
  cnpj_required: boolean
  importer: boolean
  price_table_active: boolean
  promo_price_active: boolean
  variations_active: boolean
  exchange_rate: string
  additional_field_required: boolean
  additional_name: string
  min_order: number
  min_first_order: number
  seller_phone: string
  whatsapp_phone: string
  discount_limit: number | null
  refuse_without_stock: boolean
  pedido_pro: boolean
  quote_days: number
  payment_terms: PaymentTerm[]
}
interface OrderClient extends BuyerData {
  id: number
  company_name: string
  price_table: number
  margin_bp: number
  currency: string
  hide_price: boolean
  hidden_categories: number[]
  /** Another portfolio knew the client when the card was made. */
  known_elsewhere: boolean
}
export interface BasisRequest {
  company: number
  cart_id: string
  products: number[]
  seller_id: number | null
  client_id: number | null
  /** The client must be of this seller's portfolio. */
  portfolio_of: number | null
  /** Whose orders tell whether this is the first; null: nobody's. */
  buyer_id: number | null
  /** Who sends the order. */
  reader_id: number | null
  /** Only orders that came before this one tell it. */
  before?: number
}
export async function readBasis(tx: Tx, r: BasisRequest): Promise<Basis | undefined> {
  // A select of its own: beside a row's policy PostgreSQL takes `id = coalesce(…)` for what may tell of other rows, and
  // reads those of every company.
  const buyer = part`(select coalesce((select id from client), ${r.buyer_id}))`
  return tx.first<Basis>`
    with client as (select id, seller_id, name, phone, coalesce(email, '') as email, document, client_code,
      company_name, price_table, margin_bp, currency, hide_price, hidden_categories, known_elsewhere from users
      where id = app.surviving_client(${r.client_id}) and level = 3 and active and deleted_at is null and not is_visitor
      and (${r.portfolio_of}::bigint is null or seller_id = ${r.portfolio_of}))
    select
      (select row_to_json(x) from (select id, created_by, session_kind, lines_hash from orders
        where cart_id = ${r.cart_id}) x) as stored,
      json_build_object('pedidos', c.pedidos, 'whatsapp', c.whatsapp, 'cpf_required', c.cpf_required, 'cnpj_required',
        c.cnpj_required, 'importer', c.importer,
        'price_table_active', c.price_table_active, 'promo_price_active', c.promo_price_active, 'variations_active',
        c.variations_active, 'exchange_rate', c.exchange_rate::text,
        'additional_field_required', c.additional_field_required, 'additional_name', c.additional_name,
        'min_order', c.min_order_cents, 'min_first_order', c.min_first_order_cents, 'discount_limit',
        c.discount_limit_bp, 'seller_phone', c.seller_phone, 'whatsapp_phone', c.whatsapp_phone,
        'refuse_without_stock', c.refuse_without_stock, 'payment_terms', c.payment_terms, 'pedido_pro', c.pedido_pro,
        'quote_days', c.quote_days) as company,
      (select row_to_json(s) from (select id, name, phone, discount_limit_bp as discount_limit from users
        where id = (select coalesce(${r.seller_id}::bigint, (select seller_id from client))) and level = 2 and active and deleted_at is null) s) as seller,
      (select row_to_json(client) from client) as client,
      (select row_to_json(x) from (select price_table, margin_bp, currency, hide_price, hidden_categories from users
        where id = ${r.reader_id}) x) as reader,
      ${ordered(buyer, r.before)} as has_orders,
      exists (select 1 from users where id = ${buyer} and blocked) as blocked,
      (select currency from users where id = c.public_user) as public_currency,
      (${orderable(r.products)}) as products
    from companies c where c.id = ${r.company} and c.deleted_at is null`
}
/** The order, and who is told of it, in one statement that brings the commit along. */
export async function insertOrder(
  tx: Tx,
  order: Record<string, unknown> & { received_at: Date },
  { lines, refuseShort, told }: { lines: PricedLine[]; refuseShort: boolean; told: object[] },
) {
  const [row] = await tx.last<{ order_id: number; number: number | null; created: boolean; reasons: string[] }>`
    select p.*, case when p.created then
        app.tell(${JSON.stringify(told)}::jsonb, ${order.received_at}, p.order_id, p.number) end
    from app.place_order(${JSON.stringify(order)}::jsonb, ${JSON.stringify(lines)}::jsonb, ${refuseShort}) p`
  return row as { order_id: number; number: number | null; created: boolean; reasons: string[] }
}
export async function findSeller(tx: Tx, id: number | null): Promise<Seller | undefined> {
  if (id === null) return undefined
  return tx.first<Seller>`select id, name, phone, discount_limit_bp as discount_limit from users
    where id = ${id} and level = 2 and active and deleted_at is null`
}

/** Who answers for a seller that is gone; undefined when nobody does. */
export const findSuccessor = (tx: Tx, seller: number) =>
  tx.first<Seller>`select id, name, phone, discount_limit_bp as discount_limit from users
    where id = app.current_seller(${seller})`

/** The orders `o` that count as such; `isSold` of sold.ts is the same rule. */
export const SOLD = part`app.counts_as_order(o.status, o.valid_until, o.answer)`
/** Whether a client has an order that counts; without one the next is the first. */
const ordered = (client: Part, before: number | null = null) => part`exists (select 1 from orders o
  where o.client_id = ${client} and (${before}::bigint is null or o.id < ${before}) and ${SOLD})`
export const hasOrdered = async (tx: Tx, client: number) =>
  (await tx.first<{ is: boolean }>`select ${ordered(part`${client}`)} as is`)?.is ?? false
export const quoted = part`o.valid_until, o.revision, o.answer, o.answered_at`

export async function countByStatus(
  tx: Tx,
  seller: number | null,
  client: number | null,
): Promise<Record<string, number>> {
  const rows = await tx.sql<{ status: string; n: number }>`select status, count(*) as n from orders
    where (${seller}::bigint is null or seller_id = ${seller}) and (${client}::bigint is null or client_id = ${client})
    group by status`
  return Object.fromEntries(rows.map((r) => [r.status, r.n]))
}

/** What present() works out for the reader. */
type Presented = 'next' | 'receipt_path' | 'editable' | 'adjustment' | 'withdrawable'
type Stored =
  | 'paid'
  | 'open'
  | 'refunded'
  | 'payments'
  | 'total'
  | 'subtotal'
  | 'discount'
  | 'freight'
  | 'diff'
  | 'lines'
  | 'events'
export type OrderRow = Omit<Order, Presented | Stored> & {
  total: number
  subtotal: number
  discount: number
  freight: number
  diff: NonNullable<Order['diff']>
  /** Absent of an order that was just placed. */
  payments?: (Omit<NonNullable<Order['payments']>[number], 'amount'> & { amount: number })[]
  /** The data of its person were erased. */
  erased?: boolean
  receipt_token: string
  created_by: number
  events: OrderEvent[]
  lines: (Omit<Order['lines'][number], 'price' | 'discount' | 'total'> & {
    price: number
    discount: number
    total: number
  })[]
}
const whole = part`
    select o.id, o.company_id, o.number, o.status, o.reasons, o.name, o.company_name, o.seller_id, o.seller_name,
      o.client_id, o.origin, o.currency, o.items_count, o.total, o.taken_at, o.received_at, o.updated_at, ${quoted},
      o.email, o.phone, o.document, o.client_code, o.description,
      o.additional_field, o.additional_name, o.payment_term, o.delivery_date, o.signature, o.internal_note, o.paid_at,
      o.payment_status, (select coalesce(json_agg(json_build_object('id', p.id, 'amount', p.cents, 'day', p.day, 'at', p.at,
        'who', p.who, 'note', p.note) order by p.id), '[]')
        from order_payments p where p.company_id = o.company_id and p.order_id = o.id) as payments,
      o.subtotal,
      o.discount_bp as discount_percent, o.discount, o.freight, o.diff, o.receipt_token, o.created_by,
      o.erased_at is not null as erased,
      (select json_agg(json_build_object('line', l.line, 'product_id', l.product_id, 'variation_id', l.variation_id,
        'code', l.code, 'name', l.name, 'specs', l.specs, 'ean', l.ean, 'photo', l.photo, 'quantity', l.quantity,
        'price', l.unit_price, 'discount_percent', l.discount_bp, 'discount', l.discount, 'total', l.total)
        order by l.line)
        from order_lines l where l.company_id = o.company_id and l.order_id = o.id) as lines,
      (select json_agg(json_build_object('id', e.id, 'at', e.at, 'who', e.who, 'user_id', e.user_id, 'kind', e.kind,
        'from', e.from_status, 'to', e.to_status, 'reason', e.reason, 'replied', e.replied) order by e.id)
        from order_events e where e.company_id = o.company_id and e.order_id = o.id) as events
    from orders o`
const dated = (row: OrderRow & { events: { at: string | Date }[] }): OrderRow =>
  ({
    ...row,
    events: row.events.map((e) => ({ ...e, at: new Date(e.at) })),
    payments: row.payments?.map((p) => ({ ...p, at: new Date(p.at) })),
  }) as OrderRow
/** An order with its lines and history; `who` narrows to a seller's or client's own. */
export async function findOrder(
  tx: Tx,
  id: number,
  who: { seller_id?: number | null; client_id?: number | null } = {},
): Promise<OrderRow | undefined> {
  const row = await tx.first<
    OrderRow & { events: { at: string | Date }[] }
  >`${whole} where o.id = ${id} and (${who.seller_id ?? null}::bigint is null or o.seller_id = ${who.seller_id ?? null})
      and (${who.client_id ?? null}::bigint is null or o.client_id = ${who.client_id ?? null})`
  return row && dated(row)
}
/** Orders with their lines and histories. */
export const findWhole = async (tx: Tx, where: Part) =>
  (await tx.sql<OrderRow & { events: { at: string | Date }[] }>`${whole} where ${where}`).map(dated)
/** What no screen shows of orders. */
export const findBeside = (tx: Tx, ids: number[]) =>
  tx.sql<{ id: number; address: object; utm: object; said: object[] }>`
    select o.id, o.address, o.utm, array(select e.talk from order_events e
      where e.company_id = o.company_id and e.order_id = o.id and e.talk->>'text' <> '' order by e.id) as said
    from orders o where o.id = any(${ids}::bigint[])`
export interface Locked {
  status: Status
  origin: string
  reasons: string[]
  valid_until: string | null
  revision: number
  answer: QuoteAnswer
  answered_at: Date | null
  time_zone: string
  refuse_without_stock: boolean
  /** Orders of its client are stopped. */
  blocked: boolean
  number: number | null
  name: string
  company_name: string
  seller_id: number | null
  client_id: number | null
  total: number
  currency: string
  confirmed_at: Date | null
}
/** Locks an order for a move and answers its status. Changes of products, prices, people and settings hold the company's
 * counter until they commit: it is locked before the order, so that what is read afterwards has all of them or none
 * (decision 0108). */
export async function lockOrder(tx: Tx, id: number): Promise<Locked | undefined> {
  const [, locked] = await Promise.all([tx.sql`select 1 where ${companyTurn}`, lockRow(tx, id)])
  return locked
}
const lockRow = (tx: Tx, id: number) =>
  tx.first<Locked>`select o.status, o.origin, o.reasons, ${quoted}, o.number, o.name, o.company_name,
    o.seller_id, o.client_id, o.total, o.currency, o.confirmed_at, c.time_zone, c.refuse_without_stock,
    exists (select 1 from users u where u.company_id = o.company_id and u.id = o.client_id and u.blocked) as blocked
    from orders o join companies c on c.id = o.company_id where o.id = ${id} for update of o`
