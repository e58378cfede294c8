// From cells to products: what is wrong with a row, what it would change.
import { fold } from '#features/products/search.ts'
import { formatCents, parseCents } from '#shared/money.ts'
import { type Cell, type Field, labelOf, recognise } from './columns.ts'

export interface RowIssue {
  /** 1 is the header, as the spreadsheet counts. */
  row: number
  column: string
  message: string
}
/** One row as a product: the values of the columns that the sheet has. */
export interface Draft {
  row: number
  values: Values
}
export interface Values {
  name?: string
  code?: string
  code_2?: string
  reference?: string
  ean?: string
  price?: number | null
  price2?: number | null
  price3?: number | null
  price_promo?: number | null
  description?: string
  additional_text?: string
  tags?: string[]
  order?: number
  active?: boolean
  stock?: number | null
  min_quantity?: number
  multiple?: number
  category?: string[]
}
export type Repeated = 'refuse' | 'first' | 'last'
export interface Table {
  header: Cell[]
  columns: (Field | null)[]
  /** Row number of the header. */
  headerRow: number
  drafts: Draft[]
}
const words = (c: Cell | undefined) => (c === null || c === undefined ? '' : String(c).trim())
const LENGTHS: Partial<Record<Field, number>> = { name: 160, code: 40, code_2: 40, reference: 40, ean: 20, description: 5000, additional_text: 5000 }

/** The cells of a row by field; what is wrong goes to `issues`, all of it. */
function readRow(row: number, cells: Cell[], columns: (Field | null)[], issues: RowIssue[]): Draft {
  const values: Record<string, unknown> = {}
  columns.forEach((field, at) => {
    if (field) values[field] = readCell(field, cells[at] ?? null, (message) => issues.push({ row, column: labelOf(field), message }))
  })
  return { row, values: values as Values }
}
function readCell(field: Field, cell: Cell, issue: (message: string) => void): unknown {
  const text = words(cell)
  switch (field) {
    case 'price':
    case 'price2':
    case 'price3':
    case 'price_promo': {
      if (text === '') return null
      const c = typeof cell === 'number' ? parseCents(Math.round(cell * 100) / 100) : parseCents(text.replace(/^R\$\s*/, ''))
      if (c === null || c < 0 || c > 999_999_999) issue(`“${text.slice(0, 30)}” não é um preço. Ex.: 12,90.`)
      return field === 'price_promo' && c === 0 ? null : c
    }
    case 'stock':
    case 'order':
    case 'min_quantity':
    case 'multiple': {
      if (text === '') return field === 'stock' ? null : field === 'order' ? 0 : 1
      const n = Number(text.replace(',', '.'))
      const least = field === 'stock' ? -999_999_999 : field === 'order' ? 0 : 1
      if (!Number.isInteger(n) || n < least || n > 999_999_999) issue(`“${text.slice(0, 30)}” não é um número inteiro válido.`)
      return n
    }
    case 'active':
      return !['0', 'nao', 'inativo', 'false', 'n'].includes(fold(text))
    case 'tags':
      return text
        .split(',')
        .map((t) => t.trim())
        .filter(Boolean)
        .slice(0, 30)
    case 'category':
      return text
        .split(/[;|]/)
        .map((c) => c.trim())
        .filter(Boolean)
    default: {
      if (text.length > (LENGTHS[field] ?? 5000)) issue(`Texto longo demais: no máximo ${LENGTHS[field]} letras.`)
      if (field === 'name' && text.length < 2) issue('Informe um nome com pelo menos 2 letras.')
      return text
    }
  }
}
/** The table of a sheet: rows without empty ones. `need` columns that are missing, and codes that come twice, are issues. */
export function readTable(rows: Cell[][], issues: RowIssue[], options: { mapping?: (Field | null)[] | undefined; need: Field[]; repeated?: Repeated | undefined }): Table {
  const start = Math.max(
    0,
    rows.findIndex((r) => r.some((c) => words(c) !== '')),
  )
  const header = rows[start] ?? []
  const columns = options.mapping ?? recognise(header)
  const table: Table = { header, columns, headerRow: start + 1, drafts: [] }
  for (const field of options.need) if (!columns.includes(field)) issues.push({ row: start + 1, column: labelOf(field), message: `Falta a coluna ${labelOf(field)}.` })
  if (issues.length) return table
  const seen = new Map<string, number>()
  const replaced = new Set<number>()
  for (let i = start + 1; i < rows.length; i++) {
    const cells = rows[i] as Cell[]
    if (!cells.some((c) => words(c) !== '')) continue
    const mine: RowIssue[] = []
    const draft = readRow(i + 1, cells, columns, mine)
    const key = (draft.values.code ?? '').toLowerCase()
    const before = key ? seen.get(key) : undefined
    if (before !== undefined && options.repeated === 'first') continue
    if (before !== undefined && options.repeated === 'last') {
      replaced.add(before)
    } else if (before !== undefined) mine.push({ row: i + 1, column: 'Código', message: `O código ${draft.values.code} já está na linha ${before}.` })
    if (key) seen.set(key, i + 1)
    issues.push(...mine)
    table.drafts.push(draft)
  }
  if (replaced.size) table.drafts = table.drafts.filter((d) => !replaced.has(d.row))
  if (table.drafts.length === 0 && issues.length === 0) issues.push({ row: 1, column: '', message: 'A planilha não tem nenhuma linha preenchida.' })
  return table
}
/** How a value reads in a table of changes. */
export function showValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (Array.isArray(value)) return value.join(field === 'category' ? '; ' : ', ')
  return typeof value === 'number' && field.startsWith('price') ? formatCents(value) : String(value)
}
