// The log: JSON, a line for each request and each job, at the level that LOG_LEVEL says. It tells which call, whose
// (numbers) and how it ended, and never what was sent or answered: no address, no header, no word of a person.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { plainError } from './plain.ts'
import { telemetry } from './trace.ts'
import { enter } from './work.ts'

/** By way of process.stdout, where a broken pipe or a full disk under the log is nobody's end. */
const STDOUT = { write: (line: string) => void process.stdout.write(line) }

export const openLog = (to: { write(line: string): void } = STDOUT, serializers = PLAIN): Logger =>
  pino(
    {
      level: process.env.LOG_LEVEL || 'warn',
      serializers,
      // What the reader of forms says at its most talkative.
      redact: { paths: ['busboyOptions'], remove: true },
    },
    to,
  )

/** A request: which call it was. Addresses carry tokens and names, headers the session. */
const plainRequest = (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? '' })
const plainReply = (reply: { statusCode: number }) => ({ status: reply.statusCode })
const PLAIN = { req: plainRequest, res: plainReply, err: plainError, error: plainError }

/** A line for each request when it ends, be it that its sender left; and its id in the answer. */
export function logRequests(app: FastifyInstance, trusted: (request: FastifyRequest) => boolean): void {
  app.decorateRequest('refused', '')
  app.addHook('onRequest', (request, reply, done) => {
    let told = false
    let span: { ended(status: number): void } | undefined
    const tell = (left: boolean) => {
      if (told) return
      told = true
      span?.ended(reply.raw.statusCode)
      line(request, reply, left)
    }
    reply.header('x-request-id', request.id)
    reply.raw.once('finish', () => tell(false))
    reply.raw.once('close', () => tell(true))
    const go = () => enter({ request_id: request.id }, done)
    span = telemetry()?.request(request, trusted(request), go)
    if (!span) go()
  })
}
/** Refusals that somebody who keeps watch wants to see without asking for more: what people do who try doors. */
const ALARMS = new Set(['bad_credentials', 'forbidden', 'other_company', 'reset_link', 'too_many', 'unsigned'])
function line(request: FastifyRequest, reply: FastifyReply, left: boolean): void {
  const status = reply.raw.statusCode
  const { session } = request
  const level = status === 500 ? 'error' : status > 500 || ALARMS.has(request.refused) ? 'warn' : 'info'
  request.log[level](
    {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status,
      ms: Math.round(reply.elapsedTime),
      ...(request.refused && { refused: request.refused }),
      ...(session && { company: session.company_id, user: session.user_id, role: session.level }),
      ...(session?.acting_id && { acting: session.acting_id }),
      ...(left && { left }),
    },
    'request completed',
  )
}

/** What a trusted proxy may call a request. */
const REQUEST_ID = /^[\w-]{8,64}$/
export const givenId = (word: string | string[] | undefined) =>
  typeof word === 'string' && REQUEST_ID.test(word) ? word : null

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the refusal that it was answered with. */
    refused: string
  }
}
