import { byShelf, type Searchable } from './search.ts'

/** What the index needs to know of a product. */
export interface SearchRow extends Searchable {
  /** Words that are searched on request only. */
  search_extra: string
  active: boolean
  deleted: boolean
}
const RANKS = 5
/** What was found: places of the shelf by rank, and rows that stand on none yet. */
export class Hits {
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
