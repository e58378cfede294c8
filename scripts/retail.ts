// The real orders of Online Retail (UCI, Chen 2015, CC BY 4.0), sent through the front door as clients would.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import type pg from 'pg'
import { clientLinkToken } from '#server/session.ts'
import { hashPassword } from '#server/passwords.ts'
import { parseCents } from '#shared/money.ts'

export const RETAIL = join(import.meta.dirname, '../../shared/data/online-retail')
export const hasRetail = () => existsSync(join(RETAIL, 'products.csv'))
const csv = (name: string) => {
  const [head, ...lines] = readFileSync(join(RETAIL, name), 'utf8').trim().split('\n')
  const keys = (head ?? '').trim().split(',')
  return lines.map((l) => {
    // Quoted cells hold commas; a doubled quote is one.
    const cells = [...l.trim().matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((m) =>
      (m[1] ?? '').replace(/^"|"$/g, '').replaceAll('""', '"'),
    )
    return Object.fromEntries(keys.map((k, i) => [k, cells[i] ?? ''])) as Record<string, string>
  })
}
export interface RetailOrder {
  invoice: string
  customer: string
  lines: { code: string; quantity: number }[]
  /** What it must come to, in cents. */
  total: number
}
/** All 11,476 orders in the order of the file, or the first `most`. */
export function readOrders(most = Number.POSITIVE_INFINITY): RetailOrder[] {
  const totals = csv('order-totals.csv').slice(0, most)
  const wanted = new Map(
    totals.map((o) => [
      o.invoice,
      {
        invoice: o.invoice as string,
        customer: o.customer as string,
        lines: [] as RetailOrder['lines'],
        total: parseCents(o.total ?? '') ?? -1,
      },
    ]),
  )
  for (const l of csv('order-lines.csv'))
    wanted.get(l.invoice)?.lines.push({ code: l.code as string, quantity: Number(l.quantity) })
  return [...wanted.values()]
}
/** A call to the product over HTTP; answers status and body. */
export type Send = (
  method: string,
  path: string,
  options: { token?: string; body?: unknown; form?: FormData },
) => Promise<{ status: number; body: never; retryAfter: number }>

export interface Shop {
  company: number
  path: string
  /** Product ids and prices by code. */
  products: Map<string, { id: number; price: string }>
  tokens: Map<string, string>
  clients: Map<string, number>
}
/** The company with its admin and clients (operator's work, so by the owner's connection),
 * its products by spreadsheet. */
export async function openShop(owner: pg.Pool, send: Send, customers: string[]): Promise<Shop> {
  const path = `retail-${Date.now().toString(36)}`
  const hash = await hashPassword('mostruario')
  const {
    rows: [company],
  } = await owner.query(
    `insert into companies (path, name, orders_email, valid_until, plan_id, max_products, max_users_admin,
      max_users_seller, max_users_client)
     values ($1, 'Online Retail', 'pedidos@retail.test', '2035-12-31', 3, 3000 + 2 * 100, 1, 10, 5000) returning id`,
    [path],
  )
  const id = Number(company.id)
  await owner.query(
    "insert into users (company_id, level, name, email, password_hash) values ($1, 1, 'Administrador', $2, $3)",
    [id, `admin@${path}.test`, hash],
  )
  const {
    rows: [visitor],
  } = await owner.query("insert into users (company_id, level, name) values ($1, 3, 'Visitante') returning id", [id])
  await owner.query('update companies set public_user = $1 where id = $2', [visitor.id, id])
  const { rows } = await owner.query(
    `insert into users (company_id, level, name, client_code, phone)
     select $1, 3, 'Cliente ' || c, c, '119' || lpad(c, 8, '0') from unnest($2::text[]) c returning id, client_code`,
    [id, customers],
  )
  const admin = await send('POST', '/api/v1/auth/login', {
    body: { email: `admin@${path}.test`, password: 'mostruario' },
  })
  const token = (admin.body as { token: string }).token
  const products = csv('products.csv')
  const sheet = await writeXlsx({
    sheets: [
      {
        name: 'Produtos',
        rows: [
          ['Código', 'Nome', 'Preço', 'Categoria'],
          ...products.map((p) => [p.code as string, p.name as string, Number(p.price), p.category as string]),
        ],
      },
    ],
  })
  const form = new FormData()
  form.set('company_id', String(id))
  form.set('file', new File([Buffer.from(sheet)], 'produtos.xlsx'))
  const inserted = await send('POST', '/api/v2/xls/insert', { token, form })
  if (inserted.status !== 200) throw new Error(`xls/insert: ${JSON.stringify(inserted.body)}`)
  const byCode = new Map<string, { id: number; price: string }>()
  for (let page = 1; ; page++) {
    const { body } = await send('GET', `/api/v1/products?limit=1000&page=${page}`, { token })
    const { data } = body as { data: { id: number; code: string; price: string }[] }
    for (const p of data) byCode.set(p.code, { id: p.id, price: p.price })
    if (data.length < 1000) break
  }
  return {
    company: id,
    path,
    products: byCode,
    tokens: new Map(),
    clients: new Map(rows.map((r) => [String(r.client_code), Number(r.id)])),
  }
}
const wait = (seconds: number) => new Promise((r) => setTimeout(r, seconds * 1000))
/** A client's session by the personal link, waiting where the limits ask for it. */
async function tokenOf(shop: Shop, send: Send, appKey: string, customer: string): Promise<string> {
  const known = shop.tokens.get(customer)
  if (known) return known
  const user_id = clientLinkToken(appKey, { id: shop.clients.get(customer) as number, link_version: 1 })
  for (;;) {
    const r = await send('POST', '/api/v2/auth/loginClient', { body: { company_path: shop.path, user_id } })
    if (r.status === 200) {
      const { token } = r.body as { token: string }
      shop.tokens.set(customer, token)
      return token
    }
    if (r.status !== 429) throw new Error(`loginClient: ${JSON.stringify(r.body)}`)
    await wait(r.retryAfter)
  }
}
/** Sends one order as its client; answers the total that the product came to, in cents. */
export async function sendOrder(shop: Shop, send: Send, appKey: string, o: RetailOrder): Promise<number> {
  const token = await tokenOf(shop, send, appKey, o.customer)
  const lines = o.lines.map((l) => {
    const p = shop.products.get(l.code)
    if (!p) throw new Error(`no product ${l.code}`)
    return { product_id: p.id, quantity: l.quantity, specs: {}, price: p.price }
  })
  const body = {
    name: `Cliente ${o.customer}`,
    phone: `119${o.customer.padStart(8, '0')}`,
    client_code: o.customer,
    cart_id: `retail-${o.invoice}`,
    product_json: JSON.stringify(lines),
    currency: 'BRL',
  }
  for (;;) {
    const r = await send('POST', `/api/v2/companies/${shop.company}/order_cart`, { token, body })
    if (r.status === 201 || r.status === 200)
      return parseCents((r.body as { data: { total: string } }).data.total) as number
    if (r.status !== 429 && r.status !== 503) throw new Error(`order ${o.invoice}: ${JSON.stringify(r.body)}`)
    await wait(Math.max(1, r.retryAfter))
  }
}
/** HTTP to a running server. */
export const httpSend =
  (origin: string): Send =>
  async (method, path, { token, body, form }) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    if (body !== undefined) headers['content-type'] = 'application/json'
    const r = await fetch(origin + path, {
      method,
      headers,
      ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: r.status, body: (await r.json()) as never, retryAfter: Number(r.headers.get('retry-after') ?? 1) }
  }
