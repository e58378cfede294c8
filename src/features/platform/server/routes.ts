import type { FastifyInstance } from 'fastify'
import { called } from '#features/logs/server/index.ts'
import type { PlatformSettings } from '#features/plans/contract.ts'
import { findPlatform } from '#features/plans/server/index.ts'
import { pixIssue } from '#features/subscriptions/pix.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import { believeClock, readWatch, STEADY } from '#server/clock-watch.ts'
import type { Actor } from '#server/session.ts'
import { isWebLink } from '#shared/address.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { phoneDigits, phoneIssue } from '#shared/phone.ts'
import { escapeLike, type Tx } from '#server/db.ts'
import * as c from '../contract.ts'
import { companyRoutes } from './companies.ts'
import * as q from './queries.ts'
import * as w from './writes.ts'

export function routes(app: FastifyInstance, kit: Kit): void {
  companyRoutes(app, kit)
  serve(app, kit, c.readPlatform, ({ tx }) => findPlatform(tx))
  serve(app, kit, c.updatePlatform, async ({ tx, body }) => {
    const was = await findPlatform(tx)
    const given = Object.fromEntries(
      Object.entries(body).filter(([, v]) => v !== undefined),
    ) as Partial<PlatformSettings>
    const next = {
      ...was,
      ...given,
      ...(given.consultant_phone !== undefined && { consultant_phone: phoneDigits(given.consultant_phone) }),
    }
    const errors: Record<string, string> = {}
    if (next.pix_key) Object.assign(errors, pixIssue(next))
    const phone = phoneIssue(given.consultant_phone ?? '')
    if (phone) errors.consultant_phone = phone
    if (next.trial_days < 1 || next.trial_days > 365) errors.trial_days = 'De 1 a 365 dias.'
    if (Object.keys(errors).length) throw invalid(errors)
    await w.changeSettings(tx, next)
    return findPlatform(tx)
  })
  serve(app, kit, c.readFigures, ({ tx, now }) => q.countFigures(tx, now))
  const clockNow = async (tx: Tx, now: Date): Promise<c.ClockState> => {
    const kept = await readWatch(tx)
    const doubted_at = kept?.doubted_at ?? null
    const left = doubted_at ? STEADY - (kept?.steady_ms ?? 0) : 0
    return { doubted_at, believed_at: kept?.believed_at ?? null, now, hours_left: Math.ceil(left / 3_600_000) }
  }
  serve(app, kit, c.readClock, ({ tx, now }) => clockNow(tx, now))
  serve(app, kit, c.approveClock, async ({ tx, now, session }) => {
    if ((await readWatch(tx))?.doubted_at) await w.addClockApproval(tx, session as Actor, now)
    await believeClock(tx, now)
    return clockNow(tx, now)
  })
  serve(app, kit, c.readPlatformLog, async ({ tx, query, session }) => {
    const { limit, page, offset } = paging(query, 50, session as never)
    const { about = null, text, kind = null, who = null, since = null } = query
    const rows = await q.findPlatformLog(tx, { about, text: escapeLike(text ?? ''), kind, who, since, limit, offset })
    return { rows: await called(tx, 0, rows), total: rows[0]?.total ?? 0, page, limit }
  })

  serve(app, kit, c.listResellers, ({ tx, now }) => q.findResellers(tx, now))
  serve(app, kit, c.createReseller, async ({ tx, body, now }) => {
    const id = await w.addReseller(tx, checked(body))
    if (id === undefined) throw taken()
    return one(tx, id, now)
  })
  serve(app, kit, c.updateReseller, async ({ tx, params, body, now }) => {
    await one(tx, params.id, now)
    if (!(await w.changeReseller(tx, params.id, checked(body)))) throw taken()
    return one(tx, params.id, now)
  })
  serve(app, kit, c.deleteReseller, async ({ tx, params }) => {
    if (!(await w.removeReseller(tx, params.id))) throw new Refusal('not_found')
  })
}
const taken = () => invalid({ name: 'Já existe uma revenda com este nome.' })
async function one(tx: Tx, id: number, now: Date): Promise<c.Reseller> {
  const row = (await q.findResellers(tx, now)).find((r) => r.id === id)
  if (!row) throw new Refusal('not_found')
  return row
}
function checked(r: { name: string; redirect_link: string }) {
  if (!isWebLink(r.redirect_link)) throw invalid({ redirect_link: 'Link inválido. Comece com https://.' })
  return r
}
