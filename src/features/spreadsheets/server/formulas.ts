// Formulas that nobody calculated: a program that writes a sheet may leave that to Excel, and without its result a cell
// looks empty. Runs in the child process only (worker.ts).
const FORMULA = /<(?:\w+:)?f[\s/>]/
const TAG = /<(\/?)(?:\w+:)?(row|c|f|v)(\s[^>]*|\/)?>/g
const columnOf = (letters: string) => Array.from(letters).reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1

/** Row and column of each, in a worksheet's XML. */
export function uncalculated(xml: Buffer): [number, number][] {
  const text = xml.toString('latin1')
  const found: [number, number][] = []
  if (!FORMULA.test(text)) return found
  let [row, column, waits] = [-1, -1, false]
  for (const [, closes, tag, attributes = ''] of text.matchAll(TAG)) {
    if (closes) {
      if (tag === 'c' && waits) found.push([row, column])
      if (tag === 'c') waits = false
      continue
    }
    const [, letters = '', number = ''] = /\sr=["']([A-Z]*)(\d+)["']/.exec(attributes) ?? []
    if (tag === 'row') [row, column] = [number ? Number(number) - 1 : row + 1, -1]
    if (tag === 'c') column = letters ? columnOf(letters) : column + 1
    if (tag === 'f') waits = true
    if (tag === 'v') waits = false
  }
  return found
}
