// How failures are answered: refusals from the table, known database errors, everything else as our bug.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { FIELD_MESSAGES, Refusal, type RefusalCode } from '#shared/errors.ts'
import { joined, type Said } from '#shared/sentence.ts'
import { showSpace } from '#shared/space.ts'
import { sqlState } from './db.ts'
import { S3Failure } from './s3.ts'
import { isPage, sorry } from './sorry.ts'

interface Issue {
  code?: string
  message?: string
  path: PropertyKey[]
  errors?: Issue[][]
  minimum?: number | bigint
}
const ZOD_CODES: Record<string, string> = {
  invalid_type: 'required',
  too_big: 'long',
  invalid_union: 'required',
  invalid_value: 'Escolha um dos valores aceitos.',
  invalid_format: 'Formato inválido.',
}

/** One list of Portuguese sentences per field: {phone: ['Faltou o DDD…']}. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string[]> {
  const out: Record<string, string[]> = {}
  for (const issue of error.issues as unknown as Issue[]) {
    const key = issue.path.map(String).join('.') || 'form'
    const known = FIELD_MESSAGES[issue.message ?? '']
    const byCode = ZOD_CODES[issue.code ?? ''] ?? ''
    out[key] ??= []
    out[key].push(known ?? FIELD_MESSAGES[byCode] ?? (byCode || 'Confira este campo.'))
  }
  return out
}

const FRAMEWORK: Record<number, RefusalCode> = {
  404: 'not_found',
  408: 'too_slow',
  413: 'too_large',
  414: 'not_found',
  415: 'unsupported',
  416: 'bad_range',
}

/** PostgreSQL's word for it and the file system's two. */
const DISK_FULL = ['53100', 'ENOSPC', 'EDQUOT']
/** The system's codes for a database that cannot be reached: refused, no socket, lost on the way, no route, no name. */
const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** Connections that broke, in pg's words: they have no code. */
const LOST =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|is not queryable|pool after calling end/
const fromDatabase = (state: string | undefined): Refusal | null => {
  if (!state) return null
  if (state === '23505') return new Refusal('conflict')
  if (/^(22|23)/.test(state)) return new Refusal('invalid')
  if (DISK_FULL.includes(state)) return new Refusal('storage_full', { retry_after: 60 })
  if (/^(25006|40|53|55P03|57P|57014|08)/.test(state) || UNREACHABLE.includes(state))
    return new Refusal('busy', { retry_after: 2 })
  return null
}

export function answerFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  if (!refusal) request.log.error({ err: error }, 'bug')
  else if (refusal.code === 'storage_full') request.log.error({ err: error }, 'disk full')
  else if (error instanceof S3Failure) request.log.error({ err: error }, 'files out of reach')
  const r = refusal ?? new Refusal('internal', { request_id: request.id })
  request.refused = r.code
  const { retry_after = r.status === 503 ? 2 : undefined, ...extra } = r.extra
  if (typeof retry_after === 'number') reply.header('retry-after', String(retry_after))
  if (typeof retry_after === 'number' && (r.status >= 500 || r.status === 429) && isPage(request))
    return sorry(reply, r.status, r.message, Math.max(3, retry_after))
  return reply.status(r.status).send({ status: 'error', code: r.code, message: r.message, ...extra })
}
/** Whether a call failed as the disk is full or the database away (507, 503), not by what was sent. */
export const isServersFault = (error: unknown): boolean => {
  const status = error instanceof Error ? asRefusal(error)?.status : undefined
  return status === 503 || status === 507
}
function asRefusal(error: FastifyError | Error): Refusal | null {
  if (error instanceof Refusal) return error
  if (LOST.test(error.message) || error instanceof S3Failure) return new Refusal('busy', { retry_after: 2 })
  const e = error as FastifyError
  // What the framework and the server of files refuse is the sender's: an address that
  // is none, a part that a file lacks.
  if (e.statusCode && e.statusCode >= 400 && e.statusCode < 500)
    return new Refusal(FRAMEWORK[e.statusCode] ?? 'bad_request')
  const { detail = '{}' } = error as { detail?: string }
  if (sqlState(error) === 'MO002') return productsFull(detail)
  if (sqlState(error) === 'MO004') return peopleFull(detail)
  if (sqlState(error) === 'MO005') return tablesFull(detail)
  if (sqlState(error) === 'MO006') return bytesFull(detail)
  if (sqlState(error) === 'MO007') return rowsFull(detail)
  // A company keeps an admin (migration 0037).
  if (sqlState(error) === 'MO003') return new Refusal('last_admin')
  return fromDatabase(sqlState(error))
}
interface Full {
  most: number
  /** The plan that fits, and its room; null without one. */
  plan: string | null
  room: number | null
}
const count = (n: number | null) => (n ?? 0).toLocaleString('pt-BR')
const wayOut = ({ plan, room }: Full): Said =>
  plan
    ? { text: 'O plano {name} tem lugar para {n}.', values: { name: plan, n: count(room) } }
    : 'Fale com o consultor sobre um plano maior.'
/** The plan's limit of products (migration 0040); the sentence names the plan that fits. */
function productsFull(detail: string): Refusal {
  const full = JSON.parse(detail) as Full
  const held = { text: 'Seu plano tem lugar para {n} produtos ativos.', values: { n: count(full.most) } }
  return new Refusal('plan_limit', { message: joined([held, wayOut(full)]), plan: full.plan })
}
/** The plan's limit of people (migration 0266), for rows that no form brings; the code is the specification's. */
function peopleFull(detail: string): Refusal {
  const full = JSON.parse(detail) as Full
  return new Refusal('max_users', { hint: full.plan ? wayOut(full) : '', plan: full.plan })
}
/** The plan's limit of price tables (migration 0266). */
function tablesFull(detail: string): Refusal {
  const full = JSON.parse(detail) as Full
  const held = { text: 'Seu plano vai até a tabela de preços {n}.', values: { n: count(full.most) } }
  return new Refusal('plan_limit', { message: joined([held, wayOut(full)]), plan: full.plan })
}
/** The plan's space for files (migration 0280). */
function bytesFull(detail: string): Refusal {
  const { most, plan, room } = JSON.parse(detail) as Full
  const held = {
    text: 'Seu plano guarda {size} de arquivos e não cabe mais este. Apague fotos que não usa mais.',
    values: { size: showSpace(most) },
  }
  const larger = plan
    ? { text: 'O plano {name} guarda {size}.', values: { name: plan, size: showSpace(room ?? 0) } }
    : 'Fale com o consultor sobre um plano maior.'
  return new Refusal('plan_limit', { message: joined([held, larger]), plan })
}
/** Client cards and categories (migration 0280). */
function rowsFull(detail: string): Refusal {
  const full = JSON.parse(detail) as Full & { what: 'clients' | 'categories' }
  const n = count(full.most)
  if (full.what === 'categories')
    return new Refusal('plan_limit', {
      message: { text: 'Cabem até {n} categorias. Apague as que não usa mais.', values: { n } },
      plan: null,
    })
  const held = { text: 'Seu plano tem lugar para {n} cadastros de clientes.', values: { n } }
  return new Refusal('plan_limit', { message: joined([held, wayOut(full)]), plan: full.plan })
}
