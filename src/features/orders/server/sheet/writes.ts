// Orders from before, as a spreadsheet brings them: no number, no stock, no mail, and nothing moves them.
import type { Tx } from '#server/db.ts'

export interface PastOrder {
  /** What the sheet calls it; once per company. */
  reference: string
  client: {
    id: number
    name: string
    company_name: string
    phone: string
    email: string
    document: string
    client_code: string
    seller_id: number | null
  }
  /** yyyy-mm-dd */
  day: string
  lines: {
    product_id: number
    variation_id: number | null
    code: string
    name: string
    specs: Record<string, string>
    ean: string
    photo: string
    quantity: number
    unit_price: number
  }[]
}
const cartOf = (reference: string) => `historico:${reference}`
/** A name that only a sheet gives. */
export const isPastCart = (cart: string) => cart.startsWith(cartOf(''))
/** References that a sheet brought before. */
export async function findPastReferences(tx: Tx, references: string[]): Promise<Set<string>> {
  const rows = await tx.sql<{
    cart_id: string
  }>`select cart_id from orders where cart_id = any(${references.map(cartOf)})`
  return new Set(rows.map((r) => r.cart_id.slice(cartOf('').length)))
}
/** Writes past orders as delivered; answers their ids. The day is kept, at noon. */
export async function addPastOrders(
  tx: Tx,
  who: { company_id: number; user_id: number; name: string },
  orders: PastOrder[],
): Promise<number[]> {
  const rows = orders.map((o, n) => {
    const total = o.lines.reduce((sum, l) => sum + l.unit_price * l.quantity, 0)
    return {
      n,
      cart_id: cartOf(o.reference),
      day: o.day,
      ...o.client,
      client_id: o.client.id,
      total,
      pieces: o.lines.reduce((sum, l) => sum + l.quantity, 0),
    }
  })
  const added = await tx.sql<{ id: number; cart_id: string }>`
    insert into orders (company_id, cart_id, lines_hash, receipt_token, status, origin, channel, session_kind,
      seller_id, seller_name, created_by, client_id, client_code,
      name, email, phone, document, company_name, subtotal, total, items_count, taken_at, received_at, updated_at)
    select ${who.company_id}, r.cart_id, '', left(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 48), 'entregue', 'historico',
    'planilha', 'user', r.seller_id,
      coalesce((select u.name from users u where u.id = r.seller_id), ''), ${who.user_id}, r.client_id, r.client_code,
      r.name, r.email, r.phone, r.document, r.company_name,
      r.total, r.total, r.pieces, at, at, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(n int, cart_id text, day text, client_id bigint,
      seller_id bigint, client_code text, name text, email text, phone text,
      document text, company_name text, total bigint, pieces bigint), cast(r.day || 'T12:00:00Z' as timestamptz) at
      order by at, r.n returning id, cart_id`
  const ids = new Map(added.map((r) => [r.cart_id, r.id]))
  const lines = orders.flatMap((o) =>
    o.lines.map((l, i) => ({
      ...l,
      order_id: ids.get(cartOf(o.reference)),
      line: i + 1,
      total: l.unit_price * l.quantity,
    })),
  )
  await tx.sql`insert into order_lines (company_id, order_id, line, product_id, variation_id, code, name, specs, ean,
    photo, quantity, unit_price, total)
    select ${who.company_id}, l.order_id, l.line, l.product_id, l.variation_id, l.code, l.name, l.specs, l.ean,
    l.photo, l.quantity, l.unit_price, l.total
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(order_id bigint, line int, product_id bigint,
      variation_id bigint, code text, name text, specs jsonb, ean text, photo text,
      quantity bigint, unit_price bigint, total bigint)`
  await tx.sql`insert into order_events (company_id, order_id, at, who, user_id, to_status, reason)
    select company_id, id, received_at, ${who.name}, ${who.user_id}, status, 'Trazido de uma planilha' from orders
    where id = any(${added.map((r) => r.id)}::bigint[])`
  return added.map((r) => r.id)
}
/** Takes imported orders away again; answers how many. */
export const dropPastOrders = async (tx: Tx, ids: number[]) =>
  (await tx.sql`delete from orders where id = any(${ids}::bigint[]) and origin = 'historico' returning id`).length
