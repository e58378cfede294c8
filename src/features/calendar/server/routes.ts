import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type AgendaAsking, feedsAgenda, readAgenda } from '#server/agenda.ts'
import { originAt } from '#server/addresses.ts'
import { dayIn } from '#server/clock.ts'
import { inCompany, type Tx } from '#server/db.ts'
import { once } from '#server/once.ts'
import { countTry, giveBack } from '#server/count-tries.ts'
import { isClosed, type Kit, SENT, serve } from '#server/serve.ts'
import { refuseChanged } from '#server/seen.ts'
import { type Caller, tokenHash } from '#server/session.ts'
import { addDays, daysBetween } from '#shared/day.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { addMinutes, dayOfWall, minutesBetween, timeOfWall } from '#shared/wall.ts'
import * as c from '../contract.ts'
import { endedBefore, isRule, ruleAfter, shiftRule } from '../rules.ts'
import {
  beginsAtOnce,
  begun,
  daysOfSeries,
  lastDay,
  type Occurrence,
  occurrences,
  plain,
  type Series,
} from './occurrences.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

/** As much as a screen shows at once, and a little. */
const MOST_DAYS = 62
const LONGEST = 31 * 1440
/** What another application is told: a month back, half a year ahead. */
const FEED = { back: 30, ahead: 180 }
/** A seller has the own calendar, an admin everybody's. */
const whoseOf = (caller: Caller) => (caller.level === 2 ? caller.user_id : null)

feedsAgenda('event', [1, 2], async (a) =>
  (await q.findEvents(a.tx, a)).flatMap((e) =>
    occurrences(e, e.days, a.from, a.until).map((o) => ({
      kind: 'event' as const,
      id: `event-${e.key}-${o.day}`,
      name: o.title ?? e.title,
      number: null,
      starts: o.starts,
      ends: o.ends,
      all_day: e.all_day,
      to: '',
      user_id: e.user_id,
      user_name: e.user_name,
      notes: o.notes ?? e.notes,
      done: false,
      event: { key: e.key, day: o.day, rule: e.rule },
      visit: null,
    })),
  ),
)
/** Refuses what cannot be: an end before its beginning, a rule that never comes true. */
function check(e: Series & { all_day: boolean }): void {
  const minutes = minutesBetween(e.starts, e.ends)
  if (minutes <= 0 || minutes > LONGEST) throw invalid({ ends: 'O fim precisa vir depois do começo, em até 31 dias.' })
  const times = [e.starts, e.ends].map(timeOfWall)
  if (e.all_day && times.some((time) => time !== '00:00'))
    throw invalid({ all_day: 'O dia inteiro vai de meia-noite a meia-noite.' })
  if (e.starts < '2000' || e.starts > '2100') throw invalid({ starts: 'Data inválida.' })
  if (!isRule(e.rule) || !beginsAtOnce(e)) throw invalid({ rule: 'Esta repetição não existe ou não começa neste dia.' })
}
/** What stands there on one day of a series; a day that is none of it any more was changed by somebody else. */
function onDay(e: q.EventRow, day: string): Occurrence {
  const other = e.days.find((d) => d.day === day)
  if (other?.gone || (!other && daysOfSeries(e, day, addDays(day, 1)).length === 0)) throw new Refusal('conflict')
  const ever = plain(e, day)
  if (!other) return ever
  const { starts, ends, title, notes } = other
  return { day, starts: starts ?? ever.starts, ends: ends ?? ever.ends, title, notes }
}
/** How many days a series has before this one. */
const daysBefore = (e: q.EventRow, day: string) => (e.rule ? daysOfSeries(e, dayOfWall(e.starts), day).length : 0)
type Span = Pick<Occurrence, 'starts' | 'ends'>
type Changed = { [K in 'title' | 'notes' | 'all_day' | 'starts' | 'ends' | 'rule']?: q.EventRow[K] | undefined }
/** A series as one of its days says that it is from now on, or what goes on of it after so many days. As far as this day
 * moves from where its rule has it, all of them do; `same`: they are the same days. */
function asChanged(e: q.EventRow, { day, days, form, one }: { day: string; days: number; form: Changed; one: Span }) {
  const usual = plain(e, day)
  const by = form.starts === undefined ? 0 : minutesBetween(usual.starts, form.starts)
  const starts = addMinutes(days === 0 ? e.starts : usual.starts, by)
  const timed = form.starts !== undefined || form.ends !== undefined
  const { starts: begin, ends: end } = timed ? one : e
  const ends = addMinutes(starts, minutesBetween(begin, end))
  const [from, to] = [dayOfWall(addMinutes(starts, -by)), dayOfWall(starts)]
  const rule = form.rule ?? ruleAfter(shiftRule(e.rule, from, to), days)
  const { title = e.title, notes = e.notes, all_day = e.all_day } = form
  const next = { title, notes, all_day, starts, ends, rule }
  // A rule that was made for the day that is looked at need not name the first one.
  const first = form.rule === undefined ? next : begun(next)
  return { next: first, same: from === to && rule === ruleAfter(e.rule, days) }
}
/** The series goes on no longer than to the day before. */
async function endBefore(tx: Tx, e: q.EventRow, day: string): Promise<void> {
  const ended = { ...e, rule: endedBefore(e.rule, day) }
  await w.dropDaysFrom(tx, e.id, day)
  await w.writeSeries(tx, e.id, { ...ended, last: lastDay(ended) })
}
const asOne = (o: Occurrence, e: q.EventRow) => ({
  starts: o.starts,
  ends: o.ends,
  title: o.title ?? e.title,
  notes: o.notes ?? e.notes,
  all_day: e.all_day ? '1' : '0',
  rule: e.rule,
})

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.readCalendar, async ({ tx, caller, query }) => {
    const { from, until } = query
    const days = daysBetween(from, until)
    if (!(days > 0 && days <= MOST_DAYS)) throw invalid({ until: 'Peça de 1 a 62 dias.' })
    const { level, user_id, time_zone } = caller
    const whose = whoseOf(caller) ?? query.seller_id ?? null
    return readAgenda({ tx, level, user_id, whose, from, until, time_zone })
  })
  serve(app, kit, c.createEvent, async (call) => {
    const { tx, caller, now } = call
    const { key, queued: _queued, user_id: given, ...e } = call.body
    const user_id = given ?? caller.user_id
    if (user_id !== caller.user_id && (caller.level !== 1 || !(await q.isStaff(tx, user_id))))
      throw invalid({ user_id: 'Escolha alguém desta empresa.' })
    check(e)
    await once(call, key, { ...e, user_id }, async () => {
      await w.addEvent(tx, { ...e, company: caller.company_id, key, user_id, last: lastDay(e), now })
      return null
    })
    return { key }
  })
  serve(app, kit, c.changeEvent, async (call) => {
    const { tx, caller, params } = call
    const e = await q.lockEvent(tx, params.event, whoseOf(caller))
    if (!e) throw new Refusal('not_found')
    const { key, queued: _queued, scope, day, was, ...form } = call.body
    await once(call, key, { event: e.key, scope, day, ...form }, async () => {
      const stands = onDay(e, day)
      refuseChanged(was ?? {}, asOne(stands, e))
      const one = { starts: form.starts ?? stands.starts, ends: form.ends ?? stands.ends }
      if (scope === 'one' && e.rule) {
        check({ ...one, rule: '', all_day: e.all_day })
        const own = <K extends 'title' | 'notes'>(k: K) => {
          const said = form[k] ?? stands[k] ?? e[k]
          return said === e[k] ? null : said
        }
        const other = { day, ...one, title: own('title'), notes: own('notes') }
        await w.writeDay(tx, { ...other, company: caller.company_id, id: e.id, gone: false })
        return null
      }
      const days = scope === 'following' ? daysBefore(e, day) : 0
      const { next, same } = asChanged(e, { day, days, form, one })
      check(next)
      if (!same) await w.dropDaysFrom(tx, e.id, days === 0 ? '0001-01-01' : day)
      // What is said of a day that was otherwise holds for it, too.
      else if (one.starts !== stands.starts || one.ends !== stands.ends) await w.dropDay(tx, e.id, day)
      else await w.followSeries(tx, e.id, day, { title: form.title !== undefined, notes: form.notes !== undefined })
      const written = { ...next, last: lastDay(next) }
      if (days === 0) await w.writeSeries(tx, e.id, written)
      else {
        const { company_id: company } = caller
        const id = await w.addEvent(tx, { ...written, company, key, user_id: e.user_id, now: call.now })
        await w.passDaysFrom(tx, e.id, day, id)
        await endBefore(tx, e, day)
      }
      return null
    })
    return { key: e.key }
  })
  serve(app, kit, c.removeEvent, async ({ tx, caller, params, query }) => {
    const e = await q.lockEvent(tx, params.event, whoseOf(caller))
    if (!e) throw new Refusal('not_found')
    const whole = query.scope === 'all' || !e.rule
    if (query.scope === 'following' && !whole) onDay(e, query.day)
    if (whole || (query.scope === 'following' && daysBefore(e, query.day) === 0)) await w.dropEvent(tx, e.id)
    else if (query.scope === 'following') await endBefore(tx, e, query.day)
    else
      await w.writeDay(tx, {
        ...onDay(e, query.day),
        title: null,
        notes: null,
        company: caller.company_id,
        id: e.id,
        gone: true,
      })
    return null
  })
  serve(app, kit, c.readLink, async ({ tx, caller }) => ({
    created_at: (await q.findLink(tx, caller.user_id))?.created_at ?? null,
    url: null,
  }))
  serve(app, kit, c.makeLink, async ({ tx, caller, now, host }) => {
    const token = randomBytes(32).toString('base64url')
    const path = await q.findPath(tx, caller.company_id)
    await w.putLink(tx, { company: caller.company_id, user: caller.user_id, hash: tokenHash(token), now })
    return { created_at: now, url: `${originAt(kit.config, path, host)}/api/v2/calendar/${token}/agenda.ics` }
  })
  serve(app, kit, c.revokeLink, async ({ tx, caller }) => {
    await w.dropLink(tx, caller.user_id)
    return { created_at: null, url: null }
  })
  serve(app, kit, c.openFeed, async ({ params, reply, now, ip }) => {
    const tried = `agenda-ip:${ip}`
    await countTry(kit, [{ key: tried, limit: 30, seconds: 600 }], now)
    const found = await q.findFeed(kit.db, tokenHash(params.token))
    if (!found || isClosed(found, now)) throw new Refusal('not_found')
    await giveBack(kit, [tried])
    const today = dayIn(found.time_zone, now)
    const { level, user_id, time_zone } = found
    const whose = level === 2 ? user_id : null
    const days = { from: addDays(today, -FEED.back), until: addDays(today, FEED.ahead) }
    const asking = { level, user_id, whose, time_zone, ...days } satisfies Omit<AgendaAsking, 'tx'>
    const items = await inCompany(kit.pool, found.company_id, (tx) => readAgenda({ tx, ...asking }))
    const { feedOf } = await import('./feed.ts')
    const text = feedOf(items, { name: found.company_name, time_zone, origin: kit.config.publicUrl, now })
    reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex')
    await reply.type('text/calendar; charset=utf-8').send(text)
    return SENT
  })
}
