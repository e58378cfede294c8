// Values of ERPs in our words: they come as numbers, texts, nothing, or something odd.
import { MOST_PRICE } from '#features/products/contract.ts'
import { eanIssue } from '#features/products/rules.ts'
import { HOME_ZONE } from '#shared/zoned-time.ts'
import { withoutTags } from '#server/html.ts'
import { cleanCode } from '#shared/code.ts'
import { zonedTime } from '#shared/zoned-time.ts'
import { type ErpFailure, type ErpProduct, TOMORROW } from './types.ts'

export type Row = Record<string, unknown>
export const row = (v: unknown): Row => (v !== null && typeof v === 'object' && !Array.isArray(v) ? (v as Row) : {})
/** A list; one thing where a list was meant counts as a list of it. */
export const list = (v: unknown): Row[] => (Array.isArray(v) ? v.map(row) : Object.keys(row(v)).length ? [row(v)] : [])
export const word = (v: unknown): string => (typeof v === 'string' || typeof v === 'number' ? String(v).trim() : '')
/** An id: digits or text, never 0 or empty. */
export const idOf = (v: unknown): string => (word(v) === '0' ? '' : word(v))
export const yes = (v: unknown): boolean => v === true || ['s', 'sim', '1', 'true', 'a'].includes(word(v).toLowerCase())
/** "1.234,50", "1,234.50", "12,5" and "12.5" with a point before their decimals and nothing else: the last sign counts. */
function withPoint(text: string): string {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')]
  if (comma < 0) return text
  return comma > point ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
}
/** Cents, half up, of "12.345", "12,345" or 12.345; null for nothing, zero, a negative, nonsense and more than any piece
 * costs here: such a product is "sob consulta". */
export function centsOf(v: unknown): number | null {
  const s =
    typeof v === 'number' ? (Math.abs(v) < 1e-6 || Math.abs(v) > 1e15 ? '' : String(v)) : word(v).replace(/^R\$\s*/, '')
  const m = /^(\d+)(?:\.(\d+))?$/.exec(withPoint(s))
  if (!m) return null
  const d = (m[2] ?? '').padEnd(3, '0')
  const cents = Number(m[1]) * 100 + Number(d.slice(0, 2)) + (Number(d[2]) >= 5 ? 1 : 0)
  return cents > 0 && cents <= MOST_PRICE ? cents : null
}
/** NaN for what is no number. */
export const numberOf = (v: unknown): number =>
  typeof v === 'number' ? v : word(v) === '' ? Number.NaN : Number(withPoint(word(v)))
/** Whole pieces: what is begun cannot be sold. */
export function piecesOf(v: unknown): number | null {
  const n = numberOf(v)
  return Number.isFinite(n) && Math.abs(n) < 1e12 ? Math.floor(n) : null
}
/** Bar codes with a wrong check digit, "SEM GTIN" and the like are left out. */
export function gtinOf(v: unknown): string {
  const s = word(v).replace(/\s/g, '')
  return eanIssue(s) ? '' : s
}
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
}
/** The words of a text that may be HTML, lines kept. */
export function wordsOf(v: unknown, most = 5000): string {
  const lines = word(v).replace(/<(br|\/p|\/li|\/div|\/h\d)[^>]*>/gi, '\n')
  return withoutTags(lines)
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (e) => ENTITIES[e] ?? e)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, most)
}
export const nameOf = (v: unknown, otherwise: string) =>
  wordsOf(v).replace(/\s+/g, ' ').slice(0, 160).trim() || otherwise
export const codeOf = (v: unknown) => cleanCode(word(v)).slice(0, 40)
/** Pictures by address; `lasting` drops what expires. */
export const photosOf = (urls: unknown[], lasting: (url: string) => string = (u) => u): ErpProduct['photos'] =>
  [
    ...new Map(
      urls
        .map(word)
        .filter((u) => /^https?:\/\//.test(u))
        .map((source) => [lasting(source), { address: lasting(source), source }]),
    ).values(),
  ].slice(0, 10)

/** Brazil's clock on the wall: ERPs write times without a zone. */
export function wallClock(at: Date): { day: string; dmy: string; time: string } {
  const { day, time } = zonedTime(at, HOME_ZONE)
  return { day, dmy: day.split('-').reverse().join('/'), time }
}
/** How long a failure says to wait; TOMORROW: until the day is over in Brazil, and a minute. */
export function secondsOf(failure: ErpFailure, now: Date): number {
  if (failure.seconds !== TOMORROW) return failure.seconds
  const [h = 0, m = 0, s = 0] = wallClock(now).time.split(':').map(Number)
  return 86_400 - (h * 3600 + m * 60 + s) + 60
}
