// Cells whose value alone says too little: a formula without a result, a number that is shown as a percentage, an index of no
// text. The library reads values only; each format's own file finds these cells. Runs in the child process only (worker.ts).
import type { Cell } from '#shared/cell.ts'

export interface Override {
  row: number
  column: number
  /** What the cell holds, by the value that the library read. */
  cell: (read: Cell) => Cell
}
export const holds =
  (cell: Cell): Override['cell'] =>
  () =>
    cell
/** A sheet of Excel's has no more; what a file names beyond is no cell. */
const [MOST_ROWS, MOST_COLUMNS] = [1_048_576, 16_384]
export function applyOverrides(rows: Cell[][], overrides: Iterable<Override>): void {
  for (const { row, column, cell } of overrides) {
    if (row >= MOST_ROWS || column >= MOST_COLUMNS) continue
    while (rows.length <= row) rows.push([])
    const cells = rows[row] as Cell[]
    while (cells.length <= column) cells.push(null)
    cells[column] = cell(cells[column] ?? null)
  }
}
/** 0.125 → "12,5%": a percentage is the text that is shown, so that it cannot pass for a number. */
export const percentText = (n: number) => `${String(Number((n * 100).toPrecision(15))).replace('.', ',')}%`
const asPercentage = (read: Cell) => (typeof read === 'number' ? percentText(read) : read)
const withSign = (read: Cell) => (typeof read === 'number' ? `${String(read).replace('.', ',')}%` : read)
/** Excel's own number formats that are percentages. */
const PERCENTAGES = [9, 10]
/** Which number formats show a percentage, by their ids, and how it reads. A quoted or escaped sign (0"%") does not
 * multiply by 100. */
export function percentFormats(codes: Iterable<[number, string]>): Map<number, Override['cell']> {
  const formats = new Map(PERCENTAGES.map((id) => [id, asPercentage]))
  for (const [id, code] of codes) {
    formats.delete(id)
    if (code.replace(/"[^"]*"|[\\_*].|\[[^\]]*\]/g, '').includes('%')) formats.set(id, asPercentage)
    else if (code.includes('%')) formats.set(id, withSign)
  }
  return formats
}
