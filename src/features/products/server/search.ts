// Products that a query finds: the company's words from memory, who may see them from the database.
import { setImmediate } from 'node:timers/promises'
import type { Tx } from '#server/db.ts'
import type { Versioned } from '#server/kept.ts'
import { type Filter, isNarrow } from './filter.ts'
import * as q from './queries.ts'
import { fold } from '../search.ts'
import { type Reach, SearchIndex } from '../search_index.ts'
import { leaving } from '../search_kept.ts'
import { Gathered } from '../search_words.ts'

/** Beyond this many changes since it was built, an index is built anew. */
const MOST_CHANGES = 1000
/** By company; `size` in products, 0 until it is made. */
const kept = new Map<number, { made: Promise<SearchIndex>; size: number }>()

async function build(tx: Tx, version: number): Promise<SearchIndex> {
  const gathered = new Gathered()
  // Others are answered between the pieces.
  for await (const piece of q.findSearchable(tx)) gathered.add(piece)
  return new SearchIndex(gathered, version)
}
async function renewed(tx: Tx, index: SearchIndex, version: number): Promise<SearchIndex> {
  const rows = await q.findSearchableSince(tx, index.version, MOST_CHANGES + 1)
  if (rows.length + index.changes > MOST_CHANGES) return build(tx, version)
  index.renew(rows, version)
  return index
}
/** The company's index at this change number or a later one; whoever asks first makes it. */
async function indexOf(tx: Tx, company: number, version: number): Promise<SearchIndex> {
  const before = kept.get(company)?.made.catch(() => undefined)
  const made = (async () => {
    const index = await before
    if (!index) return build(tx, version)
    return index.version >= version ? index : renewed(tx, index, version)
  })()
  kept.delete(company)
  const entry = { made, size: 0 }
  kept.set(company, entry)
  const index = await made
  entry.size = index.size
  for (const gone of leaving(kept, company)) kept.delete(gone)
  return index
}

interface Reader {
  company_id: number
  catalogue_version: number
}
/** A page of what a query finds, in this order ('order': best first), and how many there are in all; null where it is
 * nothing but signs. */
export async function searchProducts(
  tx: Tx,
  reader: Reader,
  query: string,
  extra: boolean,
  f: Filter,
  order: q.Order,
  limit: number,
  offset: number,
): Promise<{ rows: Versioned[]; total: number } | null> {
  const index = await indexOf(tx, reader.company_id, reader.catalogue_version)
  const narrow = isNarrow(f) || order !== 'order'
  const hits = narrow
    ? index.search(query, { inactive: f.raw, extra })
    : index.search(query, { inactive: f.raw, extra }, offset, limit)
  if (hits === null) return null
  if (hits.total === 0) return { rows: [], total: 0 }
  if (narrow) return q.pageAmong(tx, hits.ids, f, order, limit, offset)
  return { rows: hits.ids.map((id) => ({ id, version: index.versionOf(id) })), total: hits.total }
}

/** Of one text, or one code in it. */
const MOST_NAMED = 5
/** Milliseconds of searching after which others are answered first. */
const SLICE = 20
/** Leaving a word out is tried where a text is not longer than this. */
const MOST_WORDS = 6
/** What a text may speak of: what its codes name, with and without leading zeros, and what its words find; where they
 * find nothing together, what they find without one of them. */
function spokenOf(index: SearchIndex, text: string, reach: Reach): number[] {
  const find = (words: string) => index.search(words, reach, 0, MOST_NAMED)?.ids ?? []
  const tokens = text.split(/[\s|;,:()]+/)
  const coded = tokens
    .filter((token) => /\d/.test(token))
    .flatMap((token) => [...find(token), ...(/^0+\d/.test(token) ? find(token.replace(/^0+/, '')) : [])])
  const whole = find(text)
  const words = fold(text).split(' ')
  if (whole.length > 0 || words.length < 2 || words.length > MOST_WORDS) return [...coded, ...whole]
  return [...coded, ...words.flatMap((_, i) => find(words.toSpliced(i, 1).join(' ')))]
}
/** The products that any of these texts may speak of, as far as the reader may see them. */
export async function namedProducts(tx: Tx, reader: Reader, texts: readonly string[], f: Filter) {
  const index = await indexOf(tx, reader.company_id, reader.catalogue_version)
  const ids = new Set<number>()
  let begun = performance.now()
  for (const text of texts) {
    for (const id of spokenOf(index, text, { inactive: f.raw, extra: false })) ids.add(id)
    if (performance.now() - begun < SLICE) continue
    await setImmediate()
    begun = performance.now()
  }
  return q.findByIds(tx, [...ids], f)
}
