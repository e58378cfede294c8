// Asks the database's own functions by themselves: what they answer, and again after each single thing that may change it.
import assert from 'node:assert/strict'
import pg from 'pg'
import { superUrl } from './database.ts'
import { aCompany, aPerson, type Company, startTestApp, type TestApp } from './kit.ts'

export const NOW = "timestamptz '2026-11-24T15:00:00Z'"
/** Whole days and seconds beside now. */
export const at = (more: string) => `${NOW} + interval '${more}'`

/** What a question answers, each row as its values. */
async function says(db: pg.Client, question: string): Promise<unknown[]> {
  const { rows } = await db.query({ text: question, rowMode: 'array' })
  return rows.map((r: unknown[]) => (r.length === 1 ? r[0] : r))
}
/** What no row may be is tried as well: one wall is no reason for the next to have a gap. */
const withoutWalls = (db: pg.Client) =>
  db.query(`do $$ declare w record; begin
    for w in select conrelid::regclass as tbl, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace loop
      execute format('alter table %s drop constraint %I', w.tbl, w.conname);
    end loop; end $$`)
type Expected = unknown[] | RegExp
/** Tries a question on what is there, and again after each change, each taken back. Triggers are asleep unless asked for. */
const decider =
  (db: pg.Client) =>
  async (
    question: string,
    setup: string[],
    is: Expected,
    when: [change: string, is: Expected][] = [],
    { triggers = false } = {},
  ) => {
    await db.query('begin')
    try {
      if (!triggers) await db.query('set local session_replication_role = replica')
      await db.query("select set_config('app.operator', '1', true)")
      for (const s of setup) await db.query(s)
      const wrong: unknown[] = []
      for (const [change, expected] of [['', is] as [string, Expected], ...when]) {
        await db.query('savepoint here')
        if (change) await db.query(change)
        const got = await says(db, question).catch((e: Error) => e.message)
        await db.query('rollback to savepoint here')
        const good =
          expected instanceof RegExp ? expected.test(String(got)) : JSON.stringify(got) === JSON.stringify(expected)
        if (!good) wrong.push({ change, got, expected })
      }
      assert.deepEqual(wrong, [])
    } finally {
      await db.query('rollback')
    }
  }
export const gone = (tbl: string, where: string) => `update ${tbl} set deleted_at = ${NOW} where ${where}`
/** Works in a company, as somebody. */
export const inside = (company: number, user = 0) =>
  `select set_config('app.company_id', '${company}', true), set_config('app.user_id', '${user || ''}', true)`
/** Nobody operates. */
export const NOBODY = "select set_config('app.operator', '', true)"

/** Two companies and an operator, in a database of their own that has no checks. */
export interface Ground {
  t: TestApp
  c: Company
  other: Company
  operator: { id: number }
  decides: ReturnType<typeof decider>
  close(): Promise<void>
}
export async function ground(): Promise<Ground> {
  const t = await startTestApp()
  const [c, other] = [await aCompany(t), await aCompany(t)]
  const operator = await aPerson(t, null, 0)
  const db = new pg.Client({ connectionString: superUrl(t) })
  await db.connect()
  await withoutWalls(db)
  const close = async () => {
    await db.end()
    await t.close()
  }
  return { t, c, other, operator, decides: decider(db), close }
}
