// The words of a catalogue as they are gathered, product by product, for its index: in pieces, so that others are
// answered between them, and without a new string for a word that is known.
import { type Piece, Products } from './search_rows.ts'
import { CODE, eachWord, EXTRA, grown, IN_NAME, LATER } from './search_tally.ts'

/** Each word once, found by its letters where they stand in a text. */
class Vocabulary {
  readonly words: string[] = []
  /** By the letters' sum: a word's number + 1; 0 where none is. Half empty at least. */
  private places = new Int32Array(1024)
  private sums = new Int32Array(512)

  /** The number of the word that stands here in a text; `sum`: that of its letters. */
  numberOf(text: string, from: number, to: number, sum: number): number {
    const last = this.places.length - 1
    let place = spread(sum) & last
    for (; this.places[place] !== 0; place = (place + 1) & last) {
      const n = (this.places[place] as number) - 1
      const word = this.words[n] as string
      if (this.sums[n] === sum && word.length === to - from && text.startsWith(word, from)) return n
    }
    const n = this.words.push(text.slice(from, to)) - 1
    if (n === this.sums.length) this.sums = grown(this.sums)
    this.sums[n] = sum
    this.places[place] = n + 1
    if (this.words.length * 2 > last) this.grow()
    return n
  }
  private grow(): void {
    this.places = new Int32Array(this.places.length * 2)
    const last = this.places.length - 1
    for (let n = 0; n < this.words.length; n++) {
      let place = spread(this.sums[n] as number) & last
      while (this.places[place] !== 0) place = (place + 1) & last
      this.places[place] = n + 1
    }
  }
}
/** Words that differ in their last letter only must not stand side by side: they would be looked through one by one. */
const spread = (sum: number) => Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> 12

/** Products, and which words stand in them. */
export class Gathered {
  readonly products = new Products()
  private readonly vocabulary = new Vocabulary()
  /** Word by word: its number, and what a posting says of it beside the place on the shelf. */
  words = new Uint32Array(64)
  signs = new Uint8Array(64)
  /** Where each product's words begin; one more at the end. */
  firsts = new Uint32Array(64)
  private size = 0

  get all(): readonly string[] {
    return this.vocabulary.words
  }
  add(piece: Piece): this {
    const { texts, extras } = piece
    const inText = (from: number, to: number, section: number, n: number, sum: number) =>
      this.tell(texts, from, to, sum, section > 0 ? (LATER << IN_NAME) | (n === 0 ? CODE : 0) : inName(n))
    const inExtra = (from: number, to: number, _section: number, _n: number, sum: number) =>
      this.tell(extras, from, to, sum, (LATER << IN_NAME) | EXTRA)
    this.products.add(piece, {
      text: (from, to) => eachWord(texts, inText, from, to),
      extra: (from, to) => eachWord(extras, inExtra, from, to),
      end: (many) => {
        if (many === this.firsts.length) this.firsts = grown(this.firsts)
        this.firsts[many] = this.size
      },
    })
    return this
  }
  private tell(text: string, from: number, to: number, sum: number, signs: number): void {
    if (this.size === this.words.length) {
      this.words = grown(this.words)
      this.signs = grown(this.signs)
    }
    this.words[this.size] = this.vocabulary.numberOf(text, from, to, sum)
    this.signs[this.size++] = signs
  }
}
const inName = (n: number) => Math.min(n, LATER) << IN_NAME
