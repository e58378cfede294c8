// What was paid of an order, as the admin says it: amounts, refunds, and marks for many at once.
import type { FastifyInstance } from 'fastify'
import { dayIn } from '#server/clock.ts'
import { refuseChanged } from '#server/seen.ts'
import { type Kit, serve } from '#server/serve.ts'
import { addDays, showDay } from '#shared/day.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { formatCents, showCents } from '#shared/money.ts'
import { addPayment, markPaid } from '../../payments.ts'
import { MOST_SUM, sumPayments } from '../../rules.ts'
import { isSold, owedOf } from '../../sold.ts'
import * as q from '../queries.ts'
import { present, readerOf } from '../routes.ts'
import { addEvent } from '../writes.ts'
import { setPaid, writePayment } from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, markPaid, async ({ tx, body, caller, now }) => ({
    changed: await setPaid(tx, {
      ...body,
      day: dayIn(caller.time_zone, now),
      who: caller.name,
      user_id: caller.user_id,
      now,
    }),
  }))
  serve(app, kit, addPayment, async ({ tx, params, body, caller, now }) => {
    await q.lockOrder(tx, params.id)
    const order = await q.findOrder(tx, params.id)
    if (!order) throw new Refusal('not_found')
    const { amount, refund = false, over = false, note = '' } = body
    const today = dayIn(caller.time_zone, now)
    const day = body.day ?? today
    if (Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day) throw invalid({ day: 'Esta data não existe.' })
    if (day > today) throw invalid({ day: 'O pagamento não pode ser no futuro.' })
    if (amount <= 0) throw invalid({ amount: 'Informe um valor maior que zero.' })
    const { paid, open } = sumPayments(order.payments ?? [], owedOf(order))
    if (body.was) refuseChanged({ paid: formatCents(body.was.paid) }, { paid: formatCents(paid) })
    if (order.origin === 'historico' || (!refund && !isSold(order)))
      throw new Refusal('bad_transition', { message: 'Este pedido não recebe pagamentos.', allowed: [] })
    if (amount > (refund ? paid : over ? MOST_SUM - paid : Math.max(0, open)))
      throw invalid({
        amount: {
          text: refund ? 'Foram pagos {v}: não dá para devolver mais.' : 'Faltam {v}: confira o valor.',
          values: { v: showCents(refund ? paid : Math.max(0, open), order.currency) },
        },
      })
    const by = { who: caller.name, user_id: caller.user_id, now }
    await writePayment(tx, { ...by, id: params.id, cents: refund ? -amount : amount, day, note: note.trim() })
    const said = [`${showCents(amount, order.currency)}, ${showDay(day)}`, note.trim()].filter(Boolean).join(': ')
    await addEvent(tx, [params.id], { ...by, kind: refund ? 'devolvido' : 'pago', reason: said })
    const fresh = await q.findOrder(tx, params.id)
    if (!fresh) throw new Refusal('not_found')
    return present(fresh, caller.hide_price, readerOf(caller))
  })
}
