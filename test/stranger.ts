// A stranger on the wire: bodies as browsers never send them, over a plain socket, and
// what the server's memory says to it.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'

export const MB = 1024 * 1024

/** Numbers that are the same for the same seed. */
export function dice(seed: number) {
  let s = seed >>> 0
  const next = () => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = Math.imul(s ^ (s >>> 15), s | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    below: (n: number) => Math.floor(next() * n),
    one: <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T,
  }
}
export type Dice = ReturnType<typeof dice>

/** Bytes that were good, broken in up to five places: changed, taken out, repeated, cut off. */
export function broken(d: Dice, good: Buffer): Buffer {
  let b = Buffer.from(good)
  for (let i = d.below(5); i >= 0; i--) {
    const at = d.below(b.length)
    const kind = d.below(4)
    if (kind === 0) b[at] = d.below(256)
    else if (kind === 1) b = Buffer.concat([b.subarray(0, at), b.subarray(at + d.below(20))])
    else if (kind === 2) b = Buffer.concat([b.subarray(0, at), b.subarray(d.below(b.length)), b.subarray(at)])
    else b = b.subarray(0, Math.max(1, at))
  }
  return b
}

export interface Body {
  type: string
  size: number
  /** The body's bytes, `size` of them, in pieces. */
  pieces: () => Generator<Buffer>
  /** What Content-Length says; null: chunked. */
  says: number | null
}
const NOISE = randomBytes(MB)
const WORDS = [
  'email',
  'password',
  'name',
  'token',
  'company_path',
  'user_id',
  'phone',
  'product_json',
  '__proto__',
  'constructor',
  'a[b][c]',
  'images[0]',
  'file',
  '_method',
  'company_id',
  'á',
]

/** Repeats what `part` gives until there are `size` bytes; the last piece is cut, so that many a body is broken. */
function* upTo(size: number, first: string, part: (n: number) => Buffer, last: string): Generator<Buffer> {
  let left = size
  const cut = (b: Buffer) => {
    const piece = b.subarray(0, left)
    left -= piece.length
    return piece
  }
  yield cut(Buffer.from(first))
  for (let n = 0; left > last.length; n++) yield cut(part(n))
  yield cut(Buffer.from(last))
}
const JSON_PARTS = [
  '[],',
  '{},',
  '"a":{"b":[',
  '[[[[[[[[',
  '1e99,',
  '{"__proto__":{"x":1}},',
  '"\\ud800",',
  '"senha","email",',
]

/** A body of `size` bytes that nobody sends in good faith, or nearly a good one. */
export function aBody(d: Dice, size: number): Body {
  const says = d.one([null, size, size, size + 1000])
  if (d.next() < 0.5) {
    const part = d.one(JSON_PARTS)
    const many = Buffer.from(part.repeat(Math.ceil(8192 / part.length)))
    const [first, last] = d.one([
      ['[', '0]'],
      ['{"email":"x@y.test","password":"', '"}'],
      ['{"name":[', '0]}'],
      ['', ''],
    ] as const)
    const text = first.includes('password') ? NOISE.subarray(0, 8192).map((b) => 97 + (b % 26)) : many
    return { type: 'application/json', size, says, pieces: () => upTo(size, first, () => Buffer.from(text), last) }
  }
  const boundary = `b${d.below(1e9)}`
  const each = d.one([0, 1, 50, 1000, MB - 1, MB, 16 * MB])
  const isFile = d.next() < 0.5
  const word = d.one(WORDS)
  const typeOf = () => {
    if (isFile) return '; filename="x.png"\r\ncontent-type: image/png'
    return d.next() < 0.1 ? '\r\ncontent-type: application/json' : ''
  }
  const head = (n: number) =>
    `\r\n--${boundary}\r\ncontent-disposition: form-data; name="${n % 3 ? word : `f${n}`}"${typeOf()}\r\n\r\n`
  const noise = (n: number) => (n <= MB ? NOISE.subarray(0, n) : Buffer.alloc(n, 97))
  const part = (n: number) => Buffer.concat([Buffer.from(head(n)), noise(Math.min(each, size))])
  return {
    type: `multipart/form-data; boundary=${d.next() < 0.95 ? boundary : 'other'}`,
    size,
    says,
    pieces: () => upTo(size, '', part, `\r\n--${boundary}--\r\n`),
  }
}

export interface Heard {
  status: number
  retryAfter: string | undefined
  text: string
  sent: number
}
/** Sends a request over a line of its own and listens while it sends; status 0: the line ended without an answer. */
export function send(
  port: number,
  method: string,
  path: string,
  body: Body,
  headers: Record<string, string> = {},
): Promise<Heard> {
  return new Promise((done) => {
    const line = connect({ port, host: '127.0.0.1' })
    let text = ''
    let sent = 0
    const end = () => {
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? []
      line.destroy()
      done({ status: Number(status ?? 0), retryAfter: /^retry-after: (.*)\r$/im.exec(text)?.[1], text, sent })
    }
    line.setTimeout(60_000, end)
    line.on('error', (error) => {
      text ||= error.message
      end()
    })
    line.on('close', end)
    line.on('data', (d) => {
      text += d.toString('latin1')
      if (text.startsWith('HTTP/1.1 100') || !text.includes('\r\n\r\n')) return
      end()
    })
    const pieces = body.pieces()
    const more = () => {
      for (;;) {
        if (line.destroyed) return
        const { value, done: over } = pieces.next()
        if (over) {
          if (body.says === null) line.write('0\r\n\r\n')
          // Promised more than it has: it hangs up.
          else if (body.says > sent) line.end()
          return
        }
        if (value.length === 0) continue
        sent += value.length
        const free =
          body.says === null
            ? line.write(Buffer.concat([Buffer.from(`${value.length.toString(16)}\r\n`), value, Buffer.from('\r\n')]))
            : line.write(value)
        if (!free) {
          // Not at once: while a fast line drains within the same turn, no other line is read.
          line.once('drain', () => setImmediate(more))
          return
        }
      }
    }
    const length = body.says === null ? 'transfer-encoding: chunked' : `content-length: ${body.says}`
    const more_headers = Object.entries(headers)
      .map(([k, v]) => `${k}: ${v}\r\n`)
      .join('')
    line.write(
      `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${body.type}\r\n${length}\r\n${more_headers}\r\n`,
    )
    more()
  })
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc').flatMap((p) => {
    if (!/^\d+$/.test(p)) return []
    try {
      const parent = Number(
        readFileSync(`/proc/${p}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')[1],
      )
      return parent === pid ? [Number(p), ...childrenOf(Number(p))] : []
    } catch {
      return []
    }
  })
/** Megabytes of a process by itself: shared pages by their share. */
export function ownMemoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
/** Megabytes of a process and its children: each page counted once. */
export const memoryOf = (pid: number): number => [pid, ...childrenOf(pid)].reduce((all, p) => all + ownMemoryOf(p), 0)
