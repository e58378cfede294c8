// Postings, and what they say of the words of a question.
// A posting is the product's place on the shelf, the word's place in the name (LATER beyond the
// sixth and in codes), and signs: begins the codes, searched on request only.
export const EXTRA = 1
export const CODE = 2
export const IN_NAME = 2
export const LATER = 7
export const SHIFT = 5

/** The same with more room. */
export function grown<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(list: T): T {
  const more = new (list.constructor as new (room: number) => T)(Math.max(64, list.length * 2))
  more.set(list)
  return more
}
const SPACE = 32
const TILDE = 126
type Word = (from: number, to: number, section: number, place: number, sum: number) => void
/** Where every word of a text, or of a part of it, begins and ends, with the number of its section (`~` parts them), its
 * place there, and a sum of its letters by which it is found again. */
export function eachWord(text: string, take: Word, start = 0, end = text.length): void {
  let [section, place, from, sum] = [0, 0, start, 0]
  for (let at = start; at <= end; at++) {
    const sign = at < end ? text.charCodeAt(at) : SPACE
    if (sign !== SPACE && sign !== TILDE) {
      sum = (Math.imul(sum, 31) + sign) | 0
      continue
    }
    if (at > from) take(from, at, section, place++, sum)
    from = at + 1
    sum = 0
    if (sign === TILDE) {
      section++
      place = 0
    }
  }
}

/** What a query's words say of each place of the shelf. */
export class Tally {
  /** In how many of the words in a row it stands. */
  readonly seen: Uint8Array
  /** How many of them in a row its name begins with. */
  readonly led: Uint8Array
  /** The first word stands where `add` was asked to look. */
  readonly coded: Uint8Array
  constructor(size: number) {
    this.seen = new Uint8Array(size)
    this.led = new Uint8Array(size)
    this.coded = new Uint8Array(size)
  }
  /** Ready for another question: what is as long as the shelf is made once. */
  clear(): this {
    this.seen.fill(0)
    this.led.fill(0)
    this.coded.fill(0)
    return this
  }
  /** Counts postings for the k-th word; `leads`: it may stand in the name as typed; `where`: signs of the first word's
   * place that are noted. */
  add(postings: Uint32Array, from: number, to: number, k: number, leads: boolean, extra: boolean, where: number): void {
    const { seen, led, coded } = this
    const skip = extra ? 0 : EXTRA
    const lead = leads && k < LATER ? k : LATER + 1
    for (let i = from; i < to; i++) {
      const posting = postings[i] as number
      if (posting & skip) continue
      const place = posting >>> SHIFT
      if (seen[place] === k) seen[place] = k + 1
      if (((posting >>> IN_NAME) & LATER) === lead && led[place] === k) led[place] = k + 1
      if (k === 0 && (posting & where) === where) coded[place] = 1
    }
  }
}
