import type { FastifyInstance } from 'fastify'
import { logAs } from '#features/logs/server/index.ts'
import { dayIn } from '#server/clock.ts'
import { refuseChanged } from '#server/seen.ts'
import { type Kit, serve } from '#server/serve.ts'
import { isDay, showDay } from '#shared/day.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { momentOf, timeOfWall, wallAt } from '#shared/wall.ts'
import { correctDay } from '../received-day.ts'
import * as q from './queries.ts'
import { present, readerOf } from './routes.ts'
import { addEvent, writeReceivedAt } from './writes.ts'

/** Before it nothing was sold with this product. */
const FIRST_DAY = '2000-01-01'

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, correctDay, async ({ tx, params, body, caller, now }) => {
    // Locked before it is read: of two corrections at once the second sees the first.
    const locked = await q.lockOrder(tx, params.id)
    const order = await q.findOrder(tx, params.id)
    if (!locked || !order) throw new Refusal('not_found')
    const { day } = body
    const reason = body.reason.trim()
    if (!isDay(day) || day < FIRST_DAY) throw invalid({ day: 'Esta data não existe.' })
    if (day > dayIn(caller.time_zone, now)) throw invalid({ day: 'Escolha um dia até hoje.' })
    if (!reason) throw invalid({ reason: 'Diga o motivo desta mudança.' })
    const was = dayIn(caller.time_zone, order.received_at)
    if (day !== was) {
      if (body.was) refuseChanged({ day: body.was }, { day: was })
      if (order.status === 'cancelado')
        throw new Refusal('conflict', { message: 'Este pedido foi cancelado: o dia fica como está.' })
      await writeReceivedAt(tx, { id: order.id, at: sameHour(order.received_at, day, caller.time_zone, now), now })
      const said = `${showDay(was)} → ${showDay(day)}: ${reason}`
      await addEvent(tx, [order.id], { kind: 'dia', reason: said, who: caller.name, user_id: caller.user_id, now })
      await logAs(tx, caller, {
        action: 'update',
        object: 'order',
        object_id: order.id,
        name: String(order.number ?? ''),
        changes: { received_day: [was, day] },
      })
    }
    const fresh = await q.findOrder(tx, params.id)
    if (!fresh) throw new Refusal('not_found')
    return present(fresh, caller.hide_price, readerOf(caller))
  })
}
/** The hour of the moment on another day of the company, never ahead of the server. */
function sameHour(at: Date, day: string, timeZone: string, now: Date): Date {
  const moved = momentOf(`${day}T${timeOfWall(wallAt(at, timeZone))}`, timeZone)
  // An hour that summer time leaves out at midnight belongs to the day before or after it: noon is on every day.
  const kept = dayIn(timeZone, moved) === day ? moved : momentOf(`${day}T12:00`, timeZone)
  return kept > now ? now : kept
}
