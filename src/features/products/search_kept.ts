// Whose words stay in a process.

/** Products whose words are kept at once, of all companies but the largest (about 320 bytes each, more where catalogues
 * are small): the longest unasked go first. The largest catalogue stands beside them: a million products that went
 * whenever a small shop searches would be read again, for seconds, whenever their own people do. */
const MOST_PRODUCTS = 300_000

/** By company, the longest unasked first; `size`: its products, 0 while they are being read. */
export type Kept = ReadonlyMap<number, { size: number }>
/** The companies whose words go now that those of `asking` have come. */
export function leaving(kept: Kept, asking: number, most = MOST_PRODUCTS): number[] {
  let [largest, its, sum] = [0, 0, 0]
  for (const [company, { size }] of kept) {
    sum += size
    // Of two alike, the one that was asked last.
    if (size >= its) [largest, its] = [company, size]
  }
  sum -= its
  const gone: number[] = []
  for (const [company, { size }] of kept) {
    if (sum <= most) break
    if (size === 0 || company === largest || company === asking) continue
    gone.push(company)
    sum -= size
  }
  return gone
}
