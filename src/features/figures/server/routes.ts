import type { FastifyInstance } from 'fastify'
import { findCompany } from '#features/companies/server/index.ts'
import { addLog } from '#features/logs/server/index.ts'
import { catalogueOrigin } from '#server/addresses.ts'
import { dayIn } from '#server/clock.ts'
import type { Tx } from '#server/db.ts'
import { sendCsv } from '#server/send.ts'
import { type Kit, paging, serve } from '#server/serve.ts'
import type { Caller } from '#server/session.ts'
import { addDays, daysBetween } from '#shared/day.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import * as c from '../contract.ts'
import { type Dimension, MOST_DAYS, type Period, periodBefore, siteOf } from '../rules.ts'
import { curveOf, GLANCE_DAYS, glanceOf, lastOf, pairsOf, rankingOf } from './count.ts'
import { type View, csvOf } from './csv.ts'
import * as q from './queries.ts'
import { renewFigures } from './renew.ts'
import { putShowcase } from './writes.ts'

const WEEK = 7 * 86_400_000
const EVERY_ROW = 100_000
const MOST_SITES = 10
const RANK: Record<Dimension, (tx: Tx, a: q.Asked) => Promise<q.RankRow[]>> = {
  product: q.rankProducts,
  category: q.rankCategories,
  client: q.rankClients,
  seller: q.rankSellers,
  city: q.rankCities,
}
interface Call {
  tx: Tx
  caller: Caller
  query: { from: string; until: string; seller_id?: number | undefined; client_id?: number | undefined }
}

export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, c.readGlance, async ({ tx, caller, now }) => {
    const counting = await renewFigures(tx, caller.company_id)
    const today = dayIn(caller.time_zone, now)
    const since = addDays(today, 1 - GLANCE_DAYS)
    const whose = { seller: ownOnly(caller), client: null }
    const ago = new Date(now.getTime() - WEEK)
    const seen = {
      today,
      days: await q.findDays(tx, { from: since, until: today }, whose),
      until_now: await q.findUntil(tx, addDays(today, -7), ago, whose),
      firsts: await q.findFirsts(tx, since, ago, whose),
      visits: caller.level === 1 ? await q.findVisits(tx, since) : null,
    }
    const last = seen.days.at(-1) ?? (await q.findLastDay(tx, since, whose))
    return {
      counting,
      at: now,
      ...glanceOf(seen, caller.hide_price),
      last: last ? lastOf(last, caller.hide_price) : null,
    }
  })
  serve(app, kit, c.readCurve, async (call) => {
    const { a, counting } = await begin(call)
    return { counting, ...(await curve(call.tx, a, call.caller)) }
  })
  serve(app, kit, c.readRanking, async (call) => {
    const { limit, offset } = paging(call.query, 20, call.caller)
    const { a, counting } = await begin(call)
    return { counting, before: a.before, ...(await ranking(call.tx, a, call.query.by, call.caller, offset, limit)) }
  })
  serve(app, kit, c.readTogether, async (call) => {
    const { a, counting } = await begin(call)
    const orders = await q.countOrders(call.tx, a.period, a)
    return { counting, orders, pairs: pairsOf(await q.findPairs(call.tx, a.period, a), orders) }
  })
  serve(app, kit, c.exportFigures, async (call) => {
    const { a } = await begin(call)
    const { tx, caller, query, reply } = call
    const { by } = query
    const view: View =
      by === 'day'
        ? { by, curve: await curve(tx, a, caller) }
        : by === 'together'
          ? {
              by,
              pairs: pairsOf(await q.findPairs(tx, a.period, a), await q.countOrders(tx, a.period, a)),
            }
          : { by, rows: (await ranking(tx, a, by, caller, 0, EVERY_ROW)).rows }
    const { columns, rows } = csvOf(view, caller.hide_price)
    return sendCsv(reply, `vendas-${FILES[by]}-${query.from}-${query.until}.csv`, columns, rows)
  })

  serve(app, kit, c.readShowcase, async ({ tx, caller }) => {
    const company = await findCompany(tx, caller.company_id)
    if (!company) throw new Refusal('not_found')
    return { ...(await q.findShowcase(tx)), address: `${catalogueOrigin(kit.config, company.path)}/vitrine` }
  })
  serve(app, kit, c.setShowcase, async ({ tx, body, caller, now }) => {
    const typed = body.sites.split(/[\s,;]+/).filter(Boolean)
    const wrong = typed.find((s) => siteOf(s) === null)
    if (wrong !== undefined)
      throw invalid({
        sites: { text: '{site} não é um endereço de site. Ex.: www.loja.com.br', values: { site: wrong } },
      })
    const sites = [...new Set(typed.map((s) => siteOf(s) as string))]
    if (sites.length > MOST_SITES) throw invalid({ sites: 'Informe no máximo 10 sites.' })
    if (body.most < 1 || body.most > 24) throw invalid({ most: 'Informe um número entre 1 e 24.' })
    const category_id = body.category_id ?? null
    if (category_id !== null && !(await q.isCategory(tx, category_id))) throw new Refusal('not_found')
    const row = { sites, category_id, most: body.most }
    await putShowcase(tx, caller.company_id, row, now)
    const who = { id: caller.user_id, name: caller.name }
    const name = `Vitrine para sites: ${sites.join(', ') || 'nenhum'}`
    await addLog(tx, caller.company_id, who, { action: 'update', object: 'company', name })
    return row
  })
}
const FILES = {
  day: 'por-dia',
  product: 'por-produto',
  category: 'por-categoria',
  client: 'por-cliente',
  seller: 'por-vendedor',
  city: 'por-cidade',
  together: 'juntos',
}
/** A seller sees what is theirs, an admin all of it. */
const ownOnly = (caller: Caller) => (caller.level === 2 ? caller.user_id : null)
/** What was asked, over figures that know every order. */
async function begin({ tx, caller, query }: Call): Promise<{ a: q.Asked; counting: boolean }> {
  const period: Period = { from: query.from, until: query.until }
  for (const [key, d] of Object.entries(period))
    if (d < '1970') throw invalid({ [key]: 'Data inválida. Ex.: 2026-11-21.' })
  if (period.until < period.from) throw invalid({ until: 'O fim não pode ser antes do começo.' })
  if (daysBetween(period.from, period.until) >= MOST_DAYS)
    throw invalid({ until: 'Escolha um período de até três anos.' })
  if (caller.level === 1 && query.seller_id !== undefined && !(await q.isStaff(tx, query.seller_id)))
    throw new Refusal('not_found')
  const counting = await renewFigures(tx, caller.company_id)
  const whose = { seller: ownOnly(caller) ?? query.seller_id ?? null, client: query.client_id ?? null }
  return { a: { period, before: periodBefore(period), ...whose }, counting }
}
async function curve(tx: Tx, a: q.Asked, caller: Caller) {
  const reach = { from: a.before.from, until: a.period.until }
  return curveOf(await q.findDays(tx, reach, a), a.period, caller.hide_price)
}
async function ranking(tx: Tx, a: q.Asked, by: Dimension, caller: Caller, offset: number, limit: number) {
  const rows = await RANK[by](tx, a)
  // A product in two categories counts in both: the whole is what products come to.
  const parts = by === 'category' ? await q.findDays(tx, a.period, a) : rows
  const whole = parts.reduce((sum, r) => sum + (caller.hide_price ? r.pieces : r.total), 0)
  return rankingOf(rows, { whole, hide: caller.hide_price, offset, limit })
}
