// A company's products, made behind the product's back, and how its people ask.
import { searchText } from '#features/products/search.ts'
import type { TestApp } from '../test/kit.ts'
import { wordsFrom } from './words.ts'

/** Products by number, in pieces: name, code, price, 40 words of description, one of 40 categories, half with stock. */
export async function fill(t: TestApp, company: number, many: number): Promise<number[]> {
  const words = wordsFrom(many)
  await t.owner.query(
    `insert into categories (company_id, name, "order") select $1, 'Categoria ' || n, n from generate_series(0, 39) n`,
    [company],
  )
  const PIECE = 5000
  for (let from = 0; from < many; from += PIECE) {
    const products = Array.from({ length: Math.min(PIECE, many - from) }, (_, i) => {
      const name = `${words(4)} ${(from + i) % 997}`
      const code = `${from + i}A`
      return { n: from + i, name, code, description: words(10), search_text: searchText({ name, code, ean: '' }) }
    })
    await t.owner.query(
      `with p as (insert into products (company_id, name, code, price, description, stock, search_text, "order")
          select $1, name, code, 1000 + n % 5000, description, case when n % 2 = 0 then 100000 end, search_text, n
          from jsonb_to_recordset($2::jsonb) as x(n int, name text, code text, description text, search_text text)
          returning id, "order")
        insert into product_categories (company_id, product_id, category_id)
        select $1, p.id, c.id from p join categories c on c.company_id = $1 and c."order" = p."order" % 40`,
      [company, JSON.stringify(products)],
    )
  }
  await t.owner.query('vacuum analyze products, product_categories, company_counters')
  const { rows } = await t.owner.query<{ id: string }>(
    'select id from products where company_id = $1 order by "order" limit 2000',
    [company],
  )
  return rows.map((r) => Number(r.id))
}
export const auth = (token: string, body?: unknown): RequestInit => ({
  ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
})
