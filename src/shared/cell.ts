/** What a cell of a spreadsheet holds. */
export type Cell = string | number | boolean | null
