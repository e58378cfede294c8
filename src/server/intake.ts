// What senders may make the server hold: every byte of every body is counted against the request's own bound, against
// the sender's share and against what all may hold together, before it is kept. Numbers: BOUNDS.
import { Transform, type TransformCallback } from 'node:stream'
import { Refusal } from '#shared/errors.ts'
import type { Session } from './session.ts'

const KB = 1024
const MB = 1024 * KB

export interface Bounds {
  /** Text of one request: JSON, or every field of a form with its headers. */
  text: number
  /** The same for visitors, who send carts, and where there is no session at all: what is
   * asked there are short forms. */
  visitors_text: number
  strangers_text: number
  /** One file, and all files of one request. */
  file: number
  files: number
  /** What may be held at once for one company's people, for one address without a
   * name, for all without, for everybody. */
  company: number
  address: number
  strangers: number
  together: number
  /** Seconds that a body of text, or one with files, may take. */
  text_seconds: number
  files_seconds: number
  /** Seconds for which the rest of a body is read after its answer, so that the sender receives the answer. */
  linger_seconds: number
}
export const BOUNDS: Bounds = {
  text: MB,
  visitors_text: 256 * KB,
  strangers_text: 64 * KB,
  file: 15 * MB,
  files: 64 * MB,
  company: 96 * MB,
  address: 32 * MB,
  strangers: 64 * MB,
  together: 192 * MB,
  text_seconds: 15,
  files_seconds: 300,
  linger_seconds: 5,
}
/** What a byte of text costs once it is values: "[[],[],…" and "[[[[…" take up to 29 bytes for each of theirs. */
const PARSED = 30
/** Pieces below this are gathered into blocks. */
const SMALL = 4 * KB
const BLOCK = 16 * KB
/** A body with files that brings less than this in text_seconds only keeps its place. */
const SLOWEST = 32 * KB

interface Share {
  name: string
  most: number
}
/** Counts what is held for whom. One per server. */
export class Intake {
  bounds: Bounds
  #held = new Map<string, number>()
  constructor(bounds: Bounds) {
    this.bounds = bounds
  }
  /** Opens the account of one request: somebody signed in counts with the company, visitors and
   * strangers with their address. */
  open(session: Session | null, ip: string): Hold {
    const { text, visitors_text, strangers_text, company, address, strangers, together } = this.bounds
    const all = { name: 'together', most: together }
    if (session?.kind === 'user')
      return new Hold(this.#held, [{ name: `company ${session.company_id ?? 0}`, most: company }, all], text)
    const shares = [{ name: `address ${ip}`, most: address }, { name: 'strangers', most: strangers }, all]
    return new Hold(this.#held, shares, session ? visitors_text : strangers_text)
  }
}
/** What one request holds until it is answered. */
export class Hold {
  /** The most text that this sender may send in one request. */
  text: number
  #held: Map<string, number>
  #shares: Share[]
  #bytes = 0
  constructor(held: Map<string, number>, shares: Share[], text: number) {
    this.#held = held
    this.#shares = shares
    this.text = text
  }
  take(bytes: number): void {
    if (this.#shares.some((s) => (this.#held.get(s.name) ?? 0) + bytes > s.most))
      throw new Refusal('busy', { retry_after: 1 })
    this.#add(bytes)
  }
  /** Text that is about to become values. */
  takeParsed(bytes: number): void {
    this.take(bytes * PARSED)
  }
  release(): void {
    this.#add(-this.#bytes)
  }
  #add(bytes: number): void {
    this.#bytes += bytes
    for (const { name } of this.#shares) {
      const now = (this.#held.get(name) ?? 0) + bytes
      if (now > 0) this.#held.set(name, now)
      else this.#held.delete(name)
    }
  }
}

/** A body on its way in: counted, bounded in size and time, ended by a Refusal where it meets a bound. Small pieces are
 * put together: one of a single byte costs hundreds. */
export class Measured extends Transform {
  seen = 0
  #hold: Hold
  #most: number
  #block = Buffer.alloc(0)
  #used = 0
  #timers: NodeJS.Timeout[]
  constructor(hold: Hold, most: number, bounds: Bounds, withFiles: boolean) {
    super()
    this.#hold = hold
    this.#most = most
    const tooSlow = () => this.destroy(new Refusal('too_slow'))
    let before = 0
    const keepPace = () => {
      if (this.seen - before < SLOWEST) tooSlow()
      before = this.seen
    }
    this.#timers = [
      setTimeout(tooSlow, (withFiles ? bounds.files_seconds : bounds.text_seconds) * 1000),
      ...(withFiles ? [setInterval(keepPace, bounds.text_seconds * 1000)] : []),
    ]
  }
  override _transform(bytes: Buffer, _encoding: string, done: TransformCallback): void {
    this.seen += bytes.length
    try {
      if (this.seen > this.#most) throw new Refusal('too_large')
      this.#hold.take(bytes.length)
    } catch (refusal) {
      done(refusal as Refusal)
      return
    }
    if (bytes.length < SMALL) this.#gather(bytes)
    else {
      this.#pass()
      this.push(bytes)
    }
    done()
  }
  override _flush(done: TransformCallback): void {
    this.#pass()
    done()
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    for (const timer of this.#timers) clearTimeout(timer)
    done(error)
  }
  #gather(bytes: Buffer): void {
    if (this.#used + bytes.length > this.#block.length) {
      this.#pass()
      this.#block = Buffer.allocUnsafeSlow(BLOCK)
    }
    this.#used += bytes.copy(this.#block, this.#used)
  }
  #pass(): void {
    if (this.#used > 0) this.push(this.#block.subarray(0, this.#used))
    this.#block = Buffer.alloc(0)
    this.#used = 0
  }
}
