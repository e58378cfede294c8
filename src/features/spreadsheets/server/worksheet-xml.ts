// Cells of an .xlsx worksheet whose value alone says too little (overrides.ts), found in its XML. Runs in the child process
// only (worker.ts).
import { SaxesParser } from 'saxes'
import { EMPTY_RESULT, UNCALCULATED } from '#shared/cell.ts'
import { holds, type Override, percentFormats } from './overrides.ts'

const TAG = /<(\/?)(?:\w+:)?(row|c|f|v)(\s[^<>]*|\/)?>/g
const columnOf = (letters: string) =>
  Array.from(letters.toUpperCase()).reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1

export interface Book {
  /** By the index of a cell's style: how a percentage reads. */
  percentages: Map<number, Override['cell']>
  /** How many texts cells may name by index. */
  texts: number
  /** Excel is asked to calculate all formulas when it opens the file: the program that wrote it did not, and left 0. */
  calculatesOnLoad: boolean
}
/** The styles of cells that are percentages, in `xl/styles.xml`. */
export function percentStyles(xml: string): Book['percentages'] {
  const codes: [number, string][] = []
  const formats: number[] = []
  const path: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const tag = name.replace(/^.*:/, '')
    const id = Number(attributes.numFmtId ?? 0)
    if (tag === 'numFmt' && path.at(-1) === 'numFmts') codes.push([id, String(attributes.formatCode ?? '')])
    if (tag === 'xf' && path.at(-1) === 'cellXfs') formats.push(id)
    path.push(tag)
  })
  parser.on('closetag', () => void path.pop())
  // What is broken in it does not keep the sheet from being read, as Excel repairs it.
  parser.on('error', () => {})
  parser.write(xml).close()
  const percentages = percentFormats(codes)
  return new Map(
    formats.flatMap((id, style) => {
      const read = percentages.get(id)
      return read ? [[style, read] as const] : []
    }),
  )
}
/** `text`: what is in the cell's <v>; null: it has none. */
function overrideOf(
  type: string,
  style: number,
  formula: boolean,
  text: string | null,
  book: Book,
): Override['cell'] | null {
  const isNumber = type === '' || type === 'n'
  if (type === 'inlineStr') return null
  if (!text) {
    if (formula) return holds(type === 'str' && text !== null ? EMPTY_RESULT : UNCALCULATED)
    // The library would take no index for the first text, and no answer for "no".
    return type === 's' || type === 'b' ? holds(null) : null
  }
  if (formula && isNumber && book.calculatesOnLoad && Number(text) === 0) return holds(UNCALCULATED)
  if (type === 's') return Number(text) < book.texts ? null : holds('#REF!')
  return isNumber ? (book.percentages.get(style) ?? null) : null
}
const FORMULA = /<(?:\w+:)?f[\s/>]/
/** A value that is none, and a cell of a text or an answer that has no value. */
const BLANK = /<(?:\w+:)?v(?:\s[^<>]*)?(?:\/>|>\s*<\/)|\bt=["'][sb]["'][^<>]*(?:\/>|>\s*<\/)/
const STYLE = /\ss=["'](\d+)["']/g
const TEXT_INDEX = /\bt=["']s["'][^<>]*>\s*<(?:\w+:)?v[^<>]*>\s*(\d+)/g
/** Whether a sheet has any such cell: most have none, and a look at each of two million cells takes seconds. */
function hasOverrides(text: string, book: Book): boolean {
  if (FORMULA.test(text) || BLANK.test(text)) return true
  for (const [, index] of text.matchAll(TEXT_INDEX)) if (Number(index) >= book.texts) return true
  if (book.percentages.size === 0) return false
  if (book.percentages.has(0)) return true
  for (const [, style] of text.matchAll(STYLE)) if (book.percentages.has(Number(style))) return true
  return false
}
export function* worksheetOverrides(xml: Buffer, book: Book): Iterable<Override> {
  const text = xml.toString('latin1')
  if (!hasOverrides(text, book)) return
  let [row, column, type, style, formula, from] = [-1, -1, '', 0, false, 0]
  let value: string | null = null
  for (const { 0: all, 1: closes, 2: tag, 3: attributes = '', index } of text.matchAll(TAG)) {
    const alone = attributes.endsWith('/')
    if (tag === 'row' && !closes) {
      const number = /\sr=["'](\d+)/.exec(attributes)?.[1]
      ;[row, column] = [number ? Number(number) - 1 : row + 1, -1]
    }
    if (tag === 'c' && !closes) {
      const letters = /\sr=["']([A-Za-z]+)/.exec(attributes)?.[1]
      column = letters ? columnOf(letters) : column + 1
      type = /\st=["']([^"']*)/.exec(attributes)?.[1] ?? ''
      style = Number(/\ss=["'](\d+)/.exec(attributes)?.[1] ?? 0)
      ;[formula, value] = [false, null]
    }
    if (tag === 'f' && !closes) formula = true
    if (tag === 'v' && !closes) [from, value] = [index + all.length, '']
    if (tag === 'v' && closes) value = text.slice(from, index).trim()
    if (tag === 'c' && (closes || alone)) {
      const cell = overrideOf(type, style, formula, value, book)
      if (cell) yield { row, column, cell }
    }
  }
}
