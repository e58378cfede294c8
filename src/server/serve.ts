// The edge. Everything strange about the wire ends here: multipart, _method, company_id, the envelope, levels,
// the order of checks (401 → 403 role → 403 company → 404 → 422 → 409). A handler sees typed values.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { type RefusalCode, Refusal } from '#shared/errors.ts'
import type { BodyOf, DataOf, Endpoint, Level, ParamsOf, QueryOf } from '#shared/wire.ts'
import { closedTo } from './closed-company.ts'
import { type Joined, packed } from './kept.ts'
import { type Clock, dayIn } from './clock.ts'
import { wouldBelieve } from './clock-watch.ts'
import type { Config } from './config.ts'
import { allowsDemo } from './demo-access.ts'
import { lazyTransaction, type Scope, type Tx } from './db.ts'
import { fieldErrors, isServersFault } from './failures.ts'
import { type Upload, type WireBody, readBody } from './body.ts'
import type { Intake } from './intake.ts'
import { readLists } from './lists.ts'
import { keepPace, keepWaiting, senderOf } from './limits.ts'
import { hasSession, isOurs, levelOfAccount, sessionOf, type Session } from './session.ts'
import { namedCompany, scopeOf } from './scope.ts'
import type { sharing } from './shares.ts'
import type { Post } from './mail.ts'
import type { Storage } from './storage.ts'
import type { Live } from './live.ts'
import { takeBackCounts } from './work.ts'

/** What every feature may use; made once in app.ts. */
export interface Kit extends Post {
  pool: pg.Pool
  /** Outside any company: the app.* look-up functions. */
  db: Tx
  config: Config
  clock: Clock
  storage: Storage
  live: Live
  /** What all requests together hold. */
  intake: Intake
  /** Does a company's work when it is its turn. */
  share: ReturnType<typeof sharing>
  log: Logger
}
export interface Call<E extends Endpoint> {
  tx: Tx
  kit: Kit
  now: Date
  /** The session; null only where the endpoint is for anyone. */
  session: Session | null
  /** The company that this call works in: the session's, or the one that an operator names. */
  company: number | null
  /** The company that a request without a session names; nothing is known of it yet. */
  named: number | null
  /** The session of somebody inside a company. */
  caller: Session & { company_id: number }
  params: ParamsOf<E>
  query: QueryOf<E>
  /** Decoded when first read, so that 404 by object comes before 422 by content. */
  readonly body: BodyOf<E>
  files: Record<string, Upload[]>
  host: string
  ip: string
  token: string
  request: FastifyRequest
  reply: FastifyReply
}
/** A list's answer: rows of this page and how many there are in all. */
export interface Listed<T> {
  rows: T
  total: number
  page: number
  limit: number
}
/** An answer that is already text: the whole envelope, kept from before or joined of what is. */
export class Ready {
  text: Buffer | Joined
  constructor(text: Buffer | Joined) {
    this.text = text
  }
}
type Answer<E extends Endpoint> = E['options']['list'] extends true ? Listed<DataOf<E>> | Ready : DataOf<E> | Ready
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | typeof SENT>
/** A handler that has answered by itself (stream, file). */
export const SENT = Symbol('sent')

export const registered: Endpoint[] = []

/** `ownLine`: a company's calls of this kind take turns by themselves and hold nothing while they wait, so that they stand
 * in no other's way. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  kit: Kit,
  endpoint: E,
  handler: Handler<E>,
  { ownLine = false } = {},
): void {
  const { method, path, options } = endpoint
  if (!registered.some((e) => e.method === method && e.path === path)) registered.push(endpoint)
  const methods = method === 'PUT' ? ['PUT', 'POST'] : options.plainPost ? ['POST', 'PUT'] : [method]
  app.route({
    method: methods,
    url: path,
    config: { endpoint },
    onRequest: async (request) => {
      const token = bearer(request)
      // One reading decides: the clock may be set meanwhile.
      const now = kit.clock.now()
      await keepWaiting(kit.config, endpoint, { ip: request.ip, token }, now)
      const known = await sessionOf(kit.db, token, kit.config.limits.key, now)
      // It may be over by a wrong clock only: its device must not sign out.
      if (
        !known &&
        isOurs(kit.config.appKey, token) &&
        (await hasSession(kit.db, token)) &&
        !(await wouldBelieve(kit.pool, now))
      )
        throw new Refusal('clock_doubted', { retry_after: 60 })
      const session = known?.demo && !allowsDemo(kit.config, request, levelOfAccount(known)) ? null : known
      request.session = session
      request.now = now
      keepPace(kit.config, endpoint, session, { ip: request.ip, token }, now)
      allow(endpoint, session, token, request)
    },
    handler: async (request, reply) => {
      const hold = kit.intake.open(request.session, senderOf(request.ip))
      try {
        return await answer(request, reply, await readBody(request, endpoint, hold, kit.intake.bounds))
      } finally {
        hold.release()
      }
    },
  })

  async function answer(request: FastifyRequest, reply: FastifyReply, wire: WireBody): Promise<FastifyReply> {
    override(endpoint, request, wire)
    const named = namedCompany(request, wire)
    const scope = scopeOf(endpoint, request, named)
    const data = await kit.share(ownLine ? null : (scope?.company_id ?? null), async () => {
      const work = lazyTransaction(kit.pool, scope)
      try {
        const given = await handler(makeCall(endpoint, kit, request, reply, wire, work.tx, { scope, named }))
        await work.commit()
        return given
      } catch (error) {
        await work.rollback()
        if (isServersFault(error)) await takeBackCounts()
        throw error
      }
    })
    // Outside of the turn: a slow phone keeps nobody waiting.
    if (data === SENT) return reply
    return data instanceof Ready ? sendKept(request, reply, data.text) : send(reply, envelope(endpoint, data))
  }
}

const bearer = (request: FastifyRequest) =>
  /^Bearer ([\w-]{1,100})$/.exec(String(request.headers.authorization))?.[1] ?? ''

function allow(endpoint: Endpoint, session: Session | null, token: string, { now, params }: FastifyRequest): void {
  const { levels, adminSentence } = endpoint.options
  // A key opens what is meant for keys, and nothing that is open to anybody besides.
  if (session?.scopes && !(endpoint.options.key && session.scopes.includes(endpoint.options.key)))
    throw new Refusal('key_scope')
  if (levels === 'anyone') return
  if (!session && endpoint.options.anonymous && !token) return
  if (!session)
    throw new Refusal('unauthorized', token ? { message: 'Sua sessão terminou. Entre de novo para continuar.' } : {})
  const level = Math.max(0, session.level) as Level
  const allowed = session.kind === 'public' ? endpoint.options.public === true : levels.includes(level)
  if (!allowed) throw new Refusal(adminSentence && level > 0 ? 'admin_only' : 'forbidden')
  if (endpoint.options.personal && session.acting_id !== null) throw new Refusal('forbidden')
  const own = String((params as { id?: string }).id) === String(session.user_id)
  if (level > 0 && isClosed(session, now) && !worksWhileClosed(endpoint, level, own))
    throw level === 1 ? closedTo(session) : new Refusal('catalogue_closed')
}
/** A closed company's admin reads, pays and exports; nothing else of it is open to anybody. */
function worksWhileClosed({ method, options: { whileClosed } }: Endpoint, level: Level, own: boolean): boolean {
  if (whileClosed === true) return true
  return level === 1 && (method === 'GET' || whileClosed === 'admin' || (whileClosed === 'own' && own))
}
interface Standing {
  is_blocked?: boolean | undefined
  valid_until?: string | undefined
  time_zone: string
}
/** Blocked, or past `valid_until`, its last open day, in the company's own time zone. */
export const isClosed = (c: Standing, now: Date): boolean =>
  c.is_blocked === true || dayIn(c.time_zone, now) > (c.valid_until ?? '')

function override(endpoint: Endpoint, request: FastifyRequest, wire: WireBody): void {
  const asked = wire.fields._method
  delete wire.fields._method
  const word = String(asked ?? request.method).toUpperCase()
  if (endpoint.options.plainPost && (word === 'PUT' || word === 'POST')) return
  if (word !== endpoint.method) throw new Refusal('method_override')
}

function makeCall<E extends Endpoint>(
  endpoint: E,
  kit: Kit,
  request: FastifyRequest,
  reply: FastifyReply,
  wire: WireBody,
  tx: Tx,
  { scope, named }: { scope: Scope; named: unknown[] },
): Call<E> {
  const { options } = endpoint
  let body: { value: unknown } | undefined
  const call = {
    tx,
    kit,
    now: request.now,
    session: request.session,
    company: scope?.company_id ?? null,
    named: /^\d{1,15}$/.test(String(named[0])) ? Number(named[0]) : null,
    caller: request.session as Call<E>['caller'],
    params: decode(options.params, request.params, 'not_found'),
    query: decode(options.query, request.query, 'invalid'),
    get body() {
      body ??= { value: decode(options.body, wire.fields, 'invalid') }
      return body.value
    },
    files: wire.files,
    host: request.hostname,
    ip: senderOf(request.ip),
    token: bearer(request),
    request,
    reply,
  }
  return call as unknown as Call<E>
}
function decode(schema: z.ZodMiniType | undefined, value: unknown, code: RefusalCode): unknown {
  if (!schema) return undefined
  if (code === 'not_found') {
    const result = z.safeDecode(schema, value as never)
    if (!result.success) throw new Refusal(code)
    return result.data
  }
  const { fields, unknown } = readLists(schema, value as Record<string, unknown>)
  const result = z.safeDecode(schema, fields as never)
  const errors = Object.fromEntries(unknown.map((name) => [name, ['Este envio não tem uma lista com este nome.']]))
  if (!result.success) Object.assign(errors, fieldErrors(result.error))
  else if (unknown.length === 0) return result.data
  throw new Refusal('invalid', { errors })
}

function envelope(endpoint: Endpoint, answer: unknown): string {
  const { data, list, beside } = endpoint.options
  const encode = (value: unknown) => (data ? z.encode(data, value as never) : null)
  if (endpoint.options.answer === 'bare') return JSON.stringify(encode(answer))
  if (beside) {
    const encoded = encode(answer) as object
    return JSON.stringify({ status: 'success', ...encoded, data: encoded })
  }
  if (!list) return JSON.stringify({ status: 'success', data: encode(answer) })
  const { rows, total, page, limit } = answer as Listed<unknown>
  return JSON.stringify({ status: 'success', data: encode(rows), total, page, limit })
}
/** The envelope of an answer as text, for answers that are kept. */
export const encodeAnswer = <E extends Endpoint>(endpoint: E, answer: Answer<E>) => envelope(endpoint, answer)
const send = (reply: FastifyReply, text: string | Buffer) => reply.type('application/json; charset=utf-8').send(text)

/** Kept answers are long and asked for often: a phone gets them in brotli. */
async function sendKept(request: FastifyRequest, reply: FastifyReply, answer: Buffer | Joined): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  const small = await packed(answer, request.headers['accept-encoding'])
  if (small) return send(reply.header('content-encoding', 'br'), small)
  return send(reply, Buffer.isBuffer(answer) ? answer : answer.text)
}
/** limit and page of a list: cut to the caller's cap, never refused. */
export function paging(
  query: { limit?: number | undefined; page?: number | undefined },
  whenAbsent: number,
  session: Session,
) {
  const cap = session.level >= 3 ? 100 : 1000
  const limit = query.limit === undefined ? whenAbsent : Math.min(Math.max(query.limit, 1), cap)
  const page = Math.min(Math.max(query.page ?? 1, 1), 1_000_000)
  return { limit, page, offset: (page - 1) * limit }
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    now: Date
    /** The body as it came, where a signature is over it. */
    bytes?: Buffer
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
