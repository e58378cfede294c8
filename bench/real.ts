// A real catalogue: list, search, detail and order against the floor that answers the same bytes; cold (every key for
// the first time, one reader, after a start) and warm (every key asked before, ten readers in step), alone and while
// prices change and orders move stock.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lean } from '#server/lean.ts'
import { buildProgram } from '../scripts/program.ts'
import { startTestDatabase } from '../test/database.ts'
import { startTestApp, type TestApp, UNLIMITED } from '../test/kit.ts'
import { COPIED, nameOf } from './order_floor.ts'
import { cpuOfBoth, load, rssOf, type Server, startServer } from './measure.ts'
import type { Shop } from './filled.ts'
import { realShop } from './real_shop.ts'
import { keepSection } from './results.ts'
import { VOCABULARY } from './words.ts'

const PAGES = 200
const SEARCHES = 80
const DETAILS = 200
const ORDERS = 600
const READERS = 10
/** What the server is asked to do at a time; `keys` of them. */
interface Work {
  name: string
  keys: number
  ours: (n: number) => [string, RequestInit]
  floor: (n: number) => [string]
  warm: number
  cold: number
}
const auth = (token: string, body?: unknown): RequestInit => ({
  ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
})
/** The beginnings of two words of one product: something is always found. */
const wordsAt = (n: number) =>
  `${(VOCABULARY[n % 60] as string).slice(0, 4)} ${(VOCABULARY[n % 7] as string).slice(0, 5)}`

function worksOf({ company, ids }: Shop): Work[] {
  const reader = auth(company.client.token)
  const pageOf = (n: number) => 1 + (n % PAGES)
  const pick = (n: number) => ids[((n % DETAILS) * 37) % ids.length] as number
  const words = (n: number) => encodeURIComponent(wordsAt(n % SEARCHES))
  return [
    {
      name: `Lista de 24, ${PAGES} páginas`,
      keys: PAGES,
      ours: (n) => [`/api/v1/products?limit=24&page=${pageOf(n)}`, reader],
      floor: (n) => [`/list/${company.id}/${pageOf(n)}`],
      warm: 0.5,
      cold: 2,
    },
    {
      name: `Busca, começo de duas palavras, ${SEARCHES} buscas`,
      keys: SEARCHES,
      ours: (n) => [`/api/v1/products?limit=24&name=${words(n)}`, reader],
      floor: (n) => [`/search/${company.id}/${words(n)}`],
      warm: 1,
      cold: 2,
    },
    {
      name: `Detalhe, ${DETAILS} produtos`,
      keys: DETAILS,
      ours: (n) => [`/api/v1/products/${pick(n)}`, reader],
      floor: (n) => [`/one/${company.id}/${pick(n)}`],
      warm: 2,
      cold: 3,
    },
  ]
}
/** Products without variations, half of them counted. */
const soldAt = ({ ids }: Shop, n: number) => ids[(n % 1666) * 3 + 1] as number
/** One price a second and ten orders a second for as long as `during` runs; answers how many of each there were. */
async function whileSelling(ours: Server, shop: Shop, during: () => Promise<unknown>): Promise<void> {
  const { company, ids } = shop
  let over = false
  const sell = async () => {
    for (let n = 0; !over; n++) {
      const next = performance.now() + 100
      const line = { product_id: soldAt(shop, n * 2), quantity: 1, specs: {} }
      const body = { name: 'Cliente', phone: '11912345678', cart_id: randomUUID(), product_json: [line] }
      const r = await fetch(
        `${ours.origin}/api/v2/companies/${company.id}/order_cart`,
        auth(company.client.token, body),
      )
      assert.ok(r.ok, await r.clone().text())
      if (n % 10 === 0) {
        const changed = await fetch(`${ours.origin}/api/v1/products/${ids[(n * 3) % ids.length]}`, {
          ...auth(company.admin.token, { price: `${20 + (n % 50)},00` }),
          method: 'PUT',
        })
        assert.ok(changed.ok, await changed.clone().text())
      }
      await new Promise((r) => setTimeout(r, Math.max(0, next - performance.now())))
    }
  }
  const selling = sell()
  await during().finally(() => {
    over = true
  })
  await selling
}
/** What was measured so far; each row is said at once. */
class Table {
  rows: string[][] = []
  private readonly say: (line: string) => void
  constructor(say: (line: string) => void) {
    this.say = say
  }
  add(...cells: string[]): void {
    this.rows.push(cells)
    this.say(cells.join(' · '))
  }
  /** A ratio; without a goal it is shown only. */
  ratio(name: string, ours: number, floor: number, goal: string, most: number | null, unit = 'ms', decimals = 2): void {
    const r = ours / floor
    const met = most === null ? goal : `${goal} ${r <= most ? '✓' : '✗'}`
    this.add(name, `${ours.toFixed(decimals)} ${unit}`, `${floor.toFixed(decimals)} ${unit}`, `${r.toFixed(2)}×`, met)
  }
}
/** CPU milliseconds a second that the sales cost without a reader: server and PostgreSQL. */
async function salesAlone(ours: Server, postmaster: number, shop: Shop, seconds: number): Promise<number> {
  const before = cpuOfBoth(ours.pid, postmaster)
  await whileSelling(ours, shop, () => new Promise((r) => setTimeout(r, seconds * 1000)))
  return ((cpuOfBoth(ours.pid, postmaster) - before) * 1000) / seconds
}

/** How many rows of each kind that an order leaves there are: ours, and the floor's. */
async function rowsIn({ owner }: TestApp): Promise<number[][]> {
  const counts = COPIED.map((table) =>
    [table, `plain.${nameOf(table)}`].map((name) => `(select count(*) from ${name})`).join(', '),
  )
  const { rows } = await owner.query<{ n: number[][] }>(
    `select array[${counts.map((pair) => `array[${pair}]`).join(', ')}]::int[] as n`,
  )
  return rows[0]?.n ?? []
}

/** Measures it all and writes the section of it. The server is started as `npm start` does. */
export async function measureReal(t: TestApp, postmaster: number, say: (line: string) => void): Promise<void> {
  Object.assign(process.env, lean())
  const table = new Table(say)
  const shop = await realShop(t)
  const program = await buildProgram('test/server.ts')
  const start = () =>
    startServer(program, [t.config.dataDir, t.config.databaseUrl, t.config.ownerUrl], '/readyz', [
      '--max-semi-space-size=2',
      '--max-old-space-size=1024',
    ])
  const bare = () => startServer('bench/real_floor.ts', [t.config.ownerUrl], `/one/${shop.company.id}/${shop.ids[0]}`)
  const works = worksOf(shop)
  const cold: [number, number][] = []
  for (const w of works) {
    const [ours, floor] = [await start(), await bare()]
    const read = async (s: Server, [path, init]: [string, RequestInit?]) => (await fetch(s.origin + path, init)).json()
    // The floor answers the same; what a search finds stands in another order, best first.
    const [a, b] = [await read(ours, w.ours(0)), await read(floor, w.floor(0))]
    if (w.name.startsWith('Busca')) assert.equal(a.total, b.total)
    else assert.deepEqual(a, b)
    cold.push([
      (await load(ours, postmaster, w.keys - 1, 1, (n) => w.ours(n + 1))).cpu,
      (await load(floor, postmaster, w.keys - 1, 1, (n) => w.floor(n + 1))).cpu,
    ])
    await ours.stop()
    await floor.stop()
  }
  const [ours, floor] = [await start(), await bare()]
  const idle = await salesAlone(ours, postmaster, shop, 8)
  for (const [i, w] of works.entries()) {
    // Ten readers walk the same keys in step; the first round makes what is kept.
    const step = (n: number) => Math.floor(n / READERS)
    const count = w.keys * READERS
    for (const s of [ours, ours]) await load(s, postmaster, count, READERS, (n) => w.ours(step(n)))
    await load(floor, postmaster, w.keys, READERS, w.floor)
    const warm = await load(ours, postmaster, count, READERS, (n) => w.ours(step(n)))
    const plain = await load(floor, postmaster, count, READERS, (n) => w.floor(step(n)))
    const [coldOurs, coldFloor] = cold[i] as [number, number]
    table.ratio(`${w.name}, morna`, warm.cpu, plain.cpu, `≤ ${w.warm}×`, w.warm)
    table.ratio(`${w.name}, fria`, coldOurs, coldFloor, `≤ ${w.cold}×`, w.cold)
    let busy = 0
    await whileSelling(ours, shop, async () => {
      const rounds = 4
      const begun = performance.now()
      const l = await load(ours, postmaster, count * rounds, READERS, (n) => w.ours(step(n)))
      busy = l.cpu - (idle * (performance.now() - begun)) / 1000 / (count * rounds)
    })
    table.ratio(`${w.name}, enquanto se vende, contra ela morna`, busy, warm.cpu, '≤ 2×', 2)
  }
  table.add('Um preço e dez pedidos por segundo, sem leitores', `${idle.toFixed(0)} ms/s`, '—', '—', '—')
  const cart = (n: number) => ({
    name: 'Cliente do banco',
    phone: '11912345678',
    cart_id: randomUUID(),
    product_json: [0, 1, 2, 3, 4].map((k) => ({
      product_id: soldAt(shop, (n * 5 + k) * 7),
      quantity: 1 + (n % 7),
      specs: {},
    })),
  })
  const least = await startServer('bench/floor.ts', [t.config.ownerUrl], '/one/1/1')
  const place = `/api/v2/companies/${shop.company.id}/order_cart`
  const token = shop.company.client.token
  const to = (what: string) => `/${what}/${shop.company.id}/${shop.company.client.id}`
  // Ours has sold for minutes by now: the floor, too, is as warm as it gets before it is measured, and both have the plans
  // of a table that holds orders.
  assert.ok((await fetch(`${least.origin}/order-copies`, { method: 'POST' })).ok)
  const plainly = (what: string) => load(least, postmaster, ORDERS, READERS, (n) => [to(what), auth(token, cart(n))])
  for (const s of ['', '', 'measured']) {
    await t.owner.query('analyze')
    const before = await rowsIn(t)
    const orders = await load(ours, postmaster, ORDERS, READERS, (n) => [place, auth(token, cart(n))])
    const same = await plainly('order-same')
    const after = await rowsIn(t)
    // As many rows of each kind, or the floor is none.
    assert.deepEqual(
      ...([0, 1].map((i) => after.map((n, k) => (n[i] as number) - (before[k]?.[i] as number))) as [[], []]),
    )
    const former = await plainly('order-least')
    const inserts = await plainly('order-with-lines')
    if (!s) continue
    table.ratio(
      'Pedido de 5 linhas, contra o SQL mais simples que pergunta e grava o mesmo',
      orders.cpu,
      same.cpu,
      '≤ 2×',
      2,
    )
    table.ratio(
      'O mesmo contra o piso de antes, que só grava pedido, itens e número',
      orders.cpu,
      former.cpu,
      '—',
      null,
    )
    table.ratio('O mesmo contra só gravar pedido e itens', orders.cpu, inserts.cpu, '—', null)
  }
  table.ratio('RSS depois de tudo', rssOf(ours.pid), rssOf(floor.pid), '≤ 1,3×', 1.3, 'MB', 0)
  for (const s of [ours, floor, least]) await s.stop()
  await t.owner.query('drop index if exists bench_words')
  keepSection('Catálogo de verdade', HOW, ['medida', 'nosso', 'piso', 'razão', 'objetivo'], table.rows)
}
const HOW = `5.000 produtos (40 palavras de descrição, 2 fotos, 40 categorias, variações num terço, promoção num décimo, \
três tabelas); CPU de servidor e PostgreSQL por resposta; o piso, um Fastify nu, responde os mesmos bytes. Morna: dez \
leitores no mesmo passo, tudo já pedido uma vez. Fria: um leitor, tudo pela primeira vez depois de começar. Enquanto se \
vende: um preço e dez pedidos por segundo, o custo deles descontado. O SQL do piso (bench/real_floor.ts): lista, \
\`select … from (select * from products where company_id = $1 and active and deleted_at is null order by "order", \
search_text, id limit 24 offset …)\` com três subconsultas \`json_agg\` (categorias, fotos, variações), e \
\`select count(*)\`; busca, o mesmo com \`to_tsvector('simple', search_text) @@ to_tsquery('simple', 'palavra:* & …')\` \
e índice gin; detalhe, o mesmo por chave primária. O do pedido (bench/order_floor.ts, order-same): \`select\` da sessão \
com a empresa, \`select\` dos cinco produtos com foto, categorias e variações, e um \`with update company_counters … \
insert orders … insert order_lines … update products … insert order_events … insert person_notices … insert jobs\`, em \
tabelas iguais sem gatilho nenhum, tantas linhas quanto o nosso (conferido na corrida); ele e o nosso depois de 1.200 \
pedidos e um \`analyze\`, que o aquecem tanto quanto os minutos de venda aqueceram o nosso. O piso de antes \
(bench/floor.ts, order-least) não baixava estoque nem gravava histórico, avisos e tarefa.`
if (process.argv[1] === import.meta.filename) {
  const server = await startTestDatabase()
  const t = await startTestApp({ config: { limits: UNLIMITED } })
  process.env.TEST_NOW = t.clock.now().toISOString()
  await measureReal(t, server.pid() as number, (line) => process.stdout.write(`${line}\n`))
  await t.close()
  await server.stop()
  process.exit(0)
}
