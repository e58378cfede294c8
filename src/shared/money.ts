// Money is whole cents. Text with a decimal comma exists at the edge only.

/** Sign, whole part and decimals of "1.234,56", "1234,56", "1234.56", "1234" or "1.234.567". */
const DECIMAL = [/^(-?)(\d{1,3}(?:\.\d{3})+|\d+),(\d+)$/, /^(-?)(\d{1,3}(?:\.\d{3}){2,})$/, /^(-?)(\d+)(?:\.(\d+))?$/]
/** The decimal text of a number: its 15 significant digits, as spreadsheets show it, so that 57.099999999999994 is 57.1. */
const decimalText = (n: number) => (Math.abs(n) < 1e-9 ? '0' : String(Number(n.toPrecision(15))))
/** Cents by integer arithmetic on decimal text, half up; null where `text` is no number, or has more than `most` decimals. */
function centsOfText(text: string, most: number): number | null {
  const m = DECIMAL.map((form) => form.exec(text)).find(Boolean)
  if (!m) return null
  const [, sign, whole = '', decimals = ''] = m
  if (decimals.length > most) return null
  const c =
    Number(whole.replaceAll('.', '')) * 100 +
    Number(decimals.slice(0, 2).padEnd(2, '0')) +
    Number((decimals[2] ?? '') >= '5')
  if (!Number.isSafeInteger(c)) return null
  return sign ? 0 - c : c
}
/** Cents of "1.234,56", "1234,56", "1234.56" or "1234"; null for anything else, also more
 * than 2 decimals and "1.234.56". */
export const parseCents = (value: string | number): number | null =>
  typeof value === 'number' ? centsOfText(decimalText(value), 2) : centsOfText(value.trim(), 2)

/** As `parseCents`, with any number of decimals, rounded half up. Text such as "1.234" is null: it may be 1,23 or 1.234,00. */
export function roundCents(value: string | number): number | null {
  if (typeof value === 'number') return centsOfText(decimalText(value), Number.POSITIVE_INFINITY)
  const text = value.trim()
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? null : centsOfText(text, Number.POSITIVE_INFINITY)
}

/** Specification §5: a cart price is text with a decimal comma; what is no number counts as 0.00. */
export function cartCents(text: string): number {
  return parseCents(text) ?? 0
}

/** 123456 → "1234,56" (the wire's form). */
export function formatCents(value: number): string {
  const a = Math.abs(value)
  return `${value < 0 ? '-' : ''}${Math.floor(a / 100)},${String(a % 100).padStart(2, '0')}`
}

/** Currency symbols of specification §9. */
const SYMBOLS: Record<string, string> = { BRL: 'R$', USD: 'U$', EUR: '€', JPY: '¥', GBP: '£', CAD: 'C$' }

/** 3115 → "3.115": what toLocaleString says, without the languages of the world being read for it on a slow phone. */
export const showWhole = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, '.')

/** 123456 → "R$ 1.234,56", with a space that does not break. JPY shows no decimals. */
export function showCents(value: number, currency = 'BRL'): string {
  const a = Math.abs(value)
  const units = showWhole(Math.floor(a / 100))
  const amount = currency === 'JPY' ? units : `${units},${String(a % 100).padStart(2, '0')}`
  return `${value < 0 ? '−' : ''}${SYMBOLS[currency] ?? currency}\u00a0${amount}`
}

/** 1250 basis points → "12,5". */
export const showShare = (bp: number) => formatCents(bp).replace(/,?0+$/, '')

/** Half up, exact: round(a × b / c) for whole numbers of any size. */
export function mulDiv(a: number, b: number, c: number): number {
  const n = 2n * BigInt(a) * BigInt(b) + BigInt(c)
  const d = 2n * BigInt(c)
  const q = n / d
  return Number(n % d < 0n ? q - 1n : q)
}
