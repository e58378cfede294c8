// Faults in the database's own functions: put into the template that each test clones, and taken out again.
import pg from 'pg'
import { dropDatabases, NO_DISK, testDatabases } from '../../test/database.ts'
import type { Fault } from './faults.ts'

export interface SqlFunction {
  name: string
  /** As PostgreSQL writes it. */
  source: string
  /** PostgreSQL puts a short one into the asking statement, where nobody counts it. */
  inlined: boolean
}
const SWAPS: [RegExp, string[]][] = [
  [/<>|!=/g, ['=']],
  [/(?<![<>:=!])<=(?!>)/g, ['<', '>']],
  [/>=/g, ['>', '<']],
  [/(?<![<>:=!|\w-])\s=\s/g, [' <> ']],
  [/\s<\s/g, [' <= ', ' >= ']],
  [/\s>\s/g, [' >= ', ' <= ']],
  [/\s\+\s/g, [' - ']],
  [/\s-\s/g, [' + ']],
  [/\s\*\s(?!from)/g, [' + ']],
  [/\band\b/gi, ['or']],
  [/\bor\b(?! replace)/gi, ['and']],
  [/\bis not null\b/gi, ['is null']],
  [/\bis null\b/gi, ['is not null']],
  [/\bnot (?=[\w(])(?!null|exists|matched|in\b|distinct|found)/gi, ['']],
  [/\bnot exists\b/gi, ['exists']],
  [/\bgreatest\(/gi, ['least(']],
  [/\bleast\(/gi, ['greatest(']],
  [/\btrue\b/gi, ['false']],
  [/\bfalse\b/gi, ['true']],
  [/\bfor (?:no key )?update\b(?! of)/gi, ['']],
  [/(?<=\bif )[^;]+?(?= then\b)/gi, ['false', 'true']],
  [/\braise exception [^;]+;/gi, ['']],
  [/(?<![\w$'.])\d+(?![\w'.])/g, ['+1']],
]
/** What is text or remark there, and what is the same for the asker whatever stands there: nothing in it decides. */
const QUIET = /--[^\n]*|current_setting\([^)]*\)|\b(?:select|perform) 1(?= from)|\blimit 1\b|'(?:[^']|'')*'/g

export function sqlFaultsOf(source: string): Fault[] {
  const body = source.indexOf('AS $')
  const quiet = [...source.matchAll(QUIET)].map((m) => [m.index, m.index + m[0].length] as const)
  const found: Fault[] = []
  for (const [what, others] of SWAPS)
    for (const m of source.matchAll(what)) {
      const [start, end] = [m.index, m.index + m[0].length]
      if (start < body || quiet.some(([from, to]) => start >= from && start < to)) continue
      for (const other of others) {
        const text = other === '+1' ? String(Number(m[0]) + 1) : other
        const from = source.lastIndexOf('\n', start) + 1
        const to = source.indexOf('\n', end) < 0 ? source.length : source.indexOf('\n', end)
        const shown = (s: string) => s.replace(/\s+/g, ' ').trim()
        found.push({
          start,
          end,
          text,
          line: source.slice(0, start).split('\n').length,
          before: shown(source.slice(from, to)),
          after: shown(source.slice(from, start) + text + source.slice(end, to)),
        })
      }
    }
  return found.sort((a, b) => a.start - b.start)
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
