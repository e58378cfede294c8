// An .ods file for the library, which reads values and drops that one is a percentage, or missing behind a formula: such cells
// become text, as they are shown. Runs in the child process only (worker.ts).
import { buffer } from 'node:stream/consumers'
import { EMPTY_RESULT, UNCALCULATED } from '#shared/cell.ts'
import { isErrorValue } from '../cell-problems.ts'
import { percentText } from './overrides.ts'
import { attributesOf } from './xml-tags.ts'

const CELL = /<((?:\w+:)?table-cell)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g
const TYPE = /((?:office|calcext):value-type\s*=\s*)(?:"[^"]*"|'[^']*')/g
const STRING = /\soffice:string-value\s*=\s*(?:"[^"]*"|'[^']*')/
const MIME = 'application/vnd.oasis.opendocument.spreadsheet'
/** Where a cell of each type has its value. */
const VALUES: Record<string, string> = {
  float: 'office:value',
  currency: 'office:value',
  percentage: 'office:value',
  boolean: 'office:boolean-value',
  date: 'office:date-value',
  time: 'office:time-value',
}
/** The text that a cell holds instead of its value; null: its value is right. A paragraph in the cell goes first. */
function textOf(tag: string, shown: string): string | null {
  const attributes = attributesOf(tag)
  const type = attributes.get('office:value-type') ?? attributes.get('calcext:value-type')
  const formula = attributes.has('table:formula')
  if (type === undefined) return formula ? UNCALCULATED : null
  if (type === 'string') return formula && !attributes.get('office:string-value') ? EMPTY_RESULT : null
  const value = attributes.get(VALUES[type] ?? '')
  if (value === undefined) return formula ? UNCALCULATED : ''
  // OpenOffice writes an error as 0, with its name as the text.
  if (formula && isErrorValue(shown)) return shown
  return type === 'percentage' ? percentText(Number(value)) : null
}
function rewrite(xml: string): string {
  return xml.replace(CELL, (tag: string, name: string, attributes: string, alone: string, at: number) => {
    const next = xml.slice(at + tag.length, at + tag.length + 200)
    const shown = /^\s*<text:p(?:\s[^<>]*)?>([^<]*)</.exec(next)?.[1] ?? ''
    const text = textOf(tag, shown)
    if (text === null) return tag
    const typed = attributes.replace(STRING, '').replace(TYPE, '$1"string"')
    const type = typed.includes('office:value-type') ? '' : ' office:value-type="string"'
    return `<${name}${typed}${type} office:string-value="${text}"${alone}>`
  })
}
/** `content`: the file's content.xml. */
export async function withTexts(file: Buffer, content: string): Promise<Buffer> {
  const rewritten = rewrite(content)
  if (rewritten === content) return file
  const zip = new (await import('yazl')).ZipFile()
  zip.addBuffer(Buffer.from(MIME), 'mimetype', { compress: false })
  zip.addBuffer(Buffer.from(rewritten), 'content.xml', { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}
