// The words of one company's catalogue, kept in memory: which products hold a word, in shelf order. Answers as `search`
// of search.ts does, over 100,000 products in about a millisecond. What is kept knows no
// reader: who may see a hit is asked of the database (search.ts beside this file).
import { byShelf, firstFound, isMeant, isPart, matches, type Plan, plan, rank, type Searchable } from '../search.ts'

/** What the index needs to know of a product. */
export interface SearchRow extends Searchable {
  /** Words that are searched on request only. */
  search_extra: string
  active: boolean
  deleted: boolean
}
export interface Reach {
  /** Products that are off, too. */
  inactive: boolean
  /** The supplier's code and the reference, too. */
  extra: boolean
}
/** Letters by which words are found; shorter beginnings look at every such group. */
const GROUP = 3
// A posting is the product's place on the shelf, the word's place in the name (LATER beyond the
// sixth and in codes), and signs: begins the codes, searched on request only.
const EXTRA = 1
const CODE = 2
const IN_NAME = 2
const LATER = 7
const SHIFT = 5
const RANKS = 5
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
const wordsOf = (text: string) => text.split(' ').filter((w) => w !== '' && w !== '~')
/** What a query's words say of each place of the shelf. */
class Tally {
  /** In how many of the words in a row it stands. */
  readonly seen: Uint8Array
  /** How many of them in a row its name begins with. */
  readonly led: Uint8Array
  /** Its codes begin with the first word. */
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
  /** Counts postings for the k-th word; `leads`: it may stand in the name as typed. */
  add(postings: Uint32Array, from: number, to: number, k: number, leads: boolean, extra: boolean): void {
    const { seen, led, coded } = this
    const skip = extra ? 0 : EXTRA
    const lead = leads && k < LATER ? k : LATER + 1
    for (let i = from; i < to; i++) {
      const posting = postings[i] as number
      if (posting & skip) continue
      const place = posting >>> SHIFT
      if (seen[place] === k) seen[place] = k + 1
      if (((posting >>> IN_NAME) & LATER) === lead && led[place] === k) led[place] = k + 1
      if (k === 0 && posting & CODE) coded[place] = 1
    }
  }
}

export class SearchIndex {
  /** The catalogue's change number up to which it is told. */
  version: number
  /** On the shelf at the last build; `changed` stands in for those that changed since. */
  private readonly rows: readonly SearchRow[]
  /** Per place: OUT (changed since), OFF or ON. */
  private readonly standing: Uint8Array
  private readonly changed = new Map<number, SearchRow>()
  private places: Map<number, number> | null = null
  private readonly words: string[] = []
  private readonly groups = new Map<string, number[]>()
  private readonly starts: Uint32Array
  private readonly postings: Uint32Array
  private meant: string[] | null = null
  private readonly begun: Tally
  private readonly whole: Tally
  private readonly hits: Hits
  private joined: { text: string; starts: Uint32Array } | null = null

  /** `rows`: every product of the company. */
  constructor(rows: SearchRow[], version: number) {
    this.version = version
    this.rows = rows.toSorted(byShelf)
    this.standing = Uint8Array.from(this.rows, (r) => (r.active ? ON : OFF))
    this.begun = new Tally(rows.length)
    this.whole = new Tally(rows.length)
    this.hits = new Hits(this.rows)
    const ids = new Map<string, number>()
    const pairs: number[] = []
    this.rows.forEach((row, place) => {
      const add = (word: string, inName: number, signs: number) => {
        let id = ids.get(word)
        if (id === undefined) ids.set(word, (id = this.addWord(word)))
        pairs.push(id, (place << SHIFT) | (Math.min(inName, LATER) << IN_NAME) | signs)
      }
      row.search_text
        .split('~')
        .forEach((section, n) =>
          wordsOf(section).forEach((w, i) => add(w, n === 0 ? i : LATER, n > 0 && i === 0 ? CODE : 0)),
        )
      for (const w of wordsOf(row.search_extra)) add(w, LATER, EXTRA)
    })
    this.starts = new Uint32Array(this.words.length + 1)
    for (let i = 0; i < pairs.length; i += 2) this.starts[(pairs[i] as number) + 1]! += 1
    for (let i = 1; i < this.starts.length; i++) this.starts[i]! += this.starts[i - 1] as number
    const next = this.starts.slice()
    this.postings = new Uint32Array(pairs.length / 2)
    for (let i = 0; i < pairs.length; i += 2) this.postings[next[pairs[i] as number]!++] = pairs[i + 1] as number
  }
  get size(): number {
    return this.rows.length
  }
  get changes(): number {
    return this.changed.size
  }
  private addWord(word: string): number {
    const id = this.words.push(word) - 1
    const group = this.groups.get(word.slice(0, GROUP))
    if (group) group.push(id)
    else this.groups.set(word.slice(0, GROUP), [id])
    return id
  }
  /** Takes products in that changed up to `version`; the build before stays, they are searched one by one. */
  renew(rows: SearchRow[], version: number): void {
    if (rows.length > 0) this.places ??= new Map(this.rows.map((r, place) => [r.id, place]))
    for (const row of rows) {
      const place = this.places?.get(row.id)
      const was = place === undefined ? undefined : this.rows[place]
      const same =
        was !== undefined &&
        !row.deleted &&
        was.order === row.order &&
        was.search_text === row.search_text &&
        was.search_extra === row.search_extra
      if (place !== undefined) this.standing[place] = !same ? OUT : row.active ? ON : OFF
      if (same || row.deleted) this.changed.delete(row.id)
      else this.changed.set(row.id, row)
    }
    this.version = version
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
    const fresh = [...this.changed.values()].flatMap((r) => wordsOf(r.search_text)).filter(isMeant)
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
      let low = id
      let high = starts.length - 1
      while (high - low > 1) {
        const middle = (low + high) >>> 1
        if ((starts[middle] as number) <= at) low = middle
        else high = middle
      }
      ids.push((id = low))
    }
    return ids
  }
  private exactly(word: string): number[] {
    return (this.groups.get(word.slice(0, GROUP)) ?? []).filter((id) => this.words[id] === word)
  }
  private count(tally: Tally, ids: number[], k: number, leads: (word: string) => boolean, extra: boolean): void {
    for (const id of ids)
      tally.add(
        this.postings,
        this.starts[id] as number,
        this.starts[id + 1] as number,
        k,
        leads(this.words[id] as string),
        extra,
      )
  }
  private find(p: Plan, reach: Reach): Hits {
    const { rows, standing } = this
    const all = p.words.length
    const like = this.begun.clear()
    const whole = this.whole.clear()
    p.words.forEach(([typed, ...meant], k) => {
      const word = typed as string
      this.count(like, this.like(word, p), k, (w) => (k === all - 1 ? w.startsWith(word) : w === word), reach.extra)
      for (const w of meant) this.count(like, this.exactly(w), k, () => false, reach.extra)
      this.count(whole, this.exactly(word), k, () => false, false)
    })
    // As `rank` says, from the lists; only codes, and names longer than the lists know, are read.
    const rankAt = (place: number): number => {
      if (like.coded[place] === 1 || all > LATER) return rank((rows[place] as SearchRow).search_text, p)
      return like.led[place] === all ? 2 : whole.seen[place] === all ? 3 : 4
    }
    const hits = this.hits.clear()
    const least = reach.inactive ? OFF : ON
    for (let place = 0; place < standing.length; place++)
      if (like.seen[place] === all && (standing[place] as number) >= least) hits.add(place, rankAt(place))
    for (const row of this.changed.values()) {
      const text = reach.extra ? row.search_text + row.search_extra : row.search_text
      if ((row.active || reach.inactive) && matches(text, p)) hits.addRow(row, rank(row.search_text, p))
    }
    return hits
  }
}

/** What was found: places of the shelf by rank, and rows that stand on none yet. */
class Hits {
  length = 0
  private readonly rows: readonly SearchRow[]
  /** Rank + 1; 0 where nothing was found. */
  private readonly ranks: Uint8Array
  private loose: SearchRow[][] = []
  private readonly counts = new Uint32Array(RANKS)
  constructor(rows: readonly SearchRow[]) {
    this.rows = rows
    this.ranks = new Uint8Array(rows.length)
  }
  clear(): this {
    this.length = 0
    this.ranks.fill(0)
    this.loose = Array.from({ length: RANKS }, () => [])
    this.counts.fill(0)
    return this
  }
  add(place: number, rank: number): void {
    this.ranks[place] = rank + 1
    this.counts[rank]! += 1
    this.length++
  }
  addRow(row: SearchRow, rank: number): void {
    this.loose[rank]?.push(row)
    this.counts[rank]! += 1
    this.length++
  }
  /** Ids from a place in the list on, best first, then in shelf order. */
  ids(offset: number, limit: number): number[] {
    const ids: number[] = []
    for (let rank = 0, before = 0; rank < RANKS && ids.length < limit; before += this.counts[rank++] as number) {
      if (before + (this.counts[rank] as number) <= offset) continue
      const from = Math.max(0, offset - before)
      const most = limit - ids.length
      for (const row of this.ofRank(rank, from + most).slice(from)) ids.push(row.id)
    }
    return ids
  }
  private ofRank(rank: number, most: number): SearchRow[] {
    const loose = this.loose[rank] as SearchRow[]
    const found: SearchRow[] = []
    for (
      let place = this.ranks.indexOf(rank + 1);
      place >= 0 && (found.length < most || loose.length > 0);
      place = this.ranks.indexOf(rank + 1, place + 1)
    )
      found.push(this.rows[place] as SearchRow)
    return loose.length > 0 ? [...found, ...loose].sort(byShelf).slice(0, most) : found
  }
}
