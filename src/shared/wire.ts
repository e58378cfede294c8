// What crosses the wire, described once: endpoints and the codecs of the specification's odd values.
// The wire is every schema's input side: the server decodes requests and encodes answers, the browser the reverse.
import * as z from 'zod/mini'
import { cleanCode } from './code.ts'
import { isDay } from './day.ts'
import { formatCents, parseCents } from './money.ts'
import { readWhole } from './whole.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Level = 0 | 1 | 2 | 3
/** What a company's key may do. */
export const KEY_SCOPES = ['products:read', 'products:write', 'orders:read', 'orders:write'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]
// biome-ignore lint: any schema
type Schema = z.ZodMiniType

export interface EndpointOptions {
  /** Levels of named users that may call; 'anyone' also without a session. */
  levels: readonly Level[] | 'anyone'
  /** A company's key may call that has this scope; without one no key may. */
  key?: KeyScope
  /** Whether a public session (loginClient) may call. */
  public?: boolean
  /** Also without a session, beside the levels: the body's company_id is then the handler's to judge. */
  anonymous?: boolean
  /** The request proves who sent it by a signature over its bytes (server/signed.ts). */
  signed?: boolean
  /**
   * May be called although the company is blocked or past valid_until: by everybody
   * (sign-out, own account), by its admin (what pays and what exports), or by the admin about the own row (`own`).
   * Its admin reads whatever a GET answers anyway.
   */
  whileClosed?: true | 'admin' | 'own'
  /** For the person alone whose session it is: refused to an operator who looks on (*ver como*). */
  personal?: boolean
  params?: Schema
  query?: Schema
  body?: Schema
  /** The answer's data. Lists answer an array here plus total, page and limit beside it. */
  data?: Schema
  list?: boolean
  /** Fields of the body that hold files: name → most files of it. */
  files?: Record<string, number>
  /** The specification names a plain POST for an update (PUT and _method=PUT are accepted too). */
  plainPost?: boolean
  /** Failures of role answer the administrator sentence of specification §8. */
  adminSentence?: boolean
  /** The data's fields also stand beside status (sign-in). */
  beside?: boolean
  /** The answer is not the envelope: 'bare' (the data alone), 'sheet' (mensagem/message), 'stream', 'file'. */
  answer?: 'bare' | 'sheet' | 'stream' | 'file'
  /** One line for the API's documentation. */
  does: string
}
export interface Endpoint<O extends EndpointOptions = EndpointOptions> {
  method: Method
  path: string
  options: O
}

/** Describes a call: `endpoint('PUT /api/v1/companies/:company/orders/:id', {…})`. */
export function endpoint<const O extends EndpointOptions>(call: `${Method} /${string}`, options: O): Endpoint<O> {
  const [method, path] = call.split(' ') as [Method, string]
  return { method, path, options }
}

// oxlint-disable-next-line no-invalid-void-type
type Out<S> = S extends Schema ? z.output<S> : void
export type ParamsOf<E extends Endpoint> = Out<E['options']['params']>
export type QueryOf<E extends Endpoint> = Out<E['options']['query']>
export type BodyOf<E extends Endpoint> = Out<E['options']['body']>
export type DataOf<E extends Endpoint> = Out<E['options']['data']>

const issue = (code: string, input: unknown): never => {
  throw new WireIssue(code, input)
}
/** A value that a codec cannot read; the edge turns it into a field message. */
class WireIssue extends Error {
  code: string
  constructor(code: string, input: unknown) {
    super(`${code}: ${String(input).slice(0, 40)}`)
    this.code = code
  }
}
function codec<A extends Schema, B extends Schema>(
  wire: A,
  value: B,
  code: string,
  decode: (v: z.output<A>) => z.input<B>,
  encode: (v: z.input<B>) => z.output<A>,
) {
  return z.codec(wire, value, {
    decode: (v, ctx) => {
      try {
        return decode(v)
      } catch {
        ctx.issues.push({ code: 'custom', input: v, message: code })
        return z.NEVER
      }
    },
    encode,
  })
}

const scalar = z.union([z.string(), z.number(), z.boolean()])
const truth = (v: unknown) => {
  const s = String(v).toLowerCase()
  if (['1', 'true', 'on', 'sim'].includes(s)) return true
  if (['0', 'false', 'off', 'nao', 'não', ''].includes(s)) return false
  return issue('flag', v)
}
/** "1"/"0" on the wire (company and user flags). */
export const flag = codec(scalar, z.boolean(), 'flag', truth, (v) => (v ? '1' : '0'))
/** 1/0 on the wire (active, is_master_category). */
export const bit = codec(scalar, z.boolean(), 'flag', truth, (v) => (v ? 1 : 0))
/** Money: text with a decimal comma on the wire, whole cents inside. */
export const cents = codec(
  z.union([z.string(), z.number()]),
  z.int(),
  'price',
  (v) => parseCents(v) ?? issue('price', v),
  formatCents,
)
const digits = (v: unknown) => readWhole(String(v)) ?? issue('whole', v)
/** A whole number, also when it arrives as text. */
export const whole = codec(z.union([z.string(), z.number()]), z.int(), 'whole', digits, (v) => v)
export const id = codec(
  z.union([z.string(), z.number()]),
  z.int().check(z.positive('whole')),
  'whole',
  digits,
  (v) => v,
)
/** A percentage with up to 2 decimals ("12,5"), basis points inside (1250). */
export const percent = codec(
  z.union([z.string(), z.number()]),
  z.int(),
  'percent',
  (v) => parseCents(v) ?? issue('percent', v),
  formatCents,
)
/** A moment: ISO text with a zone on the wire, a Date inside. */
export const moment = codec(
  z.string(),
  z.date(),
  'moment',
  (v) => {
    const d = new Date(v)
    return isDay(v.slice(0, 10)) && /T.+(Z|[+-]\d\d:?\d\d)$/.test(v) && !Number.isNaN(d.getTime())
      ? d
      : issue('moment', v)
  },
  (d) => d.toISOString(),
)
/** A calendar day, yyyy-mm-dd. */
export const day = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'day', abort: true }), z.refine(isDay, 'day'))
/** A value that may be JSON text inside a form field. */
export function json<S extends Schema>(schema: S) {
  const parse = z.codec(z.unknown(), z.unknown(), {
    decode: (v, ctx) => {
      if (typeof v !== 'string') return v
      try {
        return JSON.parse(v) as unknown
      } catch {
        ctx.issues.push({ code: 'custom', input: v, message: 'json' })
        return z.NEVER
      }
    },
    encode: (v) => v,
  })
  return z.pipe(parse, schema)
}
/** Text that is trimmed and capped; `least` 1 makes it required. */
export function text(most: number, least = 0) {
  const checks = [z.trim(), z.maxLength(most, 'long')]
  if (!least) return z.string().check(...checks)
  const filled = z.minLength(1, { error: 'required', abort: true })
  return z.string().check(...checks, filled, z.minLength(least, least === 2 ? 'name' : 'short'))
}
/** Whether '' or null was sent, or the word that a form makes of null, where the word itself is no value. */
function nothing(schema: Schema): (v: unknown) => boolean {
  let word: boolean | undefined
  return (v) => v === '' || v === null || (v === 'null' && (word ??= !z.safeDecode(schema, 'null' as never).success))
}
/** A code: what nobody sees in it is taken off, so that it is found again however it comes. */
export const code = (most: number) => z.string().check(z.overwrite(cleanCode), z.maxLength(most, 'long'))
function unlessNone<S extends Schema>(schema: S, none: (v: unknown) => boolean) {
  const strip = z.codec(z.unknown(), z.unknown(), { decode: (v) => (none(v) ? undefined : v), encode: (v) => v })
  return z.optional(z.pipe(strip, z.optional(schema)))
}
/** Optional value for which '' and null mean "not given". */
export const blank = <S extends Schema>(schema: S) => unlessNone(schema, nothing(schema))
/** The same for text, in which forms also write null and undefined as words. */
export const optionalText = <S extends Schema>(schema: S) =>
  unlessNone(schema, (v) => v === null || v === '' || v === 'null' || v === 'undefined')
/** Optional value that '' and null empty: absent leaves it as it is. */
export function cleared<S extends Schema>(schema: S) {
  const none = nothing(schema)
  const strip = z.codec(z.unknown(), z.unknown(), { decode: (v) => (none(v) ? null : v), encode: (v) => v })
  return z.optional(z.pipe(strip, z.nullable(schema)))
}
/** Query of a list. */
export const page = { limit: blank(whole), page: blank(whole) }
