// Faults in the database's own functions: put into the template that each test clones, and taken out again.
import pg from 'pg'
import { dropDatabases, NO_DISK, testDatabases } from '../../test/database.ts'

export interface SqlFunction {
  name: string
  /** As PostgreSQL writes it. */
  source: string
  /** PostgreSQL puts a short one into the asking statement, where nobody counts it. */
  inlined: boolean
}
async function asked<T>(url: string, ask: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    return await ask(db)
  } finally {
    // The template can be cloned while nobody is in it.
    await db.end()
  }
}
export const sqlFunctions = (template: string) =>
  asked(template, async (db) => {
    const { rows } = await db.query<SqlFunction>(
      `select p.proname as name, pg_get_functiondef(p.oid) as source,
          l.lanname = 'sql' and not p.prosecdef as inlined
        from pg_proc p join pg_language l on l.oid = p.prolang
        where p.pronamespace = 'app'::regnamespace and p.prokind = 'f' and l.lanname in ('sql', 'plpgsql')
        order by 1, p.oid`,
    )
    return rows
  })
/** Whether PostgreSQL takes it: what it does not even understand is no fault that anybody could ship. */
export const putFunction = (template: string, source: string) =>
  asked(template, (db) =>
    db.query(source).then(
      () => true,
      () => false,
    ),
  )
/** The functions that the tests' databases have run, and these databases gone. */
export async function calledFunctions(url: (database: string) => string, admin: string): Promise<string[]> {
  const names = await asked(admin, testDatabases)
  const called = new Set<string>()
  for (const name of names) {
    const found = await asked(url(name), (db) =>
      db.query<{ funcname: string }>("select distinct funcname from pg_stat_user_functions where schemaname = 'app'"),
    ).catch((error: { code?: string }) => {
      // Half dropped, when a run before was ended.
      if (error.code !== '55000') throw error
    })
    for (const { funcname } of found?.rows ?? []) called.add(funcname)
  }
  await asked(admin, (db) => dropDatabases(db, names))
  return [...called].sort()
}
/** Functions are counted as they run. */
export const SETTINGS = { track_functions: 'all', ...NO_DISK }
