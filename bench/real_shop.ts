// A catalogue like a customer's, the same at every run: 5,000 products with 40 words of description, two photos, one of
// 40 categories; a third has variations, a tenth a promotion; three price tables.
import { createHash } from 'node:crypto'
import { searchText } from '#features/products/search.ts'
import { aCompany, type TestApp } from '../test/kit.ts'
import type { Shop } from './filled.ts'
import { wordsFrom } from './words.ts'

export const PRODUCTS = 5000
const CATEGORIES = 40
const COLOURS = ['Azul', 'Verde', 'Cru']
export async function realShop(t: TestApp): Promise<Shop> {
  const company = await aCompany(t, { price_table_active: true, promo_price_active: true, variations_active: true })
  const words = wordsFrom(7)
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const products = Array.from({ length: PRODUCTS }, (_, n) => {
    const name = `${words(4)} ${n % 997}`
    const code = `${20000 + n}${'ABCDE'[n % 5]}`
    const price = 1000 + (n % 5000)
    return {
      n,
      name,
      code,
      price,
      price2: price - 100,
      price3: price - 200,
      price_promo: n % 10 === 0 ? price - 300 : null,
      description: words(40),
      stock: n % 2 === 0 ? 100_000 : null,
      search_text: searchText({ name, code, ean: '' }),
      hashes: [hash(`a${n}`), hash(`b${n}`)],
      varies: n % 3 === 0,
      category: n % CATEGORIES,
    }
  })
  const json = JSON.stringify(products)
  await t.owner.query(
    `with c as (insert into categories (company_id, name, "order")
        select $1, 'Categoria ' || n, n from generate_series(0, $3::int - 1) n returning id, "order"),
      given as (select * from jsonb_to_recordset($2::jsonb) as x(n int, name text, code text, price bigint,
        price2 bigint, price3 bigint, price_promo bigint, description text, stock bigint, search_text text,
        hashes text[], varies boolean, category int)),
      p as (insert into products (company_id, name, code, price, price2, price3, price_promo, description, stock,
          search_text, "order")
        select $1, name, code, price, price2, price3, price_promo, description, stock, search_text, n from given
        returning id, "order"),
      f as (insert into files (company_id, hash, type, bytes, width, height, thumbhash, ready)
        select $1, h, 'image/webp', 40000, 1600, 1600, 'XQgOHwSQl5eIeIeAh3iHeHeAdwiQ', true
        from given, unnest(hashes) h returning hash),
      s as (insert into product_categories (company_id, product_id, category_id)
        select $1, p.id, c.id from given g join p on p."order" = g.n join c on c."order" = g.category returning 1),
      v as (insert into variations (company_id, product_id, specs, surcharge, stock, "order")
        select $1, p.id, jsonb_build_object('Cor', colour), k * 50, 100000, k
        from given g join p on p."order" = g.n, unnest($4::text[]) with ordinality u(colour, k)
        where g.varies returning 1)
      insert into product_images (company_id, product_id, slot, hash)
      select $1, p.id, u.slot, u.h from given g join p on p."order" = g.n, (select count(*) from f) done,
        unnest(g.hashes) with ordinality u(h, slot)`,
    [company.id, json, CATEGORIES, COLOURS],
  )
  // What autovacuum does within a minute of a first load: without it every plan is the empty table's.
  await t.owner.query('vacuum analyze')
  const { rows } = await t.owner.query<{ id: number }>(
    'select id from products where company_id = $1 order by "order"',
    [company.id],
  )
  return { company, ids: rows.map((r) => Number(r.id)) }
}
