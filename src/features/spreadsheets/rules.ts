// From cells to products: what is wrong with a row, what it would change.
import { formatCents } from '#shared/money.ts'
import { joinTags } from '#shared/tags.ts'
import { type Cell, EMPTY_RESULT } from '#shared/cell.ts'
import { problemFinder } from './cell-problems.ts'
import type { Field } from './columns.ts'
import { guessHeader, recognise } from './headers.ts'
import { type Kind, type Values, words } from './kinds.ts'

export interface RowIssue {
  /** 1 is the header, as the spreadsheet counts. */
  row: number
  column: string
  message: string
}
/** One row: the values of the columns that the sheet has. */
export interface Draft<V = Values> {
  row: number
  values: V
  /** Fields whose cell has a formula with an empty result: they read as empty and must not erase anything. Absent: none. */
  emptyFormulas?: string[]
  /** Its code or whom it names cannot be read, so that it may be any that is stored. Absent: it can. */
  unnamed?: true
}
export type Repeated = 'refuse' | 'first' | 'last'
export interface Table<V = Values> {
  header: Cell[]
  columns: (string | null)[]
  /** Row number of the header. */
  headerRow: number
  drafts: Draft<V>[]
}
export interface TableOptions<F> {
  /** Field of each column, as a person chose; absent: by the headers. */
  mapping?: (string | null)[] | undefined
  /** Field of a column by its header, '' leaves it out; the others are recognised. */
  named?: Record<string, string> | undefined
  /** Index of the row with the headers; absent: guessed. */
  header?: number | undefined
  need: F[]
  repeated?: Repeated | undefined
  /** Which column stands in for one that is missing. */
  instead?: ((columns: (F | null)[]) => (F | null)[]) | undefined
}
/** A list of new products without a name column, but with prices: what it calls "descrição"
 * is the name, as ERPs have it. */
export const descriptionIsName = (columns: (Field | null)[]): (Field | null)[] =>
  columns.includes('name') || !columns.includes('price')
    ? columns
    : columns.map((f) => (f === 'description' ? 'name' : f))
/** Columns beyond these are nobody's. */
const MOST_COLUMNS = 200
/** The table of a sheet: rows without empty ones. `need` columns that are missing, and keys
 * that come twice, are issues. */
export function readTable<F extends string, V extends object>(
  kind: Kind<F, V>,
  rows: Cell[][],
  issues: RowIssue[],
  options: TableOptions<F>,
): Table<V> {
  const start = Math.min(options.header ?? guessHeader(rows, kind.columns), Math.max(0, rows.length - 1))
  const header = (rows[start] ?? []).slice(0, MOST_COLUMNS)
  const columns = options.mapping
    ? (options.mapping.map((f) => (f !== null && f in kind.columns ? f : null)) as (F | null)[])
    : chosen(
        header,
        (options.instead ?? ((same) => same))(recognise(header, kind.columns)),
        kind.columns,
        options.named,
      )
  const table: Table<V> = { header, columns, headerRow: start + 1, drafts: [] }
  const label = (f: F) => kind.columns[f].header
  for (const field of options.need)
    if (!columns.includes(field))
      issues.push({ row: start + 1, column: label(field), message: `Falta a coluna ${label(field)}.` })
  if (issues.length) return table
  const thing = kind.keyLabel === 'Código' ? 'O código' : 'O cliente'
  const seen = new Map<string, number>()
  const replaced = new Set<number>()
  const wrong: RowIssue[] = []
  const problemOf = problemFinder(kind, rows.slice(start + 1), columns)
  for (let i = start + 1; i < rows.length; i++) {
    const cells = rows[i] as Cell[]
    if (!cells.some((c) => words(c) !== '')) continue
    const mine: RowIssue[] = []
    const values: Record<string, unknown> = {}
    const emptyFormulas: string[] = []
    let unnamed: true | undefined
    columns.forEach((field, at) => {
      if (!field) return
      const issue = (message: string) => mine.push({ row: i + 1, column: label(field), message })
      const cell = cells[at] ?? null
      const problem = problemOf(cell, at)
      if (problem) issue(problem)
      if (cell === EMPTY_RESULT) emptyFormulas.push(field)
      if ((problem || cell === EMPTY_RESULT) && label(field) === kind.keyLabel) unnamed = true
      const value = problem ? kind.read(field, null, () => {}) : kind.read(field, cell, issue)
      if (value !== undefined) values[field] = value
    })
    const draft: Draft<V> = {
      row: i + 1,
      values: values as V,
      ...(emptyFormulas.length > 0 && { emptyFormulas }),
      ...(unnamed && { unnamed }),
    }
    const key = kind.key(draft.values)
    const before = seen.get(key)
    if (before !== undefined && options.repeated === 'first') continue
    if (before !== undefined && options.repeated === 'last') replaced.add(before)
    else if (before !== undefined)
      mine.push({
        row: i + 1,
        column: kind.keyLabel,
        message: `${thing} ${key.slice(0, 60)} já está na linha ${before}.`,
      })
    if (key) seen.set(key, i + 1)
    wrong.push(...mine)
    table.drafts.push(draft)
  }
  table.drafts = table.drafts.filter((d) => !replaced.has(d.row))
  for (const issue of wrong) if (!replaced.has(issue.row)) issues.push(issue)
  if (table.drafts.length === 0)
    issues.push({ row: 1, column: '', message: 'A planilha não tem nenhuma linha preenchida.' })
  return table
}
/** What was chosen by name stands over what was recognised; a field is in one column only. */
function chosen<F extends string>(
  header: Cell[],
  columns: (F | null)[],
  known: Record<F, unknown>,
  named: Record<string, string> = {},
): (F | null)[] {
  const by = header.map((h) => named[words(h)])
  return columns.map((field, i) => {
    const mine = by[i]
    if (mine !== undefined) return mine in known ? (mine as F) : null
    return field !== null && by.includes(field) ? null : field
  })
}
/** How a value reads in a table of changes. */
export function showValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return field === 'category' ? value.join('; ') : joinTags(value as string[])
  return typeof value === 'number' && field.startsWith('price') ? formatCents(value) : String(value)
}
