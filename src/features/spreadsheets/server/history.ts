// Orders from before by spreadsheet, one row per line: so that "repetir" works on the first day.
import { logAs, quiet } from '#features/logs/server/index.ts'
import { passesMost } from '#features/orders/rules.ts'
import { addPastOrders, findPastReferences, type PastOrder } from '#features/orders/server/index.ts'
import { fold } from '#features/products/search.ts'
import { keepUndo } from '#features/undos/server/index.ts'
import { type ClientRow, findClientRows, findMergedCards } from '#features/users/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { Actor } from '#server/session.ts'
import { bareDocument } from '#shared/documents.ts'
import { phoneDigits } from '#shared/phone.ts'
import type { Cell } from '#shared/cell.ts'
import { EMPTY_FORMULA } from '../cell-problems.ts'
import { ORDER_COLUMNS, type OrderField } from '../columns.ts'
import { ORDERS, type PastLine } from '../kinds.ts'
import { type Draft, readTable, type RowIssue, type Table } from '../rules.ts'
import { keysOf, mergedInto } from './clients.ts'
import type { Asked } from './plan.ts'
import { findSold } from './queries.ts'

interface PlannedLine {
  draft: Draft<PastLine>
  result: 'new' | 'changed' | 'same' | 'refused'
  was: object
  now: object
}
export interface HistoryPlan {
  table: Table<PastLine>
  issues: RowIssue[]
  rows: PlannedLine[]
  orders: PastOrder[]
}
const NEEDS: OrderField[] = ['order', 'date', 'client', 'code', 'quantity']
const ROWS_AT_ONCE = 1000

/** An order with one wrong line is refused whole: half an order would be a wrong one. */
export async function planHistory(tx: Tx, cells: Cell[][], asked: Asked): Promise<HistoryPlan> {
  const issues: RowIssue[] = []
  const table = readTable(ORDERS, cells, issues, { mapping: asked.mapping, header: asked.header, need: NEEDS })
  if (issues.some((i) => i.row === table.headerRow)) return { table, issues, rows: [], orders: [] }
  const bad = new Set(issues.map((i) => i.row))
  const refuse = (row: number, field: OrderField, message: string) => {
    issues.push({ row, column: ORDER_COLUMNS[field].header, message })
    bad.add(row)
  }
  const stored = await findClientRows(tx)
  const clientOf = clientFinder(stored, mergedInto(stored, await findMergedCards(tx)))
  const codes = [...new Set(table.drafts.map((d) => d.values.code.toLowerCase()))]
  const sold = new Map((await findSold(tx, codes)).map((s) => [s.code.toLowerCase(), s]))
  const groups = Map.groupBy(table.drafts, (d) => d.values.order)
  const before = await findPastReferences(tx, [...groups.keys()])
  const orders: PastOrder[] = []
  const rows: PlannedLine[] = []
  for (const [reference, drafts] of groups) {
    const first = drafts[0] as Draft<PastLine>
    const client = clientOf(first.values.client)
    const lines: PastOrder['lines'] = []
    for (const d of drafts) {
      const { values: v } = d
      const product = sold.get(v.code.toLowerCase())
      if (bad.has(d.row)) continue
      if (!client) refuse(d.row, 'client', `Não há cliente com ${v.client}. Traga os clientes antes.`)
      else if (v.client !== first.values.client || v.date !== first.values.date)
        refuse(d.row, 'order', `O pedido ${reference} tem outra data ou outro cliente na linha ${first.row}.`)
      else if (!product) refuse(d.row, 'code', `Não existe produto com o código ${v.code}.`)
      else if (d.emptyFormulas?.includes('price')) refuse(d.row, 'price', EMPTY_FORMULA)
      else {
        const { price, ...item } = product
        lines.push({ ...item, code: product.code, quantity: v.quantity, unit_price: v.price ?? price ?? 0 })
      }
    }
    if (passesMost(lines)) refuse(first.row, 'order', `O pedido ${reference} passa de 999.999.999,99.`)
    const wrong = drafts.find((d) => bad.has(d.row))
    const result = wrong ? 'refused' : before.has(reference) ? 'same' : 'new'
    if (wrong)
      for (const d of drafts)
        if (!bad.has(d.row))
          refuse(d.row, 'order', `O pedido ${reference} fica de fora por causa da linha ${wrong.row}.`)
    rows.push(...drafts.map((draft) => ({ draft, result, was: {}, now: {} }) as PlannedLine))
    if (result === 'new' && client) orders.push({ reference, client, day: first.values.date, lines })
  }
  rows.sort((a, b) => a.draft.row - b.draft.row)
  return { table, issues, rows, orders }
}
/** A client by code, document, phone, e-mail or name; nobody when two answer. */
function clientFinder(
  rows: ClientRow[],
  merged: ReturnType<typeof mergedInto>,
): (word: string) => ClientRow | undefined {
  const index = new Map<string, ClientRow | null>()
  for (const c of rows) {
    const names = [c.name, c.company_name].filter(Boolean).map((name) => `n${fold(name)}`)
    for (const w of new Set([...keysOf(c), ...names])) index.set(w, index.has(w) && index.get(w) !== c ? null : c)
  }
  return (word) => {
    const keys = [
      `c${word.toLowerCase()}`,
      ...keysOf({ document: bareDocument(word), phone: phoneDigits(word), email: word }),
      `n${fold(word)}`,
    ]
    return keys.map((k) => index.get(k)).find((c) => c) ?? keys.map((k) => merged.get(k)?.client).find((c) => c)
  }
}

/** Writes the orders that are new; they can be taken back for a day. */
export async function carryOutHistory(
  tx: Tx,
  caller: Actor,
  p: HistoryPlan,
  file: string,
  now: Date,
  at: (share: number) => void,
) {
  await quiet(tx)
  const ids: number[] = []
  for (let i = 0; i < p.orders.length; i += ROWS_AT_ONCE) {
    ids.push(...(await addPastOrders(tx, caller, p.orders.slice(i, i + ROWS_AT_ONCE))))
    at((i + ROWS_AT_ONCE) / p.orders.length)
  }
  const undo_id = await keepUndo(tx, caller, 'orders', file, ids.map((id) => ({ id, was: {}, now: {} })) as never, now)
  await logAs(tx, caller, { action: 'import', object: 'sheet', name: file, changes: { rows: [null, ids.length] } })
  return { created: ids.length, changed: 0, categories_created: 0, undo_id }
}
