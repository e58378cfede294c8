// Reads a spreadsheet, whatever it is and whatever it is called. Runs in the child process only
// (worker.ts): a file may be made to hurt.
import { posix } from 'node:path'
import { streamCsvRows } from 'hucre/csv'
import { readXls, streamXlsxRows } from 'hucre/xlsx'
import { Refusal } from '#shared/errors.ts'
import { type Cell, UNCALCULATED } from '#shared/cell.ts'
import type { Column } from '../columns.ts'
import type { Preview } from '../contract.ts'
import { HEAD, headerScore } from '../headers.ts'
import { biffOverrides } from './biff.ts'
import { meter, MOST_UNPACKED } from './limits.ts'
import { withTexts } from './opendocument.ts'
import { applyOverrides, type Override } from './overrides.ts'
import { type Book, percentStyles, worksheetOverrides } from './worksheet-xml.ts'
import { attributeOf } from './xml-tags.ts'
import { type Entry, entriesOf, isZip, unpack } from './zip.ts'

/** What a file turned out to be. */
type What = Preview['file']['what']
export interface Sheet {
  what: What
  /** Names of its tabs; one, '' where a file has none. */
  tabs: string[]
  tab: number
  rows: Cell[][]
}
interface Wanted {
  columns: Record<string, Column>
  /** Index of the tab; absent: the one whose headers are known best. */
  tab: number | undefined
}
/** Tabs beyond these are not looked into when nobody says which. */
const MOST_TABS = 12

export async function readSheet(b: Buffer, wanted: Wanted): Promise<Sheet> {
  if (isZip(b)) return readZip(b, wanted)
  if (startsWith(b, 'd0cf11e0a1b11ae1')) return readOld(b, wanted)
  // Excel 2 to 4: one sheet without any container.
  if (/^09(00|02|04)0[46]00/.test(b.subarray(0, 4).toString('hex'))) throw new Refusal('sheet_old')
  const named = OTHERS.find(([signature]) => startsWith(b, signature))
  if (named) throw other(named[1])
  const text = decodeText(b)
  if (text.includes('\u0000')) throw new Refusal('bad_sheet')
  const start = text.slice(0, 4000).trimStart().toLowerCase()
  if (start.startsWith('<')) {
    if (start.includes('schemas-microsoft-com:office:spreadsheet')) throw other('um XML do Excel 2003')
    if (text.toLowerCase().includes('<table'))
      return only('html', (await import('hucre')).fromHtml(text, { typeInference: false }).rows)
    // Not a page: a list that another program wrote.
    const rows = /^<(!doctype html|html)/.test(start) ? null : (await import('./xml.ts')).xmlRows(text, wanted.columns)
    if (rows && rows.length > 1) return { what: 'xml', tabs: [''], tab: 0, rows }
    throw other('uma página ou um XML, e não tem tabela')
  }
  return readText(text, wanted)
}
const startsWith = (b: Buffer, hex: string) => b.subarray(0, hex.length / 2).toString('hex') === hex
/** First bytes → what people call it. */
const OTHERS: [string, string][] = [
  ['25504446', 'um PDF'],
  ['ffd8ff', 'uma foto'],
  ['89504e47', 'uma imagem'],
  ['52617221', 'um arquivo compactado (.rar)'],
  ['377abcaf', 'um arquivo compactado (.7z)'],
  ['1f8b', 'um arquivo compactado (.gz)'],
]
const other = (what: string) =>
  new Refusal('sheet_other', {
    message: {
      text: 'Este arquivo é {what}. Abra-o no programa que o fez, salve como .xlsx ou .csv e envie de novo.',
      values: { what: { text: what } },
    },
  })
/** One row, as every format's library gives it: with holes where a file has nothing. */
const rowOf = (cells: readonly unknown[] | undefined): Cell[] => Array.from(cells ?? [], cellOf)
function only(what: What, rows: readonly (readonly unknown[] | undefined)[]): Sheet {
  const count = meter()
  return {
    what,
    tabs: [''],
    tab: 0,
    rows: Array.from(rows, (cells) => {
      const row = rowOf(cells)
      count(row)
      return row
    }),
  }
}
/** A number or a date that is none reads as Excel shows it. */
function cellOf(c: unknown): Cell {
  if (c === undefined) return null
  if (c instanceof Date) return Number.isNaN(c.getTime()) ? '#NUM!' : c.toISOString()
  return typeof c === 'number' && !Number.isFinite(c) ? '#NUM!' : (c as Cell)
}
/** Text that is a formula, not what it comes to; ="00123" is how exports keep zeros. */
const FORMULA_TEXT = /^=(?!"[^"]*"$)[\s(+-]*[\p{L}\d"'$[]/u
const textCellOf = (c: unknown): Cell => (typeof c === 'string' && FORMULA_TEXT.test(c) ? UNCALCULATED : cellOf(c))

async function readZip(b: Buffer, wanted: Wanted): Promise<Sheet> {
  const entries = entriesOf(b)
  if (!entries) throw new Refusal('bad_sheet')
  if (entries.reduce((sum, e) => sum + e.unpacked, 0) > MOST_UNPACKED) throw new Refusal('sheet_bytes')
  const has = (name: string) => entries.find((e) => e.name === name)
  const book = has('xl/workbook.xml')
  if (book) return readXlsx(b, entries, unpack(b, book).toString(), wanted)
  if (has('xl/workbook.bin')) throw other('uma planilha binária do Excel (.xlsb)')
  const content = has('content.xml')
  if (content && has('mimetype')) {
    const { readOds } = await import('hucre/ods')
    return pickTab('ods', (await readOds(await withTexts(b, unpack(b, content).toString()))).sheets, wanted)
  }
  if (has('word/document.xml')) throw other('um texto do Word')
  if (entries.some((e) => e.name.endsWith('.iwa'))) throw other('uma planilha do Numbers')
  throw entries.some((e) => /\.(xlsx?|csv)$/i.test(e.name))
    ? other('um arquivo compactado (.zip) com planilhas dentro')
    : new Refusal('bad_sheet')
}
/** The tabs of a workbook, in its order, as the library counts them. */
const tabsOf = (xml: string) =>
  [...xml.matchAll(/<(?:\w+:)?sheet(\s[^>]*)>/g)]
    .map(([tag]) => ({
      name: attributeOf(tag, 'name'),
      id: attributeOf(tag, 'id'),
      hidden: /hidden$/i.test(attributeOf(tag, 'state')),
    }))
    .filter((x) => x.name && x.id)
/** The parts that a workbook names, by their kind ("worksheet", "styles"), and by id where there are more than one. */
function partsOf(b: Buffer, entries: Entry[]): (kind: string, id?: string) => Buffer | undefined {
  const links = entries.find((e) => e.name === 'xl/_rels/workbook.xml.rels')
  const tags = links
    ? [
        ...unpack(b, links)
          .toString()
          .matchAll(/<[^>]+>/g),
      ].map(([tag]) => tag)
    : []
  return (kind, id) => {
    const link = tags.findLast(
      (tag) => attributeOf(tag, 'Type').endsWith(`/${kind}`) && (id === undefined || attributeOf(tag, 'Id') === id),
    )
    const path = link && posix.resolve('/xl', attributeOf(link, 'Target')).slice(1)
    const entry = entries.find((e) => e.name === path)
    return entry && unpack(b, entry)
  }
}
/** What of a workbook says how its cells are to be read. */
const bookOf = (xml: string, part: ReturnType<typeof partsOf>): Book => ({
  percentages: percentStyles(part('styles')?.toString() ?? ''),
  texts: [...(part('sharedStrings')?.toString('latin1') ?? '').matchAll(/<(?:\w+:)?si[\s>/]/g)].length,
  calculatesOnLoad: /^(1|true)$/.test(attributeOf(/<(?:\w+:)?calcPr\s[^>]*>/.exec(xml)?.[0] ?? '', 'fullCalcOnLoad')),
})
async function readXlsx(b: Buffer, entries: Entry[], book: string, { columns, tab }: Wanted): Promise<Sheet> {
  const tabs = tabsOf(book)
  const read = async (sheet: number, most?: number) => {
    const rows: Cell[][] = []
    const count = meter()
    for await (const { index, values } of streamXlsxRows(b, { sheet, ...(most && { maxRows: most }) })) {
      const row = rowOf(values)
      count(row)
      if (index > 1_048_575) throw new Refusal('sheet_rows')
      while (rows.length < index) rows.push([])
      rows[index] = row
    }
    return rows
  }
  let chosen =
    tab ??
    Math.max(
      0,
      tabs.findIndex((x) => !x.hidden),
    )
  const open = tabs.flatMap((x, i) => (x.hidden ? [] : [i])).slice(0, MOST_TABS)
  if (tab === undefined && open.length > 1) {
    let best = 0
    for (const i of open) {
      const score = headerScore(await read(i, HEAD), columns)
      if (score > best) [best, chosen] = [score, i]
    }
  }
  if (chosen >= tabs.length) throw new Refusal('bad_sheet')
  const rows = await read(chosen)
  const part = partsOf(b, entries)
  const sheet = part('worksheet', tabs[chosen]?.id)
  if (!sheet) throw new Refusal('bad_sheet')
  applyOverrides(rows, worksheetOverrides(sheet, bookOf(book, part)))
  return { what: 'xlsx', tabs: tabs.map((x) => x.name), tab: chosen, rows }
}
interface Tab {
  name: string
  rows: readonly (readonly unknown[] | undefined)[]
}
function pickTab(
  what: What,
  sheets: Tab[],
  { columns, tab }: Wanted,
  overrides: (tab: number) => Iterable<Override> = () => [],
): Sheet {
  const scores = sheets.slice(0, MOST_TABS).map((s) => headerScore(Array.from(s.rows.slice(0, HEAD), rowOf), columns))
  const chosen = tab ?? Math.max(0, scores.indexOf(Math.max(...scores)))
  const sheet = sheets[chosen]
  if (!sheet) throw new Refusal('bad_sheet')
  const { rows } = only(what, sheet.rows)
  applyOverrides(rows, overrides(chosen))
  return { what, rows, tabs: sheets.map((s) => s.name), tab: chosen }
}
/** Excel 97 to 2003, and what Excel locks with a password: both stand in the same old container. */
async function readOld(b: Buffer, wanted: Wanted): Promise<Sheet> {
  if (b.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new Refusal('sheet_locked')
  if (b.includes(Buffer.from('WordDocument', 'utf16le'))) throw other('um texto do Word')
  const book = await readXls(b).catch(() => {
    throw new Refusal('sheet_old')
  })
  return pickTab('xls', book.sheets, wanted, biffOverrides(b))
}
/** UTF-8, UTF-16 where the file says so, else Windows-1252. */
function decodeText(b: Buffer): string {
  if (startsWith(b, 'fffe')) return new TextDecoder('utf-16le').decode(b)
  if (startsWith(b, 'feff')) return new TextDecoder('utf-16be').decode(b)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(b)
  } catch {
    return new TextDecoder('windows-1252').decode(b)
  }
}
const DELIMITERS = { semicolons: ';', tabs: '\t', commas: ',', bars: '|' } as const
type Delimited = keyof typeof DELIMITERS
/** Text with one row per line. A first line "sep=;" says what stands between cells, else the
 * headers and the first rows do. */
function readText(text: string, { columns }: Wanted): Sheet {
  const said = /^sep=(.)\r?\n?/i.exec(text)
  const body = said ? text.slice(said[0].length) : text
  const what =
    (Object.keys(DELIMITERS) as Delimited[]).find((k) => DELIMITERS[k] === said?.[1]) ?? likeliest(body, columns)
  // Read one by one, so that the first row too many ends it.
  const count = meter()
  const rows: Cell[][] = said ? [[]] : []
  for (const values of streamCsvRows(body, { delimiter: DELIMITERS[what] })) {
    const row = Array.from(values, textCellOf)
    count(row)
    rows.push(row)
  }
  return { what, tabs: [''], tab: 0, rows }
}
function likeliest(text: string, columns: Record<string, Column>): Delimited {
  const begin = text.slice(0, 200_000)
  const scores = (Object.keys(DELIMITERS) as Delimited[]).map((what) => {
    const rows = [...streamCsvRows(begin, { delimiter: DELIMITERS[what], maxRows: HEAD })]
    const wide = rows.map((r) => r.length).filter((n) => n > 1)
    return {
      what,
      known: headerScore(rows.map(rowOf), columns),
      alike: wide.filter((n) => n === wide.at(-1)).length,
    }
  })
  return (scores.toSorted((x, y) => y.known - x.known || y.alike - x.alike)[0] as (typeof scores)[number]).what
}
