// Reads a spreadsheet in a child process that ends. A zip says how much it holds before anything inflates it.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Refusal } from '#shared/errors.ts'
import type { Cell } from '../columns.ts'

const self = import.meta.filename
const run = promisify(execFile)
const MOST_INFLATED = 200 * 1024 * 1024
const MOST_ENTRIES = 2000

/** Rows of the first sheet; throws bad_sheet for anything that is no spreadsheet. */
export async function readSheet(bytes: Buffer): Promise<Cell[][]> {
  if (isZip(bytes) && inflatedSize(bytes) > MOST_INFLATED) throw new Refusal('bad_sheet')
  const file = join(tmpdir(), `mostruario-${randomUUID()}`)
  try {
    await writeFile(file, bytes, { mode: 0o600 })
    const { stdout } = await run(process.execPath, ['--max-old-space-size=768', self, file], { timeout: 60_000, maxBuffer: 256 * 1024 * 1024 })
    return JSON.parse(stdout) as Cell[][]
  } catch {
    throw new Refusal('bad_sheet')
  } finally {
    await rm(file, { force: true })
  }
}
const isZip = (b: Buffer) => b.subarray(0, 4).toString('hex') === '504b0304'
/** Sum of the uncompressed sizes in the zip's directory; infinite when the directory is broken or too long. */
function inflatedSize(b: Buffer): number {
  const end = b.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || end + 22 > b.length) return Number.POSITIVE_INFINITY
  const entries = b.readUInt16LE(end + 10)
  let at = b.readUInt32LE(end + 16)
  if (entries > MOST_ENTRIES) return Number.POSITIVE_INFINITY
  let sum = 0
  for (let i = 0; i < entries; i++) {
    if (at + 46 > b.length || b.readUInt32LE(at) !== 0x02014b50) return Number.POSITIVE_INFINITY
    sum += b.readUInt32LE(at + 24)
    at += 46 + b.readUInt16LE(at + 28) + b.readUInt16LE(at + 30) + b.readUInt16LE(at + 32)
  }
  return sum
}
/** CSV text: UTF-8, else Windows-1252. */
function decodeText(b: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(b)
  } catch {
    return new TextDecoder('windows-1252').decode(b)
  }
}

if (process.argv[1] === self) {
  const bytes = await readFile(process.argv[2] as string)
  let rows: unknown[][]
  if (isZip(bytes)) {
    const { readXlsx } = await import('hucre/xlsx')
    rows = (await readXlsx(bytes, { sheets: [0] })).sheets[0]?.rows ?? []
  } else {
    const text = decodeText(bytes)
    if (text.includes('\u0000')) process.exit(1)
    const { parseCsv } = await import('hucre/csv')
    const head = text.slice(0, text.indexOf('\n') + 1 || undefined)
    rows = parseCsv(text, { delimiter: head.split(';').length > head.split(',').length ? ';' : ',' })
  }
  process.stdout.write(JSON.stringify(rows.map((r) => r.map((c) => (c instanceof Date ? c.toISOString() : c)))))
}
