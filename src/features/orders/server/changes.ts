// What people of the company do to an order beside its status: quantities, notes, another mail, many confirmed at once.
import type { FastifyInstance } from 'fastify'
import type { Tx } from '#server/db.ts'
import { type Kit, serve } from '#server/serve.ts'
import { refuseChanged } from '#server/seen.ts'
import type { Caller } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { specsLabel } from '#features/products/rules.ts'
import { changeLines, confirmMany, mailAgain, undoConfirm, writeNote } from '../contract.ts'
import {
  deepestDiscount,
  discountLimit,
  isShare,
  lineDiscount,
  lineTotal,
  MOST_FREIGHT,
  MOST_QUANTITY,
} from '../rules.ts'
import { isOpenQuote } from '../quote.ts'
import { holdsStock, isEditable, pendingReasons, type Status, STATUS_LABELS, UNDONE } from '../status.ts'
import { wentOut } from './elsewhere/queries.ts'
import { freightSaid } from './freight.ts'
import { move } from './move.ts'
import { sumUp } from './pricing.ts'
import * as q from './queries.ts'
import { moverOf, present, readerOf } from './routes.ts'
import * as w from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, changeLines, async ({ tx, params, body, caller, now }) => {
    // Locked before it is read: a confirmation that came first is seen.
    const locked = await q.lockOrder(tx, params.id)
    const order = await mine(tx, params.id, caller)
    if (!locked) throw new Refusal('not_found')
    if (!isEditable(order.status, moverOf(caller.level)))
      throw new Refusal('bad_transition', {
        message: {
          text: 'Este pedido está em “{status}”: os itens não mudam mais.',
          values: { status: { text: STATUS_LABELS[order.status] } },
        },
        from: order.status,
        allowed: [],
      })
    if (body.lines.some((l) => l.quantity < 0 || l.quantity > MOST_QUANTITY))
      throw invalid({ lines: 'A quantidade precisa ser um número inteiro de 1 a 999.999.' })
    if (body.lines.some((l) => !isShare(l.discount ?? 0)))
      throw invalid({ lines: 'Informe uma porcentagem entre 0 e 100.' })
    if (body.lines.some((l) => l.quantity > 0 && !order.lines.some((x) => x.line === l.line)))
      throw invalid({ lines: 'Um item saiu deste pedido enquanto você mudava. Confira e salve de novo.' })
    const wanted = new Map(body.lines.map((l) => [l.line, l]))
    const asked = order.lines.map((l) => ({
      ...l,
      now: wanted.get(l.line)?.quantity ?? l.quantity,
      share: wanted.get(l.line)?.discount ?? l.discount_percent,
    }))
    const lines = asked
      .filter((l) => l.now > 0)
      .map((l) => ({ line: l.line, unit_price: l.price, quantity: l.now, discount_bp: l.share }))
    if (lines.length === 0)
      throw invalid({ lines: 'O pedido precisa de pelo menos um item. Para desistir dele, cancele.' })
    const discount_bp = body.discount ?? order.discount_percent
    const company = await q.companyDiscount(tx)
    const limitOf = async (level: number, seller: number | null) =>
      discountLimit(level, (await q.findSeller(tx, seller))?.discount_limit ?? null, company)
    const limit = await limitOf(caller.level, caller.user_id)
    if (!isShare(discount_bp)) throw invalid({ discount: 'Informe uma porcentagem entre 0 e 100.' })
    const freight = body.freight ?? order.freight
    if (freight < 0 || freight > MOST_FREIGHT) throw invalid({ freight: 'Informe um frete entre 0 e 9.999.999,99.' })
    // What somebody else gave stays with the line that has it.
    const passes = (l: (typeof asked)[number], most: number) =>
      deepestDiscount([{ discount_bp: l.share }], discount_bp) >
      Math.max(most, deepestDiscount([{ discount_bp: l.discount_percent }], order.discount_percent))
    if (limit !== null && asked.some((l) => l.now > 0 && passes(l, limit)))
      throw invalid({ discount: 'Este desconto passa do seu limite. Peça ao administrador.' })
    const said = [
      ...asked.flatMap((l) => {
        const changed = [
          l.now !== l.quantity && `${l.quantity} → ${l.now}`,
          l.now > 0 && l.share !== l.discount_percent && `desconto ${shares(l.discount_percent, l.share)}`,
        ].filter(Boolean)
        return changed.length
          ? [`${[l.name, specsLabel(l.specs)].filter(Boolean).join(', ')}: ${changed.join(', ')}`]
          : []
      }),
      ...(discount_bp === order.discount_percent ? [] : [`Desconto: ${shares(order.discount_percent, discount_bp)}`]),
      ...(freight === order.freight ? [] : [freightSaid(order.freight, freight)]),
    ].join('; ')
    if (said) {
      await w.writeLines(tx, {
        id: params.id,
        lines: lines.map((l) => ({ ...l, discount: lineDiscount(l), total: lineTotal(l) })),
        sums: sumUp(lines, discount_bp, freight),
        discount_bp,
        stock: holdsStock(order.status) ? { refuse: locked.refuse_without_stock } : undefined,
        talk: isOpenQuote(locked) ? { kind: 'oferta', text: '', lines: changes(asked) } : undefined,
        kind: 'itens',
        said: said.slice(0, 2000),
        who: caller.name,
        user_id: caller.user_id,
        now,
      })
      const theirs = await limitOf(2, order.seller_id)
      if (theirs === null || deepestDiscount(lines, discount_bp) <= theirs)
        await w.setReason(tx, params.id, 'desconto_acima', false)
    }
    return present(await mine(tx, params.id, caller), caller.hide_price, readerOf(caller))
  })
  serve(app, kit, writeNote, async ({ tx, params, body, caller }) => {
    await mine(tx, params.id, caller)
    if (body.was) refuseChanged(body.was, { internal_note: await w.lockNote(tx, params.id) })
    await w.noteOrder(tx, params.id, body.internal_note)
    return present(await mine(tx, params.id, caller), caller.hide_price, readerOf(caller))
  })
  serve(app, kit, mailAgain, async ({ tx, params, caller }) => {
    const order = await mine(tx, params.id, caller)
    if (isOpenQuote(order) && !(order.email || (await q.findMailReader(tx, order.client_id))?.email))
      throw new Refusal('conflict', { message: 'O cliente deste orçamento não tem e-mail. Envie o link a ele.' })
    await w.mailOnceMore(tx, params.id)
  })
  serve(app, kit, confirmMany, async (call) => {
    const { done, left } = await moveMany(call, 'confirmado', '', (order) =>
      order.status === 'novo' ? pendingReasons(order) : ['nao_novo'],
    )
    return { confirmed: done, left }
  })
  serve(app, kit, undoConfirm, async (call) => {
    const { done, left } = await moveMany(call, 'novo', UNDONE, async ({ id, status }) => {
      if (status !== 'confirmado') return ['nao_confirmado']
      return (await wentOut(call.tx, id)) ? ['foi_ao_sistema'] : []
    })
    return { undone: done, left }
  })
}
interface Many {
  tx: Tx
  body: { ids: number[] }
  caller: Caller
  now: Date
}
/** Moves those against which nothing speaks; the others stay and say why. */
async function moveMany(
  { tx, body, caller, now }: Many,
  word: Status,
  reason: string,
  against: (order: q.OrderRow) => string[] | Promise<string[]>,
) {
  const done: number[] = []
  const left: { id: number; number: number | null; name: string; reasons: string[] }[] = []
  // In one order, so that two admins at once wait for each other instead of locking crosswise.
  for (const id of [...new Set(body.ids)].sort((x, y) => x - y)) {
    const locked = await q.lockOrder(tx, id)
    const order = locked && (await q.findOrder(tx, id))
    if (!order) continue
    const reasons = await against(order)
    if (reasons.length) {
      left.push({ id, number: order.number, name: order.company_name || order.name, reasons })
      continue
    }
    await move(tx, { id, word, reason, mover: 'A', who: caller.name, user_id: caller.user_id, now })
    done.push(id)
  }
  return { done, left }
}
/** The lines whose quantity changes. */
const changes = (
  lines: (Pick<q.OrderRow['lines'][number], 'line' | 'name' | 'specs' | 'quantity'> & { now: number })[],
) =>
  lines
    .filter((l) => l.now !== l.quantity)
    .map(({ line, name, specs, quantity, now }) => ({ line, name, specs, was: quantity, now }))
const shares = (was: number, now: number) => `${was / 100}% → ${now / 100}%`
async function mine(tx: Tx, id: number, caller: Caller): Promise<q.OrderRow> {
  const order = await q.findOrder(tx, id, { seller_id: caller.level === 2 ? caller.user_id : null })
  if (!order) throw new Refusal('not_found')
  return order
}
