// npm run bench: each figure beside its floor, measured in the same run; ratios go to bench/RESULTS.md.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { searchText } from '#features/products/search.ts'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, startTestApp, UNLIMITED } from '../test/kit.ts'
import { load, rssOf, startServer } from './measure.ts'
import { measureBack } from './back.ts'
import { measureDevice } from './device.ts'
import { measureFigures } from './figures.ts'
import { measureHome } from './home.ts'
import { measureMails } from './mails.ts'
import { measureOffline } from './offline.ts'
import { measurePad } from './pad.ts'
import { measurePeople } from './people.ts'
import { measurePlatform } from './platform.ts'
import { measureReal } from './real.ts'
import { keepSection } from './results.ts'
import { measureScreens } from './screens.ts'
import { keepScreen, measureScreen } from './screen.ts'
import { measureSheets } from './sheets.ts'
import { VOCABULARY, wordsFrom } from './words.ts'

/** As npm start does it: a small young generation costs no time here and saves 100 MB; what was compiled is kept. */
process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, '../build/compiled')
const START_FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=1024']
const say = (line: string) => process.stdout.write(`${line}\n`)
const rows: [string, string, string, string, string][] = []
const ratio = (name: string, ours: number, floor: number, goal: string, unit: string, most: number) => {
  const r = ours / floor
  rows.push([
    name,
    `${ours.toFixed(2)} ${unit}`,
    `${floor.toFixed(2)} ${unit}`,
    `${r.toFixed(2)}×`,
    `${goal} ${r <= most ? '✓' : '✗'}`,
  ])
  say(`${name}: ${ours.toFixed(2)} against ${floor.toFixed(2)} ${unit}, ${r.toFixed(2)}× (${goal})`)
}
const server = await startTestDatabase()
const t = await startTestApp({ config: { limits: UNLIMITED } })
const postmaster = server.pid() as number

const words = wordsFrom(1)

/** A company with `count` products, written as the product writes them. */
async function shop(count: number) {
  const company = await aCompany(t, { max_products: 1_000_000 })
  for (let from = 0; from < count; from += 5000) {
    const chunk = Array.from({ length: Math.min(5000, count - from) }, (_, i) => {
      const n = from + i
      const name = `${words(4)} ${n % 997}`
      const code = `${20000 + n}${'ABCDE'[n % 5]}`
      return { name, code, price: 100 + (n % 5000), search_text: searchText({ name, code, ean: '' }) }
    })
    await t.owner.query(
      `insert into products (company_id, name, code, price, search_text)
       select $1, name, code, price, search_text
       from jsonb_to_recordset($2::jsonb) as x(name text, code text, price bigint, search_text text)`,
      [company.id, JSON.stringify(chunk)],
    )
  }
  await settle()
  const ids = (
    await t.owner.query<{ id: number }>('select id from products where company_id = $1 order by id', [company.id])
  ).rows.map((r) => Number(r.id))
  return { company, ids }
}
/** What autovacuum does within a minute of a first load: without it every plan is the empty table's. */
const settle = () => t.owner.query('analyze')
const now = t.clock.now().toISOString()
process.env.TEST_NOW = now
const start = () =>
  startServer('test/server.ts', [t.config.dataDir, t.config.databaseUrl, t.config.ownerUrl], '/readyz', START_FLAGS)
// Sheets in a server of their own: what an import leaves in memory is no part of what orders leave.
const sheets: typeof rows = []
const importer = await start()
await measureSheets(t, importer, postmaster, sheets, say)
await importer.stop()
const ours = await start()
const bare = await startServer('bench/floor.ts', [t.config.ownerUrl], '/one/1/1')
const small = await shop(3115)
const auth = (token: string, body?: unknown): RequestInit => ({
  ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
})
const token = small.company.client.token
const warm = async () => {
  await load(ours, postmaster, 300, 10, () => ['/api/v1/products?limit=24', auth(token)])
  await load(bare, postmaster, 300, 10, () => [`/list/${small.company.id}`])
}
await warm()
const N = 3000
ratio(
  'Lista de 24 de 3.115, CPU por resposta',
  (await load(ours, postmaster, N, 10, () => ['/api/v1/products?limit=24', auth(token)])).cpu,
  (await load(bare, postmaster, N, 10, () => [`/list/${small.company.id}`])).cpu,
  '≤ 2×, meta < 1×',
  'ms',
  2,
)
const pick = (n: number) => small.ids[(n * 37) % small.ids.length] as number
await load(ours, postmaster, 500, 10, (n) => [`/api/v1/products/${pick(n)}`, auth(token)])
ratio(
  'Detalhe do produto, CPU por resposta',
  (await load(ours, postmaster, N, 10, (n) => [`/api/v1/products/${pick(n % 500)}`, auth(token)])).cpu,
  (await load(bare, postmaster, N, 10, (n) => [`/one/${small.company.id}/${pick(n % 500)}`])).cpu,
  '≤ 2×, meta < 1×',
  'ms',
  2,
)

const lines = (n: number) =>
  [0, 1, 2, 3, 4].map((k) => ({ product_id: pick(n * 5 + k), quantity: 1 + (n % 7), specs: {} }))
const cart = (n: number) => ({
  name: 'Cliente do banco',
  phone: '11912345678',
  cart_id: randomUUID(),
  product_json: lines(n),
})
const place = `/api/v2/companies/${small.company.id}/order_cart`
await load(ours, postmaster, 200, 10, (n) => [place, auth(token, cart(n))])
await load(bare, postmaster, 200, 10, (n) => ['/order', auth(token, cart(n))])
await settle()
const placed = (await load(ours, postmaster, 1500, 10, (n) => [place, auth(token, cart(n))])).cpu
const plain = (await load(bare, postmaster, 1500, 10, (n) => ['/order', auth(token, cart(n))])).cpu
ratio('Pedido de 5 linhas, CPU por pedido', placed, plain, '≤ 2×', 'ms', 2)
// What the goal leaves room for: the same rows without anything else.
const plainLines = `/order-with-lines/${small.company.id}/${small.company.client.id}`
const rowsAlone = (await load(bare, postmaster, 1500, 10, (n) => [plainLines, auth(token, cart(n))])).cpu
rows.push([
  'As mesmas seis linhas, só gravadas',
  `${rowsAlone.toFixed(2)} ms`,
  `${plain.toFixed(2)} ms`,
  `${(rowsAlone / plain).toFixed(2)}×`,
  '—',
])
// And with what no order can do without, in the plainest SQL: who sends it, the products, the number.
const least = (
  await load(bare, postmaster, 1500, 10, (n) => [
    `/order-least/${small.company.id}/${small.company.client.id}`,
    auth(token, cart(n)),
  ])
).cpu
rows.push([
  'Sessão, produtos, número e as seis linhas, sem uma regra',
  `${least.toFixed(2)} ms`,
  `${plain.toFixed(2)} ms`,
  `${(least / plain).toFixed(2)}×`,
  '—',
])

const memory: number[] = []
await load(
  ours,
  postmaster,
  11_476,
  10,
  (n) => [place, auth(token, cart(n))],
  (n) => {
    if (n % 1000 === 0) memory.push(rssOf(ours.pid))
  },
)
await load(bare, postmaster, 11_476, 10, (n) => ['/order', auth(token, cart(n))])
ratio('RSS depois de 11.476 pedidos', rssOf(ours.pid), rssOf(bare.pid), '≤ 1,4×', 'MB', 1.4)
const half = memory.slice(Math.floor(memory.length / 2))
ratio('RSS, fim da corrida contra o meio', half.at(-1) as number, half[0] as number, 'plano (≤ 1,1×)', 'MB', 1.1)

const large = await shop(100_000)
const reader = large.company.client.token
// Common and rare words, several at once, beginnings, codes, a slip; never the same twice, so that
// nothing is kept from before.
const at = (n: number) => VOCABULARY[n % VOCABULARY.length] as string
const KINDS: ((n: number) => string)[] = [
  (n) => at(n % 40),
  (n) => at(n * 37),
  (n) => `${at(n % 60)} ${at(n * 7)}`,
  (n) => `${at(n % 20)} ${at(n % 31)} ${at(n % 47)}`,
  (n) => `${at(n * 3)} ${n % 997}`,
  (n) => `${20000 + n * 311}`,
  (n) => at(n * 11).slice(0, 4),
  (n) => `${at(n * 13).slice(0, 5)}x`,
]
const find = (n: number): [string, RequestInit] => [
  `/api/v1/products?limit=24&name=${encodeURIComponent((KINDS[n % KINDS.length] as (n: number) => string)(n))}&page=${1 + (n % 3)}`,
  auth(reader),
]
const byKey = (n: number): [string, RequestInit] => [
  `/api/v1/products/${large.ids[(n * 997) % large.ids.length]}`,
  auth(reader),
]
await load(ours, postmaster, 40, 2, find)
const p99 = {
  search: (await load(ours, postmaster, 300, 1, (n) => find(n + 40))).p99,
  key: (await load(ours, postmaster, 1000, 1, byKey)).p99,
}
ratio('Busca em 100.000 produtos, p99 contra chave primária', p99.search, p99.key, '≤ 3×', 'ms', 3)
rows.push(...sheets)
await measureHome(t, ours, postmaster, rows, say)
await measureFigures(t, ours, postmaster, rows, say)
await measureOffline(rows, say)
await measurePeople(t, ours, postmaster, rows, say)
await measurePlatform(t, ours, postmaster, rows, say)
await ours.stop()
await bare.stop()
await measureReal(t, postmaster, say)
await t.close()
await measureMails(say)
const device = process.env.BENCH === 'server' ? [] : await measureDevice(say)
const pad = process.env.BENCH === 'server' ? [] : await measurePad(say)
if (process.env.BENCH !== 'server') {
  await measureScreens(say)
  await measureBack(say)
}
await server.stop()
// With a database of its own, as a first start has it.
const screen = process.env.BENCH === 'server' ? [] : await measureScreen(say)
const CASES = ['medida', 'valor', 'objetivo']
keepSection(
  'Servidor',
  'Razões contra um Fastify nu com o SQL mais simples, na mesma corrida.',
  ['medida', 'nosso', 'piso', 'razão', 'objetivo'],
  rows,
)
if (screen.length > 0) {
  keepScreen(screen)
  keepSection('Caderno de pedidos', '5.000 produtos no aparelho, CPU 4× mais lenta.', CASES, pad)
  keepSection('No aparelho', '390×844, vendedor com 3.115 produtos de uma foto cada, medianas de 5.', CASES, device)
}
say('bench/RESULTS.md escrito.')
process.exit(0)
