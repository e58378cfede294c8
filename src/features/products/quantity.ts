// Which quantities of a product are sold, in browser and server.
import type { Said } from '#shared/sentence.ts'
import type { Specs } from './contract.ts'
import { specsKey } from './rules.ts'

/** What a typed quantity lacks to be sellable; null when it is fine. */
export function quantityIssue(
  quantity: number,
  p: { min_quantity: number; multiple: number },
): { message: Said; suggestion: number } | null {
  const least = Math.max(1, p.min_quantity)
  const multiple = Math.max(1, p.multiple)
  const suggestion = Math.max(Math.ceil(quantity / multiple) * multiple, Math.ceil(least / multiple) * multiple)
  if (quantity % multiple !== 0)
    return { message: { text: 'Vem em caixas de {n}.', values: { n: multiple } }, suggestion }
  if (quantity < least) return { message: { text: 'A partir de {n} unidades.', values: { n: least } }, suggestion }
  return null
}
/** What a line's quantity lacks, and what would do: of what is sold mixed the lines of its product count together. */
export function lineIssue(
  line: { product_id: number; quantity: number },
  lines: readonly { product_id: number; quantity: number }[],
  rule: { min_quantity: number; multiple: number; mixed: boolean },
): { message: Said; suggestion: number } | null {
  const same = lines.filter((l) => l.product_id === line.product_id)
  const pieces = rule.mixed ? same.reduce((n, l) => n + l.quantity, 0) : line.quantity
  const issue = quantityIssue(pieces, rule)
  return issue && { ...issue, suggestion: line.quantity + issue.suggestion - pieces }
}
/** What a line is stepped by: single pieces where other choices of its product count with it. */
export const lineSteps = (rule: { min_quantity: number; multiple: number; mixed: boolean }, specs: Specs) =>
  rule.mixed && specsKey(specs) !== '' ? { min_quantity: 1, multiple: 1 } : rule
