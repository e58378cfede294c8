// What a plan looks like to a person: counts, the first rows of each kind, old → new. Everything in it is short.
import type { Cell } from '#shared/cell.ts'
import { CLIENT_COLUMNS, type ClientField, type Field, labelOf, ORDER_COLUMNS, type OrderField } from '../columns.ts'
import type { Preview } from '../contract.ts'
import type { ClientValues, PastLine, Values } from '../kinds.ts'
import { type RowIssue, showValue, type Table } from '../rules.ts'
import { HEAD } from '../headers.ts'
import type { ClientPlan } from './clients.ts'
import type { HistoryPlan } from './history.ts'
import { comingOf, type Plan } from './plan.ts'
import type { Sheet } from './read.ts'

/** Rows of each kind that a preview shows; the counts are whole. */
const SHOWN = 300
/** Letters of a value that it shows. */
const LETTERS = 300

interface AnyPlan<V> {
  table: Table<V>
  issues: RowIssue[]
  rows: { draft: { row: number; values: V }; result: Preview['rows'][number]['result']; was: object; now: object }[]
}
/** What a row is called, and how a change of one of its fields reads. */
interface Describe<V> {
  code: (v: V) => string
  name: (v: V) => string
  label: (field: string) => string
}
const describeProduct: Describe<Values> = {
  code: (v) => v.code ?? '',
  name: (v) => v.name ?? '',
  label: (f) => labelOf(f as Field),
}
const describeClient: Describe<ClientValues> = {
  code: (v) => v.client_code || v.document || '',
  name: (v) => v.company_name || v.name || '',
  label: (f) =>
    ({ address: 'Endereço', seller_id: 'Vendedor', active: 'Pode comprar' })[f] ??
    CLIENT_COLUMNS[f as ClientField]?.header ??
    f,
}
const describeLine: Describe<PastLine> = {
  code: (v) => v.code,
  name: (v) => `${v.order} · ${v.client}`,
  label: (f) => ORDER_COLUMNS[f as OrderField]?.header ?? f,
}
function previewOf<V extends object>(p: AnyPlan<V>, sheet: Sheet, d: Describe<V>) {
  const counts = { new: 0, changed: 0, same: 0, refused: 0 }
  for (const r of p.rows) counts[r.result]++
  const byRow = Map.groupBy(p.issues, (i) => i.row)
  const shown = { new: 0, changed: 0, same: 0, refused: 0 }
  const text = (c: Cell | undefined) => String(c ?? '').slice(0, 60)
  const read = (field: string, value: unknown) =>
    (value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.values(value).filter(Boolean).join(', ')
      : showValue(field, value)
    ).slice(0, LETTERS)
  const lines = sheet.rows
    .slice(0, HEAD)
    .map((r, i) => ({ row: i + 1, text: r.map(text).filter(Boolean).slice(0, 6).join(' · ') }))
  return {
    file: {
      what: sheet.what,
      tabs: sheet.tabs,
      tab: sheet.tab,
      header_row: p.table.headerRow,
      lines: lines.filter((l) => l.text),
    },
    columns: p.table.header.map((h, i) => ({
      header: text(h),
      field: p.table.columns[i] ?? null,
      samples: samplesOf(sheet.rows, p.table.headerRow, i).map(text),
    })),
    missing:
      p.rows.length === 0 ? p.issues.filter((i) => i.message.startsWith('Falta a coluna')).map((i) => i.column) : [],
    counts,
    rows: p.rows
      .filter((r) => shown[r.result]++ < SHOWN)
      .map((r) => ({
        row: r.draft.row,
        result: r.result,
        code: d.code(r.draft.values).slice(0, LETTERS),
        name: d.name(r.draft.values).slice(0, LETTERS),
        changes:
          r.result === 'changed'
            ? Object.keys(r.now).map((f) => ({
                field: d.label(f),
                was: read(f, (r.was as Record<string, unknown>)[f]),
                now: read(f, (r.now as Record<string, unknown>)[f]),
              }))
            : [],
        issues: byRow.get(r.draft.row) ?? [],
      })),
  }
}
/** The first values of a column; an empty one is not looked through to its end. */
function samplesOf(rows: Cell[][], from: number, column: number): Cell[] {
  const found: Cell[] = []
  for (let i = from; i < rows.length && i < from + 200 && found.length < 3; i++) {
    const cell = rows[i]?.[column]
    if (cell !== null && cell !== undefined && cell !== '') found.push(cell)
  }
  return found
}
/** Only products are limited by the plan, and only they make categories. */
export const previewProducts = (p: Plan, sheet: Sheet): Preview => ({
  ...previewOf(p, sheet, describeProduct),
  categories: p.categories.slice(0, 100),
  room: p.room,
  coming: comingOf(p.rows),
})
export const previewClients = (p: ClientPlan, sheet: Sheet): Preview => ({
  ...previewOf(p, sheet, describeClient),
  categories: [],
  room: 0,
  coming: 0,
})
export const previewHistory = (p: HistoryPlan, sheet: Sheet): Preview => ({
  ...previewOf(p, sheet, describeLine),
  categories: [],
  room: 0,
  coming: 0,
})
