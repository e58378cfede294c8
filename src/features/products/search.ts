// Search, the same on the device and on the server: this file is its meaning, word by word over texts; the server's
// SearchIndex gives the same answers over an inverted index, and tests compare the two. Accents and case do not count;
// code and bar code are searched too. Typed words are beginnings of words; when nothing begins so, parts of words (from
// three letters); then one typing mistake is forgiven in a word typed with four letters or more.

/** Lower case, no accents, nothing invisible, words of a–z and 0–9 with one space between. */
export function fold(text: string): string {
  if (text === '') return ''
  // oxlint-disable-next-line no-control-regex -- plain letters have no accents to take off
  const plain = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFD').replace(/[\p{M}\p{Cf}]+/gu, '')
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
/** What is searched of a product: " name ~ code ~ codewithoutsigns ean ". */
export function searchText(p: {
  name: string
  code: string
  ean: string
  variations?: { code: string; ean: string }[]
}): string {
  const code = fold(p.code)
  const more = (p.variations ?? []).flatMap((v) => [fold(v.code), fold(v.ean)])
  const codes = [code, ...more].map((c) => c.replaceAll(' ', ''))
  return ` ${fold(p.name)} ~ ${code} ~ ${[...new Set([...codes, fold(p.ean)])].filter(Boolean).join(' ')} `
}
export const searchExtra = (p: { code_2: string; reference: string }) => ` ${fold(p.code_2)} ${fold(p.reference)} `

export interface Plan {
  /** The folded query. */
  query: string
  /** Per typed word: itself, then whole words that may have been meant. */
  words: string[][]
  /** Where in a word the typed one must stand. */
  how: 'beginnings' | 'parts'
}
export const plan = (query: string): Plan => {
  const folded = fold(query).slice(0, 100)
  return {
    query: folded,
    words: folded
      ? folded
          .split(' ')
          .slice(0, 8)
          .map((w) => [w])
      : [],
    how: 'beginnings',
  }
}
const LEAST_PART = 3
/** The same words as parts of words; null when all are too short to be looked for so. */
const widened = (p: Plan): Plan | null =>
  p.words.some(([w]) => (w as string).length >= LEAST_PART) ? { ...p, how: 'parts' } : null
/** Whether this word is looked for inside words, not only where they begin. */
export const isPart = (word: string, p: Plan) => p.how === 'parts' && word.length >= LEAST_PART

export const matches = (text: string, p: Plan) =>
  p.words.every((alternatives) =>
    alternatives.some((w, i) => text.includes(i > 0 ? ` ${w} ` : isPart(w, p) ? w : ` ${w}`)),
  )

/** How a product answers a query, best first. An exact answer comes before every other, for names as for codes. */
export const RANK = { code: 0, name: 1, codeBegins: 2, nameBegins: 3, words: 4, parts: 5 } as const
export function rank(text: string, p: Plan): number {
  const exact = ` ${p.query} `
  const [name, code, codes] = text.split('~')
  if (code === exact || codes?.includes(exact)) return RANK.code
  if (name === exact) return RANK.name
  if (text.includes(`~ ${p.query}`)) return RANK.codeBegins
  if (text.startsWith(` ${p.query}`)) return RANK.nameBegins
  return p.words.every((alternatives) => text.includes(` ${alternatives[0]} `)) ? RANK.words : RANK.parts
}

/** Whether two words are one slip apart: a letter more, less, other, or two neighbours swapped. */
export function oneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  let j = 0
  while (j < a.length - i && j < b.length - i && a[a.length - 1 - j] === b[b.length - 1 - j]) j++
  const [x, y] = [a.slice(i, a.length - j), b.slice(i, b.length - j)]
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0])
}
/** Words that may be mistyped: at least four letters. A code with another digit is another code. */
const correctable = (word: string) => word.length >= 4 && !/\d/.test(word)
/** Words that may have been meant. */
export const isMeant = (word: string) => word.length >= 3 && word.length <= 40 && !/\d/.test(word)
/** Whether a word of the vocabulary begins one slip away from what was typed. */
const isNear = (typed: string, word: string) =>
  oneSlip(typed, word.slice(0, typed.length)) || oneSlip(typed, word.slice(0, typed.length + 1))
/** The plan with every near word of the vocabulary as an alternative; null when nothing comes near. */
function corrected(p: Plan, vocabulary: readonly string[]): Plan | null {
  const words = p.words.map(([word]) => [
    word as string,
    ...(correctable(word as string) ? vocabulary.filter((w) => isNear(word as string, w)) : []),
  ])
  return words.some((w) => w.length > 1) ? { query: p.query, words, how: 'beginnings' } : null
}
/** What `find` gives for beginnings, else for parts, else with one slip; `vocabulary`: the
 * words that may have been meant. */
export function firstFound<R extends { length: number }>(
  first: Plan,
  find: (p: Plan) => R,
  vocabulary: () => readonly string[],
): R {
  const found = find(first)
  if (found.length > 0) return found
  const wider = widened(first)
  const inside = wider ? find(wider) : found
  if (inside.length > 0) return inside
  const second = corrected(first, vocabulary())
  return second ? find(second) : found
}

export interface Searchable {
  id: number
  order: number
  search_text: string
}
/** Shelf order: the company's order, then name, then id. */
export const byShelf = (a: Searchable, b: Searchable) =>
  a.order - b.order || (a.search_text < b.search_text ? -1 : a.search_text > b.search_text ? 1 : a.id - b.id)

/** The products that a query finds, best first. */
export function search<T extends Searchable>(products: readonly T[], query: string): T[] {
  const first = plan(query)
  if (first.words.length === 0) return [...products]
  return firstFound(
    first,
    (p) =>
      products
        .filter((x) => matches(x.search_text, p))
        .map((x) => ({ x, r: rank(x.search_text, p) }))
        .sort((a, b) => a.r - b.r || byShelf(a.x, b.x))
        .map(({ x }) => x),
    () => [...new Set(products.flatMap((x) => x.search_text.split(' ')))].filter(isMeant),
  )
}
