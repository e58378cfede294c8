// The process lives: PostgreSQL killed under it, faults that nothing catches, and both dead at once.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  endAll,
  folder,
  lives,
  ownerOf,
  postgresOf,
  ready,
  senderOf,
  serverOf,
  serversOf,
  type Started,
  start,
  startedFolder,
  stop,
} from './starting.ts'
import { aCart, hears, UNLIMITED, until, untilLocked } from './kit.ts'

after(endAll)
const KILLS = process.env.LONG ? 3 : 1
const REPLACED = process.env.LONG ? 4 : 2
const UNLIMITED_ENV = { RATE_LIMITS: JSON.stringify(UNLIMITED) }
interface Buyer {
  token: string
  company: number
  product: number
}
async function buyer(s: Started): Promise<Buyer> {
  const login = await fetch(`${s.origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"vendedor@mostruario.test","password":"mostruario"}',
  })
  const { token, company } = (await login.json()) as { token: string; company: { id: number } }
  const list = await fetch(`${s.origin}/api/v1/products?limit=50`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await list.json()) as { data: { id: number; attributes: unknown[]; stock?: unknown }[] }
  const product = data.find((p) => p.attributes.length === 0)?.id ?? 0
  return { token, company: company.id, product }
}
const cartOf = (b: Buyer) => aCart([{ product_id: b.product, quantity: 100 }], { name: 'Compra na Queda' })
const placeOrder = (s: Started, b: Buyer) =>
  fetch(`${s.origin}/api/v2/companies/${b.company}/order_cart`, {
    method: 'POST',
    signal: AbortSignal.timeout(20_000),
    headers: { authorization: `Bearer ${b.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(cartOf(b)),
  })
/** Sends fifty orders, each over its own connection. `sent` resolves when the kernel has all of them. `answers` holds the
 * status of each order, or the error of its connection. */
function fiftyOrders(s: Started, b: Buyer) {
  const orders = Array.from({ length: 50 }, () => {
    const body = JSON.stringify(cartOf(b))
    const call = request(`${s.origin}/api/v2/companies/${b.company}/order_cart`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${b.token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    const answer = new Promise<number | string | undefined>((done) => {
      call.on('response', (r) => done(r.resume().statusCode))
      call.on('error', (error) => done(String(error)))
    })
    return { sent: once(call.end(body), 'finish'), answer }
  })
  return { sent: Promise.all(orders.map((o) => o.sent)), answers: Promise.all(orders.map((o) => o.answer)) }
}
/** A field of what Linux says of a process. */
const statusOf = (pid: number, field: string) =>
  new RegExp(`^${field}:\\s*(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
const ALL_TAKEN = Array.from({ length: 50 }, () => 201)
/** Whether a screen that listens is told of an order within three seconds. */
const hearsOrder = (s: Started, b: Buyer) =>
  hears(s.origin, b.token, 'order', async () => assert.equal((await placeOrder(s, b)).status, 201), 3)
/** What a browser gets while the database is away; '' when it was back before. */
async function pageMeanwhile(s: Started): Promise<string> {
  for (let i = 0; i < 40; i++) {
    const r = await fetch(`${s.origin}/pedidos`)
    const text = await r.text()
    if (r.status !== 503) continue
    assert.ok(Number(r.headers.get('retry-after')) > 0)
    assert.match(r.headers.get('content-type') ?? '', /text\/html/)
    return text
  }
  return ''
}

test(`PostgreSQL killed ${KILLS} × while orders come in and their mails go out: the server stays, answers 503 with Retry-After meanwhile, and is back within 10 seconds`, async () => {
  const data = await startedFolder(true)
  const s = await start(data, { env: UNLIMITED_ENV })
  assert.ok(await ready(s), s.output())
  const b = await buyer(s)
  const server = serverOf(s)
  let sorry = ''
  const seen = new Map<string, number>()
  let running = true
  let placed = 0
  const client = async () => {
    while (running) {
      const r = await placeOrder(s, b).catch(() => null)
      const text = r ? await r.text() : ''
      const word =
        r === null
          ? 'no answer'
          : r.status === 503 && r.headers.get('retry-after')
            ? '503 with Retry-After'
            : r.status < 300
              ? 'placed'
              : `${r.status} ${text.slice(0, 200)}`
      if (word === 'placed') placed++
      seen.set(word, (seen.get(word) ?? 0) + 1)
      if (word !== 'placed') await new Promise((w) => setTimeout(w, 50))
    }
  }
  const clients = Array.from({ length: 10 }, client)
  try {
    for (let i = 0; i < KILLS; i++) {
      const goal = placed + 100
      await until(async () => placed >= goal)
      const dead = postgresOf(data)
      process.kill(dead, 'SIGKILL')
      sorry ||= await pageMeanwhile(s)
      await until(async () => (await ready(s)) && ![0, dead].includes(postgresOf(data)))
    }
  } finally {
    running = false
    await Promise.all(clients)
  }
  assert.equal(serverOf(s), server, `the same process answers: ${s.output().slice(-3000)}`)
  assert.deepEqual(
    [...seen.keys()].filter((w) => w !== 'placed' && w !== '503 with Retry-After'),
    [],
    'nothing but orders and 503',
  )
  assert.ok(seen.has('503 with Retry-After'))
  assert.match(
    sorry,
    /<html lang="pt-BR">.*http-equiv="refresh".*Estamos com muito movimento/s,
    'a person who opens the catalogue meanwhile reads a page that tries again',
  )
  // The work that was in hand is done all the same.
  await until(() => hearsOrder(s, b))
  const owner = await ownerOf(data)
  await until(
    async () =>
      (await owner.query("select 1 from orders where mailed_at is null and name = 'Compra na Queda' limit 1"))
        .rowCount === 0,
  )
  await owner.end()
  assert.equal(await stop(s), 0)
})

test('server and database killed at once: the next start finds its way back, at the same address', async () => {
  const data = await startedFolder(true)
  const s = await start(data)
  assert.ok(await ready(s), s.output())
  process.kill(postgresOf(data), 'SIGKILL')
  await stop(s, 'SIGKILL')
  const again = await start(data, { port: Number(new URL(s.origin).port) })
  assert.ok(await ready(again), again.output())
  assert.equal(again.origin, s.origin)
  assert.equal(await stop(again), 0)
})

test('a fault that nothing catches stands whole in the log, and another server takes the place of the first within seconds', async () => {
  const data = await startedFolder(true)
  const faults = join(data, 'fault.mjs')
  writeFileSync(
    faults,
    `process.on('SIGUSR2', () => { throw new Error('falha: exceção') })
     process.on('SIGWINCH', () => void Promise.reject(new Error('falha: promessa')))`,
  )
  const s = await start(data, { args: ['--import', faults] })
  assert.ok(await ready(s), s.output())
  const database = postgresOf(data)
  for (const [signal, word] of [
    ['SIGUSR2', 'falha: exceção'],
    ['SIGWINCH', 'falha: promessa'],
  ] as const) {
    const server = serverOf(s)
    process.kill(server, signal)
    await until(async () => ![0, server].includes(serverOf(s)) && (await ready(s)))
    const said = JSON.parse(
      s
        .output()
        .split('\n')
        .find((l) => l.includes(word)) ?? '{}',
    ) as { level: number; err: { stack: string } }
    assert.equal(said.level, 60)
    assert.match(said.err.stack, /fault\.mjs/)
  }
  assert.equal(postgresOf(data), database, 'the database stays')
  assert.equal(await stop(s), 0)
  assert.ok(!lives(database), 'and ends with npm start')
})

test('told to end while fifty orders are in flight, the server answers all of them, takes no new ones and ends with 0', async () => {
  const data = await startedFolder(true)
  const s = await start(data, { env: { ...UNLIMITED_ENV, REQUEST_PATIENCE: '20' } })
  assert.ok(await ready(s), s.output())
  const b = await buyer(s)
  const live = await fetch(`${s.origin}/api/v2/events`, { headers: { authorization: `Bearer ${b.token}` } })
  assert.equal(live.status, 200)
  // Orders of the company wait for their number.
  const owner = await ownerOf(data)
  await owner.query('begin; lock table company_counters in exclusive mode')
  const orders = fiftyOrders(s, b)
  // The first ones hold a connection and wait for the number; the others, sent with them, wait for their turn.
  await Promise.all([untilLocked(owner), orders.sent])
  const ended = stop(s)
  // New ones are turned away.
  await until(() =>
    fetch(`${s.origin}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  await owner.query('commit')
  await owner.end()
  assert.deepEqual(await orders.answers, ALL_TAKEN)
  await live.text()
  assert.equal(await ended, 0)
})

test('what has reached the machine before the server is told to end is answered, though it had no time to look', async () => {
  const data = await startedFolder(true)
  const s = await start(data, { env: UNLIMITED_ENV })
  assert.ok(await ready(s), s.output())
  const b = await buyer(s)
  const server = serverOf(s)
  process.kill(server, 'SIGSTOP')
  const orders = fiftyOrders(s, b)
  await orders.sent
  const ended = stop(s)
  // The signal waits for it, as the orders do.
  await until(async () => (Number.parseInt(statusOf(server, 'ShdPnd'), 16) & (1 << 14)) !== 0)
  process.kill(server, 'SIGCONT')
  assert.deepEqual(await orders.answers, ALL_TAKEN)
  assert.equal(await ended, 0)
})
test(`${REPLACED} × both servers are replaced, one after the other, while orders come in over lines that stay open: every one is taken, and none stays behind`, async () => {
  const data = await startedFolder(true)
  const s = await start(data, { env: { ...UNLIMITED_ENV, WEB_CONCURRENCY: '2' } })
  assert.ok(await ready(s), s.output())
  await until(async () => serversOf(s).length === 2)
  const b = await buyer(s)
  const seen = new Map<string, number>()
  let running = true
  const clients = Array.from({ length: 6 }, async () => {
    while (running) {
      const word = await placeOrder(s, b).then(
        async (r) => `${r.status} ${r.ok ? '' : await r.text()}`,
        (error: Error) => String(error.cause),
      )
      seen.set(word, (seen.get(word) ?? 0) + 1)
    }
  })
  try {
    for (let i = 0; i < REPLACED; i++) {
      const before = serversOf(s)
      s.child.kill('SIGHUP')
      await until(async () => {
        const now = serversOf(s)
        return now.length === 2 && !now.some((pid) => before.includes(pid))
      })
    }
  } finally {
    running = false
    await Promise.all(clients)
  }
  assert.deepEqual([...seen.keys()], ['201 '], s.output().slice(-3000))
  assert.ok(await hearsOrder(s, b), 'whoever listens is told of orders by either')
  assert.equal(await stop(s), 0)
})
test('a new build that does not start changes nothing: the servers of before go on', async () => {
  const data = await startedFolder(true)
  const broken = join(data, 'broken.mjs')
  writeFileSync(broken, '')
  const s = await start(data, { args: ['--import', broken] })
  assert.ok(await ready(s), s.output())
  const server = serverOf(s)
  writeFileSync(broken, "throw new Error('falha: não começa')")
  s.child.kill('SIGHUP')
  await until(async () => s.output().includes('o servidor novo não começou'))
  assert.deepEqual(serversOf(s), [server])
  assert.ok(await ready(s))
  assert.equal(await stop(s), 0)
})
test('a program that is being installed anew ends nothing: the server that cannot be started meanwhile is there when it can, and so is the sender of backups', async () => {
  const data = await startedFolder(true)
  const node = join(folder(), 'node')
  copyFileSync(process.execPath, node)
  const s = await start(data, { node, env: { BACKUP_TO: folder() } })
  assert.ok(await ready(s), s.output())
  const before = [serverOf(s), senderOf(s)]
  renameSync(node, `${node}.away`)
  for (const pid of before) process.kill(pid, 'SIGKILL')
  const ends = () => s.output().split('quem guarda os backups terminou').length - 1
  await until(async () => s.output().includes('o servidor não pôde ser iniciado') && ends() > 1)
  renameSync(`${node}.away`, node)
  await until(() => ready(s))
  await until(async () => ![serverOf(s), senderOf(s)].some((pid) => [0, ...before].includes(pid)))
  assert.equal(await stop(s), 0)
})
/** Kills the server of before in the moment in which its follower says that it listens. */
const AT_THE_CHANGE = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs'
  const { send, ppid, pid, env, argv } = process
  if (argv[1].includes('/server.') && env.STARTED === '')
    process.send = (message, ...more) => {
      if (message.act === 'listening') {
        const stat = (n) => readFileSync('/proc/' + n + '/stat', 'utf8').split(') ').at(-1)
        const old = readFileSync('/proc/' + ppid + '/task/' + ppid + '/children', 'utf8').split(' ').map(Number)
          .find((n) => n > 0 && n !== pid && readFileSync('/proc/' + n + '/cmdline', 'utf8').includes('/server.'))
        process.kill(ppid, 'SIGSTOP')
        process.kill(old, 'SIGKILL')
        while (!stat(old).startsWith('Z')) continue
        setTimeout(() => process.kill(ppid, 'SIGCONT'), 100)
      }
      return send.call(process, message, ...more)
    }
`)}`
test('a server that dies in the moment in which another takes its place ends nothing', async () => {
  const s = await start(folder(), { args: ['--import', AT_THE_CHANGE] })
  assert.ok(await ready(s), s.output())
  const before = serverOf(s)
  s.child.kill('SIGHUP')
  await until(async () => ![0, before].includes(serverOf(s)) && serversOf(s).length === 1)
  await until(() => ready(s))
  assert.equal(await stop(s), 0, s.output())
})
