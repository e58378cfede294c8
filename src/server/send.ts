import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { SENT } from './serve.ts'

/** A spreadsheet goes out as it grows. */
export function sendSheet(reply: FastifyReply, name: string, sheet: Readable): typeof SENT {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  void reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(sheet)
  return SENT
}
