// Requests drawn from the contracts: what a call reads, as it should be or nearly so, and what nobody sends in good
// faith. The same seed draws the same requests.
import type * as z from 'zod/mini'
import type { Endpoint } from '#shared/wire.ts'
import type { Dice } from './stranger.ts'

type Schema = z.core.$ZodType
interface Def {
  type: string
  innerType?: Schema
  in?: Schema
  out?: Schema
  element?: Schema
  valueType?: Schema
  options?: Schema[]
  shape?: Record<string, Schema>
  values?: unknown[]
  entries?: Record<string, unknown>
}
const defOf = (s: Schema) => s._zod.def as unknown as Def

/** What a drawn value may be made of: numbers and secrets that exist, by what the field is called. */
export interface Things {
  /** Numbers by what stands before them in an address. */
  of: Readonly<Record<string, readonly (number | string)[]>>
  /** The company that stands in every address with one. */
  inside?: number
  ids: readonly number[]
  secrets: readonly string[]
  words: readonly string[]
}
const GOOD: [RegExp, readonly unknown[]][] = [
  [/password/, ['uma frase comprida', 'segredo-de-teste']],
  [/e?mail/, ['alguem@teste.test', 'x@y']],
  [/phone/, ['11912345678', '(12) 99714-0000']],
  [/document/, ['529.982.247-25', '12.345.678/0001-95']],
  [/link|url|site|endpoint/, ['https://exemplo.test/x', '/pedidos', 'javascript:alert(1)', '//evil.example']],
  [/day|date|from|until|start|end|due/, ['2026-11-21', '2026-12-31', '2024-02-29']],
  [/month/, ['2026-11', '2026-13']],
  [/(^|_)at$|taken/, ['2026-11-21T12:00:00.000Z']],
  [/price|amount|total|freight|cost|rate/, ['10,00', '0,01', '1.234,56']],
  [/colou?r/, ['#b4532a', 'red']],
  [/^key$|cart_id/, ['chave-de-dezesseis-1', 'chave-de-dezesseis-2']],
  [/limit|page|quantity|stock/, [1, 2, '5', '0', 100]],
  [/order|sort/, ['name', 'price', '-id', 'newest']],
]
const LONG = 'ã'.repeat(10_000)
const deep = (n: number): unknown => {
  let v: unknown = 1
  for (let i = 0; i < n; i++) v = i % 2 ? [v] : { a: v }
  return v
}
const many = (n: number, v: unknown) => Array.from({ length: n }, () => v)
/** What breaks programs. */
const HOSTILE: readonly (() => unknown)[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  1e308,
  1e-7,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  1e21,
  '',
  ' ',
  '0',
  '-1',
  '0x10',
  '1e3',
  '1e999',
  'NaN',
  'Infinity',
  '9'.repeat(40),
  '1,5',
  '٣',
  '１',
  'null',
  '\u0000',
  'a\u0000b',
  '\u0001\u001b[2J',
  '\ud800',
  '\udc00x',
  '\u202egpj.exe',
  '\ufeff',
  '\u2028',
  '😀'.repeat(99),
  'e\u0301'.repeat(50),
  'İ',
  'ß',
  '\\',
  '%',
  '_',
  '%00',
  '%',
  "'",
  "');drop table orders;--",
  '${7*7}',
  '{{7}}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../etc/passwd',
  '..\\..\\x',
  'file:///etc/passwd',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '-000001-01-01',
  '+275760-09-13',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '0001-01-01',
  '2026-11-21T99:99',
  '=1+1',
  '<script>alert(1)</script>',
  '[',
  '{"a":',
  'http://169.254.169.254/',
  'http://[::1]:1/',
  'data:text/html,x',
  'a@b@c',
  LONG,
  '1'.repeat(3000),
  '[['.repeat(2000),
].map((v) => () => v)
const BIG: readonly (() => unknown)[] = [
  () => many(5000, 1),
  () => many(2000, {}),
  () => many(1001, ''),
  () => deep(1000),
  () => deep(40),
  () => Object.fromEntries(many(1000, 0).map((_, i) => [`k${i}`, i])),
  () => [[[]]],
  () => ({}),
  () => [],
  () => ({ toString: 1, valueOf: 'x', length: -1 }),
  () => JSON.parse('{"__proto__":{"level":0,"polluted":true}}') as unknown,
  () => ({ constructor: { prototype: { polluted: true } } }),
]
const hostile = (d: Dice): unknown => (d.next() < 0.75 ? d.one(HOSTILE) : d.one(BIG))()

/** A value that `schema` may take, mostly; `wild` is how often a value is none of these. */
function value(schema: Schema, d: Dice, at: Things, name: string, wild: number): unknown {
  if (d.next() < wild) return hostile(d)
  const def = defOf(schema)
  switch (def.type) {
    case 'pipe': {
      const first = def.in as Schema
      const inner = defOf(first)
      const reads = inner.type === 'unknown' || (inner.type === 'pipe' && defOf(inner.in as Schema).type === 'unknown')
      const v = value(reads ? (def.out as Schema) : first, d, at, name, wild)
      // JSON may come as text inside a field.
      return reads && v !== null && typeof v === 'object' && d.next() < 0.3 ? JSON.stringify(v) : v
    }
    case 'optional':
      return d.next() < 0.35 ? undefined : value(def.innerType as Schema, d, at, name, wild)
    case 'nullable':
      return d.next() < 0.2 ? null : value(def.innerType as Schema, d, at, name, wild)
    case 'union':
      return value(d.one(def.options as Schema[]), d, at, name, wild)
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape as Record<string, Schema>)
          .map(([k, s]) => [k, value(s, d, at, k, wild)] as const)
          .filter(([, v]) => v !== undefined),
      )
    case 'array':
      return Array.from({ length: d.below(4) }, () => value(def.element as Schema, d, at, name, wild))
    case 'record':
      return Object.fromEntries(
        Array.from({ length: d.below(3) }, () => [
          d.one(['Cor', 'x', 'title', '__proto__']),
          value(def.valueType as Schema, d, at, name, wild),
        ]),
      )
    case 'literal':
      return d.one(def.values as unknown[])
    case 'enum':
      return d.one(Object.values(def.entries as Record<string, unknown>))
    case 'boolean':
      return d.next() < 0.5
    case 'null':
      return null
    default:
      return plain(def.type, d, at, name)
  }
}
function plain(type: string, d: Dice, { ids, secrets, words }: Things, name: string): unknown {
  if (/(^|_)ids?$|^other$|^revision$|client|seller|company|product|categor|parent|line|volume/.test(name))
    return type === 'number' || d.next() < 0.5 ? d.one(ids) : String(d.one(ids))
  if (/token|secret/.test(name)) return d.one(secrets)
  const known = GOOD.find(([is]) => is.test(name))
  if (known && d.next() < 0.8) return d.one(known[1])
  if (type === 'number') return d.one([0, 1, 2, 5, 100, d.below(1e6)])
  return d.next() < 0.3 ? d.one(['0', '1']) : d.one(words)
}

export interface Drawn {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}
const piece = (v: unknown) => {
  const text = typeof v === 'string' ? v.slice(0, 300) : String(JSON.stringify(v)).slice(0, 300)
  return encodeURIComponent(text.toWellFormed()).replaceAll('%2F', '/')
}
/** The fields that a call's body has. */
export const fieldsOf = ({ options: { body } }: Endpoint): string[] =>
  Object.keys((body && defOf(body as Schema).shape) ?? {})
/** One request to `e`. `calm`: how often every field is as it should be. */
export function draw(
  e: Endpoint,
  d: Dice,
  at: Things,
  { files, calm = 0.4 }: { files: readonly Buffer[]; calm?: number },
): Drawn {
  const wild = d.next() < calm ? 0 : d.one([0.05, 0.2, 1])
  const shapeOf = (s: Schema | undefined) => (s ? (defOf(s).shape ?? {}) : {})
  const params = shapeOf(e.options.params)
  const path = e.path.replaceAll(/:(\w+)/g, (_, name: string, from: number) =>
    param(
      e.path
        .slice(0, from - 1)
        .split('/')
        .at(-1) ?? '',
      name,
    ),
  )
  function param(before: string, name: string): string {
    if (d.next() < wild / 2) return piece(hostile(d)).replaceAll('/', '%2F') || 'x'
    const s = params[name]
    if (before === 'companies' && at.inside) return String(at.inside)
    const known = at.of[before]
    if (known?.length && !/token|kind|code|name/.test(name) && d.next() < 0.8) return String(d.one(known))
    return piece((s && value(s, d, at, name, 0)) ?? d.one(at.ids)) || 'x'
  }
  const asked = Object.entries(shapeOf(e.options.query)).flatMap(([k, s]) => {
    const v = value(s, d, at, k, wild)
    const one = v === undefined ? [] : [`${piece(k)}=${piece(v)}`]
    return d.next() < wild / 10 ? [...one, ...one, `${piece(k)}[a]=1`] : one
  })
  if (d.next() < wild / 10) asked.push(`${piece(hostile(d))}=${piece(hostile(d))}`, '__proto__[x]=1')
  const headers: Record<string, string> = {}
  for (const [name, values] of ODD_HEADERS) if (d.next() < wild / 20) headers[name] = d.one(values)
  const { type, body } = e.method === 'GET' ? { type: '', body: undefined } : drawBody(e, d, at, wild, files)
  if (type) headers['content-type'] = type
  return { method: e.method, path: asked.length ? `${path}?${asked.join('&')}` : path, headers, body }
}
const ODD_HEADERS: [string, readonly string[]][] = [
  ['accept-encoding', ['br', 'gzip;q=0', '*;q=x', ',,,', 'identity;q=0']],
  ['range', ['bytes=0-', 'bytes=9999999-', 'bytes=-1', 'bytes=a-b', 'bytes=0-0,5-9']],
  ['if-none-match', ['*', '"x"', 'W/"']],
  ['x-http-method-override', ['DELETE']],
  ['x-forwarded-host', ['evil.example']],
  ['x-forwarded-for', ['127.0.0.1, evil', "'"]],
  ['user-agent', ['x'.repeat(5000), '', '\u00ff']],
  ['accept-language', ['x'.repeat(500), '*', ';;;']],
  ['host', ['evil.example', 'x'.repeat(300), '..', 'localhost:99999', 'vizinhanca.localhost']],
]
function drawBody(e: Endpoint, d: Dice, at: Things, wild: number, files: readonly Buffer[]) {
  const schema = e.options.body as Schema | undefined
  let body = (schema ? value(schema, d, at, '', wild >= 1 ? 0.3 : wild) : {}) as Record<string, unknown>
  if (d.next() < wild / 3) body = { ...body, ...EXTRA(d, at) }
  if (d.next() < wild / 10) body = hostile(d) as never
  if (d.next() < wild / 20) return { type: 'application/json', body: Buffer.from(d.one(BROKEN)) }
  if (d.next() < wild / 30) return { type: d.one(TYPES), body: Buffer.from(JSON.stringify(body) ?? '') }
  const fields = Object.entries(body && typeof body === 'object' ? body : {})
  const text = (v: unknown) => (typeof v === 'string' ? v : (JSON.stringify(v) ?? ''))
  const kind = d.next()
  if (e.options.files ? kind < 0.7 : kind < 0.1) {
    const names = Object.keys(e.options.files ?? {})
    return multipart(
      fields.map(([k, v]) => [k, Buffer.from(text(v).toWellFormed())]),
      names.length && files.length && d.next() < 0.8
        ? [[d.next() < 0.9 ? d.one(names) : `${d.one(names)}[0]`, d.one(files)]]
        : [],
      d,
    )
  }
  if (kind > 0.9) {
    const pairs = fields.map(
      ([k, v]) => `${encodeURIComponent(k.toWellFormed())}=${encodeURIComponent(text(v).toWellFormed())}`,
    )
    return { type: 'application/x-www-form-urlencoded', body: Buffer.from(pairs.join('&')) }
  }
  return { type: 'application/json', body: Buffer.from(JSON.stringify(body) ?? 'null') }
}
const EXTRA = (d: Dice, at: Things): Record<string, unknown> => ({
  ...d.one([
    { level: 0, company_id: d.one(at.ids) },
    { _method: d.one(['PUT', 'DELETE', 'PATCH', '', 'TRACE', 1, {}]) },
    { id: d.one(at.ids), user_id: d.one(at.ids), created_at: '2000-01-01', version: 1 },
    { valid_until: '2099-01-01', max_products: 1e9, is_blocked: '0', trial: '0', margin: '99' },
    { price: '0,01', total: '0,01', discount: '100', status: 'confirmado' },
    { [d.one(['__proto__', 'constructor', 'a.b', 'a[b]', '', '\u0000'])]: { polluted: true } },
  ]),
})
const BROKEN = [
  '{',
  '[',
  '"',
  '{"a":1',
  '{"a":1}}',
  'nul',
  '\u0000',
  '{"a":\ud800}',
  '[1,]',
  '{"a":1,"a":2}',
  '1',
  '"x"',
  '[]',
]
const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json; charset=utf-7',
  'a/b/c',
  ';',
]

function multipart(fields: [string, Buffer][], files: [string, Buffer][], d: Dice) {
  const quoted = (name: string) => name.replaceAll(/["\r\n]/g, '').toWellFormed()
  const parts = [
    ...fields.map(([k, v]) => [`name="${quoted(k)}"`, v] as const),
    ...files.map(
      ([k, v]) =>
        [
          `name="${k}"; filename="${d.one(NAMES)}"\r\ncontent-type: ${d.one(['image/png', 'x', 'text/csv'])}`,
          v,
        ] as const,
    ),
  ]
  const body = Buffer.concat([
    ...parts.flatMap(([head, v]) => [
      Buffer.from(`--limite\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      v,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--limite--\r\n'),
  ])
  return {
    type: 'multipart/form-data; boundary=limite',
    body: d.next() < 0.95 ? body : body.subarray(0, body.length / 2),
  }
}
const NAMES = ['x.png', '../../x.png', 'x.svg', 'a.xlsx', 'a.csv', 'x\u0000.png', '.', '', 'CON', 'ã'.repeat(200)]
