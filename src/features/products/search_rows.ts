// The products of a catalogue as its index keeps them: in columns and few long texts. A hundred thousand objects take
// three times the memory, and every collection of garbage looks through them.
import { byShelf, type Searchable } from './search.ts'
import { grown } from './search_tally.ts'

/** What the index needs to know of a product. */
export interface SearchRow extends Searchable {
  /** Words that are searched on request only. */
  search_extra: string
  /** The number of its last change. */
  version: number
  active: boolean
  deleted: boolean
}
/** Products that are read together. */
export interface Piece {
  /** Of each product: id, version, order, 1 where it is active. */
  numbers: readonly number[]
  /** Of all of them, joined by LINE. */
  texts: string
  extras: string
}
/** A sign that no searched text holds: they are folded to letters, figures, blanks and `~`. */
export const LINE = '\n'
export const NUMBERS = 4
/** So many letters make a number (of 49 bits), and so many numbers are compared. */
const [LETTERS, KEYS] = [7, 3]
export const asPiece = (rows: readonly SearchRow[]): Piece => ({
  numbers: rows.flatMap((r) => [r.id, r.version, r.order, r.active ? 1 : 0]),
  texts: rows.map((r) => r.search_text).join(LINE),
  extras: rows.map((r) => r.search_extra).join(LINE),
})

/** 0, 1 … up to so many. */
export const upTo = (many: number) => new Uint32Array(many).map((_, n) => n)
/** How many of the first places come before something; those that do stand before all others. */
export function placeIn(many: number, comes: (place: number) => boolean): number {
  let [low, high] = [0, many]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comes(middle)) low = middle + 1
    else high = middle
  }
  return low
}
/** A text for each product. */
class Texts {
  private readonly pieces: string[] = []
  /** The first product of each piece. */
  private readonly firsts: number[] = []
  /** Where each product's begins in its piece. */
  private starts = new Uint32Array(64)
  private size = 0
  /** Where the next one of the last piece begins. */
  private from = 0

  /** Another piece, whose texts come next. */
  open(piece: string): void {
    this.pieces.push(piece)
    this.firsts.push(this.size)
    this.from = 0
  }
  /** The next text of the piece that is open: where it begins and ends there. */
  next(take: (from: number, to: number) => void): void {
    const piece = this.pieces.at(-1) as string
    const { from } = this
    const end = piece.indexOf(LINE, from)
    const to = end < 0 ? piece.length : end
    if (this.size === this.starts.length) this.starts = grown(this.starts)
    this.starts[this.size++] = from
    this.from = to + 1
    take(from, to)
  }
  /** The first letters of each text (LINE says which there are), as numbers in the same order: sooner compared. */
  letters(): Float64Array {
    const letters = new Float64Array(this.size * KEYS)
    for (let at = 0; at < this.size; at++) {
      const text = this.of(at)
      for (let n = 0; n < KEYS * LETTERS; n++) {
        const key = at * KEYS + Math.trunc(n / LETTERS)
        const sign = n < text.length ? text.charCodeAt(n) + 1 : 0
        letters[key] = (letters[key] as number) * 128 + sign
      }
    }
    return letters
  }
  of(at: number): string {
    const n = placeIn(this.firsts.length, (i) => (this.firsts[i] as number) <= at) - 1
    const piece = this.pieces[n] as string
    const last = at + 1 === (this.firsts[n + 1] ?? this.size)
    return piece.slice(this.starts[at], last ? piece.length : (this.starts[at + 1] as number) - 1)
  }
}
/** What is told of each product while it is added: where its texts begin and end, and how many there are then. */
interface Telling {
  text: (from: number, to: number) => void
  extra: (from: number, to: number) => void
  end: (many: number) => void
}
/** Products in the order in which they were read. */
export class Products {
  size = 0
  ids = new Float64Array(64)
  versions = new Float64Array(64)
  private orders = new Float64Array(64)
  active = new Uint8Array(64)
  readonly texts = new Texts()
  readonly extras = new Texts()

  /** The products of a piece, one after the other; of each its text is told, then the words searched on request. */
  add({ numbers, texts, extras }: Piece, tell: Telling): void {
    this.texts.open(texts)
    this.extras.open(extras)
    for (let n = 0; n < numbers.length; n += NUMBERS) {
      if (this.size === this.ids.length) this.grow()
      this.ids[this.size] = numbers[n] as number
      this.versions[this.size] = numbers[n + 1] as number
      this.orders[this.size] = numbers[n + 2] as number
      this.active[this.size++] = numbers[n + 3] as number
      this.texts.next(tell.text)
      this.extras.next(tell.extra)
      tell.end(this.size)
    }
  }
  private grow(): void {
    this.ids = grown(this.ids)
    this.versions = grown(this.versions)
    this.orders = grown(this.orders)
    this.active = grown(this.active)
  }
  private at(at: number): Searchable {
    return { id: this.ids[at] as number, order: this.orders[at] as number, search_text: this.texts.of(at) }
  }
  /** All of them in the order of the shelf. */
  shelf(): Uint32Array {
    const { orders } = this
    const shelf = upTo(this.size).sort((a, b) => (orders[a] as number) - (orders[b] as number))
    let letters: Float64Array | undefined
    // Those whose order is the same, by their names.
    for (let from = 0, to = 0; from < shelf.length; from = to) {
      while (to < shelf.length && orders[shelf[to] as number] === orders[shelf[from] as number]) to++
      if (to - from === 1) continue
      const first = (letters ??= this.texts.letters())
      shelf.subarray(from, to).sort((a, b) => {
        for (let n = 0; n < KEYS; n++) {
          const before = (first[a * KEYS + n] as number) - (first[b * KEYS + n] as number)
          if (before !== 0) return before
        }
        return byShelf(this.at(a), this.at(b))
      })
    }
    return shelf
  }
  /** How many of the shelf stand before this product. */
  before(row: Searchable, shelf: Uint32Array): number {
    return placeIn(shelf.length, (place) => byShelf(this.at(shelf[place] as number), row) < 0)
  }
  /** Whether this product stands where it did, under the same words. */
  says(at: number, { order, search_text, search_extra }: SearchRow): boolean {
    return this.orders[at] === order && this.texts.of(at) === search_text && this.extras.of(at) === search_extra
  }
}
