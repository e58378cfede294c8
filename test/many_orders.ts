// Orders in a mass, made behind the product's back: of a company of their own, delivered, of so many lines each.
import type pg from 'pg'

export const LINES = 5
export async function fillOrders(owner: pg.Client, many: number): Promise<void> {
  const id = async (sql: string, values: number[] = []) =>
    Number((await owner.query(`${sql} returning id`, values)).rows[0].id)
  const company = await id("insert into companies (path, name, valid_until) values ('carga', 'Carga', '2030-01-01')")
  const client = await id("insert into users (company_id, level, name) values ($1, 3, 'Cliente')", [company])
  const product = await id(
    "insert into products (company_id, name, code, price, search_text) values ($1, 'Produto', 'P', 2000, 'produto')",
    [company],
  )
  await owner.query(
    `insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind, created_by,
       client_id, name, phone, subtotal, total, items_count, received_at, updated_at)
     select $1, k, 'carga-' || k, '', 'carga-' || k, 'entregue', 'vendedor', 'user', $2, $2, 'Cliente', '', 2000 * $4::int,
       2000 * $4::int, $4, now() - make_interval(mins => k), now() from generate_series(1, $3) k`,
    [company, client, many, LINES],
  )
  await owner.query(
    `insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
     select company_id, id, line, $2, 'P', 'Produto', 1, 2000, 2000
     from orders, generate_series(1, $3::int) line where company_id = $1`,
    [company, product, LINES],
  )
}
/** All of it, whatever order it is read in: how many orders and lines there are, and what the hashes of all their values
 * come to. */
export const SUM_OF_ORDERS = `with company as (select id from companies where path = 'carga')
  select concat_ws(' ',
    (select concat_ws(' ', count(*), sum(hashtextextended(o::text, 0))) from orders o where company_id in (select id from company)),
    (select concat_ws(' ', count(*), sum(hashtextextended(l::text, 0))) from order_lines l
      where company_id in (select id from company))) as sum`
