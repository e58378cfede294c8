// A company's products, made behind the product's back, and how its people ask.
import { searchText } from '#features/products/search.ts'
import { hashPassword } from '#server/passwords.ts'
import type { Company, TestApp } from '../test/kit.ts'
import { wordsFrom } from './words.ts'

const PER_COMPANY = 100

export interface Shop {
  company: Company
  ids: number[]
}
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
export const signsIn = (email: string): [string, RequestInit] => [
  '/api/v1/auth/login',
  {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'segredo-de-teste' }),
  },
]
/** Companies with a hundred products and twenty clients each. */
export async function manyCompanies(t: TestApp, many: number): Promise<void> {
  await t.owner.query(
    `with c as (update companies set path = 'antes' || id where path like 'loja%' returning id)
      update users u set email = 'antes-' || email from c where u.company_id = c.id and email <> ''`,
  )
  const hash = await hashPassword('segredo-de-teste')
  await t.owner.query(
    `insert into companies (path, name, valid_until, max_products) select 'loja' || n, 'Loja ' || n, '2030-01-01', 5000
       from generate_series(1, $1::int) n`,
    [many],
  )
  await t.owner.query(
    `with u as (insert into users (company_id, level, name) select id, 3, 'Visitante' from companies
        where path like 'loja%' and public_user is null returning company_id, id)
      update companies c set public_user = u.id from u where u.company_id = c.id`,
  )
  await t.owner.query(
    `insert into users (company_id, level, name, email, password_hash)
       select id, 1, 'Admin', 'admin@' || path || '.test', $1 from companies where path like 'loja%'`,
    [hash],
  )
  await t.owner.query(
    `insert into users (company_id, level, name, phone) select id, 3, 'Cliente ' || n, '119' || lpad(n::text, 8, '0')
       from companies, generate_series(1, 20) n where path like 'loja%'`,
  )
  for (let from = 1; from <= many; from += 500)
    await t.owner.query(
      `insert into products (company_id, name, code, price, description, search_text, "order")
        select c.id, 'Produto ' || n, 'P-' || n, 1000 + n, 'Um produto entre muitos', 'produto ' || n || ' p-' || n, n
        from companies c, generate_series(1, $3::int) n
        where c.path = any(array(select 'loja' || k from generate_series($1::int, $2::int) k))`,
      [from, Math.min(many, from + 499), PER_COMPANY],
    )
  await t.owner.query('vacuum analyze')
}
