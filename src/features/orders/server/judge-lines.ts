// The one judge of lines (decision 0096): sending, editing, a new offer of a quote and an accepted change ask it for
// refusals and reasons. Imported history is exempt. Stock is judged where it moves (`moveStock`).
import { specsLabel } from '#features/products/rules.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { showCents } from '#shared/money.ts'
import { joined } from '#shared/sentence.ts'
import { askIssues, type LineRule } from '../line-rules.ts'
import {
  deepestDiscount,
  isShare,
  lineDiscount,
  lineTotal,
  MOST_FREIGHT,
  missingToMinimum,
  type PaymentTerm,
  type Summed,
  type Totals,
  termIssue,
} from '../rules.ts'
import { refuseBlocked } from './blocked.ts'
import { sumUp } from './pricing.ts'

/** The reasons that the judge decides: each write of lines replaces them. */
export const JUDGED = ['desconto_acima', 'abaixo_minimo', 'sem_preco'] as const

/** What an admin gave a line: the deepest discount of a piece in basis points, and for how many pieces. */
export interface Approval {
  approved_bp: number
  approved_quantity: number
}
export interface Agreed {
  /** Pieces that keep the agreed price when today's is another one (decision 0116); null: all of the line. */
  agreed_quantity: number | null
}
interface Standing {
  lines: (Summed & { discount_bp: number } & Approval &
    Agreed & {
      line: number
      product_id: number
      name: string
      specs: Record<string, string>
    })[]
  discount_bp: number
  freight: number
  /** Cents that an admin set; null: no admin did. */
  approved_freight: number | null
  total: number
  payment_term: string
  rules: LineRule[]
  /** Today's price in cents of each line that is still sold; null: it has none. */
  prices: Map<number, number | null>
}
interface Writing<L> {
  /** Of the person who writes. */
  level: number
  lines: L[]
  discount_bp: number
  freight: number
  payment_term: string
  /** What the seller may give, in basis points; null: any discount. */
  limit: number | null
  company: { payment_terms: PaymentTerm[]; min_order: number; min_first_order: number }
  /** The buyer is blocked, and the lines are of an order, not of a quote. */
  blocked: boolean
  /** The buyer has no order before this one. */
  first: boolean
  buyer: { currency: string; hide_price?: boolean }
  /** The order as it is; absent: it arrives, and `priceLines` has refused what cannot be ordered. */
  before?: Standing
}
export interface Verdict<L> {
  lines: (L & Approval & Agreed & { discount: number; total: number })[]
  sums: Totals
  approved_freight: number | null
  reasons: string[]
  /** Lines whose added pieces, below today's price, pass the limit. */
  below_today: number[]
}
/** Refuses what nobody may write, and decides the reasons of what is written. */
export function judgeLines<L extends Summed & { discount_bp: number } & { line: number }>(w: Writing<L>): Verdict<L> {
  const { level, discount_bp, freight, limit, before, company } = w
  refuseBlocked(w.blocked && getsMore(w), level)
  if (!isShare(discount_bp)) throw invalid({ discount: 'Informe uma porcentagem entre 0 e 100.' })
  if (freight < 0 || freight > MOST_FREIGHT) throw invalid({ freight: 'Informe um frete entre 0 e 9.999.999,99.' })
  if (level >= 3 && deepestDiscount(w.lines, discount_bp) > 0) throw new Refusal('discount_refused')
  if (before) refuseQuantities(before, w.lines)
  const sums = sumUp(w.lines, discount_bp, freight)
  const unpayable = termIssue(sums.total, w.payment_term, company.payment_terms)
  if (unpayable && !keepsTerm(w, sums.total)) throw invalid({ payment_term: unpayable })
  const missing = missingToMinimum(sums.total - sums.freight, company, w.first)
  if (missing > 0 && level >= 3) throw belowMinimum(missing, w.buyer)
  const lines = w.lines.map((l) => ({
    ...l,
    ...approvalOf(l, w),
    discount: lineDiscount(l),
    total: lineTotal(l),
  }))
  const approved_freight = level <= 1 && freight !== before?.freight ? freight : (before?.approved_freight ?? null)
  const passing = limit === null ? [] : lines.filter((l) => isAbove(l, w, limit))
  const above = passing.length > 0 || (limit !== null && approved_freight !== null && freight < approved_freight)
  const reasons = [
    above && 'desconto_acima',
    missing > 0 && 'abaixo_minimo',
    lines.some((l) => l.unit_price === 0 || (addedOf(l) > 0 && before?.prices.get(l.line) === null)) && 'sem_preco',
  ]
  const below_today = passing.filter((l) => givenAway(l, before) > 0).map((l) => l.line)
  return { lines, sums, approved_freight, reasons: reasons.filter((r) => r !== false), below_today }
}
/** An order that arrives, or a line that gets more pieces. */
const getsMore = <L extends { line: number; quantity: number }>({ before, lines }: Writing<L>): boolean =>
  !before || lines.some((l) => l.quantity > (before.lines.find((x) => x.line === l.line)?.quantity ?? 0))
const shareOf = (l: Summed & { discount_bp: number }, discount_bp: number) => deepestDiscount([l], discount_bp)
const addedOf = (l: { quantity: number } & Agreed) => Math.max(0, l.quantity - (l.agreed_quantity ?? l.quantity))
/** Cents by which the added pieces stay below today's price. A lower price of today takes nothing back. */
const givenAway = (l: Summed & Agreed & { line: number }, before: Standing | undefined) =>
  addedOf(l) * Math.max(0, (before?.prices.get(l.line) ?? 0) - l.unit_price)
/** More than the seller may give, and more, or for more pieces, than an admin gave. What added pieces stay below today's
 * price is a discount of their line, rounded up. */
const isAbove = <L>(
  l: Verdict<Summed & { discount_bp: number; line: number }>['lines'][number],
  w: Writing<L>,
  limit: number,
) => {
  const agreed = l.unit_price * l.quantity
  const full = agreed + givenAway(l, w.before)
  const own = shareOf(l, w.discount_bp)
  const share = full > agreed ? 10_000 - Math.floor(((10_000 - own) * agreed) / full) : own
  return share > limit && (share > l.approved_bp || l.quantity > l.approved_quantity)
}
/** An admin approves and agrees what the admin changes; what stays as it was keeps what it has. Pieces that another adds
 * below today's price stay added: raised in many steps, a line gives away what it does in one. */
function approvalOf<L extends Summed & { discount_bp: number } & { line: number }>(
  l: L,
  w: Writing<L>,
): Approval & Agreed {
  const was = w.before?.lines.find((x) => x.line === l.line)
  const share = shareOf(l, w.discount_bp)
  const changed = !was || was.quantity !== l.quantity || shareOf(was, w.before?.discount_bp ?? 0) !== share
  if (w.level <= 1 && changed) return { approved_bp: share, approved_quantity: l.quantity, agreed_quantity: null }
  const approved = { approved_bp: was?.approved_bp ?? 0, approved_quantity: was?.approved_quantity ?? 0 }
  // At a new price all pieces are agreed.
  if (!was || l.unit_price !== was.unit_price) return { ...approved, agreed_quantity: null }
  if (l.quantity === was.quantity) return { ...approved, agreed_quantity: was.agreed_quantity }
  const agreed = was.agreed_quantity ?? was.quantity
  const today = w.before?.prices.get(l.line) ?? null
  const cheaper = today !== null && today <= l.unit_price
  return { ...approved, agreed_quantity: cheaper ? Math.max(agreed, l.quantity) : agreed }
}
/** A term that the order does not meet already, because the list changed, does not stop a change that lowers nothing. */
const keepsTerm = <L>({ before, payment_term, company }: Writing<L>, total: number): boolean =>
  before !== undefined &&
  before.payment_term === payment_term &&
  total >= before.total &&
  termIssue(before.total, payment_term, company.payment_terms) !== null
/** Lines whose pieces change to what is not sold so, and lines of what is not sold any more that get more pieces. */
function refuseQuantities(before: Standing, lines: { line: number; quantity: number }[]): void {
  const wanted = before.lines.map((l) => ({
    line: l.line,
    quantity: lines.find((x) => x.line === l.line)?.quantity ?? 0,
  }))
  const issues = askIssues(before.lines, wanted, before.rules)
  const refused = before.lines.flatMap(({ line, product_id, specs, name, quantity: was }) => {
    const more = (wanted.find((x) => x.line === line)?.quantity ?? 0) > was
    const gone = more && before.rules.some((r) => r.line === line && r.gone)
    const issue = gone ? { message: 'Este produto não está mais no catálogo.' } : issues.get(line)
    return issue ? [{ line, product_id, specs, name, reason: issue.message, ...issue }] : []
  })
  if (refused.length) throw linesRefused(refused)
}
/** Names the first three of the lines that are refused. */
export const linesRefused = (
  lines: { name: string; specs: Record<string, string>; reason: Parameters<typeof joined>[0][number] }[],
): Refusal =>
  new Refusal('lines_refused', {
    lines,
    message: joined(
      lines.slice(0, 3).map((r) => joined([[r.name, specsLabel(r.specs)].filter(Boolean).join(', '), r.reason], ': ')),
    ),
  })
/** A reader without prices learns that the minimum is not reached, and no sum. */
function belowMinimum(missing: number, { hide_price, currency }: { hide_price?: boolean; currency: string }): Refusal {
  const message = { text: 'Faltam {v} para o pedido mínimo.', values: { v: showCents(missing, currency) } }
  return new Refusal('below_minimum', hide_price ? {} : { missing, message })
}
