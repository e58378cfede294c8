// Lines of a stored order are written again: judged, written, told, and held for approval where the judge asks for it.
import { specsLabel } from '#features/products/rules.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { discountLimit, type Summed } from '../rules.ts'
import { isOpenQuote, type Talk } from '../quote.ts'
import { type EventKind, holdsStock, type Mover } from '../status.ts'
import { judgeLines } from './judge-lines.ts'
import { basisOf, pricesToday, rulesOf } from './order-basis.ts'
import type { Locked, OrderRow } from './queries.ts'
import { tellChanged, tellOffered, tellStep } from './tell.ts'
import * as w from './writes.ts'

export interface Rewrite {
  lines: (Summed & { discount_bp: number } & { line: number })[]
  discount_bp?: number | undefined
  freight?: number | undefined
  payment_term?: string | undefined
  kind: EventKind
  /** What changed, in words. */
  said: string
  talk?: Talk | undefined
  caller: { level: number; name: string; user_id: number }
  now: Date
}
/** `order` was read after its row was locked. A new order that passes the seller's limit waits for approval. The order of a
 * blocked client gets no more pieces. */
export async function rewriteLines(tx: Tx, order: OrderRow, locked: Locked, c: Rewrite): Promise<void> {
  const open = isOpenQuote(locked)
  const basis = await basisOf(tx, order)
  const approved = await w.readApprovals(tx, order.id)
  const { discount_bp = order.discount_percent, freight = order.freight, payment_term = order.payment_term } = c
  const verdict = judgeLines({
    level: c.caller.level,
    lines: c.lines,
    discount_bp,
    freight,
    payment_term,
    limit:
      order.seller_id === null
        ? null
        : discountLimit(2, basis.seller?.discount_limit ?? null, basis.company.discount_limit),
    company: basis.company,
    blocked: locked.blocked && holdsStock(order.status) && !open,
    first: order.client_id === null || !basis.has_orders,
    buyer: { currency: order.currency },
    before: {
      ...order,
      discount_bp: order.discount_percent,
      approved_freight: approved.freight,
      rules: rulesOf(order, basis),
      prices: pricesToday(order, basis, dayIn(locked.time_zone, c.now)),
      lines: order.lines.map((l) => ({
        ...l,
        unit_price: l.price,
        discount_bp: l.discount_percent,
        ...(approved.lines.find((x) => x.line === l.line) ?? {
          approved_bp: 0,
          approved_quantity: 0,
          agreed_quantity: null,
        }),
      })),
    },
  })
  const cheap = order.lines.filter((l) => verdict.below_today.includes(l.line))
  const said = [...cheap.map(saidCheap), c.said].filter(Boolean).join('; ').slice(0, 2000)
  await w.writeLines(tx, order, locked, { ...c, ...verdict, said, discount_bp, payment_term, open })
  if (c.kind === 'itens' && order.status !== 'rascunho')
    await (open ? tellOffered : tellChanged)(tx, { ...locked, id: order.id }, c.caller.user_id, c.now)
  // A changed quote is mailed as the next offer; one that ends with this change is an order.
  if (order.status !== 'rascunho' && (c.kind === 'mudancas' || (c.kind === 'itens' && !open)))
    await w.mailChanged(tx, order.id, locked.revision + 1)
  if (order.status !== 'novo' || locked.reasons.includes('desconto_acima')) return
  if (!verdict.reasons.includes('desconto_acima')) return
  const step = { from: 'novo', to: 'aguardando_aprovacao' } as const
  const by = { who: c.caller.name, user_id: c.caller.user_id, reason: '', now: c.now }
  const event = await w.changeStatus(tx, { id: order.id, ...step, ...by })
  const mover: Mover = c.caller.level <= 1 ? 'A' : 'S'
  await tellStep(tx, { ...locked, id: order.id }, { ...step, mover, quote: false }, { ...by, event })
}
/** An admin who reads of a discount above the limit finds it here where the order shows none. */
const saidCheap = ({ name, specs }: OrderRow['lines'][number]) =>
  `${[name, specsLabel(specs)].filter(Boolean).join(', ')}: peças a mais abaixo do preço de hoje`
