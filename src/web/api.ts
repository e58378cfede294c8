// Calls endpoints by their contract: requests are encoded, answers decoded, failures are one class.
import * as z from 'zod/mini'
import type { BodyOf, DataOf, Endpoint, ParamsOf, QueryOf } from '#shared/wire.ts'
import { Failure, type Refused } from './failure.ts'
import { reached } from './online.ts'
import { bearerToken, sessionRefused, staffToken } from './session.ts'

export { asFailure, Failure, isFailure, orNone } from './failure.ts'

export interface Args<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: Partial<NonNullable<QueryOf<E>>>
  body?: BodyOf<E>
  /** A form's values as they are typed, instead of `body`: the server reads them and says what is wrong where. */
  typed?: Record<string, unknown>
  /** Files by field; the call is then a multipart form. */
  files?: Record<string, File[]>
  signal?: AbortSignal
}
interface Envelope {
  status?: unknown
  mensagem?: unknown
  message?: unknown
  data: unknown
  total: number
}
interface Sent {
  params?: unknown
  query?: unknown
  body?: unknown
  typed?: Record<string, unknown>
  files?: Record<string, File[]>
  signal?: AbortSignal
}
/** A body as it crosses the wire. One that its shape refuses goes as it is: the server says what is wrong where. */
function encoded({ options }: Endpoint, body: object): unknown {
  const made = options.body && z.safeEncode(options.body, body as never)
  return made?.success ? made.data : body
}
/** JSON, or a multipart form when files go along: lists and objects as JSON text inside a field. */
function encodeBody(
  endpoint: Endpoint,
  { body, typed, files }: Sent,
): { body?: BodyInit; headers?: Record<string, string> } {
  if (body === undefined && !typed && !files) return {}
  const wire = typed ?? encoded(endpoint, body ?? {})
  if (!files) return { body: JSON.stringify(wire), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [key, v] of Object.entries(wire as Record<string, unknown>))
    if (v !== undefined) form.append(key, v !== null && typeof v === 'object' ? JSON.stringify(v) : String(v ?? ''))
  for (const [key, list] of Object.entries(files)) for (const file of list) form.append(key, file, file.name)
  return { body: form }
}
const pathOf = ({ path }: Endpoint, params: unknown = {}) =>
  path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String((params as Record<string, unknown>)[key])))
/** Lists as JSON text, as inside a form. */
const inAddress = (v: unknown) =>
  v instanceof Date ? v.toISOString() : Array.isArray(v) ? JSON.stringify(v) : String(v)
async function request(endpoint: Endpoint, args: Sent): Promise<Response> {
  const query = Object.entries((args.query ?? {}) as Record<string, unknown>).filter(
    ([, v]) => v !== undefined && v !== '',
  )
  const url = `${pathOf(endpoint, args.params)}${query.length ? `?${new URLSearchParams(query.map(([k, v]) => [k, inAddress(v)]))}` : ''}`
  const { levels, anonymous } = endpoint.options
  const token = levels === 'anyone' ? '' : anonymous ? staffToken() : await bearerToken()
  const { body, headers } = encodeBody(endpoint, args)
  let response: Response
  try {
    response = await fetch(url, {
      method: endpoint.method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body }),
      ...(args.signal && { signal: args.signal }),
    })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    reached(false)
    throw new Failure(0, {})
  }
  reached(true)
  if (response.ok) return response
  if (response.status === 401 && token) sessionRefused(token)
  throw new Failure(response.status, (await response.json().catch(() => ({}))) as Refused)
}
/** An answer of 200 that is no success (specification §8): something in between answered, or the
 * call did not do what it says. */
const noSuccess = (message: unknown) =>
  new Failure(200, {
    code: 'no_success',
    message:
      typeof message === 'string' && message
        ? message
        : 'O servidor não confirmou. Nada se perdeu aqui: tente de novo.',
  })
const send = async (endpoint: Endpoint, args: Sent): Promise<Envelope> => {
  const body = (await (await request(endpoint, args)).json().catch(() => null)) as Envelope | null
  const { answer } = endpoint.options
  if (answer === 'bare') return { data: body, total: 0 }
  if (answer === 'sheet' ? body?.mensagem === undefined : body?.status !== 'success') throw noSuccess(body?.message)
  return body as Envelope
}
function decode(endpoint: Endpoint, data: unknown): unknown {
  if (!endpoint.options.data) return undefined
  const read = z.safeDecode(endpoint.options.data, data as never)
  if (!read.success) throw noSuccess((data as { message?: unknown } | null)?.message)
  return read.data
}

/** A call as it goes over the wire, for who sends it later; `typed` as in a form. */
export const written = <E extends Endpoint>(endpoint: E, { params, body, typed }: Args<E>) => ({
  method: endpoint.method as 'POST' | 'PUT',
  path: pathOf(endpoint, params),
  body: (typed ?? encoded(endpoint, body ?? {})) as Record<string, unknown>,
})
/** An answer's data that was kept as it came. */
export const readAnswer = <E extends Endpoint>(endpoint: E, data: unknown) => decode(endpoint, data) as DataOf<E>

/** The answer's data. */
export async function call<E extends Endpoint>(endpoint: E, args: Args<E> = {}): Promise<DataOf<E>> {
  return decode(endpoint, (await send(endpoint, args)).data) as DataOf<E>
}
/** A list's rows and how many there are in all. */
export async function callList<E extends Endpoint>(
  endpoint: E,
  args: Args<E> = {},
): Promise<{ rows: DataOf<E>; total: number }> {
  const body = await send(endpoint, args)
  return { rows: decode(endpoint, body.data) as DataOf<E>, total: body.total }
}
/** What an endpoint answers as a file, for `file.ts`. */
export const fetchAnswer = <E extends Endpoint>(endpoint: E, args: Args<E> = {}): Promise<Response> =>
  request(endpoint, args)
