// How answers grow with a company's products (1 to 1,000,000) and with the companies (1 to 10,000): one reader, each key
// asked for the first time, beside the plainest SQL for the same bytes.
import { randomUUID } from 'node:crypto'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, startTestApp, UNLIMITED } from '../test/kit.ts'
import { auth, fill, type Shop, signsIn } from './filled.ts'
import { ask, askAfter, askedOf, type Request, say, startOurs, timed, times } from './growth_asks.ts'
import { byCompanies } from './growth_companies.ts'
import { type Load, rssOf, startServer } from './measure.ts'
import { plotGrowth } from './plots.ts'
import { keepSection } from './results.ts'
import { VOCABULARY } from './words.ts'

const SIZES = [1, 1000, 100_000, 1_000_000]
const COMPANIES = [1, 100, 10_000]

interface Work {
  name: string
  ours: (n: number) => Request
  /** What happens before each of these requests, and is not timed. */
  before?: (n: number) => Request
  /** Absent where SQL alone is no measure. */
  floor?: (n: number) => [string]
}
function worksOf({ company, ids }: Shop, port: string): Work[] {
  const pick = (n: number) => ids[(n * 17) % ids.length] as number
  // 83 of 1,000 products: more than are asked, or the smaller company would hear pages twice.
  const most = 12
  const pages = Math.max(1, Math.floor(ids.length / most))
  const words = (n: number) =>
    encodeURIComponent(`${(VOCABULARY[n % 60] as string).slice(0, 4)} ${(VOCABULARY[n % 7] as string).slice(0, 5)}`)
  const reader = auth(company.client.token)
  const order = (id: number): Request => [
    `/api/v2/companies/${company.id}/order_cart`,
    auth(company.client.token, {
      name: 'Cliente',
      phone: '11912345678',
      cart_id: randomUUID(),
      product_json: [{ product_id: id, quantity: 1, specs: {} }],
    }),
  ]
  // Every second product is counted: its sale changes the catalogue.
  const sale = (n: number) => order(ids[(n * 34) % ids.length] as number)
  const home: Work['ours'] = () => ['/pedidos', { headers: { host: `${company.path}.localhost:${port}` } }]
  return [
    {
      name: 'lista',
      ours: (n) => [`/api/v1/products?limit=${most}&page=${1 + (n % pages)}`, reader],
      floor: (n) => [`/list/${company.id}/${1 + (n % pages)}?limit=${most}`],
    },
    {
      name: 'busca',
      ours: (n) => [`/api/v1/products?limit=24&name=${words(n)}`, reader],
      floor: (n) => [`/search/${company.id}/${words(n)}`],
    },
    {
      name: 'detalhe',
      ours: (n) => [`/api/v1/products/${pick(n)}`, reader],
      floor: (n) => [`/one/${company.id}/${pick(n)}`],
    },
    { name: 'pedido', ours: sale },
    { name: 'primeiro HTML', ours: home },
    {
      name: 'lista depois de uma venda',
      before: sale,
      ours: () => [`/api/v1/products?limit=${most}`, reader],
    },
    { name: 'primeiro HTML depois de uma venda', before: sale, ours: home },
    {
      name: 'entrar',
      ours: () => signsIn(company.client.email),
    },
  ]
}
async function byProducts(postmaster: number, sizes: number[]): Promise<void> {
  const t = await startTestApp({ config: { limits: UNLIMITED } })
  process.env.TEST_NOW = t.clock.now().toISOString()
  const shop = async (many: number): Promise<Shop> => {
    const company = await aCompany(t, { max_products: 2_000_000, price_table_active: true })
    return { company, ids: await fill(t, company.id, many) }
  }
  // Asked first and not counted: else the smallest, which comes first, would wait for code that is not compiled yet.
  const warm = await shop(1000)
  const shops: Shop[] = []
  for (const many of sizes) {
    const began = performance.now()
    shops.push(await shop(many))
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
  const measure = async ({ name, before, ours: own, floor: plain }: Work): Promise<[Load, Load | null]> => [
    before ? await askAfter(ours, (n) => timed(ours, before(n)), own) : await ask(ours, postmaster, own, askedOf(name)),
    plain ? await ask(floor, postmaster, plain, askedOf(name)) : null,
  ]
  for (const w of worksOf(warm, port)) await measure(w)
  for (const [i, shop] of shops.entries())
    for (const w of worksOf(shop, port)) {
      const [got, bare] = await measure(w)
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
