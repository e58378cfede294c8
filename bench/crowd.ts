// Many at once: two processes for one, a thousand live connections, a company that hammers, sign-ins without a pause, and
// the words of a search that others have pushed out. `node bench/crowd.ts [name of a part]`.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, startTestApp, UNLIMITED } from '../test/kit.ts'
import { ask } from './ask.ts'
import { beside, hammer, type Waits } from './beside.ts'
import { auth, fill, type Shop, signsIn } from './filled.ts'
import { cpuOf, cpuOfBoth, load, median, rssOf, type Server, startServer } from './measure.ts'
import { keepSection } from './results.ts'
import { VOCABULARY } from './words.ts'
import { evicted, spread } from './words_kept.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const wanted = process.argv[2]
const rows: string[][] = []
const row = (name: string, value: string, goal: string, good: boolean | null) => {
  rows.push([name, value, good === null ? '—' : `${goal} ${good ? '✓' : '✗'}`])
  say(`${name}: ${value} (${goal})`)
}
const ms = (n: number) => `${n.toFixed(1)} ms`

process.env.ROLE = 'web'
const database = await startTestDatabase()
const postmaster = database.pid() as number
const t = await startTestApp({ config: { limits: UNLIMITED } })
process.env.TEST_NOW = t.clock.now().toISOString()
async function shop(many: number): Promise<Shop> {
  const company = await aCompany(t, { max_products: 2_000_000 })
  return { company, ids: await fill(t, company.id, many) }
}
const start = () =>
  startServer('test/server.ts', [t.config.dataDir, t.config.databaseUrl, t.config.ownerUrl], '/readyz', [
    '--max-semi-space-size=2',
    '--max-old-space-size=1024',
  ])
/** What a day is made of: lists, details, searches, first pages, orders. */
function day({ company, ids }: Shop, tokens = [company.client.token]): (n: number) => [string, RequestInit] {
  const pick = (n: number) => ids[(n * 17) % ids.length] as number
  return (n) => {
    const kind = n % 20
    const token = tokens[n % tokens.length] as string
    if (kind < 8) return [`/api/v1/products?limit=24&page=${1 + (n % 80)}`, auth(token)]
    if (kind < 14) return [`/api/v1/products/${pick(n)}`, auth(token)]
    if (kind < 17) return [`/api/v1/products?limit=24&name=${VOCABULARY[n % 60]}`, auth(token)]
    if (kind < 19) return ['/pedidos', { headers: { host: `${company.path}.localhost` } }]
    const product_json = [{ product_id: pick(n), quantity: 1, specs: {} }]
    const cart = { name: 'Cliente', phone: '11912345678', cart_id: randomUUID(), product_json }
    return [`/api/v2/companies/${company.id}/order_cart`, auth(token, cart)]
  }
}
const small = await shop(3115)

/** Requests of a round, and rounds. */
const [EACH, ROUNDS] = [3000, 6]
interface Spread {
  /** ms of the processor for an answer, PostgreSQL's with it */
  cpu: number
  /** answers in a second */
  rate: number
}
/** What an answer costs, and how many there are in a second, of one of these and of both. */
async function oneAndTwo(both: [Server, Server], asks: (n: number) => [string, RequestInit]) {
  const spread = async (servers: Server[]): Promise<Spread> => {
    const cpu = () => cpuOfBoth((servers[0] as Server).pid, postmaster) + (servers[1] ? cpuOf(servers[1].pid) : 0)
    const [before, began] = [cpu(), performance.now()]
    let next = 0
    const line = async () => {
      for (let n = next++; n < EACH; n = next++) {
        const [path, init] = asks(n)
        const r = await ask((servers[n % servers.length] as Server).origin + path, init)
        if (!r.ok) throw new Error(`${path}: ${r.status}`)
      }
    }
    await Promise.all(Array.from({ length: 16 }, line))
    return { cpu: ((cpu() - before) * 1000) / EACH, rate: (EACH * 1000) / (performance.now() - began) }
  }
  for (const s of both) await spread([s])
  const [one, pair]: [Spread[], Spread[]] = [[], []]
  for (let i = 0; i < ROUNDS; i++) {
    // Each in turn: one that has answered more has more of its code made ready.
    one.push(await spread([both[i % 2] as Server]))
    pair.push(await spread(both))
  }
  for (const s of both) await s.stop()
  const of = (key: keyof Spread) => [one, pair].map((x) => median(x.map((y) => y[key]))) as [number, number]
  const [[cpu1, cpu2], rates] = [of('cpu'), of('rate')]
  return { ratio: cpu2 / cpu1, said: `${cpu2.toFixed(2)} contra ${cpu1.toFixed(2)} ms`, rates }
}
/** Two processes for one, ours and the floor's. */
async function two(): Promise<void> {
  const floor = () => startServer('bench/floor.ts', [t.config.ownerUrl], '/')
  const bare = await oneAndTwo([await floor(), await floor()], (n) =>
    n % 20 < 8
      ? [`/list/${small.company.id}`, {}]
      : [`/one/${small.company.id}/${small.ids[(n * 17) % small.ids.length]}`, {}],
  )
  const ours = await oneAndTwo([await start(), await start()], day(small))
  const rates = (r: typeof ours) => r.rates.map((n) => n.toFixed(0)).join(' e ')
  row(
    'Processador de uma resposta, dois processos contra um (com o PostgreSQL, um dia misturado, medianas de 6)',
    `${ours.said}, ${ours.ratio.toFixed(2)}×`,
    '≤ 1,15×',
    ours.ratio <= 1.15,
  )
  row('O mesmo do piso (bench/floor.ts, listas e detalhes)', `${bare.said}, ${bare.ratio.toFixed(2)}×`, '', null)
  row(
    'Respostas por segundo, um e dois processos (quem pergunta usa os mesmos núcleos); do piso',
    `${rates(ours)}; ${rates(bare)}`,
    '',
    null,
  )
}
/** Kilobytes that PostgreSQL's processes hold, each shared page once. */
const postgresMemory = () =>
  readdirSync('/proc')
    .filter((p) => /^\d+$/.test(p))
    .reduce((sum, p) => {
      try {
        if (Number(p) !== postmaster && !readFileSync(`/proc/${p}/stat`, 'utf8').includes(`) S ${postmaster} `))
          return sum
        return sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${p}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
      } catch {
        return sum
      }
    }, 0)
/** A thousand that are told live. */
async function live(): Promise<void> {
  const server = await start()
  const open: ClientRequest[] = []
  let told = 0
  const connect = () =>
    new Promise<void>((done, fail) => {
      const on = request(`${server.origin}/api/v2/events`, {
        agent: false,
        headers: { authorization: `Bearer ${small.company.client.token}` },
      })
      on.on('response', (r) => {
        if (r.statusCode !== 200) return fail(new Error(`events: ${r.statusCode}`))
        r.on('data', (piece: Buffer) => {
          if (piece.includes('event: catalogue')) told++
          done()
        })
        r.on('error', () => {})
      })
      on.on('error', () => {})
      on.end()
      open.push(on)
    })
  const leave = async () => {
    for (const on of open.splice(0)) on.destroy()
    await sleep(1500)
  }
  // The least of some seconds: PostgreSQL cleans up after others now and then.
  const held = async () => {
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < 6; i++) {
      await sleep(1000)
      least = Math.min(least, rssOf(server.pid) * 1024 + postgresMemory())
    }
    return least
  }
  const many = async (count: number) => {
    for (let i = 0; i < count; i += 50) await Promise.all(Array.from({ length: 50 }, connect))
  }
  await load(server, postmaster, 500, 10, day(small))
  await many(200)
  await leave()
  // The first thousand fit into what is free of the memory already taken: those beyond it say what one takes.
  const none = await held()
  await many(1000)
  const thousand = await held()
  await many(2000)
  const each = Math.max((thousand - none) / 1000, ((await held()) - thousand) / 2000)
  row('Mil conexões vivas, servidor e PostgreSQL, por conexão', `${each.toFixed(1)} KB`, '≤ 20 KB', each <= 20)
  for (const on of open.splice(1000)) on.destroy()
  await sleep(1500)
  told = 0
  const began = performance.now()
  await t.owner.query('update products set price = price + 1 where id = $1', [small.ids[0]])
  while (told < 1000 && performance.now() - began < 30_000) await sleep(5)
  row(
    'Um preço muda: as mil sabem depois de',
    `${told < 1000 ? `só ${told}` : ms(performance.now() - began)}`,
    '',
    null,
  )
  await leave()
  await server.stop()
}
const tell = (name: string, { alone, loud, said }: Waits, goal: number | null) =>
  row(
    name,
    `p99 ${ms(loud)} contra ${ms(alone)} a sós, ${(loud / alone).toFixed(1)}×; ${said}`,
    '≤ 2×',
    goal === null ? null : loud / alone <= goal,
  )
async function hammered(): Promise<void> {
  const { bare, free, one, limited } = await hammer(t, postmaster, [small, await shop(3115)], day, start)
  tell(
    'Dez contas de uma empresa martelam por 20 conexões um servidor que não faz nada: o que a outra espera',
    bare,
    null,
  )
  tell('O mesmo no nosso, sem limite nenhum', free, null)
  tell('O mesmo no nosso com os limites que ele traz, depois dos primeiros 40 s', limited, 2)
  tell('Uma conta só, com os limites que ele traz, depois dos primeiros 12 s', one, 2)
}
/** Twenty sign-ins a second, whatever the answers take. */
async function signIn(): Promise<void> {
  const other = await shop(3115)
  const server = await start()
  const noise = async () => {
    const taken: number[] = []
    const waiting: Promise<void>[] = []
    const one = async () => {
      const began = performance.now()
      const [path, init] = signsIn(small.company.client.email)
      const r = await fetch(server.origin + path, init)
      await r.arrayBuffer()
      if (!r.ok) throw new Error(`login: ${r.status}`)
      taken.push(performance.now() - began)
    }
    const clock = setInterval(() => waiting.push(one()), 50)
    return async () => {
      clearInterval(clock)
      await Promise.all(waiting)
      return `entrar ${ms(median(taken))}, a pior ${ms(Math.max(...taken))}`
    }
  }
  tell('20 pessoas por segundo entram: o que as outras esperam', await beside(server, postmaster, day(other), noise), 2)
  await server.stop()
}
const KIT = { t, start, shop, row, small: small.company }
const PARTS = { two, live, hammered, signIn, evicted: () => evicted(KIT), spread: () => spread(KIT) }
// One that fails takes nothing of the others' figures away.
for (const [name, part] of Object.entries(PARTS).filter(([name]) => !wanted || wanted === name))
  await part().catch((error: Error) => row(name, `não medido: ${error.message}`, '', false))
if (!wanted)
  keepSection(
    'Muitos ao mesmo tempo',
    'Lojas de 3.115 produtos (`node bench/crowd.ts`).',
    ['medida', 'valor', 'objetivo'],
    rows,
  )
await t.close()
await database.stop()
process.exit(0)
