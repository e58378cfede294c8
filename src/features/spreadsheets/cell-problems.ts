// Cells that are no value in any column: a formula without a result, an error, a price that may be two.
import { type Cell, UNCALCULATED } from '#shared/cell.ts'
import type { Kind } from './kinds.ts'

const NOT_CALCULATED = 'A fórmula não foi calculada. Abra a planilha no Excel, salve e envie de novo.'
export const EMPTY_FORMULA =
  'A fórmula veio sem resultado. Abra a planilha no Excel, salve e envie de novo; para deixar vazio, apague a fórmula.'
/** Error values as Excel, LibreOffice and Google Sheets write them, in English and in Portuguese. */
const ERROR_VALUE =
  /^(#(N\/[AD]|NULL!|NULO!|DIV\/0!|VALUE!|VALOR!|REF!|NAME\?|NOME\?|NUM!|NÚM!|ERR!|ERROR!|ERRO!|SPILL!|DESPEJAR!|CALC!|CÁLC!|GETTING_DATA|FIELD!|CAMPO!|BLOCKED!|CONNECT!|UNKNOWN!)|Err:\d{3})$/i
export const isErrorValue = (text: string) => ERROR_VALUE.test(text.trim())
/** Text which shows that a point separates the cents of its sheet: "12.90", "1,234.50". */
const POINT_BEFORE_CENTS = /\d\.\d{1,2}$|\d,\d{3}\.\d/
/** Where a point separates the cents, "1,500" may be 1,50 or 1.500,00. */
const COMMA_BEFORE_THREE = /^\D*[1-9]\d{0,2},\d{3}$/

/** Says what is wrong with a cell of these rows (those below the headers), by the index of its column; null: nothing. */
export function problemFinder<F extends string, V>(
  kind: Kind<F, V>,
  rows: Cell[][],
  columns: (F | null)[],
): (cell: Cell, at: number) => string | null {
  const isPointed = (cell: Cell | undefined) => typeof cell === 'string' && POINT_BEFORE_CENTS.test(cell.trim())
  const money = columns.map((f) => f !== null && kind.columns[f].kind === 'money')
  // One column of whole prices does not show it: all prices of a sheet are written alike.
  const pointed = money.some((is, at) => is && rows.some((row) => isPointed(row[at])))
  return (cell, at) => {
    if (cell === UNCALCULATED) return NOT_CALCULATED
    if (typeof cell !== 'string') return null
    const text = cell.trim()
    if (isErrorValue(text)) return `A célula tem o erro ${text}. Corrija a fórmula ou apague a célula.`
    return pointed && money[at] && COMMA_BEFORE_THREE.test(text)
      ? `“${text.slice(0, 30)}” pode ser dois preços: nesta planilha o ponto separa os centavos. Ex.: 1500.00.`
      : null
  }
}
