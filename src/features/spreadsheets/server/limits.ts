// How large a sheet may be. What is above is refused in words while it is read, before it costs anybody else anything.
import { Refusal } from '#shared/errors.ts'
import type { Cell } from '#shared/cell.ts'
import { HEAD } from '../headers.ts'

const MOST_ROWS = 100_000
const MOST_CELLS = 2_000_000
/** Letters of all cells together: one text that a million cells name counts a million times. */
const MOST_LETTERS = 60_000_000
export const MOST_UNPACKED = 160 * 1024 * 1024

/** Counts rows as they are read and refuses the first that is too many. */
export function meter(): (row: Cell[]) => void {
  let [rows, cells, letters] = [0, 0, 0]
  return (row) => {
    let filled = 0
    for (const c of row) {
      if (c === null || c === '') continue
      filled++
      letters += typeof c === 'string' ? c.length : 8
    }
    if (filled > 0) rows++
    cells += filled
    // The lines above the headers come on top.
    if (rows > MOST_ROWS + HEAD) throw new Refusal('sheet_rows')
    if (cells > MOST_CELLS) throw new Refusal('sheet_cells')
    if (letters > MOST_LETTERS) throw new Refusal('sheet_letters')
  }
}
