import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { writeCsv } from 'hucre/csv'
import type { Cell } from '#shared/cell.ts'
import { formatCents } from '#shared/money.ts'
import { SENT } from './serve.ts'
import type { SheetColumn } from './sheet.ts'

/** A spreadsheet goes out as it grows. */
export function sendSheet(reply: FastifyReply, name: string, sheet: Readable): typeof SENT {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  void reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(sheet)
  return SENT
}
/** The same columns as CSV, as spreadsheets in Brazil read it: semicolons, decimal commas. Text that a spreadsheet would
 * take for a formula begins with an apostrophe. Money is in cents. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  columns: Pick<SheetColumn, 'header' | 'kind'>[],
  rows: Cell[][],
): typeof SENT {
  const cell = (c: Cell, i: number) => (columns[i]?.kind === 'money' && c !== null ? formatCents(c as number) : c)
  const text = writeCsv(
    rows.map((r) => r.map(cell)),
    { headers: columns.map((c) => c.header), delimiter: ';', bom: true, escapeFormulae: true },
  )
  void reply.header('content-disposition', `attachment; filename="${name}"`).type('text/csv; charset=utf-8').send(text)
  return SENT
}
/** A name as RFC 8187 writes it. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
/** A PDF opens in the browser's own reader: it needs no rule but not to be framed. The name keeps its letters. */
export function sendPdf(reply: FastifyReply, name: string, pdf: Buffer | Readable): typeof SENT {
  const plain =
    name
      .normalize('NFD')
      .replace(/[^\w .-]/g, '')
      .trim() || 'arquivo'
  void reply
    .header('content-security-policy', "frame-ancestors 'none'")
    .header('x-robots-tag', 'noindex')
    .header('content-disposition', `inline; filename="${plain}.pdf"; filename*=UTF-8''${encoded(name)}.pdf`)
    .type('application/pdf')
    .send(pdf)
  return SENT
}
export function sendPng(reply: FastifyReply, name: string, png: Buffer): typeof SENT {
  void reply.header('content-disposition', `inline; filename="${name}.png"`).type('image/png').send(png)
  return SENT
}
