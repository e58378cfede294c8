// What is kept in memory: answers whole, and the texts of single things of which answers are joined. An answer's key holds
// company, catalogue version and projection, a text's its projection and its own version, never an address alone: what is
// passed cannot be asked for again, so nothing is ever stale. One bound for all companies together; what nobody asks for
// any more goes first.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

export const MOST_BYTES = 16 * 1024 * 1024
/** What an entry takes beside its value and the letters of its key. */
const ENTRY = 100
/** What has been asked for once: a stranger who makes up addresses pushes out only such answers. */
const fresh = store(MOST_BYTES / 4, false)
/** What has been asked for again, and the texts of things, whose keys nobody can make up. */
const proven = store((MOST_BYTES * 3) / 4, true)
const beingMade = new Map<string, Promise<unknown>>()
const asked = { found: 0, made: 0 }
/** For /metrics: what is kept now, and how often something was found, or had to be made. */
export const keptNow = () => ({
  bytes: fresh.bytes() + proven.bytes(),
  entries: fresh.size() + proven.size(),
  ...asked,
})

interface Keeping {
  /** Anybody can make up such keys (a searched text, an unknown path), so that asking again proves nothing. */
  passing?: boolean
}
/** As after a start. For tests: what is answered then is what a server answers that keeps nothing. */
export function forget(): void {
  fresh.clear()
  proven.clear()
}
const compress = promisify(brotliCompress)
const LEAST = 2048
const small = new WeakMap<Buffer, Promise<Buffer>>()
/** An answer joined of kept texts. `mark` names every one of them with its version: by it the brotli is kept, and
 * a change of anything else leaves it as it is. */
export interface Joined extends Keeping {
  text: string
  mark: () => string
}
const pack = (answer: Buffer) =>
  compress(answer, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: answer.length },
  })
/** The same answer in brotli, made once per kept answer; null when the reader takes none or it is too short to gain. */
export function packed(answer: Buffer | Joined, accepts: string | string[] | undefined): Promise<Buffer> | null {
  const { length } = Buffer.isBuffer(answer) ? answer : answer.text
  if (length < LEAST || !/\bbr\b/.test(String(accepts ?? ''))) return null
  if (!Buffer.isBuffer(answer)) return keep(`br:${answer.mark()}`, () => pack(Buffer.from(answer.text)), answer)
  let made = small.get(answer)
  if (!made) small.set(answer, (made = pack(answer)))
  return made
}
/** The kept answer for `key`, or what `make` gives, kept from now on. Who asks while it is made waits for the same one;
 * what fails, fails for all of them and leaves nothing. */
export const keep = (key: string, make: () => Promise<string | Buffer>, keeping?: Keeping): Promise<Buffer> =>
  keepValue(
    key,
    async () => {
      const answer = await make()
      return typeof answer === 'string' ? Buffer.from(answer) : answer
    },
    (answer) => answer.length,
    keeping,
  )
/** The same of a value that takes about so many bytes. Nobody may change it. */
export function keepValue<T>(
  key: string,
  make: () => Promise<T>,
  bytesOf: (value: T) => number,
  { passing = false }: Keeping = {},
): Promise<T> {
  const known = proven.get(key)
  const found = known ?? fresh.get(key)
  if (found) {
    asked.found++
    if (!passing && !known) {
      fresh.delete(key)
      proven.set(key, found)
    }
    return Promise.resolve(found.value as T)
  }
  return once(key, async () => {
    asked.made++
    const value = await make()
    fresh.set(key, { value, bytes: bytesOf(value) })
    return value
  })
}
/** Who asks while it is made gets the same one. */
function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  let making = beingMade.get(key) as Promise<T> | undefined
  if (!making) beingMade.set(key, (making = make().finally(() => beingMade.delete(key))))
  return making
}
export interface Versioned {
  id: number
  version: number
}
export interface Text extends Versioned {
  text: string
}
/** The texts of these things in their order, each of its version; those that are gone are left out. What is missing, and
 * nobody else is making, `make` gives in one go, of whatever version it has come to. `kind`: all that tells one reader's
 * text from another's, the company first. */
export async function keepEach(
  kind: string,
  wanted: readonly Versioned[],
  make: (ids: number[]) => Promise<Text[]>,
): Promise<Text[]> {
  const has = new Map<number, Text>()
  const mine: Versioned[] = []
  const others = new Set<Promise<Map<number, Text>>>()
  const markOf = (w: Versioned) => `${kind}:${w.id}@${w.version}`
  for (const w of wanted) {
    const found = keptText(kind, w.id)
    if (found?.version === w.version) {
      has.set(w.id, found)
      continue
    }
    const making = beingMade.get(markOf(w)) as Promise<Map<number, Text>> | undefined
    if (making) others.add(making)
    else mine.push(w)
  }
  asked.found += has.size
  if (mine.length > 0) {
    const making = made(mine.map((w) => w.id))
    for (const w of mine) void once(markOf(w), () => making).catch(() => {})
    others.add(making)
  }
  for (const found of await Promise.all(others)) for (const w of wanted) take(found.get(w.id))
  // Another reader's eyes may have passed over what these see by now.
  const left = wanted.filter((w) => !has.has(w.id) && !mine.includes(w))
  if (left.length > 0) for (const text of (await made(left.map((w) => w.id))).values()) take(text)
  return wanted.flatMap((w) => has.get(w.id) ?? [])

  function take(text: Text | undefined): void {
    if (text) has.set(text.id, text)
  }
  async function made(ids: number[]): Promise<Map<number, Text>> {
    asked.made += ids.length
    const texts = await make(ids)
    for (const text of texts) keepText(kind, text)
    return new Map(texts.map((t) => [t.id, t]))
  }
}
/** The text of this thing, of whatever version. */
export const keptText = (kind: string, id: number) => proven.get(`${kind}:${id}`)?.value as Text | undefined
/** Keeps a text, unless a newer one is there. */
export function keepText(kind: string, text: Text): void {
  if ((keptText(kind, text.id)?.version ?? -1) >= text.version) return
  proven.set(`${kind}:${text.id}`, { value: text, bytes: sizeOf(text.text) })
}
/** What a text takes: two bytes a sign where one is beyond Latin-1. */
// oxlint-disable-next-line no-control-regex
const sizeOf = (text: string) => (/[^\0-\u00ff]/.test(text) ? 2 : 1) * text.length + 100

interface Kept {
  value: unknown
  bytes: number
  /** It was asked for since the last time that room was made. */
  used: boolean
}
/** Values up to `most` bytes together. Room is made by going round from the oldest; `again`: what was asked for since the
 * last round stays for another one. Being asked moves nothing: a list asks for dozens at a time, and moving each was
 * half of what the server threw away. */
function store(most: number, again: boolean) {
  const kept = new Map<string, Kept>()
  let bytes = 0
  const remove = (key: string) => {
    const was = kept.get(key)
    if (was && kept.delete(key)) bytes -= was.bytes + key.length + ENTRY
  }
  return {
    bytes: () => bytes,
    size: () => kept.size,
    get(key: string): Kept | undefined {
      const found = kept.get(key)
      if (found && again) found.used = true
      return found
    },
    set(key: string, value: Omit<Kept, 'used'>): void {
      if (value.bytes > most / 2) return
      remove(key)
      kept.set(key, { value: value.value, bytes: value.bytes, used: false })
      bytes += value.bytes + key.length + ENTRY
      for (const [old, entry] of kept) {
        if (bytes <= most) break
        if (!entry.used) remove(old)
        else {
          entry.used = false
          kept.delete(old)
          kept.set(old, entry)
        }
      }
    },
    delete: remove,
    clear() {
      kept.clear()
      bytes = 0
    },
  }
}
