// Reads a request's body whatever its form: JSON, urlencoded or multipart, into plain fields and files.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#shared/errors.ts'

export interface Upload {
  field: string
  name: string
  type: string
  bytes: Buffer
}
export interface WireBody {
  fields: Record<string, unknown>
  files: Record<string, Upload[]>
}
const FILE_SIZE = 15 * 1024 * 1024

export async function readBody(request: FastifyRequest, files: Record<string, number> | undefined): Promise<WireBody> {
  if (request.isMultipart()) return readMultipart(request, files ?? {})
  const body = request.body
  const fields = body && typeof body === 'object' && !Array.isArray(body) ? { ...(body as Record<string, unknown>) } : {}
  return { fields, files: {} }
}

async function readMultipart(request: FastifyRequest, allowed: Record<string, number>): Promise<WireBody> {
  const out: WireBody = { fields: Object.create(null) as Record<string, unknown>, files: {} }
  const most = Object.values(allowed).reduce((a, b) => a + b, 0)
  const parts = request.parts({
    limits: { fieldNameSize: 100, fieldSize: 1024 * 1024, fields: 200, files: Math.max(most, 1), fileSize: FILE_SIZE, parts: 220, headerPairs: 100 },
  })
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        // A form writes line breaks as CRLF; texts are kept with the one that JSON bodies have.
        out.fields[part.fieldname] = typeof part.value === 'string' ? part.value.replaceAll('\r\n', '\n') : part.value
        continue
      }
      const field = part.fieldname.replace(/\[\w*\]$/, '')
      const bytes = await part.toBuffer()
      if (!(field in allowed) || (bytes.length === 0 && !part.filename)) continue
      out.files[field] ??= []
      out.files[field].push({ field: part.fieldname, name: part.filename ?? '', type: part.mimetype, bytes })
    }
  } catch (error) {
    const code = (error as { code?: string }).code ?? ''
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code.endsWith('_LIMIT')) throw new Refusal('too_large')
    if (error instanceof Refusal) throw error
    throw new Refusal('invalid', { message: 'O envio chegou incompleto. Tente de novo.' })
  }
  return out
}
