// The floor of an order: what ours asks and the same rows that ours leaves, by the plainest SQL; no rule, no tenancy, no
// message to open screens. The rows go into tables of the same columns, checks, indexes and foreign keys beside ours, so
// that none of our triggers works for the floor.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'

/** What an order writes to. */
export const COPIED = [
  'company_counters',
  'products',
  'orders',
  'order_lines',
  'order_events',
  'person_notices',
  'graphile_worker._private_jobs',
]
export const nameOf = (table: string) => table.replace('graphile_worker._private_', '')
async function copyTables(client: pg.PoolClient): Promise<void> {
  await client.query('drop schema if exists plain cascade; create schema plain; set search_path = plain, public')
  for (const table of COPIED) await client.query(`create table plain.${nameOf(table)} (like ${table} including all)`)
  for (const table of ['company_counters', 'products']) {
    const { rows } = await client.query<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`public.${table}`],
    )
    const list = rows[0]?.list
    await client.query(
      `insert into plain.${table} (${list}) overriding system value select ${list} from public.${table}`,
    )
  }
  for (const table of COPIED.map(nameOf)) {
    // By the search path, a key that leads to a copied table leads to its copy.
    const { rows } = await client.query<{ key: string }>(
      `select replace(pg_get_constraintdef(oid), 'public.', '') as key from pg_constraint
       where contype = 'f' and conrelid = to_regclass($1)`,
      [`public.${table}`],
    )
    for (const { key } of rows) await client.query(`alter table plain.${table} add ${key}`)
  }
  await client.query('reset search_path; analyze')
}
/** What the token of a request is kept as. */
export const bearerHash = ({ headers }: FastifyRequest) =>
  createHash('sha256')
    .update(String(headers.authorization ?? '').slice(7))
    .digest()
export function placesPlainly(app: FastifyInstance, pool: pg.Pool): void {
  app.post('/order-copies', async () => {
    const client = await pool.connect()
    await copyTables(client).finally(() => client.release())
    return { status: 'success' }
  })
  app.post('/order-same/:company/:user', async (request) => {
    const { company, user } = request.params as { company: string; user: string }
    const body = request.body as { product_json: { product_id: number }[] }
    await pool.query({
      name: 'same-session',
      text: `select s.user_id, u.level, u.price_table, u.blocked, u.seller_id, c.min_order_cents, c.min_first_order_cents,
          c.discount_limit_bp, c.refuse_without_stock, c.payment_terms, c.whatsapp_phone,
          exists (select 1 from plain.orders o where o.company_id = u.company_id and o.client_id = u.id) as has_orders
        from sessions s join users u on u.id = s.user_id join companies c on c.id = u.company_id where s.hash = $1`,
      values: [bearerHash(request)],
    })
    await pool.query({
      name: 'same-products',
      text: `select id, name, code, ean, price, price2, price3, price_promo, promo_from, promo_until, stock, min_quantity,
          multiple, mixed,
          (select hash from product_images i where i.company_id = p.company_id and i.product_id = p.id
            order by slot limit 1) as photo,
          (select json_agg(category_id) from product_categories c
            where c.company_id = p.company_id and c.product_id = p.id) as categories,
          (select json_agg(v) from variations v
            where v.company_id = p.company_id and v.product_id = p.id) as variations
        from plain.products p where company_id = $1 and id = any($2) and active and deleted_at is null`,
      values: [company, body.product_json.map((l) => l.product_id)],
    })
    const { rows } = await pool.query({
      name: 'same-order',
      text: `with n as (update plain.company_counters set order_number = order_number + 1,
            catalogue_version = catalogue_version + 1 where company_id = $1 returning order_number, catalogue_version),
          o as (insert into plain.orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin,
              session_kind, created_by, client_id, seller_id, name, phone, subtotal, total, items_count, received_at,
              updated_at)
            select $1, n.order_number, $3::jsonb->>'cart_id', '', $3::jsonb->>'cart_id', 'novo', 'cliente', 'user', $2, $2,
              (select seller_id from users where id = $2), $3::jsonb->>'name', $3::jsonb->>'phone', 1, 1, 1, now(), now()
            from n returning company_id, id, number, seller_id),
          l as (select (v->>'product_id')::bigint as product_id, (v->>'quantity')::bigint as quantity, line
            from jsonb_array_elements($3::jsonb->'product_json') with ordinality x(v, line)),
          lines as (insert into plain.order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price,
              total)
            select o.company_id, o.id, l.line, l.product_id, '', '', l.quantity, 1, 1 from o, l),
          sold as (update plain.products p set stock = p.stock - l.quantity, version = n.catalogue_version,
              updated_at = now()
            from n, l where p.company_id = $1 and p.id = l.product_id and p.stock is not null),
          said as (insert into plain.order_events (company_id, order_id, at, who, user_id, to_status)
            select $1, o.id, now(), '', $2, 'novo' from o),
          told as (insert into plain.person_notices (company_id, user_id, kind, word, number, name, about_id, href, key, at)
            select $1, u.id, 'order', 'novo', o.number, $3::jsonb->>'name', $2, '/dashboard/orders/' || o.id,
              'order-' || o.id, now()
            from o join users u on u.company_id = $1 and (u.level = 1 or u.id = o.seller_id)),
          job as (insert into plain.jobs (task_id, payload, max_attempts)
            select 1, json_build_object('order_id', o.id, 'company_id', o.company_id), 12 from o)
        select id, number from o`,
      values: [company, user, request.body],
    })
    return { status: 'success', data: rows[0] }
  })
}
