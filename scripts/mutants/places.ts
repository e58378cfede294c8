// Where faults are put in, by group: sources of the program, of the browser, and functions of the database.
import { globSync, readFileSync } from 'node:fs'
import type { Fault } from './fault.ts'
import { faultsOf } from './faults.ts'
import type { SqlFunction } from './sql.ts'
import { sqlFaultsOf } from './sql-faults.ts'

export const GROUPS = ['rules', 'prices', 'routes', 'queries', 'browser', 'functions'] as const
type Group = (typeof GROUPS)[number]
export interface Place {
  group: Group
  /** Path of the source, or `sql app.name`. */
  name: string
  source: string
  faults: Fault[]
  sql?: SqlFunction
}
/** Beside the rules: what was taken out of them, or decides as they do. Not what finds (search, pad/shelf, pad/paste). */
const BESIDE = `carts/buyer carts/desk carts/way companies/turns orders/form orders/quote orders/signature orders/status
  orders/told pad/amount pad/grid pad/pasted products/prices products/quantity products/seen subscriptions/pix`
const sources = (...patterns: string[]) => globSync(patterns, { exclude: ['**/*.test.{ts,tsx}', '**/*.d.ts'] }).sort()
const FILES: Record<Exclude<Group, 'functions'>, string[]> = {
  rules: [...sources('src/features/**/rules.ts'), ...BESIDE.split(/\s+/).map((name) => `src/features/${name}.ts`)],
  prices: [
    'src/features/orders/server/pricing.ts',
    'src/features/readers/server/projection.ts',
    'src/server/serve.ts',
    'src/server/session.ts',
  ],
  routes: sources('src/features/*/server/**/routes*.ts'),
  queries: sources('src/features/*/server/**/queries*.ts'),
  browser: sources('src/{web,shell}/**/*.{ts,tsx}', 'src/features/*/web/**/*.{ts,tsx}'),
}
export const SOURCES: readonly string[] = Object.values(FILES).flat()

export function placesOf(functions: readonly SqlFunction[]): Place[] {
  const files = Object.entries(FILES).flatMap(([group, names]) =>
    names.map((name) => {
      const source = readFileSync(name, 'utf8')
      return { group: group as Group, name, source, faults: faultsOf(source, name) }
    }),
  )
  const sql = functions.map((f) => ({
    group: 'functions' as const,
    name: `sql app.${f.name}`,
    source: f.source,
    faults: sqlFaultsOf(f.source),
    sql: f,
  }))
  return [...files, ...sql]
}
