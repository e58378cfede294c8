// Writes a spreadsheet in a child process that ends: rows go in as lines of JSON, the file comes out as it grows.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PassThrough, type Readable } from 'node:stream'
import type { Cell } from '#shared/cell.ts'

const self = import.meta.filename
export interface SheetColumn {
  header: string
  width: number
  kind: 'text' | 'money' | 'whole' | 'date'
}
/** The file as a stream; `rows` are asked for as fast as it is read. Money is in cents, dates are ISO text. */
export function writeSheet(name: string, columns: SheetColumn[], rows: AsyncIterable<Cell[][]>): Readable {
  const child = spawn(process.execPath, ['--max-old-space-size=256', self, JSON.stringify({ name, columns })], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const feed = async () => {
    for await (const page of rows) {
      if (!child.stdin.write(page.map((r) => `${JSON.stringify(r)}\n`).join(''))) await once(child.stdin, 'drain')
    }
    child.stdin.end()
  }
  child.stdin.on('error', () => {})
  // A file that is not whole must not look whole: it ends when its writer has ended well, and not before.
  const file = new PassThrough()
  const fail = (error: Error) => {
    child.kill()
    file.destroy(error)
  }
  feed().catch(fail)
  child.on('error', fail)
  child.stdout.on('error', fail)
  child.stdout.pipe(file, { end: false })
  child.on('close', (code) => (code === 0 ? file.end() : fail(new Error(`the sheet's writer ended with ${code}`))))
  // Whoever leaves early ends the writer as well.
  file.on('close', () => child.kill())
  file.on('error', () => {})
  return file
}

if (process.argv[1] === self) {
  const { name, columns } = JSON.parse(process.argv[2] as string) as { name: string; columns: SheetColumn[] }
  const { writeXlsxStream } = await import('hucre/xlsx')
  const formats = { text: '@', money: '#,##0.00', whole: '0', date: 'dd/mm/yyyy hh:mm' }
  const read = async function* () {
    for await (const line of createInterface({ input: process.stdin })) {
      const cells = JSON.parse(line) as Cell[]
      // Text stays text, whatever it begins with: a cell is never a formula.
      yield cells.map((c, i) => {
        const kind = columns[i]?.kind
        if (c === null) return null
        if (kind === 'money') return (c as number) / 100
        if (kind === 'date') return new Date(c as string)
        // What looks like a spelled character is written so that it is read as it stands.
        return typeof c === 'string' ? c.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_') : c
      })
    }
  }
  const stream = writeXlsxStream(read(), {
    name,
    columns: columns.map((c) => ({ header: c.header, width: c.width, numFmt: formats[c.kind] })),
    freezePane: { rows: 1 },
  })
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>)
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
}
