// The list of the day of a seller with 2,000 clients and 50,000 orders, and both homes over them.
import { startTestDatabase } from '../test/database.ts'
import { aCompany, aProduct, startTestApp, type TestApp, UNLIMITED } from '../test/kit.ts'
import { load, type Server, startServer } from './measure.ts'

const CLIENTS = 2000
const ORDERS = 50_000
/** Orders of two years, up to a day ago, each client's at a distance of its own. */
const DAYS = 730
type Row = [string, string, string, string, string]

export async function measureHome(
  t: TestApp,
  ours: Server,
  postmaster: number,
  rows: Row[],
  say: (line: string) => void,
): Promise<void> {
  const note = (name: string, value: number, most: number) => {
    rows.push([name, `${value.toFixed(2)} ms`, '—', '—', `≤ ${most} ms ${value <= most ? '✓' : '✗'}`])
    say(`${name}: ${value.toFixed(2)} ms (≤ ${most} ms)`)
  }
  const c = await aCompany(t)
  const product = await aProduct(t, c)
  await t.owner.query("select set_config('app.quiet', '1', false)")
  await t.owner.query(
    `insert into users (company_id, level, name, company_name, phone, seller_id)
     select $1, 3, 'Cliente ' || n, 'Loja ' || n, '119' || lpad(n::text, 8, '0'), $2 from generate_series(1, $3) n`,
    [c.id, c.seller.id, CLIENTS],
  )
  await t.owner.query(
    `with client as (select id, name, row_number() over (order by id) - 1 as n from users
       where company_id = $1 and level = 3 and name like 'Cliente %')
     insert into orders (company_id, number, cart_id, lines_hash, receipt_token, status, origin, session_kind, seller_id,
       created_by, client_id, name, phone, subtotal, total, items_count, received_at, updated_at)
     select $1, k, 'carga-' || k, '', 'carga-' || $1 || '-' || k, (array['entregue','faturado','entregue','novo','entregue','cancelado'])[1 + k % 6],
       'vendedor', 'user', $2, $2, client.id, client.name, '', 10000, 10000, 1, at, at
     from generate_series(1, $3) k join client on client.n = k % $4,
       lateral (select $5::timestamptz - make_interval(hours => 24 * $6 - (k / $4) * 24 * $6 / ($3 / $4) - k * 37 % 700) as at) x`,
    [c.id, c.seller.id, ORDERS, CLIENTS, t.clock.now(), DAYS],
  )
  await t.owner.query(
    `insert into order_lines (company_id, order_id, line, product_id, code, name, quantity, unit_price, total)
     select company_id, id, line, $2, 'P', 'Produto', 1, 2000, 2000 from orders, generate_series(1, 5) line where company_id = $1`,
    [c.id, product.id],
  )
  await t.owner.query(
    `insert into openings (company_id, user_id, day, at) select company_id, id, $2::date - (id % 20)::int, $2 from users
     where company_id = $1 and level = 3 and id % 3 = 0`,
    [c.id, t.clock.now()],
  )
  await t.owner.query("insert into commission_rates (company_id, rate_bp, since) values ($1, 500, '2020-01-01')", [
    c.id,
  ])
  await t.owner.query('vacuum analyze')
  const ask = async (path: string, token: string, name: string, most: number) => {
    const headers = { authorization: `Bearer ${token}` }
    await load(ours, postmaster, 30, 2, () => [path, { headers }])
    const { p50, p99 } = await load(ours, postmaster, 300, 1, () => [path, { headers }])
    say(`  ${path}: metade em ${p50.toFixed(1)} ms`)
    note(name, p99, most)
  }
  await ask('/api/v2/home/today', c.seller.token, 'Lista do dia, 2.000 clientes e 50.000 pedidos, p99', 150)
  await ask('/api/v2/home/seller', c.seller.token, 'Início do vendedor, o mesmo, p99', 150)
  await ask('/api/v2/home/company', c.admin.token, 'Início do administrador, o mesmo, p99', 300)
}
if (process.argv[1] === import.meta.filename) {
  const server = await startTestDatabase()
  const t = await startTestApp({ config: { limits: UNLIMITED } })
  process.env.TEST_NOW = t.clock.now().toISOString()
  const ours = await startServer(
    'test/server.ts',
    [t.config.dataDir, t.config.databaseUrl, t.config.ownerUrl],
    '/readyz',
  )
  await measureHome(t, ours, server.pid() as number, [], (line) => process.stdout.write(`${line}\n`))
  await ours.stop()
  await t.close()
  await server.stop()
  process.exit(0)
}
