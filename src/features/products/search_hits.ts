import { byShelf, RANK } from './search.ts'
import type { SearchRow } from './search_rows.ts'

/** A product that changed since the shelf was built, and the place that it stands before now. */
export interface Changed {
  row: SearchRow
  before: number
}
const RANKS = Object.keys(RANK).length
/** What was found: places of the shelf by rank, and products that stand on none yet. */
export class Hits {
  length = 0
  private readonly idAt: (place: number) => number
  /** Rank + 1; 0 where nothing was found. */
  private readonly ranks: Uint8Array
  private loose: Changed[][] = []
  private readonly counts = new Uint32Array(RANKS)
  constructor(size: number, idAt: (place: number) => number) {
    this.idAt = idAt
    this.ranks = new Uint8Array(size)
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
  addChanged(changed: Changed, rank: number): void {
    this.loose[rank]?.push(changed)
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
      for (const id of this.ofRank(rank, from + most).slice(from)) ids.push(id)
    }
    return ids
  }
  private ofRank(rank: number, most: number): number[] {
    const loose = (this.loose[rank] as Changed[]).sort((a, b) => byShelf(a.row, b.row)).values()
    let next = loose.next().value
    const ids: number[] = []
    const until = (place: number) => {
      for (; next && next.before <= place; next = loose.next().value) ids.push(next.row.id)
    }
    for (
      let place = this.ranks.indexOf(rank + 1);
      place >= 0 && ids.length < most;
      place = this.ranks.indexOf(rank + 1, place + 1)
    ) {
      until(place)
      ids.push(this.idAt(place))
    }
    until(this.ranks.length)
    return ids.slice(0, most)
  }
}
