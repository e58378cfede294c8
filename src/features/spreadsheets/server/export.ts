// Spreadsheets that are asked for, a page of rows at a time; with a transaction for each, a slow reader holds no connection.
import type { Readable } from 'node:stream'
import type { Asking } from '#server/db.ts'
import { type Cell, type Field, labelOf, PRODUCT_COLUMNS } from '../columns.ts'
import { showValue } from '../rules.ts'
import { findLines, findPage } from './queries.ts'
import { type SheetColumn, writeSheet } from './write.ts'

const PAGE = 1000
export const SALES: SheetColumn[] = [
  { header: 'Pedido', width: 10, kind: 'whole' },
  { header: 'Recebido em', width: 18, kind: 'date' },
  { header: 'Situação', width: 22, kind: 'text' },
  { header: 'Nome', width: 28, kind: 'text' },
  { header: 'Empresa', width: 28, kind: 'text' },
  { header: 'CPF ou CNPJ', width: 18, kind: 'text' },
  { header: 'Vendedor', width: 22, kind: 'text' },
  { header: 'Código', width: 16, kind: 'text' },
  { header: 'Produto', width: 44, kind: 'text' },
  { header: 'Variação', width: 22, kind: 'text' },
  { header: 'Quantidade', width: 12, kind: 'whole' },
  { header: 'Preço', width: 12, kind: 'money' },
  { header: 'Total', width: 12, kind: 'money' },
  { header: 'Desconto do pedido', width: 18, kind: 'money' },
  { header: 'Total do pedido', width: 16, kind: 'money' },
  { header: 'Moeda', width: 8, kind: 'text' },
]
/** A product's value as the sheet holds it: money in cents, lists as text. */
const cellOf = (field: Field, value: unknown): Cell =>
  value === null || value === undefined ? null : typeof value === 'boolean' || Array.isArray(value) ? showValue(field, value) : (value as Cell)

/** All products of a company, with these fields. */
export function productsSheet(ask: Asking, fields: Field[]): Readable {
  const columns: SheetColumn[] = fields.map((f) => ({
    header: labelOf(f),
    width: PRODUCT_COLUMNS[f].width,
    kind: PRODUCT_COLUMNS[f].kind,
  }))
  const pages = async function* () {
    for (let after = 0; ; ) {
      const page = await ask((own) => findPage(own, after, PAGE))
      if (page.length === 0) return
      after = page.at(-1)?.id as number
      yield page.map((r) => fields.map((f) => cellOf(f, r[f])))
    }
  }
  return writeSheet('Produtos', columns, pages())
}
/** The cells of a sale as a reader sees them: no money under hide_price. */
export const seenBy = (reader: { hide_price: boolean }, cells: Cell[]) => (reader.hide_price ? cells.map((c, i) => (SALES[i]?.kind === 'money' ? null : c)) : cells)
/** Every line of the orders that arrived in a period (days of the company's time zone; null: since ever, until now), of one client or all. */
export function salesSheet(ask: Asking, p: { from: string | null; until: string | null; time_zone: string; client?: number; hide_price?: boolean }): Readable {
  const pages = async function* () {
    for (let after: [number, number] = [0, 0]; ; ) {
      const rows = await ask((own) => findLines(own, { order: null, ...p, seller: null, client: p.client ?? null, after, limit: PAGE }))
      const last = rows.at(-1)
      if (!last) return
      after = [last.order_id, last.line]
      yield rows.map((r) => seenBy({ hide_price: p.hide_price ?? false }, r.cells))
    }
  }
  return writeSheet('Vendas', SALES, pages())
}
