// The list of 5,000 clients with 50,000 orders, opened, searched and in every order; one client's habits; looking for
// somebody who is there already.
import { aCompany, aProduct, type TestApp } from '../test/kit.ts'
import { alone, type Row } from './alone.ts'
import { fillHistory } from './history.ts'
import { load, type Server } from './measure.ts'

const CLIENTS = 5000

export async function measurePeople(
  t: TestApp,
  ours: Server,
  postmaster: number,
  rows: Row[],
  say: (line: string) => void,
): Promise<void> {
  const c = await aCompany(t)
  const product = await aProduct(t, c)
  await t.owner.query("select set_config('app.quiet', '1', false)")
  await t.owner.query(
    `insert into users (company_id, level, name, company_name, phone, email, document, client_code, address, seller_id)
     select $1, 3, (array['José', 'Conceição', 'Antônio', 'Luzia', 'João', 'Márcia'])[1 + n % 6] || ' ' ||
       (array['Araújo', 'Silva', 'Gonçalves', 'Pires', 'Prado'])[1 + n % 5],
       (array['Padaria', 'Mercearia', 'Empório', 'Bar', 'Ateliê', 'Farmácia', 'Hotel'])[1 + n % 7] || ' ' || md5(n::text),
       '119' || lpad(n::text, 8, '0'), 'c' || n || '@carga.test', lpad(n::text, 11, '0'), 'C' || lpad(n::text, 5, '0'),
       jsonb_build_object('city', (array['Cunha', 'São Luís do Paraitinga', 'Recife', 'Betim'])[1 + n % 4]), $2
     from generate_series(1, $3) n`,
    [c.id, c.seller.id, CLIENTS],
  )
  await fillHistory(t, c, product.id, CLIENTS)
  await t.owner.query('vacuum analyze')
  const { rows: some } = await t.owner.query<{ id: number }>(
    "select id from users where company_id = $1 and email like '%@carga.test' limit 50",
    [c.id],
  )
  const headers = { authorization: `Bearer ${c.seller.token}` }
  const ask = async (name: string, most: number, paths: string[]) => {
    const path = (n: number): [string, RequestInit] => [paths[n % paths.length] as string, { headers }]
    await load(ours, postmaster, 30, 2, path)
    const { p50, p99 } = await load(ours, postmaster, 300, 1, path)
    rows.push([name, `${p99.toFixed(2)} ms`, '—', '—', `≤ ${most} ms ${p99 <= most ? '✓' : '✗'}`])
    say(`${name}: ${p99.toFixed(2)} ms, half of them ${p50.toFixed(2)} ms (≤ ${most} ms)`)
  }
  const list = (more: string) => `/api/v2/clients?limit=50${more}`
  const words = ['padaria', 'conceicao araujo', 'paraitinga', 'adari', 'padraia', '(11) 90000-1234', 'C00042', 'nenhum']
  await ask('Lista de 5.000 clientes, p99', 200, [list(''), list('&page=50'), list('&order=name')])
  await ask('O mesmo, atrasados primeiro, p99', 300, [list('&order=late')])
  await ask(
    'O mesmo, procurando, p99',
    200,
    words.map((w) => list(`&name=${encodeURIComponent(w)}`)),
  )
  await ask(
    'Costumes de um cliente, p99',
    200,
    some.map(({ id }) => `/api/v2/clients/${id}/habits`),
  )
  await ask('Já cadastrado entre 5.000, p99', 200, ['/api/v2/clients/same?phone=11900001234&document=52998224725'])
}
if (process.argv[1] === import.meta.filename) await alone(measurePeople)
