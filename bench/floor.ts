// The floor: a bare Fastify with the plainest SQL for the same JSON; no tenancy, no session, no rules.
import Fastify from 'fastify'
import pg from 'pg'
import { bearerHash, placesPlainly } from './order_floor.ts'

const [, , port, url] = process.argv as [string, string, string, string]
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const app = Fastify()
const columns = `p.id, p.company_id, p.name, p.code, p.ean, p.price, p.price_promo, p.description, p.additional_text,
  p.tags, p."order", p.active, p.min_quantity, p.multiple, p.mixed, p.stock, p.search_text,
  (select coalesce(json_agg(category_id), '[]') from product_categories c
    where c.company_id = p.company_id and c.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('slot', slot, 'path', hash)), '[]') from product_images i
    where i.company_id = p.company_id and i.product_id = p.id) as images,
  (select coalesce(json_agg(json_build_object('id', id, 'specs', specs, 'price', price)), '[]') from variations v
    where v.company_id = p.company_id and v.product_id = p.id) as attributes`
app.get('/list/:company', async (request) => {
  const { company } = request.params as { company: string }
  const { rows } = await pool.query({
    name: 'list',
    text: `select ${columns} from products p where p.company_id = $1 and p.active and p.deleted_at is null
      order by p."order", p.search_text, p.id limit 24`,
    values: [company],
  })
  const { rows: total } = await pool.query({
    name: 'count',
    text: 'select count(*) as n from products p where p.company_id = $1 and p.active and p.deleted_at is null',
    values: [company],
  })
  return { status: 'success', data: rows, total: total[0].n, page: 1, limit: 24 }
})
app.get('/one/:company/:id', async (request) => {
  const { company, id } = request.params as { company: string; id: string }
  const { rows } = await pool.query({
    name: 'one',
    text: `select ${columns} from products p where p.company_id = $1 and p.id = $2`,
    values: [company, id],
  })
  return { status: 'success', data: rows[0] }
})
await pool.query(
  `create table if not exists bench_orders (id bigint generated always as identity primary key, cart_id text unique,
    body jsonb not null, at timestamptz not null default now())`,
)
app.post('/order', async (request) => {
  const body = request.body as { cart_id: string }
  const { rows } = await pool.query({
    name: 'order',
    text: 'insert into bench_orders (cart_id, body) values ($1, $2) returning id',
    values: [body.cart_id, body],
  })
  return { status: 'success', data: rows[0] }
})
// The same six rows as an order of five lines leaves, in the product's own tables, by one
// statement; no rule, no price, no number.
app.post('/order-with-lines/:company/:user', async (request) => {
  const { company, user } = request.params as { company: string; user: string }
  const { rows } = await pool.query({
    name: 'order-with-lines',
    text: `with o as (insert into orders (company_id, cart_id, lines_hash, receipt_token, status, origin, session_kind,
          created_by, name, subtotal, total, items_count, received_at, updated_at)
        values ($1, $3::jsonb->>'cart_id', '', $3::jsonb->>'cart_id', 'novo', 'cliente', 'user', $2,
          $3::jsonb->>'name', 1, 1, 1, now(), now()) returning company_id, id)
      insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
      select o.company_id, o.id, l.n, (l.v->>'product_id')::bigint, '', '', (l.v->>'quantity')::bigint, 1, 1
      from o, jsonb_array_elements($3::jsonb->'product_json') with ordinality l(v, n) returning order_id`,
    values: [company, user, request.body],
  })
  return { status: 'success', data: rows[0] }
})
// The least that an order asks for, without one rule: who sends it, what its products cost, the
// company's next number, six rows.
app.post('/order-least/:company/:user', async (request) => {
  const { company, user } = request.params as { company: string; user: string }
  const body = request.body as { product_json: { product_id: number }[] }
  await pool.query({
    name: 'least-session',
    text: `select s.user_id, u.company_id, u.level, u.price_table
      from sessions s join users u on u.id = s.user_id where s.hash = $1`,
    values: [bearerHash(request)],
  })
  await pool.query({
    name: 'least-products',
    text: `select id, name, code, price, price2, price3, price_promo, active, stock, min_quantity, multiple
      from products where company_id = $1 and id = any($2) and deleted_at is null`,
    values: [company, body.product_json.map((l) => l.product_id)],
  })
  const { rows } = await pool.query({
    name: 'least-order',
    text: `with n as (update company_counters set order_number = order_number + 1 where company_id = $1
        returning order_number),
      o as (insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind,
          created_by, name, subtotal, total, items_count, received_at, updated_at)
        select $1, n.order_number, $3::jsonb->>'cart_id', '', $3::jsonb->>'cart_id', 'novo', 'cliente', 'user', $2,
          $3::jsonb->>'name', 1, 1, 1, now(), now() from n returning company_id, id)
      insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
      select o.company_id, o.id, l.n, (l.v->>'product_id')::bigint, '', '', (l.v->>'quantity')::bigint, 1, 1
      from o, jsonb_array_elements($3::jsonb->'product_json') with ordinality l(v, n) returning order_id`,
    values: [company, user, request.body],
  })
  return { status: 'success', data: rows[0] }
})
placesPlainly(app, pool)
await app.listen({ port: Number(port), host: '127.0.0.1' })
