import type { FastifyInstance } from 'fastify'
import { intervalsOf } from '#features/clients/server/index.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { believed } from '#server/device-time.ts'
import { once } from '#server/once.ts'
import { refuseChanged } from '#server/seen.ts'
import { type Kit, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { daysBetween } from '#shared/day.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { isOpen } from '../rules.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

const MOST_DAYS = 400
const MINUTES = 60
const ownOf = (caller: Caller) => (caller.level === 2 ? caller.user_id : null)
/** Rows with how often their clients order. */
export async function whole(tx: Tx, rows: q.VisitRow[], time_zone: string): Promise<c.Visit[]> {
  const intervals = await intervalsOf(tx, [...new Set(rows.map((r) => r.client_id))], time_zone)
  return rows.map(({ id: _id, ...r }) => ({ ...r, interval_days: intervals.get(r.client_id) ?? null }))
}
async function shown(tx: Tx, key: string, caller: Caller): Promise<c.Visit> {
  const row = await q.findVisit(tx, key, ownOf(caller))
  if (!row) throw new Refusal('not_found')
  return (await whole(tx, [row], caller.time_zone))[0] as c.Visit
}
async function locked(tx: Tx, key: string, caller: Caller): Promise<q.VisitRow> {
  const row = await q.lockVisit(tx, key, ownOf(caller))
  if (!row) throw new Refusal('not_found')
  return row
}
/** Who visits this client: a seller the own ones, an admin anybody's by whose it is or whoever is named. */
async function visitorOf(tx: Tx, caller: Caller, client_id: number, named: number | undefined) {
  const client = await q.findClient(tx, client_id)
  if (!client || (caller.level === 2 && client.seller_id !== caller.user_id)) throw new Refusal('not_found')
  const seller_id = caller.level === 2 ? caller.user_id : (named ?? client.seller_id ?? caller.user_id)
  if (named !== undefined && (seller_id !== named || !(await q.isSeller(tx, named))))
    throw invalid({ seller_id: 'Escolha alguém desta empresa.' })
  return { client_id: client.id, seller_id }
}
const checkDay = (day: string) => {
  if (day < '2000' || day > '2100') throw invalid({ day: 'Data inválida.' })
}

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.listVisits, async ({ tx, caller, query }) => {
    const { from, until, client_id = null } = query
    const days = daysBetween(from, until)
    if (!(days > 0 && days <= MOST_DAYS)) throw invalid({ until: 'Peça de 1 a 400 dias.' })
    const seller = ownOf(caller) ?? query.seller_id ?? null
    return whole(tx, await q.findVisits(tx, { from, until, seller, client: client_id }), caller.time_zone)
  })
  serve(app, kit, c.readVisit, ({ tx, caller, params }) => shown(tx, params.visit, caller))
  serve(app, kit, c.planVisit, async (call) => {
    const { tx, caller, now } = call
    const { key, queued: _queued, client_id, seller_id, ...v } = call.body
    const who = await visitorOf(tx, caller, client_id, seller_id)
    checkDay(v.day)
    await once(call, key, { client_id, seller_id, ...v }, async () => {
      const { at = null, minutes = MINUTES, note = '', day } = v
      checkMinutes(minutes)
      await w.addVisit(tx, { ...who, company: caller.company_id, key, day, at, minutes, note, now })
      return null
    })
    return shown(tx, key, caller)
  })
  serve(app, kit, c.changeVisit, async (call) => {
    const { tx, caller, params, now } = call
    const v = await locked(tx, params.visit, caller)
    const { key, queued: _queued, was, ...form } = call.body
    await once(call, key, { visit: v.key, ...form }, async () => {
      const { day, at, minutes, note, cancelled } = v
      const stands = { day, at, minutes, note, cancelled: cancelled ? '1' : '0' }
      refuseChanged(was ?? {}, stands)
      if (v.result !== null) throw new Refusal('conflict', { message: 'Esta visita já tem resultado.' })
      const next = {
        day: form.day ?? day,
        at: form.at === undefined ? at : form.at,
        minutes: form.minutes ?? minutes,
        note: form.note ?? note,
        cancelled: form.cancelled ?? cancelled,
      }
      checkDay(next.day)
      checkMinutes(next.minutes)
      await w.writeWhen(tx, v.id, { ...next, now })
      return null
    })
    return shown(tx, v.key, caller)
  })
  serve(app, kit, c.checkIn, async (call) => {
    const { tx, caller, params, now } = call
    const v = await locked(tx, params.visit, caller)
    const { key, queued, at, lat = null, lng = null, accuracy = null } = call.body
    await once(call, key, { visit: v.key, at, lat, lng, accuracy }, async () => {
      if (!isOpen(v)) throw new Refusal('conflict', { message: 'Esta visita já terminou ou foi desmarcada.' })
      // Who is there twice has come once.
      if (v.checked_in_at !== null) return null
      const place = lat === null || lng === null ? { lat: null, lng: null, accuracy: null } : { lat, lng, accuracy }
      await w.writeCheckIn(tx, v.id, { at: believed(at, queued, now) ?? now, now, ...place })
      return null
    })
    return shown(tx, v.key, caller)
  })
  serve(app, kit, c.reportVisit, async (call) => {
    const { tx, caller, params, now } = call
    const v = await locked(tx, params.visit, caller)
    const { key, queued: _queued, result, reason = '', report = '', next } = call.body
    await once(call, key, { visit: v.key, result, reason, report, next }, async () => {
      if (v.cancelled) throw new Refusal('conflict', { message: 'Esta visita já terminou ou foi desmarcada.' })
      if (result === 'sem_venda' && reason === '') throw invalid({ reason: 'Diga por que não vendeu.' })
      await w.writeReport(tx, v.id, { result, reason: result === 'sem_venda' ? reason : '', report, now })
      if (!next) return null
      checkDay(next.day)
      if (next.day < dayIn(caller.time_zone, now)) throw invalid({ next: 'A próxima visita não pode ser no passado.' })
      const client = await q.findClient(tx, v.client_id)
      if (!client) throw new Refusal('not_found')
      const { day, at } = next
      const { seller_id } = v
      const who = { company: caller.company_id, seller_id, client_id: client.id }
      await w.addVisit(tx, { ...who, key: next.key, day, at, minutes: v.minutes, note: '', now })
      return null
    })
    return shown(tx, v.key, caller)
  })
}
function checkMinutes(minutes: number): void {
  if (minutes < 15 || minutes > 720) throw invalid({ minutes: 'Uma visita dura de 15 minutos a 12 horas.' })
}
