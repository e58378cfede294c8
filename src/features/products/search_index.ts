// The words of one company's catalogue, kept in memory: which products hold a word, in shelf order. Answers as `search`
// of search.ts does, over 100,000 products in about a millisecond. What is kept knows no
// reader: who may see a hit is asked of the database (server/search.ts).
import { firstFound, isMeant, isPart, matches, type Plan, plan, RANK, rank } from './search.ts'
import { type Changed, Hits } from './search_hits.ts'
import { asPiece, placeIn, type Products, type SearchRow, upTo } from './search_rows.ts'
import { CODE, eachWord, IN_NAME, LATER, SHIFT, Tally } from './search_tally.ts'
import { Gathered } from './search_words.ts'

export interface Reach {
  /** Products that are off, too. */
  inactive: boolean
  /** The supplier's code and the reference, too. */
  extra: boolean
}
/** Letters by which words are found; shorter beginnings look at every such group. */
const GROUP = 3
const OUT = 0
const OFF = 1
const ON = 2
/** Where each word begins when they are joined by one sign, and where one more would. */
function* startsOf(words: readonly string[]): Generator<number> {
  let at = 0
  for (const w of words) {
    yield at
    at += w.length + 1
  }
  yield at
}
export class SearchIndex {
  /** The catalogue's change number up to which it is told. */
  version: number
  /** As they were at the last build; `changed` stands in for those that changed since. */
  private readonly products: Products
  /** Which product stands at each place of the shelf. */
  private readonly shelf: Uint32Array
  /** Per place: OUT (changed since), OFF or ON. */
  private readonly standing: Uint8Array
  private readonly changed = new Map<number, Changed>()
  private known: { byId: Uint32Array; places: Uint32Array } | null = null
  private readonly words: readonly string[]
  private readonly groups = new Map<string, number[]>()
  private readonly starts: Uint32Array
  private readonly postings: Uint32Array
  private meant: string[] | null = null
  private readonly begun: Tally
  private readonly whole: Tally
  private readonly hits: Hits
  private joined: { text: string; starts: Uint32Array } | null = null

  /** `found`: every product of the company, with the words gathered already or not. */
  constructor(found: readonly SearchRow[] | Gathered, version: number) {
    const told = found instanceof Gathered ? found : new Gathered().add(asPiece(found))
    const { products } = told
    const shelf = products.shelf()
    this.version = version
    this.products = products
    this.shelf = shelf
    this.standing = Uint8Array.from(shelf, (at) => (products.active[at] === 1 ? ON : OFF))
    this.begun = new Tally(shelf.length)
    this.whole = new Tally(shelf.length)
    this.hits = new Hits(shelf.length, (place) => products.ids[shelf[place] as number] as number)
    this.words = told.all
    for (let id = 0; id < this.words.length; id++) this.group(id)
    const { words, signs, firsts } = told
    const size = firsts[shelf.length] as number
    this.starts = new Uint32Array(this.words.length + 1)
    for (let i = 0; i < size; i++) this.starts[(words[i] as number) + 1]! += 1
    for (let i = 1; i < this.starts.length; i++) this.starts[i]! += this.starts[i - 1] as number
    const next = this.starts.slice()
    this.postings = new Uint32Array(size)
    for (let place = 0; place < shelf.length; place++) {
      const at = shelf[place] as number
      for (let i = firsts[at] as number; i < (firsts[at + 1] as number); i++)
        this.postings[next[words[i] as number]!++] = (place << SHIFT) | (signs[i] as number)
    }
  }
  get size(): number {
    return this.shelf.length
  }
  get changes(): number {
    return this.changed.size
  }
  private group(id: number): void {
    const begin = (this.words[id] as string).slice(0, GROUP)
    const group = this.groups.get(begin)
    if (group) group.push(id)
    else this.groups.set(begin, [id])
  }
  /** Takes products in that changed up to `version`; the build before stays, they are searched one by one. */
  renew(rows: SearchRow[], version: number): void {
    const { products, shelf, standing, changed } = this
    for (const row of rows) {
      const place = this.placeOf(row.id)
      const at = place === undefined ? undefined : (shelf[place] as number)
      const same = at !== undefined && !row.deleted && products.says(at, row)
      if (place !== undefined) standing[place] = !same ? OUT : row.active ? ON : OFF
      if (at !== undefined) products.versions[at] = row.version
      if (same || row.deleted) changed.delete(row.id)
      else changed.set(row.id, { row, before: products.before(row, shelf) })
    }
    this.version = version
  }
  /** Where a product stood at the last build. */
  private placeOf(id: number): number | undefined {
    const { products, shelf } = this
    const ids = products.ids
    if (!this.known) {
      const places = new Uint32Array(shelf.length)
      shelf.forEach((at, place) => (places[at] = place))
      this.known = { byId: upTo(shelf.length).sort((a, b) => (ids[a] as number) - (ids[b] as number)), places }
    }
    const { byId, places } = this.known
    const at = byId[placeIn(byId.length, (n) => (ids[byId[n] as number] as number) < id)]
    return at !== undefined && ids[at] === id ? places[at] : undefined
  }
  /** The number of a product's last change; 0 where there is none. */
  versionOf(id: number): number {
    const place = this.placeOf(id)
    const built = place === undefined ? 0 : (this.products.versions[this.shelf[place] as number] as number)
    return this.changed.get(id)?.row.version ?? built
  }
  /** A page of the ids of products that a query finds, best first, and how many
   * there are; null when it holds no word. */
  search(
    query: string,
    reach: Reach,
    offset = 0,
    limit = Number.POSITIVE_INFINITY,
  ): { ids: number[]; total: number } | null {
    const first = plan(query)
    if (first.words.length === 0) return null
    const hits = firstFound(
      first,
      (p) => this.find(p, reach),
      () => this.vocabulary(),
    )
    return { ids: hits.ids(offset, limit), total: hits.length }
  }
  private vocabulary(): string[] {
    this.meant ??= this.words.filter(isMeant)
    const fresh: string[] = []
    for (const { row } of this.changed.values())
      eachWord(row.search_text, (from, to) => {
        const word = row.search_text.slice(from, to)
        if (isMeant(word)) fresh.push(word)
      })
    return fresh.length > 0 ? [...new Set([...this.meant, ...fresh])] : this.meant
  }
  /** Ids of words that a typed word may stand for. */
  private like(word: string, p: Plan): number[] {
    if (isPart(word, p)) return this.holding(word)
    if (word.length >= GROUP)
      return (this.groups.get(word.slice(0, GROUP)) ?? []).filter((id) => (this.words[id] as string).startsWith(word))
    return [...this.groups].flatMap(([group, ids]) => (group.startsWith(word) ? ids : []))
  }
  /** Ids of words that hold a part: looked for in all of them as one text. */
  private holding(part: string): number[] {
    this.joined ??= { text: this.words.join(' '), starts: Uint32Array.from(startsOf(this.words)) }
    const { text, starts } = this.joined
    const ids: number[] = []
    for (let at = text.indexOf(part), id = 0; at >= 0; at = text.indexOf(part, starts[id + 1])) {
      const found = at
      ids.push((id = placeIn(starts.length, (n) => (starts[n] as number) <= found) - 1))
    }
    return ids
  }
  private exactly(word: string): number[] {
    return (this.groups.get(word.slice(0, GROUP)) ?? []).filter((id) => this.words[id] === word)
  }
  private count(
    tally: Tally,
    ids: number[],
    k: number,
    leads: (word: string) => boolean,
    extra: boolean,
    where = CODE,
  ): void {
    for (const id of ids)
      tally.add(
        this.postings,
        this.starts[id] as number,
        this.starts[id + 1] as number,
        k,
        leads(this.words[id] as string),
        extra,
        where,
      )
  }
  private find(p: Plan, reach: Reach): Hits {
    const { products, shelf, standing } = this
    const all = p.words.length
    const like = this.begun.clear()
    const whole = this.whole.clear()
    p.words.forEach(([typed, ...meant], k) => {
      const word = typed as string
      this.count(like, this.like(word, p), k, (w) => (k === all - 1 ? w.startsWith(word) : w === word), reach.extra)
      for (const w of meant) this.count(like, this.exactly(w), k, () => false, reach.extra)
      this.count(whole, this.exactly(word), k, () => false, false, LATER << IN_NAME)
    })
    // As `rank` says, from the lists. Read are only texts whose codes begin with the query, or hold its first word (or
    // whose names hold it beyond the sixth), names longer than the lists know, and names that begin with all of the
    // query's words: such a name may be the query itself.
    const rankAt = (place: number): number => {
      const leads = like.led[place] === all
      const isWhole = whole.seen[place] === all
      if (like.coded[place] === 1 || all > LATER || (isWhole && (leads || whole.coded[place] === 1)))
        return rank(products.texts.of(shelf[place] as number), p)
      return leads ? RANK.nameBegins : isWhole ? RANK.words : RANK.parts
    }
    const hits = this.hits.clear()
    const least = reach.inactive ? OFF : ON
    for (let place = 0; place < standing.length; place++)
      if (like.seen[place] === all && (standing[place] as number) >= least) hits.add(place, rankAt(place))
    for (const one of this.changed.values()) {
      const { row } = one
      const text = reach.extra ? row.search_text + row.search_extra : row.search_text
      if ((row.active || reach.inactive) && matches(text, p)) hits.addChanged(one, rank(row.search_text, p))
    }
    return hits
  }
}
