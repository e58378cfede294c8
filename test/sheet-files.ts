// Spreadsheets written cell by cell, as programs write them that no library imitates: .xlsx and .ods from their XML, .xls
// from its records ([MS-XLS]) in its container ([MS-CFB]).
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A text, a number, nothing, or a cell spelled out. */
export type Plain = string | number | null
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const asFile = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name)

export async function zipOf(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** The inside of a cell's tag and what is in it: `s="1"><v>0.1</v>`. */
export interface XlsxCell {
  xml: string
}
interface XlsxOptions {
  /** Codes of number formats; the first is that of the style 1, and so on. A number is one of Excel's own. */
  formats?: (string | number)[]
  /** Shared texts; absent: no such part. */
  texts?: string[]
  /** In the workbook's XML, behind its sheets. */
  book?: string
}
const column = (n: number) => String.fromCharCode(65 + n)
export async function xlsxOf(rows: (Plain | XlsxCell)[][], { formats = [], texts, book = '' }: XlsxOptions = {}) {
  const cell = (c: Plain | XlsxCell, ref: string) => {
    if (c === null) return ''
    if (typeof c === 'object') return `<c r="${ref}" ${c.xml}</c>`
    return typeof c === 'number'
      ? `<c r="${ref}"><v>${c}</v></c>`
      : `<c r="${ref}" t="inlineStr"><is><t>${escaped(c)}</t></is></c>`
  }
  const lines = rows.map(
    (r, i) => `<row r="${i + 1}">${r.map((c, n) => cell(c, `${column(n)}${i + 1}`)).join('')}</row>`,
  )
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`
  const ids = formats.map((f, i) => (typeof f === 'number' ? f : 170 + i))
  const codes = formats.map((f, i) =>
    typeof f === 'number' ? '' : `<numFmt numFmtId="${170 + i}" formatCode="${escaped(f)}"/>`,
  )
  const styles = [0, ...ids].map((id) => `<xf numFmtId="${id}"/>`).join('')
  return asFile(
    await zipOf({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
      '_rels/.rels': `<Relationships xmlns="${packages}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Plan1" sheetId="1" r:id="rId1"/></sheets>${book}</workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}${texts ? relation(3, 'sharedStrings', 'sharedStrings.xml') : ''}</Relationships>`,
      'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
      ...(texts && {
        'xl/sharedStrings.xml': `<sst xmlns="${main}">${texts.map((t) => `<si><t>${escaped(t)}</t></si>`).join('')}</sst>`,
      }),
    }),
    'planilha.xlsx',
  )
}

/** A cell's attributes, and what is in it. */
export interface OdsCell {
  attributes: string
  text?: string
}
export async function odsOf(rows: (Plain | OdsCell)[][]) {
  const cell = (c: Plain | OdsCell) => {
    if (c === null) return '<table:table-cell/>'
    const { attributes, text = '' } =
      typeof c === 'object'
        ? c
        : typeof c === 'number'
          ? { attributes: `office:value-type="float" office:value="${c}"`, text: String(c) }
          : { attributes: 'office:value-type="string"', text: c }
    return `<table:table-cell ${attributes}>${text && `<text:p>${escaped(text)}</text:p>`}</table:table-cell>`
  }
  const lines = rows.map((r) => `<table:table-row>${r.map(cell).join('')}</table:table-row>`).join('')
  const urn = 'urn:oasis:names:tc:opendocument:xmlns'
  return asFile(
    await zipOf({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<office:document-content xmlns:office="${urn}:office:1.0" xmlns:table="${urn}:table:1.0" xmlns:text="${urn}:text:1.0"><office:body><office:spreadsheet><table:table table:name="Plan1">${lines}</table:table></office:spreadsheet></office:body></office:document-content>`,
    }),
    'planilha.ods',
  )
}

/** The records of a cell, by its row and column. */
export type XlsCell = (row: number, column: number) => Buffer[]
export function biffRecord(id: number, ...data: (number[] | Buffer)[]): Buffer {
  const body = Buffer.concat(data.map((d) => Buffer.from(d)))
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}
const u16 = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer)
const f64 = (n: number) => Buffer.from(new Float64Array([n]).buffer)
const unicode = (text: string) => Buffer.concat([u16(text.length), Buffer.from([1]), Buffer.from(text, 'utf16le')])
/** `style`: 0 is "General"; 1 and on are those of `formats`. */
export const xls = {
  number:
    (n: number, style = 0): XlsCell =>
    (row, col) => [biffRecord(0x203, u16(row, col, style), f64(n))],
  /** Hundredths as Excel packs them. */
  rk:
    (hundredths: number, style = 0): XlsCell =>
    (row, col) => [biffRecord(0x27e, u16(row, col, style), u16(((hundredths << 2) | 3) & 0xffff, hundredths >> 14))],
  mulRk:
    (hundredths: number, style = 0): XlsCell =>
    (row, col) => [
      biffRecord(0xbd, u16(row, col, style), u16(((hundredths << 2) | 3) & 0xffff, hundredths >> 14), u16(col)),
    ],
  boolean:
    (value: boolean): XlsCell =>
    (row, col) => [biffRecord(0x205, u16(row, col, 0), [Number(value), 0])],
  error:
    (code: number): XlsCell =>
    (row, col) => [biffRecord(0x205, u16(row, col, 0), [code, 1])],
  /** A number, or the eight bytes of another result; `options` 2: calculate on load. `behind`: the records that follow. */
  formula:
    (result: number | number[], { style = 0, options = 0, behind = [] as Buffer[] } = {}): XlsCell =>
    (row, col) => [
      biffRecord(
        0x06,
        u16(row, col, style),
        typeof result === 'number' ? f64(result) : result,
        u16(options),
        Buffer.alloc(6),
      ),
      ...behind,
    ],
  /** The text that a formula came to. */
  result: (text: string) => biffRecord(0x207, unicode(text)),
  sharedFormula: () => biffRecord(0x4bc, Buffer.alloc(10)),
  /** Results that are no number: a text that follows, none, an error. */
  text: [0, 0, 0, 0, 0, 0, 0xff, 0xff],
  empty: [3, 0, 0, 0, 0, 0, 0xff, 0xff],
  notAvailable: [2, 0, 42, 0, 0, 0, 0xff, 0xff],
}
const label =
  (text: string): XlsCell =>
  (row, col) => [biffRecord(0x204, u16(row, col, 0), unicode(text))]
/** Rows without cells are not written at all, as Excel does. `least`: bytes of the stream; below 4096 it is a short one. */
export function xlsOf(rows: (Plain | XlsCell)[][], formats: (string | number)[] = [], least = 0) {
  const cellOf = (c: Plain | XlsCell) =>
    typeof c === 'function' ? c : typeof c === 'number' ? xls.number(c) : label(c ?? '')
  const cells = rows.flatMap((r, row) => r.flatMap((c, col) => (c === null ? [] : cellOf(c)(row, col))))
  const begin = (kind: number) => biffRecord(0x809, u16(0x600, kind), Buffer.alloc(12))
  const end = biffRecord(0x0a)
  const styles = [0, ...formats.map((f, i) => (typeof f === 'number' ? f : 170 + i))]
  const globals = (start: number) =>
    Buffer.concat([
      begin(5),
      ...formats.flatMap((f, i) => (typeof f === 'number' ? [] : [biffRecord(0x41e, u16(170 + i), unicode(f))])),
      ...styles.map((id) => biffRecord(0xe0, u16(0, id), Buffer.alloc(16))),
      biffRecord(0x85, u16(start, 0, 0), [5, 0], Buffer.from('Plan1')),
      end,
    ])
  const sheet = Buffer.concat([begin(0x10), ...cells, end])
  const stream = Buffer.concat([globals(globals(0).length), sheet])
  return asFile(container(Buffer.concat([stream, Buffer.alloc(Math.max(0, least - stream.length))])), 'planilha.xls')
}
const SECTOR = 512
const SMALL = 64
const [END, FREE, TABLE] = [0xfffffffe, 0xffffffff, 0xfffffffd]
const padded = (b: Buffer, size: number) =>
  Buffer.concat([b, Buffer.alloc(Math.ceil(b.length / size) * size - b.length)])
/** Sectors: the table, the directory, for a short stream the table of its pieces, then the stream. */
function container(stream: Buffer): Buffer {
  const isShort = stream.length < 4096
  const body = padded(stream, SECTOR)
  const first = isShort ? 3 : 2
  const chainOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => (i === count - 1 ? END : from + i + 1))
  const tableOf = (entries: number[]) =>
    Buffer.from(new Uint32Array([...entries, ...Array<number>(128 - entries.length).fill(FREE)]).buffer)
  const sectors = body.length / SECTOR
  if (first + sectors > 128) throw new Error('one sector of the table holds 128')
  const entry = (name: string, type: number, start: number, length: number) => {
    const e = Buffer.alloc(128)
    e.write(name, 'utf16le')
    e.writeUInt16LE((name.length + 1) * 2, 64)
    e[66] = type
    for (const at of [68, 72, 76]) e.writeUInt32LE(FREE, at)
    e.writeUInt32LE(start, 116)
    e.writeUInt32LE(length, 120)
    return e
  }
  const head = Buffer.alloc(SECTOR)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  for (const [at, value] of [
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    head.writeUInt16LE(value, at)
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, 4096],
    [60, isShort ? 2 : END],
    [64, isShort ? 1 : 0],
    [68, END],
    [76, 0],
  ] as const)
    head.writeUInt32LE(value, at)
  head.fill(0xff, 80)
  return Buffer.concat([
    head,
    tableOf([TABLE, END, ...(isShort ? [END] : []), ...chainOf(first, sectors)]),
    padded(
      Buffer.concat([
        entry('Root Entry', 5, isShort ? first : END, isShort ? stream.length : 0),
        entry('Workbook', 2, isShort ? 0 : first, stream.length),
      ]),
      SECTOR,
    ),
    ...(isShort ? [tableOf(chainOf(0, Math.ceil(stream.length / SMALL)))] : []),
    body,
  ])
}

export const csvOf = (rows: Plain[][]) =>
  new File([rows.map((r) => r.map((c) => `"${String(c ?? '').replaceAll('"', '""')}"`).join(';')).join('\n')], 'x.csv')

/** The same cell in each format that can hold it. */
export interface Form {
  xlsx?: XlsxCell
  ods?: OdsCell
  xls?: XlsCell
  csv?: string
  /** In the workbook of the .xlsx. */
  book?: string
  formats?: (string | number)[]
}
export type Row = (Plain | Form)[]
/** A file of each format that this form has. */
export async function filesOf(rows: Row[], { book, formats, ...form }: Form): Promise<[string, File][]> {
  const of = <T>(format: 'xlsx' | 'ods' | 'xls' | 'csv') =>
    rows.map((r) => r.map((c) => (c !== null && typeof c === 'object' ? c[format] : c) as T))
  const files: [string, File][] = []
  if (form.xlsx)
    files.push([
      'xlsx',
      await xlsxOf(of<Plain | XlsxCell>('xlsx'), { ...(book && { book }), ...(formats && { formats }) }),
    ])
  if (form.ods) files.push(['ods', await odsOf(of<Plain | OdsCell>('ods'))])
  if (form.xls) files.push(['xls', xlsOf(of<Plain | XlsCell>('xls'), formats)])
  if (form.csv) files.push(['csv', csvOf(of<Plain>('csv'))])
  return files
}
/** The attribute of an .ods cell with a formula. */
export const ODS_FORMULA = 'table:formula="of:=[.B2]*1.1"'
