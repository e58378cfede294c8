// What people of the company do to an order beside its status: quantities, notes, another mail, many confirmed at once.
import type { FastifyInstance } from 'fastify'
import type { Tx } from '#server/db.ts'
import { countInside } from '#server/count-tries.ts'
import { type Kit, serve } from '#server/serve.ts'
import { refuseChanged } from '#server/seen.ts'
import type { Caller } from '#server/session.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { specsLabel } from '#features/products/rules.ts'
import { changeLines, confirmMany, mailAgain, undoConfirm, writeNote } from '../contract.ts'
import { isShare, MOST_QUANTITY } from '../rules.ts'
import { isOpenQuote } from '../quote.ts'
import { isEditable, pendingReasons, type Status, STATUS_LABELS, UNDO_SECONDS, UNDONE } from '../status.ts'
import { wentOut } from './elsewhere/queries.ts'
import { freightSaid } from './freight.ts'
import { move } from './move.ts'
import { rewriteLines } from './rewrite-lines.ts'
import { findMailReader } from './mail/queries.ts'
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
    const freight = body.freight ?? order.freight
    const payment_term = body.payment_term ?? order.payment_term
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
      ...(payment_term === order.payment_term
        ? []
        : [`Pagamento: ${order.payment_term || '–'} → ${payment_term || '–'}`]),
      ...(freight === order.freight ? [] : [freightSaid(order.freight, freight, order.currency)]),
    ].join('; ')
    if (said)
      await rewriteLines(tx, order, locked, {
        lines,
        discount_bp,
        freight,
        payment_term,
        talk: isOpenQuote(locked) ? { kind: 'oferta', text: '', lines: changes(asked) } : undefined,
        kind: 'itens',
        said: said.slice(0, 2000),
        caller,
        now,
      })
    return present(await mine(tx, params.id, caller), caller.hide_price, readerOf(caller))
  })
  serve(app, kit, writeNote, async ({ tx, params, body, caller }) => {
    const order = await mine(tx, params.id, caller)
    if (order.erased && body.internal_note !== '')
      throw new Refusal('conflict', {
        message: 'Os dados de quem pediu foram apagados: não se anota mais neste pedido.',
      })
    if (body.was) refuseChanged(body.was, { internal_note: await w.lockNote(tx, params.id) })
    await w.noteOrder(tx, params.id, body.internal_note)
    return present(await mine(tx, params.id, caller), caller.hide_price, readerOf(caller))
  })
  serve(app, kit, mailAgain, async ({ tx, params, caller, now }) => {
    const order = await mine(tx, params.id, caller)
    if (isOpenQuote(order) && !(order.email || (await findMailReader(tx, order.client_id))?.email))
      throw new Refusal('conflict', { message: 'O cliente deste orçamento não tem e-mail. Envie o link a ele.' })
    const { mail_again_minute, mail_again_day } = kit.config.limits
    for (const [limit, seconds, message] of [
      [mail_again_minute, 60, 'Este e-mail acabou de ser enviado. Espere um minuto para enviar de novo.'],
      [mail_again_day, 86_400, 'Este e-mail já foi enviado várias vezes hoje. Mande o link do pedido por mensagem.'],
    ] as const) {
      const retry_after = await countInside(tx, [{ key: `mail-again:${params.id}:${seconds}`, limit, seconds }], now)
      if (retry_after > 0) throw new Refusal('too_many', { retry_after, message })
    }
    await w.mailOnceMore(tx, params.id)
  })
  serve(app, kit, confirmMany, async (call) => {
    const { done, left } = await moveMany(call, 'confirmado', '', (order) =>
      order.status !== 'novo'
        ? ['nao_novo']
        : (call.body.revisions?.[order.id] ?? order.revision) !== order.revision
          ? ['pedido_mudou']
          : pendingReasons(order),
    )
    return { confirmed: done, left }
  })
  serve(app, kit, undoConfirm, async (call) => {
    const { done, left } = await moveMany(call, 'novo', UNDONE, async ({ id, status }, { confirmed_at }) => {
      if (status !== 'confirmado') return ['nao_confirmado']
      if (confirmed_at === null || call.now.getTime() - confirmed_at.getTime() > UNDO_SECONDS * 1000)
        return ['prazo_passou']
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
  against: (order: q.OrderRow, locked: q.Locked) => string[] | Promise<string[]>,
) {
  const done: number[] = []
  const left: { id: number; number: number | null; name: string; reasons: string[] }[] = []
  // In one order, so that two admins at once wait for each other instead of locking crosswise.
  for (const id of [...new Set(body.ids)].sort((x, y) => x - y)) {
    const locked = await q.lockOrder(tx, id)
    const order = locked && (await q.findOrder(tx, id))
    if (!order) continue
    const reasons = await against(order, locked)
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
