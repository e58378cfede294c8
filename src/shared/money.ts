// Money is whole cents. Text with a decimal comma exists at the edge only.

/** Cents of "1.234,56", "1234,56", "1234.56" or "1234"; null for anything else, also more
 * than 2 decimals and "1.234.56". */
export function parseCents(value: string | number): number | null {
  if (typeof value === 'number') {
    const c = Math.round(value * 100)
    return Number.isSafeInteger(c) && Math.abs(value * 100 - c) < 1e-6 ? c : null
  }
  const s = value.trim()
  const m =
    /^(-?)(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(
      s.includes(',') || /^-?\d{1,3}(\.\d{3}){2,}$/.test(s) ? s : '',
    ) ?? /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(s)
  if (!m) return null
  const c = Number((m[2] as string).replaceAll('.', '')) * 100 + Number((m[3] ?? '').padEnd(2, '0') || 0)
  if (!Number.isSafeInteger(c)) return null
  return m[1] ? -c : c
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
