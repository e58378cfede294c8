// Reads a request's body whatever its form: JSON, urlencoded or multipart, into plain fields
// and files. The edge calls it when it knows who asks and that they may; every byte is measured on its way (intake.ts).
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#shared/errors.ts'
import type { Endpoint } from '#shared/wire.ts'
import { addField, listsOf } from './lists.ts'
import { type Bounds, type Hold, Measured } from './intake.ts'

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
/** A form of more fields than this is none of ours. */
const MOST_FIELDS = 200
type Lists = ReturnType<typeof listsOf>
const NO_FILE = 'Este envio não recebe arquivos neste campo. Envie só os campos do formulário.'
const INCOMPLETE = 'O envio chegou incompleto ou em formato inválido. Tente de novo.'

/** Leaves every body where it is until readBody asks for it: nothing is kept for somebody who may not send it. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

export async function readBody(
  request: FastifyRequest,
  { options }: Endpoint,
  hold: Hold,
  bounds: Bounds,
): Promise<WireBody> {
  const { raw } = request
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (request.method === 'GET' || request.method === 'HEAD') return { fields: {}, files: {} }
  if (!type) {
    if (raw.headers['transfer-encoding'] || Number(raw.headers['content-length'])) throw new Refusal('unsupported')
    return { fields: {}, files: {} }
  }
  const form = request.isMultipart()
  const files = (form && options.files) || {}
  const most = hold.text + Math.min(bounds.files, bounds.file * sum(files))
  if (Number(request.headers['content-length']) > most) throw new Refusal('too_large')
  const body = new Measured(hold, most, bounds, most > hold.text)
  // A sender who hangs up ends the reading as well.
  finished(raw, { writable: false }, (error) => error && body.destroy(error))
  raw.pipe(body)
  try {
    const lists = listsOf(options.body)
    if (form) return await readMultipart(request, body, { files, lists }, hold, bounds)
    if (type !== 'application/json' && type !== 'application/x-www-form-urlencoded') throw new Refusal('unsupported')
    const bytes = await wholeOf(body)
    hold.takeParsed(bytes.length)
    if (options.signed) request.bytes = bytes
    return {
      fields: type === 'application/json' ? await parseJson(request, bytes) : parseForm(bytes, lists),
      files: {},
    }
  } catch (error) {
    throw asRefusal(error, files)
  } finally {
    // Let go here: a pipe that ends by itself, later, would stop the rest from being read and forgotten (linger.ts).
    raw.unpipe(body)
    body.destroy()
  }
}
const sum = (files: Record<string, number>) => Object.values(files).reduce((a, b) => a + b, 0)

async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
/** A file, written where it stays while it comes: gathered first, it would be there twice. What is taken for it and not
 * written costs no memory. */
async function wholeFile(pieces: AsyncIterable<Buffer>, most: number, tooLarge: () => boolean): Promise<Buffer> {
  const room = Buffer.allocUnsafeSlow(most)
  let end = 0
  for await (const piece of pieces) {
    if (tooLarge()) throw new Refusal('too_large')
    end += piece.copy(room, end)
  }
  return end > most / 2 ? room.subarray(0, end) : Buffer.from(room.subarray(0, end))
}
/** As the framework parses: a body that names a prototype is refused. */
async function parseJson(request: FastifyRequest, bytes: Buffer): Promise<Record<string, unknown>> {
  if (bytes.length === 0) return {}
  const parser = request.server.getDefaultJsonParser('error', 'error')
  const body = await new Promise<unknown>((parsed, failed) => {
    void parser(request, bytes.toString('utf8'), (error, value) => (error ? failed(error) : parsed(value)))
  })
  return body && typeof body === 'object' && !Array.isArray(body) ? { ...body } : {}
}
function parseForm(bytes: Buffer, lists: Lists): Record<string, unknown> {
  const text = bytes.toString('utf8')
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw new Refusal('too_large')
  const fields = Object.create(null) as Record<string, unknown>
  for (const [name, value] of new URLSearchParams(text)) addField(fields, name, value, lists)
  return fields
}

async function readMultipart(
  request: FastifyRequest,
  body: Measured,
  { files: allowed, lists }: { files: Record<string, number>; lists: Lists },
  hold: Hold,
  bounds: Bounds,
): Promise<WireBody> {
  const out: WireBody = { fields: Object.create(null) as Record<string, unknown>, files: {} }
  const most = sum(allowed)
  let ofFiles = 0
  // While parts come, more of the next one may have been read already: only what was given counts as text.
  let ofFields = 0
  const longest = Number(request.headers['content-length']) || bounds.file
  for await (const part of partsOf(request, body, {
    fieldSize: hold.text,
    fields: MOST_FIELDS,
    files: most,
    fileSize: bounds.file,
    parts: MOST_FIELDS + most,
    headerPairs: 100,
    headerSize: 8192,
  })) {
    if (part.type === 'field') {
      ofFields += Buffer.byteLength(String(part.value))
      if (ofFields > hold.text || part.valueTruncated) throw new Refusal('too_large')
      // A form writes line breaks as CRLF; texts are kept with the one that JSON bodies have.
      const value = typeof part.value === 'string' ? part.value.replaceAll('\r\n', '\n') : part.value
      addField(out.fields, part.fieldname, value, lists)
      continue
    }
    const field = part.fieldname.replace(/\[\w*\]$/, '')
    // What a browser sends for a file that nobody chose is no file.
    if (!Object.hasOwn(allowed, field) && part.filename) throw new Refusal('invalid', { message: NO_FILE })
    const bytes = await wholeFile(part.file, Math.min(bounds.file, longest), () => part.file.truncated)
    ofFiles += bytes.length
    if (!Object.hasOwn(allowed, field) || (bytes.length === 0 && !part.filename)) continue
    out.files[field] ??= []
    out.files[field].push({ field: part.fieldname, name: part.filename ?? '', type: part.mimetype, bytes })
  }
  if (body.seen - ofFiles > hold.text) throw new Refusal('too_large')
  hold.takeParsed(body.seen - ofFiles)
  return out
}

/** The parts of a form as they come. The parser reads its request's `raw`: it is given the measured body there. */
function partsOf(
  request: FastifyRequest,
  body: Measured,
  limits: NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits'],
): ReturnType<FastifyRequest['parts']> {
  const raw = Object.assign(body, { headers: request.raw.headers, aborted: false })
  return (Object.create(request, { raw: { value: raw } }) as FastifyRequest).parts({ limits: { ...limits } })
}

function asRefusal(error: unknown, files: Record<string, number>): unknown {
  if (error instanceof Refusal) return error
  const code = (error as { code?: string }).code ?? ''
  if (code === 'FST_FILES_LIMIT')
    return new Refusal('invalid', {
      message: sum(files) ? 'São arquivos demais para um envio só. Envie menos por vez.' : NO_FILE,
    })
  if (code.endsWith('_LIMIT')) return new Refusal('too_large')
  return new Refusal('invalid', { message: INCOMPLETE })
}
