/** What a cell of a spreadsheet holds. */
export type Cell = string | number | boolean | null
/** Stands where a sheet has a formula and not what it comes to. */
export const UNCALCULATED = '#FÓRMULA'
