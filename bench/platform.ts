// The operator's side at 10,000 companies: the list, the daily work, and a company that begins with the sample set.
import { platformDay } from '#features/platform/server/index.ts'
import { aPerson, type TestApp } from '../test/kit.ts'
import { alone, noter, type Row } from './alone.ts'
import { load, type Server } from './measure.ts'

const MANY = 10_000
const FORM = { name: 'Rosa Lima', email: 'rosa@bench.test', password: 'uma frase comprida', agree: '1' }

export async function measurePlatform(
  t: TestApp,
  ours: Server,
  postmaster: number,
  rows: Row[],
  say: (line: string) => void,
): Promise<void> {
  const note = noter(rows, say)
  const today = t.clock.now().toISOString().slice(0, 10)
  // Some at a time: a transaction keeps a setting per company that it changes.
  for (let from = 1; from <= MANY; from += 200)
    await t.owner.query(
      `insert into companies (path, name, orders_email, valid_until, trial, city)
     select 'carga-' || n,
       (array['Ateliê', 'Casa', 'Empório', 'Ferragens', 'Doces'])[1 + n % 5] || ' ' || md5(n::text), 'p@carga.test',
       $1::date + (n % 14), n % 10 < 8, (array['Cunha', 'Recife', 'Betim'])[1 + n % 3]
       from generate_series($2::int, $3::int) n`,
      [today, from, from + 199],
    )
  // Without lines in the log: planned over a table of ten people, they are slow over 60,000.
  await t.owner.query(`select set_config('app.quiet', '1', false);
    insert into users (company_id, level, name, email, password_hash)
    select c.id, 1 + k % 3, 'Pessoa ' || k, 'p' || k || '-' || c.path || '@carga.test', 'x'
      from companies c, generate_series(0, 5) k where c.path like 'carga-%';
    select set_config('app.quiet', '', false)`)
  await t.owner.query('analyze')
  const { token } = await aPerson(t, null, 0)
  const auth = { headers: { authorization: `Bearer ${token}` } }
  const asks = [
    'limit=25',
    'limit=25&page=200',
    'limit=25&name=casa',
    'limit=25&state=teste&page=7',
    'limit=25&state=vencendo',
    'limit=25&state=limite',
    'limit=25&name=a1b',
    'limit=25&state=bloqueada',
  ]
  await load(ours, postmaster, 40, 2, (n) => [`/api/v1/companies?${asks[n % asks.length]}`, auth])
  const list = await load(ours, postmaster, 800, 1, (n) => [`/api/v1/companies?${asks[n % asks.length]}`, auth])
  note('Lista de 25 de 10.000 empresas, p99', list.p99, 'ms', 300)
  const timed = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return (performance.now() - from) / 1000
  }
  note('Trabalho diário sobre 10.000 empresas', await timed(() => platformDay(t.kit)), 's', 30)
  const { rows: told } = await t.owner.query<{ n: number }>('select count(*)::int as n from mails')
  say(`  ${told[0]?.n} e-mails na fila`)
  note('O mesmo de novo (nada a fazer)', await timed(() => platformDay(t.kit)), 's', 30)
  const begin = async (n: number) => {
    const made = await t.call('POST', '/api/v2/signup', { body: { ...FORM, company: `Começa Agora ${n}` } })
    const r = await t.call('POST', '/api/v2/samples', { token: made.body.token, body: { kind: 'artesanato' } })
    if (r.status !== 200) throw new Error(JSON.stringify(r.body))
  }
  const times: number[] = []
  for (let n = 0; n < 5; n++) times.push(await timed(() => begin(n)))
  note('Empresa nova com o conjunto de exemplo, a mais lenta de 5', Math.max(...times), 's', 2)
}
if (process.argv[1] === import.meta.filename) await alone(measurePlatform)
