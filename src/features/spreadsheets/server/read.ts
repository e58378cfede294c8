// Reads a spreadsheet, whatever it is and whatever it is called. Runs in the child process only
// (worker.ts): a file may be made to hurt.
import { streamCsvRows } from 'hucre/csv'
import { readXls, streamXlsxRows } from 'hucre/xlsx'
import { Refusal } from '#shared/errors.ts'
import { type Cell, UNCALCULATED } from '#shared/cell.ts'
import type { Column } from '../columns.ts'
import type { Preview } from '../contract.ts'
import { HEAD, headerScore } from '../headers.ts'
import { uncalculated } from './formulas.ts'
import { meter, MOST_UNPACKED } from './limits.ts'
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
function only(what: What, rows: unknown[][]): Sheet {
  const count = meter()
  return {
    what,
    tabs: [''],
    tab: 0,
    rows: rows.map((r) => {
      const row = r.map(cellOf)
      count(row)
      return row
    }),
  }
}
const cellOf = (c: unknown): Cell => (c instanceof Date ? c.toISOString() : (c as Cell))

async function readZip(b: Buffer, wanted: Wanted): Promise<Sheet> {
  const entries = entriesOf(b)
  if (!entries) throw new Refusal('bad_sheet')
  if (entries.reduce((sum, e) => sum + e.unpacked, 0) > MOST_UNPACKED) throw new Refusal('sheet_bytes')
  const has = (name: string) => entries.find((e) => e.name === name)
  const book = has('xl/workbook.xml')
  if (book) return readXlsx(b, entries, tabsOf(unpack(b, book).toString()), wanted)
  if (has('xl/workbook.bin')) throw other('uma planilha binária do Excel (.xlsb)')
  if (has('content.xml') && has('mimetype'))
    return pickTab('ods', (await (await import('hucre/ods')).readOds(b)).sheets, wanted)
  if (has('word/document.xml')) throw other('um texto do Word')
  if (entries.some((e) => e.name.endsWith('.iwa'))) throw other('uma planilha do Numbers')
  throw entries.some((e) => /\.(xlsx?|csv)$/i.test(e.name))
    ? other('um arquivo compactado (.zip) com planilhas dentro')
    : new Refusal('bad_sheet')
}
const plain = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
/** The tabs of a workbook, in its order. */
const tabsOf = (xml: string) =>
  [...xml.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)].map((m) => {
    const attributes = m[1] as string
    return {
      name: plain(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      id: /:id="([^"]*)"/.exec(attributes)?.[1],
      hidden: /\bstate="(?:very)?hidden"/i.test(attributes),
    }
  })
/** Where the worksheet of a tab lies. */
function sheetOf(b: Buffer, entries: Entry[], id: string | undefined): Entry | undefined {
  const links = entries.find((e) => e.name === 'xl/_rels/workbook.xml.rels')
  const link =
    links &&
    [
      ...unpack(b, links)
        .toString()
        .matchAll(/<[^>]+>/g),
    ].find(([tag]) => tag.includes(`Id="${id}"`))
  const target = link && /\bTarget="([^"]*)"/.exec(link[0])?.[1]
  return entries.find((e) => target && e.name === new URL(target, 'file:///xl/').pathname.slice(1))
}
async function readXlsx(
  b: Buffer,
  entries: Entry[],
  tabs: ReturnType<typeof tabsOf>,
  { columns, tab }: Wanted,
): Promise<Sheet> {
  const read = async (sheet: number, most?: number) => {
    const rows: Cell[][] = []
    const count = meter()
    for await (const { index, values } of streamXlsxRows(b, { sheet, ...(most && { maxRows: most }) })) {
      const row = values.map(cellOf)
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
  const sheet = sheetOf(b, entries, tabs[chosen]?.id)
  for (const [row, column] of sheet ? uncalculated(unpack(b, sheet)) : []) rows[row]?.splice(column, 1, UNCALCULATED)
  return { what: 'xlsx', tabs: tabs.map((x) => x.name), tab: chosen, rows }
}
function pickTab(what: What, sheets: { name: string; rows: unknown[][] }[], { columns, tab }: Wanted): Sheet {
  const scores = sheets.slice(0, MOST_TABS).map((s) =>
    headerScore(
      s.rows.slice(0, HEAD).map((r) => r.map(cellOf)),
      columns,
    ),
  )
  const chosen = tab ?? Math.max(0, scores.indexOf(Math.max(...scores)))
  const sheet = sheets[chosen]
  if (!sheet) throw new Refusal('bad_sheet')
  return { ...only(what, sheet.rows), tabs: sheets.map((s) => s.name), tab: chosen }
}
/** Excel 97 to 2003, and what Excel locks with a password: both stand in the same old container. */
async function readOld(b: Buffer, wanted: Wanted): Promise<Sheet> {
  if (b.includes(Buffer.from('EncryptedPackage', 'utf16le'))) throw new Refusal('sheet_locked')
  if (b.includes(Buffer.from('WordDocument', 'utf16le'))) throw other('um texto do Word')
  const book = await readXls(b).catch(() => {
    throw new Refusal('sheet_old')
  })
  return pickTab('xls', book.sheets, wanted)
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
    const row = values.map(cellOf)
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
      known: headerScore(
        rows.map((r) => r.map(cellOf)),
        columns,
      ),
      alike: wide.filter((n) => n === wide.at(-1)).length,
    }
  })
  return (scores.toSorted((x, y) => y.known - x.known || y.alike - x.alike)[0] as (typeof scores)[number]).what
}
