/** What a cell of a spreadsheet holds. */
export type Cell = string | number | boolean | null
/** Stands where a sheet has a formula and not what it comes to. */
export const UNCALCULATED = '#FÓRMULA'
/** Marks a formula whose result is an empty text, which is also what programs write that do not calculate. It reads as blank (an
 * em space), but it must not erase what is stored. */
export const EMPTY_RESULT = '\u2003'
