// What stands in sales material, the same in browser and server: which kinds there are, and what a product's bar code becomes.
import { eanIssue } from '#features/products/rules.ts'

export const KINDS = ['poster', 'card', 'labels', 'flyer', 'prices'] as const
export type Kind = (typeof KINDS)[number]
export const POSTERS = ['a4', 'mesa', 'balcao'] as const
export const SHAPES = ['quadrado', 'story'] as const
/** What a share card shows. */
export const SUBJECTS = ['produto', 'promocoes', 'categoria'] as const
/** What is printed as a bar code: the product's own EAN, its code, or nothing. */
export const SYMBOLS = ['ean', 'codigo', 'nenhum'] as const
/** What becomes of a bar code whose digits are wrong: the product's code as Code 128, or none at all. */
export const WRONGS = ['code128', 'nada'] as const

export interface Bars {
  kind: 'ean13' | 'ean8' | 'code128'
  text: string
}
/** Letters that Code 128 has, as many as a label can hold. */
const asCode128 = (text: string): Bars | null =>
  /^[\x20-\x7e]{1,24}$/.test(text.trim()) ? { kind: 'code128', text: text.trim() } : null
interface Coded {
  code: string
  ean: string
}
/** The bar code of a product, and whether its own was wrong. Wrong digits are never printed as what they are not. */
export function barsOf(
  p: Coded,
  symbol: (typeof SYMBOLS)[number],
  wrong: (typeof WRONGS)[number],
): { bars: Bars | null; wrong: boolean } {
  if (symbol === 'nenhum') return { bars: null, wrong: false }
  if (symbol === 'codigo') return { bars: asCode128(p.code), wrong: false }
  const digits = p.ean.replace(/\s/g, '')
  if (digits === '') return { bars: null, wrong: false }
  if (eanIssue(digits)) return { bars: wrong === 'code128' ? asCode128(p.code || digits) : null, wrong: true }
  if (digits.length === 8) return { bars: { kind: 'ean8', text: digits }, wrong: false }
  // Twelve digits are the same code without its leading zero; fourteen are of a box, which no till reads as EAN.
  if (digits.length === 14) return { bars: asCode128(digits), wrong: false }
  return { bars: { kind: 'ean13', text: digits.padStart(13, '0') }, wrong: false }
}
export const MOST_LABELS = 1000
export const MOST_ITEMS = 1000
/** Products on a flyer's page. */
export const FLYER = 9
