// The list of the day of a seller with 2,000 clients and 50,000 orders, and both homes over them.
import { aCompany, aProduct, type TestApp } from '../test/kit.ts'
import { alone, noter, type Row } from './alone.ts'
import { fillHistory } from './history.ts'
import { load, type Server } from './measure.ts'

const CLIENTS = 2000

export async function measureHome(
  t: TestApp,
  ours: Server,
  postmaster: number,
  rows: Row[],
  say: (line: string) => void,
): Promise<void> {
  const note = noter(rows, say)
  const c = await aCompany(t)
  const product = await aProduct(t, c)
  await t.owner.query("select set_config('app.quiet', '1', false)")
  await t.owner.query(
    `insert into users (company_id, level, name, company_name, phone, seller_id)
     select $1, 3, 'Cliente ' || n, 'Loja ' || n, '119' || lpad(n::text, 8, '0'), $2 from generate_series(1, $3) n`,
    [c.id, c.seller.id, CLIENTS],
  )
  await fillHistory(t, c, product.id, CLIENTS)
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
    note(name, p99, 'ms', most)
  }
  await ask('/api/v2/home/today', c.seller.token, 'Lista do dia, 2.000 clientes e 50.000 pedidos, p99', 150)
  await ask('/api/v2/home/seller', c.seller.token, 'Início do vendedor, o mesmo, p99', 150)
  await ask('/api/v2/home/company', c.admin.token, 'Início do administrador, o mesmo, p99', 300)
}
if (process.argv[1] === import.meta.filename) await alone(measureHome)
