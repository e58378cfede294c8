// Answers kept in memory, by company, catalogue version and projection; never by address alone. A version that is
// passed cannot be asked for again, so nothing is ever stale; the oldest go when the bytes run out.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const MOST_BYTES = 24 * 1024 * 1024
const kept = new Map<string, Buffer>()
let bytes = 0

const compress = promisify(brotliCompress)
const LEAST = 2048
const small = new WeakMap<Buffer, Promise<Buffer>>()
/** The same answer in brotli, made once per kept answer; null when the reader takes none or it is too short to gain. */
export function packed(answer: Buffer, accepts: string | string[] | undefined): Promise<Buffer> | null {
  if (answer.length < LEAST || !/\bbr\b/.test(String(accepts ?? ''))) return null
  let made = small.get(answer)
  if (!made) small.set(answer, (made = compress(answer, { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: answer.length } })))
  return made
}
/** The kept answer for `key`, or what `make` gives, kept from now on. */
export async function keep(key: string, make: () => Promise<string | Buffer>): Promise<Buffer> {
  const found = kept.get(key)
  if (found) {
    kept.delete(key)
    kept.set(key, found)
    return found
  }
  const fresh = await make()
  const made = typeof fresh === 'string' ? Buffer.from(fresh) : fresh
  if (made.length < MOST_BYTES / 8) {
    kept.set(key, made)
    bytes += made.length + key.length
    for (const [old, value] of kept) {
      if (bytes <= MOST_BYTES) break
      kept.delete(old)
      bytes -= value.length + old.length
    }
  }
  return made
}
