// How answers grow with a company's products (1 to 1,000,000) and with the companies (1 to 10,000): one reader, each key
// asked for the first time, beside the plainest SQL for the same bytes.
import { randomUUID } from 'node:crypto'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, startTestApp, type TestApp, UNLIMITED } from '../test/kit.ts'
import { ask as one } from './ask.ts'
import { auth, fill, manyCompanies, type Shop, signsIn } from './filled.ts'
import { type Load, load, median, rssOf, type Server, startServer } from './measure.ts'
import { plotGrowth } from './plots.ts'
import { keepSection } from './results.ts'
import { VOCABULARY } from './words.ts'

const SIZES = [1, 1000, 100_000, 1_000_000]
const COMPANIES = [1, 100, 10_000]
/** Requests of a kind; the first are not counted: connections, plans and code are as cold in each. Of lists and searches
 * fewer, or the smaller companies would hear each of theirs twice; of many companies fewer of all, or a hundred would be
 * asked twice and ten thousand once. */
const [ASKED, FEWER] = [200, 60]
const WARMING = 20
const askedOf = (name: string) => (name === 'lista' || name === 'busca' ? FEWER : ASKED)
const say = (line: string) => process.stdout.write(`${line}\n`)

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
interface Work {
  name: string
  ours: (n: number) => [string, RequestInit]
  /** What happens before each of these requests, and is not timed. */
  before?: (n: number) => [string, RequestInit]
  /** Absent where SQL alone is no measure. */
  floor?: (n: number) => [string]
  /** Most that the largest may be of the one at 1,000; null: an own goal. */
  most: number | null
}
function worksOf({ company, ids }: Shop, port: string): Work[] {
  const pick = (n: number) => ids[(n * 17) % ids.length] as number
  // 83 of 1,000 products: more than are asked, or the smaller company would hear pages twice.
  const most = 12
  const pages = Math.max(1, Math.floor(ids.length / most))
  const words = (n: number) =>
    encodeURIComponent(`${(VOCABULARY[n % 60] as string).slice(0, 4)} ${(VOCABULARY[n % 7] as string).slice(0, 5)}`)
  const reader = auth(company.client.token)
  const order = (id: number): [string, RequestInit] => [
    `/api/v2/companies/${company.id}/order_cart`,
    auth(company.client.token, {
      name: 'Cliente',
      phone: '11912345678',
      cart_id: randomUUID(),
      product_json: [{ product_id: id, quantity: 1, specs: {} }],
    }),
  ]
  // Every second one is counted: its sale changes the catalogue.
  const sale = (n: number) => order(ids[(n * 34) % ids.length] as number)
  const home: Work['ours'] = () => ['/pedidos', { headers: { host: `${company.path}.localhost:${port}` } }]
  return [
    {
      name: 'lista',
      ours: (n) => [`/api/v1/products?limit=${most}&page=${1 + (n % pages)}`, reader],
      floor: (n) => [`/list/${company.id}/${1 + (n % pages)}?limit=${most}`],
      most: 2,
    },
    {
      name: 'busca',
      ours: (n) => [`/api/v1/products?limit=24&name=${words(n)}`, reader],
      floor: (n) => [`/search/${company.id}/${words(n)}`],
      most: null,
    },
    {
      name: 'detalhe',
      ours: (n) => [`/api/v1/products/${pick(n)}`, reader],
      floor: (n) => [`/one/${company.id}/${pick(n)}`],
      most: 2,
    },
    { name: 'pedido', ours: (n) => order(pick(n)), most: 2 },
    { name: 'primeiro HTML', ours: home, most: 2 },
    {
      name: 'lista depois de uma venda',
      before: sale,
      ours: () => [`/api/v1/products?limit=${most}`, reader],
      most: 2,
    },
    { name: 'primeiro HTML depois de uma venda', before: sale, ours: home, most: 2 },
    {
      name: 'entrar',
      ours: () => signsIn(company.client.email),
      most: 2,
    },
  ]
}
const times = ({ p50, p99 }: Load) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`
async function ask(
  server: Server,
  postmaster: number,
  name: string,
  request: Work['ours'] | Work['floor'],
  many = askedOf(name),
): Promise<Load> {
  const one = request as Work['ours']
  await load(server, postmaster, WARMING, 1, one)
  return load(server, postmaster, many, 1, (n) => one(n + WARMING))
}
/** The same of requests before each of which something happens, one by one. */
async function askAfter(server: Server, { before, ours }: Work): Promise<Load> {
  const send = async ([path, init]: [string, RequestInit]) => {
    const began = performance.now()
    const r = await one(server.origin + path, init)
    if (!r.ok) throw new Error(`${path}: ${r.status}`)
    return performance.now() - began
  }
  const took: number[] = []
  for (let n = 0; n < FEWER + WARMING; n++) {
    if (before) await send(before(n))
    const ms = await send(ours(n))
    if (n >= WARMING) took.push(ms)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return { cpu: 0, p50: median(took), p99: sorted[Math.floor(sorted.length * 0.99)] as number }
}
const startOurs = (t: TestApp) =>
  startServer('test/server.ts', [t.config.dataDir, t.config.databaseUrl, t.config.ownerUrl], '/readyz', [
    '--max-semi-space-size=2',
    '--max-old-space-size=1024',
  ])

async function byProducts(postmaster: number, sizes: number[]): Promise<void> {
  const t = await startTestApp({ config: { limits: UNLIMITED } })
  process.env.TEST_NOW = t.clock.now().toISOString()
  const shops: Shop[] = []
  for (const many of sizes) {
    const company = await aCompany(t, { max_products: 2_000_000, price_table_active: true })
    const began = performance.now()
    shops.push({ company, ids: await fill(t, company.id, many) })
    say(`${many} produtos em ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  const first = shops[0] as Shop
  const [ours, floor] = [
    await startOurs(t),
    await startServer('bench/real_floor.ts', [t.config.ownerUrl], `/one/${first.company.id}/${first.ids[0]}`),
  ]
  const port = new URL(ours.origin).port
  const names = worksOf(first, port).map((w) => w.name)
  const cells = new Map<string, Load[]>()
  const floors = new Map<string, (Load | null)[]>()
  for (const [i, shop] of shops.entries())
    for (const w of worksOf(shop, port)) {
      const got = w.before ? await askAfter(ours, w) : await ask(ours, postmaster, w.name, w.ours)
      const bare = w.floor ? await ask(floor, postmaster, w.name, w.floor) : null
      cells.set(w.name, [...(cells.get(w.name) ?? []), got])
      floors.set(w.name, [...(floors.get(w.name) ?? []), bare])
      say(
        `${sizes[i]} produtos, ${w.name}: ${times(got)} ms, piso ${bare ? times(bare) : '—'}; RSS ${rssOf(ours.pid).toFixed(0)} MB`,
      )
    }
  const rows = names.flatMap((name) => {
    const own = cells.get(name) as Load[]
    const bare = floors.get(name) as (Load | null)[]
    const base = own[Math.min(1, own.length - 1)] as Load
    const last = own.at(-1) as Load
    const shown = [
      [name, ...own.map(times), `${(last.p50 / base.p50).toFixed(2)}× / ${(last.p99 / base.p99).toFixed(2)}×`],
    ]
    if (bare.some(Boolean)) shown.push([`${name}, piso`, ...bare.map((b) => (b ? times(b) : '—')), ''])
    return shown
  })
  rows.push(['memória do servidor depois de tudo', ...sizes.map(() => ''), `${rssOf(ours.pid).toFixed(0)} MB`])
  keepSection(
    'Crescimento: produtos de uma empresa',
    'p50 / p99 em ms, um leitor, cada chave pela primeira vez; metas: a maior ≤ 2× a de 1.000, busca p99 ≤ 50 ms com 100.000 e ≤ 250 ms com 1.000.000',
    ['', ...sizes.map((n) => `${n.toLocaleString('pt-BR')}`), 'maior / 1.000'],
    rows,
  )
  await ours.stop()
  await floor.stop()
  await t.close()
}
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
  const works: [string, Work['ours'], Work['ours']?][] = [
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
    const got = await ask(ours, postmaster, name, request, FEWER)
    add(name, got)
    if (floor) {
      const bare = await ask(plain, postmaster, name, (n) => floor(n + OTHERS), FEWER)
      add(`${name}, piso`, bare)
    }
  }
  await ours.stop()
  await plain.stop()
}
async function byCompanies(postmaster: number, counts: number[]): Promise<void> {
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
    'p50 / p99 em ms, um leitor que passa de empresa em empresa, cada uma pela primeira vez, o meio de cinco rodadas; o piso (bench/floor.ts) pergunta a outras; meta: a maior ≤ 2× a de 100',
    ['', ...counts.map((n) => n.toLocaleString('pt-BR')), 'maior / 100'],
    [...cells].map(([name, own]) => {
      const base = own[Math.min(1, own.length - 1)] as Load
      const last = own.at(-1) as Load
      return [name, ...own.map(times), `${(last.p50 / base.p50).toFixed(2)}× / ${(last.p99 / base.p99).toFixed(2)}×`]
    }),
  )
  await t.close()
}
// With its pages.
process.env.ROLE = 'web'
/** `node bench/growth.ts [most products] [most companies]`; 0: none of that. */
const [products = SIZES.at(-1) as number, companies = COMPANIES.at(-1) as number] = process.argv.slice(2).map(Number)
const server = await startTestDatabase()
const [sizes, counts] = [SIZES.filter((n) => n <= products), COMPANIES.filter((n) => n <= companies)]
if (sizes.length > 0) await byProducts(server.pid() as number, sizes)
if (counts.length > 0) await byCompanies(server.pid() as number, counts)
plotGrowth()
await server.stop()
process.exit(0)
