// Figures over 50,000 orders and 200,000 lines of two years, most of them of the few products that sell: each call, and
// what it takes to count them all anew.
import { aCompany, type Company, type TestApp } from '../test/kit.ts'
import { alone, type Row } from './alone.ts'
import { load, type Server } from './measure.ts'
import { keepSection } from './results.ts'

const ORDERS = 50_000
const LINES = 4
const PRODUCTS = 3000
const CLIENTS = 2000
const DAYS = 730
/** What an answer may take, in milliseconds. */
const MOST = 300

/** Four different products each, drawn so that a tenth of them is in most orders; two sellers, twenty cities. */
async function fill(t: TestApp, c: Company): Promise<void> {
  const { owner } = t
  await owner.query("select set_config('app.quiet', '1', false)")
  await owner.query(
    `insert into products (company_id, name, code, price) select $1, 'Produto ' || n, 'P' || n, 1000 + n
     from generate_series(0, $2 - 1) n`,
    [c.id, PRODUCTS],
  )
  await owner.query(
    `insert into categories (company_id, name) select $1, 'Categoria ' || n from generate_series(1, 40) n`,
    [c.id],
  )
  await owner.query(
    `insert into product_categories (company_id, product_id, category_id)
     select p.company_id, p.id, g.id from products p join categories g on g.company_id = p.company_id
       and (g.id % 40 = p.id % 40 or g.id % 40 = p.id % 7) where p.company_id = $1`,
    [c.id],
  )
  await owner.query(
    `insert into users (company_id, level, name, company_name, seller_id, address)
     select $1, 3, 'Cliente ' || n, 'Loja ' || n, $2, jsonb_build_object('city', 'Cidade ' || n % 20, 'state', 'SP')
     from generate_series(1, $3) n`,
    [c.id, c.seller.id, CLIENTS],
  )
  await owner.query(
    `with client as (select id, row_number() over (order by id) - 1 as n from users
       where company_id = $1 and level = 3 and password_hash is null and name like 'Cliente %')
     insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind, seller_id,
       created_by, client_id, name, subtotal, discount, total, items_count, received_at, updated_at)
     select $1, k, 'carga-' || k, '', 'carga-' || $1 || '-' || k, 'entregue',
       case when k % 3 = 0 then 'cliente' else 'vendedor' end, 'user', $2, $2, client.id, 'Cliente', 10000, k % 5 * 37,
       10000 - k % 5 * 37, 8, at, at
     from generate_series(1, $3) k join client on client.n = k % $4,
       lateral (select $5::timestamptz - make_interval(mins => (k::bigint * $6 * 1440 / $3)::int) as at) x`,
    [c.id, c.seller.id, ORDERS, CLIENTS, t.clock.now(), DAYS],
  )
  await owner.query(
    `with product as (select id, row_number() over (order by id) - 1 as n from products where company_id = $1)
     insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
     select $1, o.id, line, product.id, 'P', 'Produto', 2, 1250, 2500
     from orders o, generate_series(1, $2) line, lateral (select (($3 / $2) * (line - 1)
       + floor(($3 / $2) * pow((o.number * 7919 + line * 104729) % 100003 / 100003.0, 4)))::bigint as n) x
       join product on product.n = x.n where o.company_id = $1`,
    [c.id, LINES, PRODUCTS],
  )
}
/** Keeps its own section of the results. */
export async function measureFigures(
  t: TestApp,
  ours: Server,
  postmaster: number,
  _rows: Row[],
  say: (line: string) => void,
): Promise<void> {
  const c = await aCompany(t)
  await fill(t, c)
  const day = (back: number) => new Date(t.clock.now().getTime() - back * 86_400_000).toISOString().slice(0, 10)
  const all = `from=${day(DAYS)}&until=${day(0)}`
  const half = `from=${day(DAYS / 2)}&until=${day(0)}`
  const headers = { authorization: `Bearer ${c.admin.token}` }
  const begun = performance.now()
  let pieces = 0
  for (let counting = true; counting; pieces++) {
    const answer = await fetch(`${ours.origin}/api/v2/figures/curve?${all}`, { headers })
    if (answer.status !== 200) throw new Error(await answer.text())
    counting = ((await answer.json()) as { data: { counting: boolean } }).data.counting
  }
  const counted = `${((performance.now() - begun) / 1000).toFixed(1)} s`
  await t.owner.query('vacuum analyze')
  const rows: string[][] = []
  const ask = async (name: string, path: string, token = c.admin.token) => {
    const own = { headers: { authorization: `Bearer ${token}` } }
    await load(ours, postmaster, 20, 2, () => [`/api/v2/figures/${path}`, own])
    const { p50, p99 } = await load(ours, postmaster, 200, 1, () => [`/api/v2/figures/${path}`, own])
    rows.push([name, `${p50.toFixed(0)} ms`, `${p99.toFixed(0)} ms`, `≤ ${MOST} ms ${p99 <= MOST ? '✓' : '✗'}`])
    say(rows.at(-1)?.join(' · ') ?? '')
  }
  await ask('Indicadores', 'glance')
  await ask('Indicadores de um vendedor', 'glance', c.seller.token)
  await ask('Vendas por mês, dois anos', `curve?${all}`)
  await ask('Por produto, 200.000 linhas', `ranking?by=product&${all}`)
  await ask('Por produto, um ano contra o anterior', `ranking?by=product&${half}`)
  await ask('Por categoria, 200.000 linhas', `ranking?by=category&${all}`)
  await ask('Por categoria, um ano contra o anterior', `ranking?by=category&${half}`)
  await ask('Por cliente', `ranking?by=client&${all}`)
  await ask('Por vendedor', `ranking?by=seller&${all}`)
  await ask('Por cidade', `ranking?by=city&${all}`)
  await ask('O que sai junto, 200.000 linhas', `together?${all}`)
  await ask('CSV de todos os produtos', `csv?by=product&${all}`)
  rows.push([`Os 50.000 pedidos contados do zero, em ${pieces} pedaços`, counted, '—', '—'])
  keepSection(
    'Indicadores e gráficos',
    '50.000 pedidos, 200.000 linhas de 3.000 produtos, dois anos (`node bench/figures.ts`); tempo do servidor por HTTP, 200 perguntas uma depois da outra.',
    ['medida', 'metade', 'p99', 'objetivo'],
    rows,
  )
}
if (process.argv[1] === import.meta.filename) await alone(measureFigures)
