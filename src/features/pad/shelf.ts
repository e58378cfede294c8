// The goods as a seller names them: by code, by bar code, by whole name, by some of its words. Made once for a
// catalogue, asked for every key and every pasted line.
import type { Product, Variation } from '#features/products/contract.ts'
import { fold, oneSlip } from '#features/products/search.ts'

/** What stands on a line: a product, and which of its variations (null where it has none, or none is chosen yet). */
export interface Choice {
  product: Product
  variation: Variation | null
}
export interface Shelf {
  /** Codes without signs, case and accents; leading zeros count. */
  codes: Map<string, Choice[]>
  /** The same without leading zeros. */
  bare: Map<string, Choice[]>
  /** Bar codes, filled up to 14 digits. */
  eans: Map<string, Choice[]>
  /** Whole names, with the variation where there is one: their words in alphabetical order. */
  names: Map<string, Choice[]>
  products: readonly Product[]
  /** Places in `products` by word of the name. */
  places: Map<string, number[]>
  /** Words by their first two letters. */
  groups: Map<string, string[]>
  /** Words that may stand for one that was typed, found before. */
  near: Map<string, { word: string; worth: number }[]>
  /** Reckoning sheets, empty between two questions. */
  tally: { sums: Float64Array; best: Float64Array }
}

/** Small words that people leave out. */
const SMALL = new Set('a o as os e de da do das dos com em no na para p c un und unid x'.split(' '))
export const wordsOf = (text: string) =>
  fold(text)
    .split(' ')
    .filter((w) => w !== '' && !SMALL.has(w))
export const codeKey = (text: string) => fold(text).replaceAll(' ', '')
const bareKey = (key: string) => key.replace(/^0+(?=.)/, '')
const nameKey = (words: string[]) => words.toSorted().join(' ')
/** A bar code as 14 digits; '' for what is none. */
export const eanKey = (text: string) => {
  const digits = text.replace(/[\s.-]/g, '')
  return /^(?:\d{8}|\d{12,14})$/.test(digits) ? digits.padStart(14, '0') : ''
}
function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const there = map.get(key)
  if (there) there.push(value)
  else map.set(key, [value])
}
const specWords = (v: Variation) => wordsOf(Object.values(v.specs).join(' '))

export function makeShelf(products: readonly Product[]): Shelf {
  const shelf: Shelf = {
    codes: new Map(),
    bare: new Map(),
    eans: new Map(),
    names: new Map(),
    products,
    places: new Map(),
    groups: new Map(),
    near: new Map(),
    tally: { sums: new Float64Array(products.length), best: new Float64Array(products.length) },
  }
  const addCode = (code: string, ean: string, choice: Choice) => {
    const key = codeKey(code)
    if (key) put(shelf.codes, key, choice)
    if (/^\d+$/.test(key)) put(shelf.bare, bareKey(key), choice)
    const bar = eanKey(ean)
    if (bar) put(shelf.eans, bar, choice)
  }
  products.forEach((product, place) => {
    const whole = { product, variation: null }
    const name = wordsOf(product.name)
    addCode(product.code, product.ean, whole)
    put(shelf.names, nameKey(name), whole)
    const words = new Set(name)
    for (const variation of product.attributes) {
      const choice = { product, variation }
      // A variation that carries its product's own code says nothing of its own.
      addCode(
        variation.code === product.code ? '' : variation.code,
        variation.ean === product.ean ? '' : variation.ean,
        choice,
      )
      const specs = specWords(variation)
      put(shelf.names, nameKey([...name, ...specs]), choice)
      for (const w of specs) words.add(w)
    }
    for (const w of words) put(shelf.places, w, place)
  })
  for (const w of shelf.places.keys()) put(shelf.groups, w.slice(0, 2), w)
  return shelf
}

/** What a code or bar code names, with certainty; more than one when two things carry it. */
export function byCode(shelf: Shelf, text: string): Choice[] {
  const code = shelf.codes.get(codeKey(text))
  const ean = shelf.eans.get(eanKey(text))
  return [...new Map([...(code ?? []), ...(ean ?? [])].map((c) => [keyOf(c), c])).values()]
}
/** What a code might mean whose leading zeros were lost or added (a spreadsheet does that). */
export const byBareCode = (shelf: Shelf, text: string): Choice[] => shelf.bare.get(bareKey(codeKey(text))) ?? []
/** What is called exactly so, small words and the order of words apart. */
export const byName = (shelf: Shelf, words: string[]): Choice[] => shelf.names.get(nameKey(words)) ?? []
export const keyOf = (c: Choice) => `${c.product.id}:${c.variation?.id ?? ''}`
/** Whether a choice can stand on a line: of a product with variations one is chosen. */
export const isWhole = (c: Choice) => c.variation !== null || c.product.attributes.length === 0
/** The variations that are meant when words were said beside the product's name or code; all when none fits. */
export function variationsFor(product: Product, words: string[]): Choice[] {
  const own = new Set(wordsOf(product.name))
  const said = words.filter((w) => !own.has(w))
  const scored = product.attributes.map((variation) => {
    const specs = new Set(specWords(variation))
    return { choice: { product, variation }, hits: said.filter((w) => specs.has(w)).length }
  })
  const most = Math.max(0, ...scored.map((s) => s.hits))
  return scored.filter((s) => s.hits === most).map((s) => s.choice)
}
/** Whether every word that was said is of the product or of this variation; a long one may be cut short ("can. az."). */
export function says(c: Choice, words: string[]): boolean {
  const own = [...wordsOf(c.product.name), ...(c.variation ? specWords(c.variation) : [])]
  return words.every((w) => own.some((o) => o === w || (w.length > 1 && o.startsWith(w))))
}

/** What a plural may be the plural of, without accents: canecas, azuis, botões, homens. */
const singularsOf = (word: string) =>
  word.length > 3
    ? [
        [/s$/, ''],
        [/es$/, ''],
        [/([aeou])is$/, '$1l'],
        [/oes$/, 'ao'],
        [/ns$/, 'm'],
      ].flatMap(([end, one]) => ((end as RegExp).test(word) ? [word.replace(end as RegExp, one as string)] : []))
    : []
/** What a word weighs that the catalogue does not know: it should not outweigh those that it does. */
const UNKNOWN = 20
/** Catalogue words that may stand for a typed one, with what they are worth: whole, begun, in the plural, one slip. */
function nearWords(shelf: Shelf, word: string): { word: string; worth: number }[] {
  const known = shelf.near.get(word)
  if (known) return known
  const found: { word: string; worth: number }[] = []
  if (shelf.places.has(word)) found.push({ word, worth: 1 })
  const singles = singularsOf(word)
  for (const w of shelf.groups.get(word.slice(0, 2)) ?? []) {
    if (w === word) continue
    if (word.length >= 3 && w.startsWith(word)) found.push({ word: w, worth: 0.8 })
    else if (singles.includes(w)) found.push({ word: w, worth: 0.9 })
    else if (word.length >= 4 && !/\d/.test(word) && oneSlip(word, w)) found.push({ word: w, worth: 0.6 })
  }
  shelf.near.set(word, found)
  return found
}
export interface Likely {
  product: Product
  /** How much of what was said it answers, 0 to 1. */
  score: number
}
/** The products that what was said speaks of most, best first; rare words weigh more than common ones. */
export function likely(shelf: Shelf, words: string[], most = 5): Likely[] {
  if (words.length === 0) return []
  const size = shelf.products.length
  const { sums, best } = shelf.tally
  const touched: number[] = []
  const said = [...new Set(words)].map((word) => {
    const near = nearWords(shelf, word)
    const holders = near.reduce((n, x) => n + (shelf.places.get(x.word)?.length ?? 0), 0)
    return { near, plain: /^\d+$/.test(word), weight: Math.log(1 + size / (holders || Math.max(1, size / UNKNOWN))) }
  })
  let whole = 0
  // The rarest first: what so many carry that it says little names no product by itself, once one was named.
  // And a number beside words says nothing alone: "9 geladeiras" is no "Modelo 9".
  const wordy = said.some((x) => !x.plain)
  for (const { near, plain, weight } of said.toSorted(
    (a, b) => Number(a.plain) - Number(b.plain) || b.weight - a.weight,
  )) {
    whole += weight
    const adds = (touched.length === 0 || weight > COMMON) && !(wordy && plain)
    const here: number[] = []
    for (const { word, worth } of near)
      for (const place of shelf.places.get(word) ?? []) {
        const sum = sums[place] as number
        if (sum === 0 && !adds) continue
        const was = best[place] as number
        if (was >= worth) continue
        if (was === 0) here.push(place)
        if (sum === 0 && was === 0) touched.push(place)
        best[place] = worth
      }
    for (const place of here) {
      sums[place] = (sums[place] as number) + (best[place] as number) * weight
      best[place] = 0
    }
  }
  const found = touched
    .map((place) => ({ place, score: (sums[place] as number) / whole, product: shelf.products[place] as Product }))
    .filter((x) => x.score >= 0.5)
    .sort((a, b) => b.score - a.score || a.product.name.length - b.product.name.length || a.place - b.place)
  for (const place of touched) sums[place] = 0
  return found.slice(0, most)
}
/** The weight of a word that every sixth product carries. */
const COMMON = 2
