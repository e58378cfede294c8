// The database as features see it: a transaction of one company, and a tagged template for SQL.
import pg from 'pg'
import { DatabaseClient, isReadOnly, READ_ONLY } from './database-address.ts'
import { PATIENCE } from './patience.ts'
import type { Traced } from './telemetry.ts'
import { traced } from './trace.ts'
import { requestId } from './work.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, String)
pg.types.setTypeParser(pg.types.builtins.DATE, String)

type Row = Record<string, unknown>
interface Statement {
  text: string
  values: unknown[]
  /** Prepared under this name once per connection; without one, every time. */
  name?: string
}
export interface Tx {
  /** Rows of a statement. Each call site is prepared once per connection. */
  sql<T = Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T[]>
  /** The first row, or undefined. */
  first<T = Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T | undefined>
  /** Rows of the transaction's last statement, its commit on its way with it. What is asked after it begins another. */
  last<T = Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T[]>
}
type Ask = (statement: Statement, last?: boolean) => Promise<{ rows: unknown[] }>

/** A piece of a statement, for lists whose order and filters vary: tx.sql`… ${part`order by name`}`. */
export class Part {
  strings: TemplateStringsArray
  values: unknown[]
  constructor(strings: TemplateStringsArray, values: unknown[]) {
    this.strings = strings
    this.values = values
  }
}
export const part = (strings: TemplateStringsArray, ...values: unknown[]) => new Part(strings, values)

const names = new Map<string, string>()
const plain = new WeakMap<TemplateStringsArray, { text: string; name?: string }>()
/** Whether a statement may meet another connection than the one before it. */
export const isPooled = process.env.PGBOUNCER === '1'
const named = (text: string): { text: string; name?: string } => {
  if (isPooled) return { text }
  let name = names.get(text)
  if (!name) names.set(text, (name = `s${names.size}`))
  return { text, name }
}
function flatten(strings: TemplateStringsArray, values: unknown[], out: unknown[]): string {
  let text = strings[0] as string
  values.forEach((v, i) => {
    text += v instanceof Part ? flatten(v.strings, v.values, out) : `$${out.push(v)}`
    text += strings[i + 1]
  })
  return text
}
function statement(strings: TemplateStringsArray, values: unknown[]): Statement {
  if (values.some((v) => v instanceof Part)) {
    const flat: unknown[] = []
    const s = named(flatten(strings, values, flat))
    return { ...s, values: flat.map(jsonReady) }
  }
  let s = plain.get(strings)
  if (!s) plain.set(strings, (s = named(flatten(strings, values, []))))
  return { ...s, values: values.map(jsonReady) }
}
const jsonReady = (v: unknown) =>
  v !== null && typeof v === 'object' && !(v instanceof Date) && !(v instanceof Uint8Array) && !Array.isArray(v)
    ? JSON.stringify(v)
    : v

/** A statement as others are told of it: its text, in which values are numbers of places. */
function asking({ text }: Statement): Traced {
  const [, word = '', from = ''] = /^\s*(\w+)[\s\S]*?(?:\b(?:from|into|update|join)\s+([\w.]+)|$)/i.exec(text) ?? []
  return {
    kind: 'database',
    name: `${word.toLowerCase()} ${from}`.trim(),
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  }
}
function txOf(ask: Ask): Tx {
  const rows = async <T>(s: Statement, last?: boolean) =>
    (
      await traced(
        () => asking(s),
        () => ask(s, last),
      )
    ).rows as T[]
  return {
    sql: (strings, ...values) => rows(statement(strings, values)),
    first: async (strings, ...values) => (await rows<never>(statement(strings, values)))[0],
    last: (strings, ...values) => rows(statement(strings, values), true),
  }
}
/** Statements on a connection or a pool, each a transaction of its own unless the connection has begun one. */
export const asTx = (client: { query(s: Statement): Promise<{ rows: unknown[] }> }): Tx => txOf((s) => client.query(s))

/** A pool that outlives a killed or silent PostgreSQL: both error listeners and all timeouts are needed. */
export function openPool(url: string, max = 10, statementTimeout = PATIENCE): pg.Pool {
  // Waited for by the pool, although its types do not say so: a request's first question finds
  // prepared what every request asks.
  const onConnect = async (client: pg.ClientBase) => {
    for (const s of [BEGIN, settings(null), COMMIT]) if (s.name) await client.query(s)
  }
  const options = {
    connectionString: url,
    Client: DatabaseClient,
    max,
    pipeline: true,
    connectionTimeoutMillis: PATIENCE,
    statement_timeout: statementTimeout,
    // A database that fell silent does not end its statements by itself: nobody waits for it longer than this.
    query_timeout: statementTimeout + 3000,
    idle_in_transaction_session_timeout: 10_000,
    lock_timeout: PATIENCE - 1000,
    onConnect,
  }
  const pool = new pg.Pool(options)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Whom a transaction works for: a company, the platform's operator, or nobody (functions only). */
export type Scope =
  | { company_id: number; user_id?: number; acting_id?: number | null; key?: string }
  | { operator: true; company_id?: number; user_id?: number }
  | null

const BEGIN: Statement = { ...named('begin'), values: [] }
const COMMIT: Statement = { ...named('commit'), values: [] }
const SETTINGS = named(
  `select set_config('app.company_id', $1, true), set_config('app.user_id', $2, true),
    set_config('app.acting_id', $3, true), set_config('app.operator', $4, true),
    set_config('app.request_id', $5, true), set_config('app.key', $6, true)`,
)
function settings(scope: Scope): Statement {
  const id = (n: number | null | undefined) => (n ? String(Math.trunc(n)) : '')
  if (scope === null) return { ...SETTINGS, values: ['', '', '', '', requestId(), ''] }
  return {
    ...SETTINGS,
    values: [
      id(scope.company_id),
      id(scope.user_id),
      'acting_id' in scope ? id(scope.acting_id) : '',
      'operator' in scope ? '1' : '',
      requestId(),
      'key' in scope ? (scope.key ?? '') : '',
    ],
  }
}

/** Rows of `main`, sent without waiting for what stands before and after it. One that fails ends the transaction: what
 * follows in it is refused, and its commit takes everything back. Without a begin
 * nothing is seen: no company is set. */
async function together(
  client: pg.PoolClient,
  before: Statement[],
  main: Statement,
  after: Statement[],
): Promise<{ rows: unknown[] }> {
  // They leave in one piece: each by itself would cost a call of the system's here and one there.
  const { stream } = client.connection
  stream.cork()
  const asked = Promise.all([...before, main, ...after].map((s) => client.query(s)))
  stream.uncork()
  return (await asked)[before.length] as { rows: unknown[] }
}
/** A transaction that begins with its first question, on its way with it, and ends once. */
export function lazyTransaction(pool: pg.Pool, scope: Scope) {
  let taking: Promise<pg.PoolClient> | undefined
  let begun = false
  /** Why this connection is closed at the end. Its server takes no writes, and a new connection may lead to another. */
  let unfit: Error | undefined
  const ask: Ask = async (s, last = false) => {
    taking ??= pool.connect()
    const client = await taking
    if (begun && !last) return client.query(s)
    const before = begun ? [] : [BEGIN, settings(scope)]
    begun = true
    const result = await together(client, before, s, last ? [COMMIT] : [])
    if (last) {
      taking = undefined
      begun = false
      client.release()
    }
    return result
  }
  const tx = txOf((s, last) =>
    ask(s, last).catch((error: Error) => {
      if (sqlState(error) === READ_ONLY) unfit = error
      throw error
    }),
  )
  const end = async (word: 'commit' | 'rollback') => {
    const client = await taking?.catch(() => undefined)
    taking = undefined
    begun = false
    if (!client) return
    try {
      await client.query(word)
      client.release(unfit)
    } catch (error) {
      client.release(error as Error)
      if (word === 'commit') throw error
    }
  }
  return { tx, commit: () => end('commit'), rollback: () => end('rollback') }
}

async function within<T>(pool: pg.Pool, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const t = lazyTransaction(pool, scope)
  try {
    const result = await work(t.tx)
    await t.commit()
    return result
  } catch (error) {
    await t.rollback()
    throw error
  }
}
/** Runs `work` in one transaction that sees one company's rows only. */
export const inCompany = <T>(pool: pg.Pool, company_id: number, work: (tx: Tx) => Promise<T>) =>
  within(pool, { company_id }, work)
/** Runs `work` for the platform: rows of every company that the operator may see. */
export const acrossCompanies = <T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>) =>
  within(pool, { operator: true }, work)
/** How somebody who reads much asks: each question in a transaction of its own
 * (`inCompany`), or all in one snapshot. */
export type Asking = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
/**
 * A company as it stood at one moment, for reading that may take minutes at the pace of whoever
 * takes it. It has a connection of its own, because those of the pool are for requests; one that breaks, or whose
 * reader stops for two minutes, fails the next question. Only `close` gives it back.
 */
export async function openSnapshot(url: string, company_id: number): Promise<{ tx: Tx; close: () => Promise<void> }> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  const close = () => client.end().catch(() => {})
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read, read only')
    // Of the transaction, not of the connection: a pooler takes no settings of its clients'.
    await client.query(
      "select set_config('statement_timeout', '30s', true), set_config('idle_in_transaction_session_timeout', '2min', true)",
    )
    await client.query(settings({ company_id }))
  } catch (error) {
    await close()
    throw error
  }
  return { tx: asTx(client), close }
}
/** Whether the database has its tables and takes writes. A connection to one that does not is closed: a new one may lead
 * to another server. */
export async function takesWrites(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  let ok = false
  try {
    await client.query('select 1 from companies limit 1')
    ok = !(await isReadOnly(client))
  } finally {
    client.release(!ok)
  }
  return ok
}
/** Runs one statement outside any company: the app.* functions that look sessions and accounts up. */
export const withoutCompany = (pool: pg.Pool): Tx => asTx(pool)

/** LIKE text in which % and _ are themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`)
/** PostgreSQL's error code, when `error` came from it. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : ((error as { code?: string } | null)?.code ?? undefined)
