// How answers grow with the companies: one reader who goes from company to company, asks each for the first time.
import { randomUUID } from 'node:crypto'
import { startTestApp, type TestApp, UNLIMITED } from '../test/kit.ts'
import { auth, manyCompanies, signsIn } from './filled.ts'
import { ask, askAfter, FEWER, type Request, say, startOurs, times, WARMING } from './growth_asks.ts'
import { type Load, median, startServer } from './measure.ts'
import { keepSection } from './results.ts'

interface Visitor {
  token: string
  /** An admin's; empty where only the floor asks. */
  admin: string
  company: number
  ids: number[]
  user: number
}
/** Of many companies, each by a server begun anew, among ten thousand with others; the middle one counts: the 99th of so few
 * is one answer. */
const ROUNDS = 5
/** How far from ours the companies stand that the floor asks. */
const OTHERS = 5000
/** One round, by a server that has heard of none of them. */
async function ofCompanies(t: TestApp, postmaster: number, many: number, round: number, cells: Map<string, Load[]>) {
  const add = (name: string, got: Load) => cells.set(name, [...(cells.get(name) ?? []), got])
  const ours = await startOurs(t)
  const port = new URL(ours.origin).port
  // Spread over all of them; each is asked once or twice.
  const at = (n: number) => `loja${1 + (((n + round * (FEWER + WARMING)) * 7919) % many)}`
  const tokens = new Map<string, Visitor>()
  // The floor asks of others: what ours has read is in memory.
  const numbers = Array.from({ length: FEWER + WARMING }, (_, n) => [n, n + OTHERS]).flat()
  for (const n of numbers) {
    if (tokens.has(at(n))) continue
    const r = await fetch(`${ours.origin}/api/v2/auth/loginClient`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: null, company_path: at(n) }),
    })
    const { token, company } = (await r.json()) as { token: string; company: { id: number } }
    const [path, admin] = signsIn(`admin@${at(n)}.test`)
    const signed = n < OTHERS ? await (await fetch(ours.origin + path, admin)).json() : { token: '' }
    const { rows } = await t.owner.query(
      `select id, (select public_user from companies where id = $1) as user from products where company_id = $1
       order by id limit 3`,
      [company.id],
    )
    const [ids, user] = [rows.map((x) => Number(x.id)), Number(rows[0].user)]
    tokens.set(at(n), { token, admin: (signed as { token: string }).token, company: company.id, ids, user })
  }
  const of = (n: number) => tokens.get(at(n)) as Visitor
  const sends = (n: number) =>
    auth(of(n).token, {
      name: 'Cliente',
      phone: '11912345678',
      cart_id: randomUUID(),
      product_json: [{ product_id: of(n).ids[1], quantity: 1, specs: {} }],
    })
  type Asks = (n: number) => Request
  const works: [string, Asks, Asks?][] = [
    ['lista', (n) => ['/api/v1/products?limit=24', auth(of(n).token)], (n) => [`/list/${of(n).company}`, {}]],
    ['busca', (n) => ['/api/v1/products?limit=24&name=prod', auth(of(n).token)]],
    [
      'detalhe',
      (n) => [`/api/v1/products/${of(n).ids[0]}`, auth(of(n).token)],
      (n) => [`/one/${of(n).company}/${of(n).ids[0]}`, {}],
    ],
    [
      'pedido',
      (n) => [`/api/v2/companies/${of(n).company}/order_cart`, sends(n)],
      (n) => [`/order-least/${of(n).company}/${of(n).user}`, sends(n)],
    ],
    ['primeiro HTML', (n) => ['/pedidos', { headers: { host: `${at(n)}.localhost:${port}` } }]],
    ['pessoas', (n) => ['/api/v1/users?level=3&limit=24', auth(of(n).admin)]],
    ['entrar', (n) => signsIn(`admin@${at(n)}.test`)],
  ]
  const plain = await startServer('bench/floor.ts', [t.config.ownerUrl], '/list/1')
  for (const [name, request, floor] of works) {
    // One that is asked again and again has its answers kept: another's first time is like one's own after a change.
    const changed = () =>
      t.owner.query(
        "update products set tags = case tags when '{}' then '{feira}' else '{}' end::text[] where id = $1",
        [of(0).ids[0]],
      )
    add(name, await (many === 1 ? askAfter(ours, changed, request) : ask(ours, postmaster, request, FEWER)))
    if (floor) {
      const bare = await ask(plain, postmaster, (n) => floor(n + OTHERS), FEWER)
      add(`${name}, piso`, bare)
    }
  }
  await ours.stop()
  await plain.stop()
}
export async function byCompanies(postmaster: number, counts: number[]): Promise<void> {
  const t = await startTestApp({ config: { limits: UNLIMITED } })
  process.env.TEST_NOW = t.clock.now().toISOString()
  const cells = new Map<string, Load[]>()
  let made = 0
  for (const many of counts) {
    const began = performance.now()
    if (many > made) {
      await manyCompanies(t, many)
      made = many
    }
    say(`${many} empresas em ${((performance.now() - began) / 1000).toFixed(0)} s`)
    const rounds = new Map<string, Load[]>()
    for (let round = 0; round < ROUNDS; round++) await ofCompanies(t, postmaster, many, round, rounds)
    for (const [name, of] of rounds) {
      const got = {
        cpu: median(of.map((r) => r.cpu)),
        p50: median(of.map((r) => r.p50)),
        p99: median(of.map((r) => r.p99)),
      }
      cells.set(name, [...(cells.get(name) ?? []), got])
      say(`${many} empresas, ${name}: ${times(got)} ms (p99 ${of.map((r) => r.p99.toFixed(1)).join(', ')})`)
    }
  }
  keepSection(
    'Crescimento: empresas de cem produtos',
    'p50 / p99 em ms, um leitor que passa de empresa em empresa, cada uma pela primeira vez (uma só: depois de cada mudança de um produto seu), o meio de cinco rodadas; o piso (bench/floor.ts) pergunta a outras; meta: a maior ≤ 2× a de 100',
    ['', ...counts.map((n) => n.toLocaleString('pt-BR')), 'maior / 100'],
    [...cells].map(([name, own]) => {
      const base = own[Math.min(1, own.length - 1)] as Load
      const last = own.at(-1) as Load
      return [name, ...own.map(times), `${(last.p50 / base.p50).toFixed(2)}× / ${(last.p99 / base.p99).toFixed(2)}×`]
    }),
  )
  await t.close()
}
