// A whole server on a database of its own, and builders for what a test needs.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { features, tasks } from '#features.ts'
import { openAccount } from '#features/sessions/server/open.ts'
import { type Built, buildApp, type Pieces } from '#server/app.ts'
import type { Clock } from '#server/clock.ts'
import { type Config, DEFAULT_LIMITS, loadConfig } from '#server/config.ts'
import { type Jobs, startJobs } from '#server/jobs.ts'
import { buildWeb } from '../scripts/build.ts'
import { noteAnswers } from './answered.ts'
import { watchConnections } from './connections.ts'

noteAnswers()

/** A clock that tests move. */
export function movableClock(
  start = '2026-11-21T12:00:00Z',
): Clock & { set(iso: string): void; forward(ms: number): void } {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    set: (iso) => {
      at = new Date(iso).getTime()
    },
    forward: (ms) => {
      at += ms
    },
  }
}
export interface Answer {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint: answers are checked field by field
  body: any
}
export interface TestApp extends Built {
  clock: ReturnType<typeof movableClock>
  /** Owner's connection, for what a test must see or set behind the product's back. */
  owner: pg.Pool
  config: Config
  call(
    method: string,
    url: string,
    options?: {
      token?: string
      body?: unknown
      form?: Record<string, string | Blob>
      headers?: Record<string, string>
    },
  ): Promise<Answer>
  jobs(pollInterval?: number): Promise<Jobs>
  /** Ends the server as a pulled plug does: what is in flight is cut, its port is free, its data stay. */
  stop(): Promise<void>
  /** The same server again, with the same data, on the port it had. */
  start(): Promise<void>
}
export const urls = (database: string) => {
  const base = process.env.TEST_DATABASE ?? ''
  if (!base) throw new Error('Rode os testes com npm test: ele prepara o banco.')
  const url = (user: string) => {
    const u = new URL(
      base
        .replace('postgresql://', 'http://x@')
        .replace('@/', '@local/')
        .replace(/http:\/\/x@([^@]*)@/, 'http://$1@'),
    )
    return `postgresql://${user}:${u.password}@/${database}${u.search}`
  }
  return { app: url('mostruario_app'), owner: url('mostruario_owner'), admin: base }
}

/** A name of its own that says which file's it is. */
const databaseOf = (file: string) =>
  `t_${basename(file).replace(/\W.*/, '')}_${randomUUID().replaceAll('-', '').slice(0, 12)}`

let web: Promise<boolean> | undefined
/** Clones the migrated template and starts the product on it. */
export async function startTestApp(pieces: Partial<Pieces> & { config?: Partial<Config> } = {}): Promise<TestApp> {
  // Alone or in a fresh checkout nobody has built them yet; beside a file that builds them they are half there.
  if (pieces.pages) await (web ??= buildWeb())
  const database = databaseOf(process.argv[1] ?? '')
  const u = urls(database)
  const admin = new pg.Client({ connectionString: u.admin })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(99)')
    // Half the CPU of the default, which writes the copy to the log as well.
    await admin.query(
      `create database ${database} template mostruario_template owner mostruario_owner strategy file_copy`,
    )
  } finally {
    await admin.end()
  }
  const clock = (pieces.clock as ReturnType<typeof movableClock>) ?? movableClock()
  const config = loadConfig(
    { app: u.app, owner: u.owner },
    // On a busy machine a simulator of an ERP takes seconds for an answer.
    { dataDir: mkdtempSync(join(tmpdir(), 'mostruario-test-')), port: 0, erpPatience: 20_000, ...pieces.config },
  )
  process.env.LOG_LEVEL ??= 'error'
  const nested = new Set<string>()
  const build = async () => {
    const built = await buildApp(config, { features, log: true, ...pieces, clock })
    watchConnections(built.kit.pool, nested)
    return built
  }
  let built = await build()
  const owner = new pg.Pool({ connectionString: u.owner, max: 3 })
  // PostgreSQL may stop while a closed pool's socket still says goodbye.
  owner.on('error', () => {})
  let runner: Jobs | undefined
  let stopped: { port: number; worked: boolean } | undefined
  const end = async () => {
    // One that fails does not leave the others open: the test file would not end.
    const ended = await Promise.allSettled([runner?.stop()])
    if (!stopped) ended.push(...(await Promise.allSettled([built.close()])))
    return ended
  }
  const test: TestApp = {
    ...built,
    clock,
    owner,
    config,
    async call(method, url, options = {}) {
      const headers: Record<string, string> = { ...options.headers }
      if (options.token) headers.authorization = `Bearer ${options.token}`
      const inject: InjectOptions = { method: method as 'GET', url, headers }
      if (options.form) {
        const form = new FormData()
        for (const [k, v] of Object.entries(options.form))
          form.append(k, v as Blob, ...(v instanceof Blob ? [(v as File).name ?? 'file'] : []))
        const encoded = new Response(form)
        headers['content-type'] = encoded.headers.get('content-type') as string
        inject.payload = Buffer.from(await encoded.arrayBuffer())
      } else if (options.body !== undefined) inject.payload = options.body as object
      const r = await built.app.inject(inject)
      const json = String(r.headers['content-type'] ?? '').includes('json')
      return { status: r.statusCode, headers: r.headers, body: json ? r.json() : r.body }
    },
    async jobs(pollInterval = 400) {
      runner ??= await startJobs(built.kit, tasks, {}, { pollInterval })
      return runner
    },
    async stop() {
      const { port } = built.app.server.address() as { port: number }
      built.app.server.closeAllConnections()
      const ended = await end()
      stopped = { port, worked: runner !== undefined }
      runner = undefined
      fail(ended)
    },
    async start() {
      if (!stopped) return
      const { port, worked } = stopped
      built = await build()
      stopped = undefined
      Object.assign(test, { app: built.app, kit: built.kit })
      await built.app.listen({ port, host: '127.0.0.1' })
      if (worked) await test.jobs()
    },
    async close() {
      fail([...(await end()), ...(await Promise.allSettled([owner.end()]))])
      assert.deepEqual([...nested], [], 'a request held a connection and asked for a second one')
    },
  }
  return test
}
function fail(ended: PromiseSettledResult<unknown>[]): void {
  for (const e of ended) if (e.status === 'rejected') throw e.reason
}

export interface Company {
  id: number
  path: string
  public_user: number
  admin: Person
  seller: Person
  client: Person
}
export interface Person {
  id: number
  email: string
  token: string
}
/** No limit that a test could reach. */
export const UNLIMITED = Object.fromEntries(
  Object.keys(DEFAULT_LIMITS).map((k) => [k, 1_000_000]),
) as unknown as typeof DEFAULT_LIMITS
export const PASSWORD = 'segredo-de-teste'
/** hashPassword(PASSWORD), which takes 140 ms of CPU. */
const PASSWORD_HASH = 'argon2id$m=19456,t=2,p=1$o6qbcsYXBarpfBSUqEGHqQ$4ImGk5jpKdZ3vSn70upuSMSjJTHWIAlQTDqpjYNcHrQ'
let serial = 0
const insert = async (t: TestApp, table: string, values: Record<string, unknown>): Promise<number> => {
  const keys = Object.keys(values)
  const r = await t.owner.query(
    `insert into ${table} (${keys.map((k) => `"${k}"`).join(', ')})
      values (${keys.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
    Object.values(values),
  )
  return Number(r.rows[0].id)
}

/** A person of a company with a session, as signing in opens it. `company_id` null: the operator. */
export async function aPerson(
  t: TestApp,
  company_id: number | null,
  level: number,
  more: Record<string, unknown> = {},
): Promise<Person> {
  const email = `pessoa${++serial}@teste.test`
  const id = await insert(t, 'users', {
    company_id,
    level,
    name: `Pessoa ${serial}`,
    email,
    password_hash: PASSWORD_HASH,
    phone: '11912345678',
    ...more,
  })
  // The address and agent of `call`, so that its first request is not counted as a visit.
  const device = { ip: '127.0.0.1', agent: 'lightMyRequest' }
  const opening = { user_id: id, company_id, kind: 'user' as const, stay: false, ...device }
  const { token } = await openAccount(t.kit, opening, t.clock.now())
  return { id, email, token }
}
/** A company with an admin, a seller, a client of the seller's, and a public user. */
export async function aCompany(t: TestApp, more: Record<string, unknown> = {}): Promise<Company> {
  const path = `empresa${++serial}`
  const id = await insert(t, 'companies', {
    path,
    name: `Empresa ${serial}`,
    valid_until: '2030-01-01',
    orders_email: `pedidos@${path}.test`,
    discount_limit_bp: 1000,
    max_products: 5000,
    max_price_tables: 3,
    max_users_client: 5000,
    ...more,
  })
  const public_user = await insert(t, 'users', { company_id: id, level: 3, name: 'Visitante' })
  await t.owner.query('update companies set public_user = $1 where id = $2', [public_user, id])
  const admin = await aPerson(t, id, 1)
  const seller = await aPerson(t, id, 2)
  const client = await aPerson(t, id, 3, { seller_id: seller.id })
  return { id, path, public_user, admin, seller, client }
}
/** A client of the company's seller who cannot sign in. */
export const aClient = (t: TestApp, company: Company, more: Record<string, unknown> = {}) =>
  insert(t, 'users', { company_id: company.id, level: 3, name: 'Alguém', seller_id: company.seller.id, ...more })
/** A session that strangers share. */
export async function aVisitor(t: TestApp, company: { path: string }): Promise<string> {
  const r = await t.call('POST', '/api/v2/auth/loginClient', { body: { user_id: null, company_path: company.path } })
  if (r.status !== 200) throw new Error(`loginClient: ${JSON.stringify(r.body)}`)
  return r.body.token
}
/** A product, made through the front door by the company's admin. */
export async function aProduct(
  t: TestApp,
  company: Company,
  more: Record<string, unknown> = {},
): Promise<{ id: number; attributes: { id: number }[] } & Record<string, unknown>> {
  const r = await t.call('POST', '/api/v1/products', {
    token: company.admin.token,
    body: { name: `Produto ${++serial}`, code: `P-${serial}`, price: '10,00', ...more },
  })
  if (r.status !== 200) throw new Error(`product: ${JSON.stringify(r.body)}`)
  return r.body.data
}
export const newCart = () => randomUUID()
/** A cart as the browser sends it. */
export const aCart = (
  lines: { product_id: number; quantity: unknown; specs?: unknown; price?: string; discount?: string }[],
  more: Record<string, unknown> = {},
) => ({
  name: 'Luciana Prado',
  // Another one in every cart: whom staff order for without picking anybody becomes a client by it.
  phone: `(12) 99714-${String(++serial % 10_000).padStart(4, '0')}`,
  cart_id: newCart(),
  product_json: JSON.stringify(lines),
  ...more,
})
export const order = (t: TestApp, company: { id: number }, token: string, body: Record<string, unknown>) =>
  t.call('POST', `/api/v2/companies/${company.id}/order_cart`, { token, body })
/** Whether a screen that listens at `origin` is told of `event` within some seconds after `act`. */
export async function hears(
  origin: string,
  token: string,
  event: 'order' | 'catalogue' | 'people',
  act: () => Promise<unknown>,
  seconds = 5,
): Promise<boolean> {
  const live = await fetch(`${origin}/api/v2/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(seconds * 1000),
  })
  await act()
  let text = ''
  try {
    for await (const chunk of live.body?.pipeThrough(new TextDecoderStream()) ?? [])
      if ((text += chunk).includes(`event: ${event}`)) return true
  } catch {
    // nothing in time
  }
  return false
}
/** Waits until so many sessions of a test's database wait for a lock. Asked from outside of any transaction: inside of
 * one, PostgreSQL shows the sessions that there were at the first look. */
export const untilLocked = (owner: Pick<pg.Pool, 'query'>, many = 1): Promise<boolean> =>
  until(async () => {
    const { rowCount } = await owner.query(`select 1 from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`)
    return (rowCount ?? 0) >= many
  })
/** Waits until no job of these tasks, or of any, has work left to do. */
export const untilIdle = (t: TestApp, tasks: string[] = []): Promise<boolean> =>
  until(async () => {
    const { rowCount } = await t.owner.query(
      `select 1 from graphile_worker.jobs where attempts < max_attempts
         and (task_identifier = any($1) or $1 = '{}') and (locked_at is not null or run_at <= now()) limit 1`,
      [tasks],
    )
    return rowCount === 0
  })
/** The longest that one look of `until` counts, in ms: a machine that was suspended meanwhile has not waited. */
const LOOK = 10_000
/** Waits until `check` gives something. The bound, in seconds, ends a test that hangs: no machine is that slow. */
export async function until<T>(check: () => Promise<T | undefined | null | false>, seconds = 300): Promise<T> {
  for (let left = seconds * 1000; left > 0; ) {
    const began = performance.now()
    const found = await check()
    if (found) return found
    await new Promise((r) => setTimeout(r, 50))
    left -= Math.min(performance.now() - began, LOOK)
  }
  throw new Error(`waited ${seconds} seconds`)
}
