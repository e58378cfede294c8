// The database as features see it: a transaction of one company, and a tagged template for SQL.
import pg from 'pg'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, String)
pg.types.setTypeParser(pg.types.builtins.DATE, String)

type Row = Record<string, unknown>
export interface Tx {
  /** Rows of a statement. Each call site is prepared once per connection. */
  sql<T = Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T[]>
  /** The first row, or undefined. */
  first<T = Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T | undefined>
}
interface Client {
  query(q: { text: string; values: unknown[]; name?: string }): Promise<{ rows: unknown[] }>
}

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
const plain = new WeakMap<TemplateStringsArray, { text: string; name: string }>()
const named = (text: string) => {
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
function statement(strings: TemplateStringsArray, values: unknown[]) {
  if (values.some((v) => v instanceof Part)) {
    const flat: unknown[] = []
    return { ...named(flatten(strings, values, flat)), values: flat }
  }
  let s = plain.get(strings)
  if (!s) plain.set(strings, (s = named(flatten(strings, values, []))))
  return { ...s, values }
}
const jsonReady = (v: unknown) => (v !== null && typeof v === 'object' && !(v instanceof Date) && !(v instanceof Uint8Array) && !Array.isArray(v) ? JSON.stringify(v) : v)

const namedStatements = process.env.PGBOUNCER !== '1'
export function asTx(client: Client): Tx {
  const sql = async <T>(strings: TemplateStringsArray, ...values: unknown[]) => {
    const s = statement(strings, values)
    const result = await client.query({ text: s.text, values: s.values.map(jsonReady), ...(namedStatements && { name: s.name }) })
    return result.rows as T[]
  }
  return { sql, first: async (strings, ...values) => (await sql<never>(strings, ...values))[0] }
}

/** A pool that outlives a killed PostgreSQL: both error listeners and both timeouts are needed. */
export function openPool(url: string, max = 10, statementTimeout = 5000): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 10_000,
    lock_timeout: 4000,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Whom a transaction works for: a company, the platform's operator, or nobody (functions only). */
export type Scope = { company_id: number; user_id?: number; acting_id?: number | null } | { operator: true; company_id?: number; user_id?: number } | null

const begin = (scope: Scope) => {
  if (scope === null) return 'begin'
  const company = scope.company_id === undefined ? '' : `select set_config('app.company_id', '${Math.trunc(scope.company_id)}', true);`
  const user = scope.user_id === undefined ? '' : `select set_config('app.user_id', '${Math.trunc(scope.user_id)}', true);`
  const acting = 'acting_id' in scope && scope.acting_id ? `select set_config('app.acting_id', '${Math.trunc(scope.acting_id)}', true);` : ''
  return `begin;${company}${user}${acting}${'operator' in scope ? "select set_config('app.operator', '1', true);" : ''}`
}

/** A transaction that begins with its first question and ends once. */
export function lazyTransaction(pool: pg.Pool, scope: Scope) {
  let client: pg.PoolClient | undefined
  let opening: Promise<Tx> | undefined
  const open = async (): Promise<Tx> => {
    client = await pool.connect()
    await client.query(begin(scope))
    return asTx(client)
  }
  const ready = () => {
    opening ??= open()
    return opening
  }
  const tx: Tx = {
    sql: async (strings, ...values) => (await ready()).sql(strings, ...values),
    first: async (strings, ...values) => (await ready()).first(strings, ...values),
  }
  const end = async (word: 'commit' | 'rollback') => {
    if (opening) await opening.catch(() => {})
    const c = client
    if (!c) return
    client = undefined
    try {
      await c.query(word)
      c.release()
    } catch (error) {
      c.release(error as Error)
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
export const inCompany = <T>(pool: pg.Pool, company_id: number, work: (tx: Tx) => Promise<T>) => within(pool, { company_id }, work)
/** Runs `work` for the platform: rows of every company that the operator may see. */
export const acrossCompanies = <T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>) => within(pool, { operator: true }, work)
/** Runs one statement outside any company: the app.* functions that look sessions and accounts up. */
export const withoutCompany = (pool: pg.Pool): Tx => asTx(pool as unknown as Client)

/** LIKE text in which % and _ are themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (c) => `\\${c}`)
/** PostgreSQL's error code, when `error` came from it. */
export const sqlState = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : ((error as { code?: string } | null)?.code ?? undefined))
