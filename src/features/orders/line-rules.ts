// Which quantities a line of an order may be changed to: the same in browser and server.
import { lineIssue } from '#features/products/quantity.ts'
import type { Said } from '#shared/sentence.ts'
import { MOST_QUANTITY } from './rules.ts'

interface Line {
  line: number
  product_id: number
  quantity: number
}
interface Wanted {
  line: number
  quantity: number
}
export interface LineRule {
  line: number
  min_quantity: number
  multiple: number
  /** Minimum and multiple count over all variations of the product. */
  mixed: boolean
  gone: boolean
}
/** Why a line cannot be had so, and what would do; by line. What stays as it was offered is never asked about. */
export function askIssues(
  lines: Line[],
  wanted: Wanted[],
  rules: LineRule[],
): Map<number, { message: Said; suggestion: number }> {
  const asked = new Map(wanted.map((w) => [w.line, w.quantity]))
  const now = lines.map((l) => ({ ...l, quantity: asked.get(l.line) ?? l.quantity }))
  const issues = new Map<number, { message: Said; suggestion: number }>()
  for (const { line, quantity: was } of lines) {
    const rule = rules.find((r) => r.line === line)
    const l = now.find((x) => x.line === line)
    if (!rule || !l || l.quantity === was || l.quantity === 0) continue
    const issue =
      l.quantity < 0 || l.quantity > MOST_QUANTITY
        ? { message: 'A quantidade precisa ser um número inteiro de 1 a 999.999.', suggestion: was }
        : lineIssue(l, now, rule)
    if (issue) issues.set(line, issue)
  }
  return issues
}
