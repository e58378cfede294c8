// Many at once: two processes for one, a thousand live connections, a company that hammers, sign-ins without a pause, and
// the words of a search that others have pushed out. `node bench/crowd.ts [name of a part]`.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestDatabase } from '../test/database.ts'
import { aCompany, type Company, startTestApp, UNLIMITED } from '../test/kit.ts'
import { auth, fill } from './filled.ts'
import { cpuOf, cpuOfBoth, load, rssOf, type Server, startServer } from './measure.ts'
import { keepSection } from './results.ts'
import { VOCABULARY } from './words.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const wanted = process.argv[2]
const rows: string[][] = []
const row = (name: string, value: string, goal: string, good: boolean | null) => {
  rows.push([name, value, good === null ? '—' : `${goal} ${good ? '✓' : '✗'}`])
  say(`${name}: ${value} (${goal})`)
}
const middle = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] as number
const ms = (n: number) => `${n.toFixed(1)} ms`

process.env.ROLE = 'web'
const database = await startTestDatabase()
const postmaster = database.pid() as number
const t = await startTestApp({ config: { limits: UNLIMITED } })
process.env.TEST_NOW = t.clock.now().toISOString()
interface Shop {
  company: Company
  ids: number[]
}
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
function day({ company, ids }: Shop): (n: number) => [string, RequestInit] {
  const token = company.client.token
  const pick = (n: number) => ids[(n * 17) % ids.length] as number
  return (n) => {
    const kind = n % 20
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

/** Two processes: what an answer costs, and how many there are in a second. */
async function two(): Promise<void> {
  const [a, b] = [await start(), await start()]
  const asks = day(small)
  const both: Server[] = [a, b]
  const spread = async (servers: Server[], count: number) => {
    const cpu = () => cpuOfBoth((servers[0] as Server).pid, postmaster) + (servers[1] ? cpuOf(servers[1].pid) : 0)
    const [before, began] = [cpu(), performance.now()]
    let next = 0
    const ask = async () => {
      for (let n = next++; n < count; n = next++) {
        const [path, init] = asks(n)
        const r = await fetch((servers[n % servers.length] as Server).origin + path, init)
        await r.arrayBuffer()
        if (!r.ok) throw new Error(`${path}: ${r.status}`)
      }
    }
    await Promise.all(Array.from({ length: 16 }, ask))
    return { cpu: ((cpu() - before) * 1000) / count, rate: (count * 1000) / (performance.now() - began) }
  }
  for (const s of both) await spread([s], 3000)
  const one: { cpu: number; rate: number }[] = []
  const pair: typeof one = []
  for (let i = 0; i < 5; i++) {
    one.push(await spread([a], 3000))
    pair.push(await spread(both, 3000))
  }
  const [cpu1, cpu2] = [middle(one.map((x) => x.cpu)), middle(pair.map((x) => x.cpu))]
  const ratio = cpu2 / cpu1
  row(
    'Processador de uma resposta, dois processos contra um (com o PostgreSQL, um dia misturado, medianas de 5)',
    `${cpu2.toFixed(2)} contra ${cpu1.toFixed(2)} ms, ${ratio.toFixed(2)}×`,
    '≤ 1,15×',
    ratio <= 1.15,
  )
  const rates = [one, pair].map((x) => middle(x.map((y) => y.rate)).toFixed(0))
  row('Respostas por segundo, um e dois processos (quem pergunta usa os mesmos núcleos)', rates.join(' e '), '', null)
  for (const s of both) await s.stop()
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
  const held = async () => {
    await sleep(2000)
    return rssOf(server.pid) * 1024 + postgresMemory()
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
/** What somebody of another company waits for, alone and beside the noise. */
async function beside(name: string, server: Server, other: Shop, noise: () => Promise<() => Promise<string>>) {
  const asks = day(other)
  await load(server, postmaster, 600, 1, asks)
  const [alone, loud]: number[][] = [[], []]
  let said = ''
  for (let i = 0; i < 3; i++) {
    alone?.push((await load(server, postmaster, 500, 1, asks)).p99)
    const hush = await noise()
    await sleep(500)
    loud?.push((await load(server, postmaster, 500, 1, asks)).p99)
    said = await hush()
  }
  const [a, b] = [middle(alone as number[]), middle(loud as number[])]
  row(name, `p99 ${ms(b)} contra ${ms(a)} a sós, ${(b / a).toFixed(1)}×; ${said}`, '≤ 2×', b / a <= 2)
}
async function hammer(): Promise<void> {
  const other = await shop(3115)
  const { company, ids } = small
  const server = await start()
  const noise = async () => {
    const list = ids.slice(0, 200).join()
    const args = ['bench/hammer.ts', server.origin, company.client.token, String(company.id), '20', list]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    process.once('exit', () => child.kill('SIGKILL'))
    let counts = ''
    child.stdout.on('data', (d: Buffer) => (counts += d.toString()))
    return async () => {
      child.kill('SIGTERM')
      await new Promise((done) => child.on('close', done))
      return `respostas do martelo: ${counts}`
    }
  }
  // Without any limit on how often somebody may ask: those come on top.
  await beside('Uma empresa martela por 20 conexões, sem limite nenhum: o que a outra espera', server, other, noise)
  await server.stop()
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
      const body = { email: small.company.client.email, password: 'segredo-de-teste' }
      const headers = { 'content-type': 'application/json' }
      const r = await fetch(`${server.origin}/api/v1/auth/login`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      await r.arrayBuffer()
      if (!r.ok) throw new Error(`login: ${r.status}`)
      taken.push(performance.now() - began)
    }
    const clock = setInterval(() => waiting.push(one()), 50)
    return async () => {
      clearInterval(clock)
      await Promise.all(waiting)
      return `entrar ${ms(middle(taken))}, a pior ${ms(Math.max(...taken))}`
    }
  }
  await beside('20 pessoas por segundo entram: o que as outras esperam', server, other, noise)
  await server.stop()
}
/** The words of three large catalogues fill what is kept: a fourth pushes the first one out. */
async function evicted(): Promise<void> {
  const first = await shop(100_000)
  const rest: Company[] = []
  for (let i = 0; i < 2; i++) {
    const company = await aCompany(t, { max_products: 2_000_000 })
    await t.owner.query(
      `insert into products (company_id, name, code, price, search_text, "order")
        select $1, name, code, price, search_text, "order" from products where company_id = $2`,
      [company.id, first.company.id],
    )
    rest.push(company)
  }
  await t.owner.query('vacuum analyze products')
  const server = await start()
  let n = 0
  const search = async ({ client }: Company) => {
    const began = performance.now()
    const r = await fetch(`${server.origin}/api/v1/products?limit=24&name=${VOCABULARY[n++ % 60]}`, auth(client.token))
    await r.arrayBuffer()
    if (!r.ok) throw new Error(`search: ${r.status}`)
    return performance.now() - began
  }
  const times: number[] = []
  const warm: number[] = []
  for (let i = 0; i < 5; i++) {
    const took = await search(first.company)
    if (i > 0) times.push(took)
    warm.push(await search(first.company))
    for (const company of [...rest, small.company]) await search(company)
  }
  const worst = Math.max(...times)
  row(
    'Primeira busca em 100.000 produtos depois que outras empresas empurraram as palavras (mediana, a pior de 4)',
    `${middle(times).toFixed(0)} e ${worst.toFixed(0)} ms (a seguinte ${ms(middle(warm))})`,
    '≤ 300 ms',
    worst <= 300,
  )
  row('Memória do servidor com as palavras de 300.000 produtos', `${rssOf(server.pid).toFixed(0)} MB`, '', null)
  await server.stop()
}
const PARTS = { two, live, hammer, signIn, evicted }
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
