import type { Company, TestApp } from '../test/kit.ts'

const ORDERS = 50_000
/** Up to a day ago. */
const DAYS = 730

/** 50,000 orders of two years, of five lines each, of the clients that were loaded into a company, who cannot sign
 * in: each one's at a distance of its own. `clients`: how many there are. */
export async function fillHistory(t: TestApp, c: Company, product: number, clients: number): Promise<void> {
  await t.owner.query(
    `with client as (select id, name, row_number() over (order by id) - 1 as n from users
       where company_id = $1 and level = 3 and password_hash is null and not is_visitor)
     insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind, seller_id,
       created_by, client_id, name, phone, subtotal, total, items_count, received_at, updated_at)
     select $1, k, 'carga-' || k, '', 'carga-' || $1 || '-' || k,
       (array['entregue', 'faturado', 'entregue', 'novo', 'entregue', 'cancelado'])[1 + k % 6],
       'vendedor', 'user', $2, $2, client.id, client.name, '', 10000, 10000, 1, at, at
     from generate_series(1, $3) k join client on client.n = k % $4,
       lateral (select $5::timestamptz
         - make_interval(hours => 24 * $6 - (k / $4) * 24 * $6 / ($3 / $4) - k * 37 % 700) as at) x`,
    [c.id, c.seller.id, ORDERS, clients, t.clock.now(), DAYS],
  )
  await t.owner.query(
    `insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
     select company_id, id, line, $2, 'P', 'Produto', 1, 2000, 2000
     from orders, generate_series(1, 5) line where company_id = $1`,
    [c.id, product],
  )
}
