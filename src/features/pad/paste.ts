// A pasted order: a chat text, or columns of a spreadsheet. Each line is sure, doubtful with its candidates, or unknown.
// Sure is what a code, a bar code or the whole name says, with a quantity that can be sold; everything else is asked.
import { quantityIssue } from '#features/products/quantity.ts'
import { type Amount, isPlainAmount, piecesOf, spotBare, spotFraction, spotUnits } from './amount.ts'
import { type Row, readRows } from './pasted.ts'
import { isMixed } from './rules.ts'
import {
  byBareCode,
  byCode,
  byName,
  type Choice,
  codeKey,
  eanKey,
  isWhole,
  keyOf,
  likely,
  makeShelf,
  says,
  type Shelf,
  variationsFor,
  wordsOf,
} from './shelf.ts'

/** Why a line is asked about. */
export type Doubt =
  /** The words fit, but are not the whole name. */
  | 'name'
  /** The code names one thing, the words beside it another. */
  | 'code_name'
  /** A code but for zeros in front. */
  | 'zeros'
  /** Two things carry it, or it can be read in two ways. */
  | 'several'
  /** The product comes in variations, and none was named. */
  | 'variation'
  /** No quantity was said. */
  | 'none'
  /** A part of a piece, a fraction, too many: no quantity that can be ordered. */
  | 'odd'
  | 'dozen'
  | 'box'
  /** Below the minimum, or between two boxes. */
  | 'multiple'
export interface Candidate extends Choice {
  /** Pieces; null: to be said. */
  quantity: number | null
}
export interface Pasted {
  /** Of the text, from 1. */
  line: number
  text: string
  verdict: 'sure' | 'doubtful' | 'unknown'
  doubts: Doubt[]
  /** One when sure, the best first when doubtful, none when unknown. */
  candidates: Candidate[]
  /** What was said of the quantity, as it was said. */
  amount: Amount | null
}
const MOST_CANDIDATES = 6

/** One way to read a line: how many, and what of. */
interface Reading {
  amount: Amount | null
  rest: string
}
interface Named {
  reading: Reading
  choices: Choice[]
  doubts: Doubt[]
  /** The number beside the name that is its code: it may have been meant as the quantity, or not. */
  code?: string
}

/** Every line of a pasted text that says something, in its order; `left`: lines beyond what an order holds. */
export function readPaste(shelf: Shelf, text: string): { lines: Pasted[]; left: number } {
  const { rows, left } = readRows(shelf, text)
  return { lines: rows.map((row) => judge(shelf, row)), left }
}

/** What a text's lines may name, in every way to read them: for a device that has to ask what there is. */
export function namesIn(text: string): string[] {
  const { rows } = readRows(makeShelf([]), text)
  return [...new Set(rows.flatMap((row) => readingsOf(row).map((r) => r.rest.slice(0, LONGEST_NAME))))].filter(Boolean)
}
const LONGEST_NAME = 200

function judge(shelf: Shelf, row: Row): Pasted {
  const readings = readingsOf(row)
  const certain = readings.flatMap((r) => exactly(shelf, r))
  // With a quantity before without: a number that is needed for one thing's name is no quantity of another.
  const named = certain.some((n) => n.reading.amount) ? certain.filter((n) => n.reading.amount || isCodeOf(n)) : certain
  const found = named.length > 0 ? named : guesses(shelf, readings)
  if (found.length === 0)
    return { ...head(row), verdict: 'unknown', doubts: [], candidates: [], amount: readings[0]?.amount ?? null }
  const candidates = [
    ...new Map(
      found.flatMap(({ reading, choices }) =>
        choices.map((c): [string, Candidate] => {
          const quantity = piecesOf(reading.amount, c.product.multiple)
          return [`${keyOf(c)}:${quantity}`, { ...c, quantity }]
        }),
      ),
    ).values(),
  ]
  const doubts = new Set(found.flatMap((f) => f.doubts))
  const told = (['name', 'code_name', 'variation'] as const).some((d) => doubts.has(d))
  if (candidates.length > 1 && !told) doubts.add('several')
  const amount = (found[0] as Named).reading.amount
  for (const d of amountDoubts(amount, candidates)) doubts.add(d)
  return {
    ...head(row),
    verdict: doubts.size === 0 ? 'sure' : 'doubtful',
    doubts: [...doubts],
    candidates: candidates.slice(0, MOST_CANDIDATES),
    amount,
  }
}
const isCodeOf = ({ code }: Named) => code !== undefined && isPlainAmount(code)
const head = (row: Row) => ({ line: row.line, text: row.text })

function amountDoubts(amount: Amount | null, candidates: Candidate[]): Doubt[] {
  if (!amount) return ['none']
  if (amount.n === null || candidates.every((c) => c.quantity === null)) return ['odd']
  if (amount.unit === 'dozen' || amount.unit === 'box') return [amount.unit]
  const [only] = candidates
  // Mixed products are counted over all their lines, when the order is put together.
  const wrong =
    candidates.length === 1 && only && !isMixed(only.product) && quantityIssue(only.quantity as number, only.product)
  return wrong ? ['multiple'] : []
}

/** The ways to read a row: a unit, a label or a column says which number counts; a bare number may count. */
function readingsOf(row: Row): Reading[] {
  if (row.amount) return [{ amount: row.amount, rest: row.text }]
  const units = spotUnits(row.text)
  const plain = { amount: null, rest: row.text }
  // An x is a sign, and may be a letter of the code, too.
  if (units.some((u) => !/^x|[\d\s]x$/i.test(u.amount.said))) return units
  const fraction = spotFraction(row.text)
  return [...units, ...spotBare(row.text), ...(fraction ? [fraction] : []), plain]
}

/** What a reading names with certainty, and what it leaves open. */
function exactly(shelf: Shelf, reading: Reading): Named[] {
  const { rest } = reading
  const whole = byCode(shelf, rest)
  if (whole.length > 0) return [named(reading, whole, [])]
  const words = wordsOf(rest)
  const called = words.length > 0 ? byName(shelf, words) : []
  // A code beside words: they have to agree.
  for (const token of new Set(rest.split(/[\s|;,:()]+/))) {
    const choices = token !== rest && /\d/.test(token) ? byCode(shelf, token) : []
    if (choices.length === 0) continue
    const beside = wordsOf(rest.replace(token, ' '))
    const fitting = choices.flatMap((c) => (isWhole(c) ? [c] : variationsFor(c.product, beside)))
    const agreeing = fitting.filter((c) => says(c, beside))
    if (agreeing.length > 0) return [{ ...opened(reading, agreeing, choices, []), code: token }]
    if (!isCodeLike(token)) continue
    const others = likely(shelf, beside, 3).flatMap(({ product }) => open(product, beside))
    if (called.length === 0) return [{ reading, choices: [...fitting, ...others], doubts: ['code_name'] }]
  }
  return called.length > 0 ? [named(reading, called, [])] : []
}
/** A word that can only be a code beside other words: it holds a digit and is no short number. */
const isCodeLike = (token: string) => /\d/.test(token) && (codeKey(token).length > 3 || /\p{L}/u.test(token))

/** Choices with their variations: one that is certain, or all that are to choose from. */
function named(reading: Reading, choices: Choice[], doubts: Doubt[]): Named {
  const words = wordsOf(reading.rest)
  const all = choices.flatMap((c) => (isWhole(c) ? [c] : variationsFor(c.product, words)))
  return opened(reading, all, choices, doubts)
}
const opened = (reading: Reading, all: Choice[], choices: Choice[], doubts: Doubt[]): Named => ({
  reading,
  choices: all,
  doubts: all.length > 1 && choices.some((c) => !isWhole(c)) ? [...doubts, 'variation'] : doubts,
})
/** A code that stands among words which fit nothing. */
function mentioned(shelf: Shelf, reading: Reading): Named[] {
  const choices = reading.rest.split(/[\s|;,:()]+/).flatMap((token) => (/\d/.test(token) ? byCode(shelf, token) : []))
  return choices.length > 0 ? [named(reading, choices, ['code_name'])] : []
}
const open = (product: Choice['product'], words: string[]): Choice[] =>
  product.attributes.length > 0 ? variationsFor(product, words) : [{ product, variation: null }]

/** What a row may speak of where nothing is certain. */
function guesses(shelf: Shelf, readings: Reading[]): Named[] {
  for (const reading of readings) {
    const choices = eanKey(reading.rest) ? [] : byBareCode(shelf, reading.rest)
    if (choices.length > 0) return [named(reading, choices, ['zeros'])]
  }
  const scored = readings.map((reading) => {
    const words = wordsOf(reading.rest)
    return { reading, words, found: likely(shelf, words) }
  })
  const best = Math.max(0, ...scored.map((s) => s.found[0]?.score ?? 0))
  // A number that makes the name fit better belongs to the name; as well as without, it is the quantity.
  const chosen = scored.find((s) => s.found.length > 0 && (s.found[0]?.score ?? 0) >= best - 0.001)
  if (!chosen) return mentioned(shelf, readings.at(-1) as Reading)
  return [
    {
      reading: chosen.reading,
      choices: chosen.found.flatMap(({ product }) => open(product, chosen.words)).slice(0, MOST_CANDIDATES),
      doubts: ['name'],
    },
  ]
}
