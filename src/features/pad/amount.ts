// How many of something a chat or a spreadsheet says: "3x", "2 dz", "10 cx", "1.000", "1/2".
import { MOST_QUANTITY } from '#features/orders/rules.ts'

/** How many pieces, or boxes; null where it is no whole number. A dozen is twelve, and is said to be. */
export interface Amount {
  n: number | null
  unit: 'piece' | 'dozen' | 'box' | 'odd'
  /** What stood there. */
  said: string
}
const NUM = String.raw`\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?`
const PIECES = 'x|un|und|unid|uni|unidade|unidades|pc|pcs|pç|pçs|pca|peca|pecas|peça|peças'
const DOZENS = 'dz|dzs|duzia|duzias|dúzia|dúzias'
const BOXES = 'cx|cxs|caixa|caixas|fd|fardo|fardos|pct|pcts|pacote|pacotes|pack|packs|kit|kits|emb'
const UNIT = `${PIECES}|${DOZENS}|${BOXES}`
/** Not inside a word, a size ("50x70") or a measure ("1/2"). */
const BEFORE = String.raw`(?<![\p{L}\d.,/])`
const AFTER = String.raw`(?![\p{L}\d])`
const FRACTION = String.raw`(?:(\d+)\s+)?(\d+)\s*/\s*(\d+)`

/** A number as people write it: a dot between thousands, zeros after a comma. null: no whole number, or too many. */
export function wholeOf(text: string): number | null {
  const plain = /^\d{1,3}(?:\.\d{3})+(?:,0+)?$/.test(text)
    ? text.replaceAll('.', '').replace(/,0+$/, '')
    : text.replace(/[.,]0{1,2}$/, '')
  if (!/^\d{1,9}$/.test(plain)) return null
  const n = Number(plain)
  return n > 0 && n <= MOST_QUANTITY ? n : null
}
/** Whether a text without unit can only be a quantity: whole, not too many, and no code with zeros before it. */
export const isPlainAmount = (text: string) => wholeOf(text) !== null && !/^0\d{2,}/.test(text)

const unitOf = (word: string): Amount['unit'] => {
  const w = word.toLowerCase()
  return new RegExp(`^(?:${DOZENS})$`, 'u').test(w)
    ? 'dozen'
    : new RegExp(`^(?:${BOXES})$`, 'u').test(w)
      ? 'box'
      : 'piece'
}
const pattern = (source: string) => new RegExp(source, 'giu')
const patterns = {
  fractionOfDozen: pattern(`${BEFORE}${FRACTION}\\s*(${DOZENS})\\.?${AFTER}`),
  halfDozen: pattern(`${BEFORE}(?:meia|1/2)\\s+(?:${DOZENS})${AFTER}`),
  labelled: pattern(`${BEFORE}(?:qtd|qtde|qde|quant|quantidade)\\.?\\s*[:=]?\\s*(${NUM})${AFTER}`),
  unit: pattern(`${BEFORE}(${NUM})\\s*(${UNIT})\\.?${AFTER}`),
  times: pattern(`(?<=^|\\s)x\\s*(${NUM})${AFTER}`),
}
export interface Spotted {
  amount: Amount
  /** The text without it. */
  rest: string
}
const without = (text: string, m: RegExpExecArray) =>
  `${text.slice(0, m.index)} ${text.slice(m.index + m[0].length)}`.replace(/\s+/g, ' ').trim()

/** The amounts that a text names with a unit; more than one leaves it open which counts. */
export function spotUnits(text: string): Spotted[] {
  const all = (p: RegExp) => [...text.matchAll(p)] as RegExpExecArray[]
  const part = all(patterns.fractionOfDozen)[0] ?? all(patterns.halfDozen)[0]
  if (part) {
    const [said, ones, above, below] = part
    const n = above ? (Number(ones ?? 0) + Number(above) / Number(below)) * 12 : 6
    return [
      {
        amount: { n: Number.isInteger(n) && n > 0 ? n : null, unit: 'dozen', said },
        rest: without(text, part),
      },
    ]
  }
  const labelled = all(patterns.labelled)
  if (labelled.length > 0)
    return labelled.map((m) => ({
      amount: { n: wholeOf(m[1] as string), unit: 'piece', said: m[0] },
      rest: without(text, m),
    }))
  // "3 x 00123" and "00123 x 3" read both ways: what the rest names decides.
  return [...all(patterns.unit), ...all(patterns.times)]
    .filter((m) => isPlainAmount(m[1] as string) || wholeOf(m[1] as string) === null)
    .map((m) => {
      const unit = m[2] ? unitOf(m[2]) : 'piece'
      const n = wholeOf(m[1] as string)
      return {
        amount: { n: n === null ? null : unit === 'dozen' ? n * 12 : n, unit, said: m[0] },
        rest: without(text, m),
      }
    })
}
/** A number alone at the beginning or the end, and after a sign ("caneca - 10", "caneca (10)"). */
export function spotBare(text: string): Spotted[] {
  const found: Spotted[] = []
  const add = (m: RegExpExecArray | null) => {
    if (!m) return
    const said = m[1] as string
    const rest = without(text, m)
    if (rest === '') return
    if (isPlainAmount(said)) found.push({ amount: { n: wholeOf(said), unit: 'piece', said }, rest })
    else if (/[.,]/.test(said)) found.push({ amount: { n: null, unit: 'odd', said }, rest })
  }
  add(new RegExp(`^(${NUM})(?=\\s)[\\s:=–-]*`, 'u').exec(text))
  add(
    new RegExp(`[\\s:=–-]*(?<=[\\s:=–-])(${NUM})$`, 'u').exec(text) ??
      new RegExp(`\\s*\\((${NUM})\\)$`, 'u').exec(text),
  )
  return found
}
/** "1/2 caneca": a part of something that is sold whole. */
export function spotFraction(text: string): Spotted | null {
  const m = new RegExp(`^${FRACTION}\\s+`, 'u').exec(text)
  return m && { amount: { n: null, unit: 'odd', said: m[0].trim() }, rest: without(text, m) }
}
/** A cell that holds nothing but how many. */
export function readCell(text: string): Amount | null {
  const t = text.trim()
  const units = spotUnits(t)
  if (units.length === 1 && units[0]?.rest === '') return units[0].amount
  if (isPlainAmount(t)) return { n: wholeOf(t), unit: 'piece', said: t }
  if (/^\d+[.,][\d.,]*$/.test(t) || /^\d+\s*\/\s*\d+$/.test(t)) return { n: null, unit: 'odd', said: t }
  return null
}
/** In pieces, where it is sold in boxes of `multiple`. */
export function piecesOf(amount: Amount | null, multiple: number): number | null {
  if (!amount || amount.n === null) return null
  const n = amount.unit === 'box' ? amount.n * Math.max(1, multiple) : amount.n
  return n > 0 && n <= MOST_QUANTITY ? n : null
}
