/** The whole number that a text says in plain digits; null for anything else ("1e1", "0x10", "1.000", "2,5", ""). */
export function readWhole(text: string): number | null {
  const s = text.trim()
  return /^-?\d{1,15}$/.test(s) ? Number(s) : null
}
