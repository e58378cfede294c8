// Orders as a spreadsheet, a line for each thing sold; a page of rows at a time, so
// that a slow reader holds no connection.
import type { Readable } from 'node:stream'
import type { Asking, Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import { type SheetColumn, writeSheet } from '#server/sheet.ts'
import type { Cell } from '#shared/cell.ts'
import { findLines } from './queries.ts'

const PAGE = 1000
const SALES: SheetColumn[] = [
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
  { header: 'Desconto do item', width: 16, kind: 'money' },
  { header: 'Frete', width: 12, kind: 'money' },
]
/** The cells of a sale as a reader sees them: no money under hide_price. */
const seenBy = (reader: { hide_price: boolean }, cells: Cell[]) =>
  reader.hide_price ? cells.map((c, i) => (SALES[i]?.kind === 'money' ? null : c)) : cells
/** Every line of the orders that arrived in a period (days of the company's time zone; null: since ever,
 * until now), of one person's orders or all. */
export function salesSheet(
  ask: Asking,
  p: { from: string | null; until: string | null; time_zone: string; orders?: number[]; hide_price?: boolean },
): Readable {
  const pages = async function* () {
    for (let after: [number, number] = [0, 0]; ; ) {
      const rows = await ask((own) =>
        findLines(own, { order: null, ...p, seller: null, client: null, after, limit: PAGE }),
      )
      const last = rows.at(-1)
      if (!last) return
      after = [last.order_id, last.line]
      yield rows.map((r) => seenBy({ hide_price: p.hide_price ?? false }, r.cells))
    }
  }
  return writeSheet('Vendas', SALES, pages())
}
/** One order of the reader's own, and its number; null when there is none. */
export async function orderSheet(
  tx: Tx,
  order: number,
  reader: Pick<Caller, 'level' | 'user_id' | 'hide_price' | 'time_zone'>,
): Promise<{ number: Cell | undefined; file: Readable } | null> {
  const own = { seller: reader.level === 2 ? reader.user_id : null, client: reader.level >= 3 ? reader.user_id : null }
  const rows = await findLines(tx, {
    order,
    from: null,
    until: null,
    time_zone: reader.time_zone,
    ...own,
    after: [0, 0],
    limit: 5000,
  })
  if (rows.length === 0) return null
  const page = rows.map((r) => seenBy(reader, r.cells))
  const pages = async function* () {
    yield page
  }
  return { number: rows[0]?.cells[0], file: writeSheet('Pedido', SALES, pages()) }
}
