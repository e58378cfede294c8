// PDF catalogues through HTTP: asked for, waited for, opened.
import { type Company, type TestApp, until } from './kit.ts'

export const OPTIONS = {
  title: 'Catálogo de verão',
  model: 'vitrine',
  per_page: 4,
  prices: '1',
  qr: '1',
  openings: '1',
  only_active: '1',
}
export interface Listed {
  id: number
  status: string
  why: string
  page_count: number
  opened: number
  visits: number
  link: string
  products: number
  done: number
  files: number
  bytes: number
}
export function brochuresOf(app: () => TestApp) {
  const make = (token: string, more: Record<string, unknown> = {}) =>
    app().call('POST', '/api/v2/catalogs', { token, body: { ...OPTIONS, ...more } })
  const list = async (token: string) => (await app().call('GET', '/api/v2/catalogs', { token })).body.data as Listed[]
  /** The PDF once it is ready. */
  const ready = (token: string, id: number) =>
    until(async () => (await list(token)).find((c) => c.id === id && c.status === 'pronto'))
  const open = (link: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(link)
    return app().app.inject({ method: 'GET', url: pathname + search, headers })
  }
  /** Asked for, ready, and its bytes. */
  const made = async (token: string, more: Record<string, unknown> = {}) => {
    const r = await make(token, more)
    if (r.status !== 200) throw new Error(JSON.stringify(r.body))
    const row = await ready(token, r.body.data.id)
    const { rows } = await app().owner.query<{ token: string }>('select token from catalogs where id = $1', [row.id])
    const key = rows[0]?.token as string
    return { row, token: key, pdf: await app().kit.storage.read(`${key}-catalog.pdf`) }
  }
  return { make, list, ready, open, made }
}
/** Many products at once, behind the product's back: `n` from `from` on. */
export const manyProducts = (t: TestApp, c: Company, many: number, from = 1) =>
  t.owner.query(
    `insert into products (company_id, name, code, price, "order")
       select $1, 'Produto ' || n, 'P-' || n, 1000 + n, n from generate_series($3::int, $3::int + $2::int - 1) n`,
    [c.id, many, from],
  )
