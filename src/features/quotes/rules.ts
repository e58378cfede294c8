// What is asked of a quote, and what of it cannot be: the same in browser and server.
import { MOST_QUANTITY } from '#features/orders/rules.ts'
import { quantityIssue } from '#features/products/rules.ts'
import type { Said } from '#shared/sentence.ts'

interface Line {
  line: number
  product_id: number
  name: string
  specs: Record<string, string>
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
/** The lines whose quantity is asked otherwise; 0 takes a line out. */
export function changesOf(lines: Line[], wanted: Wanted[]) {
  const asked = new Map(wanted.map((w) => [w.line, w.quantity]))
  return lines.flatMap(({ line, name, specs, quantity: was }) => {
    const now = asked.get(line) ?? was
    return now === was ? [] : [{ line, name, specs, was, now }]
  })
}
/** Why a line cannot be had so, and what would do; by line. What stays as it was offered is never asked about. */
export function askIssues(
  lines: Line[],
  wanted: Wanted[],
  rules: LineRule[],
): Map<number, { message: Said; suggestion: number }> {
  const asked = new Map(wanted.map((w) => [w.line, w.quantity]))
  const now = (l: Line) => asked.get(l.line) ?? l.quantity
  const issues = new Map<number, { message: Said; suggestion: number }>()
  for (const l of lines) {
    const rule = rules.find((r) => r.line === l.line)
    const quantity = now(l)
    if (!rule || quantity === l.quantity) continue
    if (quantity < 0 || quantity > MOST_QUANTITY) {
      issues.set(l.line, {
        message: 'A quantidade precisa ser um número inteiro de 1 a 999.999.',
        suggestion: l.quantity,
      })
      continue
    }
    if (quantity === 0) continue
    const same = lines.filter((x) => x.product_id === l.product_id)
    const pieces = rule.mixed ? same.reduce((n, x) => n + now(x), 0) : quantity
    const issue = quantityIssue(pieces, rule)
    if (issue)
      issues.set(l.line, { ...issue, suggestion: rule.mixed && same.length > 1 ? l.quantity : issue.suggestion })
  }
  return issues
}
