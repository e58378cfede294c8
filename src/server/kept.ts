// Answers kept in memory, by company, catalogue version and projection; never by address alone. A version that is
// passed cannot be asked for again, so nothing is ever stale; the oldest go when the bytes run out.
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const MOST_BYTES = 24 * 1024 * 1024
/** What has been asked for once: a stranger who makes up addresses pushes out only such answers. */
const fresh = store(MOST_BYTES / 4)
/** What has been asked for again. */
const proven = store((MOST_BYTES * 3) / 4)
const beingMade = new Map<string, Promise<Buffer>>()

const compress = promisify(brotliCompress)
const LEAST = 2048
const small = new WeakMap<Buffer, Promise<Buffer>>()
/** The same answer in brotli, made once per kept answer; null when the reader takes none or it is too short to gain. */
export function packed(answer: Buffer, accepts: string | string[] | undefined): Promise<Buffer> | null {
  if (answer.length < LEAST || !/\bbr\b/.test(String(accepts ?? ''))) return null
  let made = small.get(answer)
  if (!made)
    small.set(
      answer,
      (made = compress(answer, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: answer.length },
      })),
    )
  return made
}
/** The kept answer for `key`, or what `make` gives, kept from now on. Who asks while it is made waits for the same one;
 * what fails, fails for all of them and leaves nothing. `passing`: anybody can make up such keys (a searched text, an
 * unknown path), so that asking again proves nothing. */
export function keep(key: string, make: () => Promise<string | Buffer>, { passing = false } = {}): Promise<Buffer> {
  const found = proven.get(key) ?? fresh.get(key)
  if (found) {
    if (!passing && !proven.get(key)) {
      fresh.delete(key)
      proven.set(key, found)
    }
    return Promise.resolve(found)
  }
  let making = beingMade.get(key)
  if (!making) {
    making = make()
      .then((answer) => {
        const made = typeof answer === 'string' ? Buffer.from(answer) : answer
        fresh.set(key, made)
        return made
      })
      .finally(() => beingMade.delete(key))
    beingMade.set(key, making)
  }
  return making
}
/** Answers up to `most` bytes together: the one that was asked for longest ago goes first. */
function store(most: number) {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  const remove = (key: string) => {
    const answer = kept.get(key)
    if (answer && kept.delete(key)) bytes -= answer.length + key.length
  }
  return {
    get(key: string): Buffer | undefined {
      const answer = kept.get(key)
      if (answer) {
        kept.delete(key)
        kept.set(key, answer)
      }
      return answer
    },
    set(key: string, answer: Buffer): void {
      if (answer.length > most / 2) return
      remove(key)
      kept.set(key, answer)
      bytes += answer.length + key.length
      for (const old of kept.keys()) {
        if (bytes <= most) break
        remove(old)
      }
    },
    delete: remove,
  }
}
