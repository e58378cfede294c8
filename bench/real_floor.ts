// The floor of a real catalogue: a bare Fastify with the plainest SQL for the same bytes; no tenancy, no session, no
// rules. Promotions and prices are those of a buyer of the first table, which is who asks.
import Fastify from 'fastify'
import pg from 'pg'

const [, , port, url] = process.argv as [string, string, string, string]
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const app = Fastify()
interface Variation {
  id: number
  specs: Record<string, string>
  code: string
  ean: string
  surcharge: number
  stock: number | null
  image: string
}
interface Row extends Record<string, unknown> {
  price: number
  price_promo: number | null
  attributes: Variation[]
  images: { path: string }[]
}
const COLUMNS = `p.id, p.company_id, p.name, p.code, p.ean, p.price, p.price_promo, p.description, p.additional_text,
  p.tags, p."order", p.active, p.min_quantity, p.multiple, p.mixed, p.stock, p.search_text,
  (select coalesce(json_agg(category_id order by category_id), '[]') from product_categories c
    where c.company_id = p.company_id and c.product_id = p.id) as categories,
  (select coalesce(json_agg(json_build_object('slot', i.slot, 'path', '/files/' || i.hash || '.webp', 'thumbhash',
    f.thumbhash, 'ready', f.ready) order by i.slot), '[]')
    from product_images i join files f on f.company_id = i.company_id and f.hash = i.hash
    where i.company_id = p.company_id and i.product_id = p.id) as images,
  (select coalesce(json_agg(json_build_object('id', v.id, 'specs', v.specs, 'code', v.code, 'ean', v.ean,
    'surcharge', v.surcharge, 'stock', v.stock, 'image', v.image) order by v."order", v.id), '[]')
    from variations v where v.company_id = p.company_id and v.product_id = p.id) as attributes`
const money = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
const shown = ({ price, price_promo, attributes, images, categories, tags, order, active, ...p }: Row) => ({
  id: p.id,
  company_id: p.company_id,
  name: p.name,
  code: p.code,
  ean: p.ean,
  price: money(price),
  price_promo: price_promo === null ? null : money(price_promo),
  promo_until: null,
  description: p.description,
  additional_text: p.additional_text,
  categories,
  attributes: attributes.map(({ surcharge, ...v }) => ({
    ...v,
    price: money(price + surcharge),
    price_promo: price_promo === null ? null : money(price_promo),
  })),
  main_variation_id: attributes[0]?.id ?? null,
  tags,
  order,
  active: active ? 1 : 0,
  images,
  foto1: images[0]?.path ?? '',
  min_quantity: p.min_quantity,
  multiple: p.multiple,
  mixed: p.mixed,
  stock: p.stock,
  entity: null,
  search_text: p.search_text,
})
const ON = 'p.company_id = $1 and p.active and p.deleted_at is null'
app.get('/list/:company/:page', async (request) => {
  const { company, page } = request.params as { company: string; page: string }
  const { limit = '24' } = request.query as { limit?: string }
  const { rows } = await pool.query<Row>({
    name: 'list',
    // The page first: what belongs to a product is not to be asked of those that are passed over.
    text: `select ${COLUMNS} from (select * from products p where ${ON} order by p."order", p.search_text, p.id
      limit $3::int offset ($2::int - 1) * $3::int) p order by p."order", p.search_text, p.id`,
    values: [company, page, limit],
  })
  const { rows: total } = await pool.query({
    name: 'count',
    text: `select count(*) as n from products p where ${ON}`,
    values: [company],
  })
  return { status: 'success', data: rows.map(shown), total: total[0].n, page: Number(page), limit: Number(limit) }
})
// The usual way to find beginnings of words: PostgreSQL's own text search.
await pool.query(`create index if not exists bench_words on products using gin (to_tsvector('simple', search_text))`)
const FOUND = `${ON} and to_tsvector('simple', p.search_text) @@ to_tsquery('simple', $2)`
app.get('/search/:company/:words', async (request) => {
  const { company, words } = request.params as { company: string; words: string }
  const values = [
    company,
    words
      .split(' ')
      .map((w) => `${w}:*`)
      .join(' & '),
  ]
  const { rows } = await pool.query<Row>({
    name: 'search',
    text: `select ${COLUMNS} from (select * from products p where ${FOUND} order by p."order", p.search_text, p.id
      limit 24) p order by p."order", p.search_text, p.id`,
    values,
  })
  const { rows: total } = await pool.query({
    name: 'found',
    text: `select count(*) as n from products p where ${FOUND}`,
    values,
  })
  return { status: 'success', data: rows.map(shown), total: total[0].n, page: 1, limit: 24 }
})
app.get('/one/:company/:id', async (request) => {
  const { company, id } = request.params as { company: string; id: string }
  const { rows } = await pool.query<Row>({
    name: 'one',
    text: `select ${COLUMNS} from products p where p.company_id = $1 and p.id = $2`,
    values: [company, id],
  })
  return { status: 'success', data: shown(rows[0] as Row) }
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
