// The floor: a bare Fastify with the plainest SQL for the same JSON; no tenancy, no session, no rules.
import Fastify from 'fastify'
import pg from 'pg'

const [, , port, url] = process.argv as [string, string, string, string]
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const app = Fastify()
const columns = `p.id, p.company_id, p.name, p.code, p.ean, p.price, p.price_promo, p.description, p.additional_text, p.tags, p."order", p.active, p.min_quantity, p.multiple, p.mixed, p.stock, p.search_text,
  (select coalesce(json_agg(category_id), '[]') from product_categories c where c.company_id = p.company_id and c.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('slot', slot, 'path', hash)), '[]') from product_images i where i.company_id = p.company_id and i.product_id = p.id) as images,
  (select coalesce(json_agg(json_build_object('id', id, 'specs', specs, 'price', price)), '[]') from variations v where v.company_id = p.company_id and v.product_id = p.id) as attributes`
app.get('/list/:company', async (request) => {
  const { company } = request.params as { company: string }
  const { rows } = await pool.query({
    name: 'list',
    text: `select ${columns} from products p where p.company_id = $1 and p.active and p.deleted_at is null order by p."order", p.search_text, p.id limit 24`,
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
  const { rows } = await pool.query({ name: 'one', text: `select ${columns} from products p where p.company_id = $1 and p.id = $2`, values: [company, id] })
  return { status: 'success', data: rows[0] }
})
await pool.query(
  'create table if not exists bench_orders (id bigint generated always as identity primary key, cart_id text unique, body jsonb not null, at timestamptz not null default now())',
)
app.post('/order', async (request) => {
  const body = request.body as { cart_id: string }
  const { rows } = await pool.query({ name: 'order', text: 'insert into bench_orders (cart_id, body) values ($1, $2) returning id', values: [body.cart_id, body] })
  return { status: 'success', data: rows[0] }
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
