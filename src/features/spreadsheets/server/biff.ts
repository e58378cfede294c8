// Cells of an .xls sheet (Excel 97 to 2003) whose value alone says too little (overrides.ts), found in its records: [MS-XLS] in
// the container of [MS-CFB]. The library opens the same container and keeps it to itself. Runs in the child process only
// (worker.ts).
import { EMPTY_RESULT, UNCALCULATED } from '#shared/cell.ts'
import { holds, type Override, percentFormats } from './overrides.ts'

const STREAM = 2
const ROOT = 5
const ID = {
  formula: 0x06,
  eof: 0x0a,
  boundSheet: 0x85,
  mulRk: 0xbd,
  xf: 0xe0,
  number: 0x203,
  string: 0x207,
  rk: 0x27e,
  format: 0x41e,
} as const
/** Records that may come between a formula and its text: SHRFMLA, ARRAY, TABLE. */
const BETWEEN = new Set([0x4bc, 0x221, 0x236])
/** In a formula's options: calculate when the file is opened. Programs that do not calculate set it and leave 0. */
const CALCULATE_ON_LOAD = 2
interface BiffRecord {
  id: number
  data: Buffer
}

/** The sectors of a stream, as a table of "which comes next" has them. Marks of its end are larger than any sector. */
function chain(table: Buffer, first: number): number[] {
  const sectors: number[] = []
  for (let at = first; at * 4 < table.length && sectors.length <= table.length / 4; at = table.readUInt32LE(at * 4))
    sectors.push(at)
  return sectors
}
function workbookStream(file: Buffer): Buffer {
  const [size, smallSize] = [1 << file.readUInt16LE(30), 1 << file.readUInt16LE(32)]
  const count = Math.floor(file.length / size)
  const sector = (n: number) => file.subarray((n + 1) * size, (n + 2) * size)
  const tables = Array.from({ length: 109 }, (_, i) => file.readUInt32LE(76 + i * 4))
  for (let at = file.readUInt32LE(68), n = 0; at < count && n < count; n++) {
    const more = sector(at)
    for (let i = 0; i < size - 4; i += 4) tables.push(more.readUInt32LE(i))
    at = more.readUInt32LE(size - 4)
  }
  const table = Buffer.concat(tables.filter((n) => n < count).map(sector))
  const stream = (first: number) => Buffer.concat(chain(table, first).map(sector))
  const directory = stream(file.readUInt32LE(48))
  const entries = Array.from({ length: Math.floor(directory.length / 128) }, (_, i) => {
    const entry = directory.subarray(i * 128, i * 128 + 128)
    const name = entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2))
    return { name, type: entry[66], first: entry.readUInt32LE(116), length: entry.readUInt32LE(120) }
  })
  const named = (name: string) => entries.findLast((e) => e.type === STREAM && e.name === name)
  const [book, root] = [named('Workbook') ?? named('Book'), entries.find((e) => e.type === ROOT)]
  if (!book || !root) throw new Error('no workbook')
  // Short streams lie in pieces of a stream of their own.
  const isSmall = book.length < (file.readUInt32LE(56) || 4096)
  const small = isSmall ? stream(root.first) : Buffer.alloc(0)
  const whole = isSmall
    ? chain(stream(file.readUInt32LE(60)), book.first).map((n) => small.subarray(n * smallSize, (n + 1) * smallSize))
    : [stream(book.first)]
  return Buffer.concat(whole).subarray(0, book.length)
}
/** A text of 16-bit length; null where it goes on in another record. */
function textAt(data: Buffer, at: number): string | null {
  const isWide = ((data[at + 2] ?? 0) & 1) === 1
  const end = at + 3 + data.readUInt16LE(at) * (isWide ? 2 : 1)
  return end > data.length ? null : data.toString(isWide ? 'utf16le' : 'latin1', at + 3, end)
}
function* recordsFrom(stream: Buffer, start: number): Iterable<BiffRecord> {
  for (let at = start; at + 4 <= stream.length; ) {
    const [id, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)]
    if (id === ID.eof || (id === 0 && length === 0)) return
    yield { id, data: stream.subarray(at + 4, at + 4 + length) }
    at += 4 + length
  }
}
/** What a formula's result is where the library does not see it; null: it does. `next`: the records behind it. */
function resultOf(data: Buffer, next: BiffRecord[]): Override['cell'] | null {
  const isText = data.readUInt16LE(12) === 0xffff
  if (!isText)
    return data.readDoubleLE(6) === 0 && data.readUInt16LE(14) & CALCULATE_ON_LOAD ? holds(UNCALCULATED) : null
  if (data[6] === 3) return holds(EMPTY_RESULT)
  if (data[6] !== 0) return null
  const text = next.find((r) => !BETWEEN.has(r.id))
  return holds((text?.id === ID.string && textAt(text.data, 0)) || UNCALCULATED)
}
/** By the index of each sheet. */
export function biffOverrides(file: Buffer): (sheet: number) => Iterable<Override> {
  const stream = workbookStream(file)
  const globals = [...recordsFrom(stream, 0)]
  const of = (id: number) => globals.filter((r) => r.id === id).map((r) => r.data)
  const formats = percentFormats(of(ID.format).map((d) => [d.readUInt16LE(0), textAt(d, 2) ?? '']))
  const styles = of(ID.xf).map((d) => formats.get(d.readUInt16LE(2)))
  const starts = of(ID.boundSheet).map((d) => d.readUInt32LE(0))
  return (sheet) => sheetOverrides([...recordsFrom(stream, starts[sheet] ?? stream.length)], styles)
}
function* sheetOverrides(records: BiffRecord[], styles: (Override['cell'] | undefined)[]): Iterable<Override> {
  for (const [i, { id, data }] of records.entries()) {
    if (id !== ID.number && id !== ID.rk && id !== ID.mulRk && id !== ID.formula) continue
    const [row, column] = [data.readUInt16LE(0), data.readUInt16LE(2)]
    const result = id === ID.formula ? resultOf(data, records.slice(i + 1, i + 5)) : null
    if (result) yield { row, column, cell: result }
    const cells = id === ID.mulRk ? (data.length - 6) / 6 : 1
    for (let n = 0; !result && n < cells; n++) {
      const cell = styles[data.readUInt16LE(4 + n * 6)]
      if (cell) yield { row, column: column + n, cell }
    }
  }
}
