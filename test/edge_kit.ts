// One call at the edge by itself: requests without a network, a database that answers what a test says.
import multipart from '@fastify/multipart'
import Fastify, { type InjectOptions } from 'fastify'
import { leaveBodies } from '#server/body.ts'
import { answerFailure } from '#server/failures.ts'
import { BOUNDS, Intake } from '#server/intake.ts'
import { type Call, type Handler, type Kit, serve } from '#server/serve.ts'
import type { Session } from '#server/session.ts'
import { endpoint, type Endpoint, type EndpointOptions } from '#shared/wire.ts'

export const NOW = new Date('2026-11-23T12:00:00Z')
export const TOKEN = `mo_${'a'.repeat(43)}`
export const KEY = `mk_${'a'.repeat(43)}`
const ana: Partial<Session> = {
  kind: 'user',
  user_id: 7,
  company_id: 5,
  level: 1,
  name: 'Ana',
  hidden_categories: [],
  is_blocked: false,
  valid_until: '2026-11-23',
  time_zone: 'America/Sao_Paulo',
  acting_id: null,
}
export type Asking = Omit<InjectOptions, 'method'> & { method?: string; as?: object | null; token?: string }
interface Answered {
  status: number
  json: Record<string, unknown>
  text: string
  headers: Record<string, unknown>
}
let serial = 0
/** A server with one call, and what it has done beside answering. */
export async function served<E extends Endpoint>(
  e: E,
  handler: (call: Call<E>) => unknown = () => ({}),
  { ownLine, open_ip = 1e9 }: { ownLine?: boolean; open_ip?: number } = {},
) {
  const log: string[] = []
  let who: object | null | undefined
  const intake = new Intake(BOUNDS)
  const opened = intake.open.bind(intake)
  intake.open = (...args) => {
    const hold = opened(...args)
    const release = hold.release.bind(hold)
    hold.release = () => {
      log.push('released')
      release()
    }
    return hold
  }
  const client = {
    query: (s: string | { text: string }) => {
      log.push((typeof s === 'string' ? s : s.text).trim().slice(0, 8))
      return Promise.resolve({ rows: [] })
    },
    release: () => undefined,
    connection: { stream: { cork: () => undefined, uncork: () => undefined } },
  }
  const kit = {
    pool: { connect: () => Promise.resolve(client) },
    db: {
      first: () => {
        log.push('session')
        return Promise.resolve(who ? { ...ana, wait: 0, ...who } : undefined)
      },
    },
    config: {
      dataDir: `serve-${++serial}`,
      appKey: 'chave',
      limits: { key: 60, open_ip, open_account: 1e9, open_company: 1e9 },
    },
    clock: { now: () => NOW },
    intake,
    share: (company: number | null, work: () => Promise<unknown>) => {
      log.push(`turn ${company}`)
      return work()
    },
  } as unknown as Kit
  const app = Fastify()
  app.decorateRequest('session', null)
  app.decorateRequest('now')
  app.setErrorHandler((error, request, reply) => answerFailure(error as Error, request, reply))
  await app.register(multipart)
  leaveBodies(app)
  serve(app, kit, e, handler as unknown as Handler<E>, ownLine === undefined ? undefined : { ownLine })
  const ask = async ({ as, token, ...more }: Asking = {}): Promise<Answered> => {
    who = as
    log.length = 0
    const headers = { ...(as !== undefined && { authorization: `Bearer ${token ?? TOKEN}` }), ...more.headers }
    const url = e.path.replace(/:\w+/g, '7')
    const answer = await app.inject({ url, method: e.method, ...more, headers } as InjectOptions)
    const json = answer.headers['content-type']?.startsWith('application/json') && !answer.headers['content-encoding']
    return {
      status: answer.statusCode,
      json: json ? (answer.json() as Answered['json']) : {},
      text: answer.body,
      headers: answer.headers,
    }
  }
  return Object.assign(ask, { log, close: () => app.close() })
}
export const call = <const O extends Partial<EndpointOptions>>(
  name: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
  o: O,
) => endpoint(name, { does: 'Uma chamada', levels: 'anyone', ...o } as O & { does: string; levels: 'anyone' })
export const said = ({ status, json }: Answered) => `${status} ${String(json.code ?? json.status)}`
/** What comes of a request by each of these. */
export async function asEach(
  ask: Awaited<ReturnType<typeof served>>,
  people: (object | null | undefined)[],
  more: Asking = {},
) {
  const answers: string[] = []
  for (const as of people) answers.push(said(await ask({ ...more, ...(as !== undefined && { as }) })))
  return answers
}
