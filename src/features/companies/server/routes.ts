import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { dayIn } from '#server/clock.ts'
import { keepsValue } from '#server/device.ts'
import { keep } from '#server/kept.ts'
import { refuseChanged } from '#server/seen.ts'
import { type Kit, serve } from '#server/serve.ts'
import { Refusal } from '#shared/errors.ts'
import { askConfirmation } from '#features/mails/server/index.ts'
import { keepImage, servePictures } from '#features/images/server/index.ts'
import type { Tx } from '#server/db.ts'
import { invalid } from '#shared/errors.ts'
import {
  companyShape,
  listSellers,
  readCompany,
  readDetails,
  storeSettings,
  updateCompany,
  updateExchangeRate,
} from '../contract.ts'
import { currenciesOf } from '../currencies.ts'
import { fitTables, takePlanAndPath } from './plan.ts'
import { findOtherCurrencies, findUsage, readCompanyRow, findSellers, projectCompany } from './queries.ts'
import { filled, readRate } from './save.ts'
import { checkZone } from './time-zone.ts'
import * as w from './writes.ts'

keepsValue(
  'sellers',
  [1, 2, 3],
  async ({ tx, caller }) => {
    const key = `sellers:${caller.company_id}:${caller.catalogue_version}`
    const text = await keep(key, async () => JSON.stringify(await findSellers(tx, caller.company_id)))
    return JSON.parse(text.toString()) as unknown
  },
  true,
)
/** Users whom a refusal names. */
const MOST_NAMED = 20
export function routes(app: FastifyInstance, kit: Kit): void {
  serve(app, kit, readCompany, async ({ tx, params, session }) => {
    const company = await fresh(tx, params.company, session?.level ?? 3)
    return session?.company_id === null ? { ...company, usage: await findUsage(tx, params.company) } : company
  })
  serve(app, kit, readDetails, async ({ tx, params, session }) => ({
    company: await fresh(tx, params.company, session?.level ?? 3),
  }))
  serve(app, kit, listSellers, async ({ tx, params }) => {
    const rows = await findSellers(tx, params.company)
    return { rows, total: rows.length, page: 1, limit: 1000 }
  })
  servePictures(app, kit, updateCompany, async ({ tx, params, body, pictures, session, now: at }) => {
    const was = await locked(tx, params.company)
    const operator = session?.company_id === null
    const current = async () =>
      z.encode(companyShape, await fresh(tx, params.company, session?.level ?? 3)) as Record<string, unknown>
    if (body.was) refuseChanged(body.was, await current())
    if (body.version !== undefined && body.version !== was.version)
      throw new Refusal('changed_elsewhere', { current: await current() })
    if (body.time_zone !== undefined && body.time_zone !== was.time_zone) await checkZone(tx, body.time_zone)
    const now = filled(was, body, operator, dayIn(was.time_zone as string, at))
    if (now.importer && !was.importer) await needCurrencies(tx, params.company)
    if (operator) await takePlanAndPath(tx, was, now, body)
    else await fitTables(tx, was, now)
    const logo = pictures.file?.[0] ?? pictures.logo?.[0]
    if (logo) now.logo = (await keepImage(kit, tx, params.company, logo)).path
    await w.changeCompany(tx, params.company, now)
    if (now.orders_email !== was.orders_email)
      await askConfirmation(kit, tx, { company: params.company, now: at }, String(now.orders_email).split(','))
    if (body.public_hide_price !== undefined && was.public_user !== null)
      await w.showPrices(tx, was.public_user, body.public_hide_price)
    return fresh(tx, params.company, session?.level ?? 3)
  })
  servePictures(app, kit, storeSettings, async ({ tx, company, body, pictures, session }) => {
    if (company === null) throw invalid({ company_id: 'Diga de qual empresa são as imagens.' })
    const was = await locked(tx, company)
    const settings = { ...was.settings }
    for (const key of ['banner_desktop', 'banner_mobile', 'background_image'] as const) {
      if (body[`${key}_remove`]) delete settings[key]
      const picture = pictures[key]?.[0]
      if (picture) settings[key] = (await keepImage(kit, tx, company, picture)).path
    }
    await w.changeCompany(tx, company, { ...was, settings })
    return fresh(tx, company, session?.level ?? 3)
  })
  serve(app, kit, updateExchangeRate, async ({ tx, caller, body }) => {
    const rate = readRate(body.exchange_rate)
    if (rate === null) throw invalid({ exchange_rate: 'Informe reais por dólar, acima de zero. Ex.: 5,4321.' })
    const was = await locked(tx, caller.company_id)
    await w.changeCompany(tx, caller.company_id, { ...was, exchange_rate: rate })
    return { exchange_rate: rate }
  })
  /** Prices in dollars are shown in two currencies: nobody is left with another one. */
  async function needCurrencies(tx: Tx, company: number): Promise<void> {
    const left = await findOtherCurrencies(tx, company, currenciesOf({ importer: true }))
    if (left.length === 0) return
    const names = left.slice(0, MOST_NAMED).map((u) => `${u.name} (${u.currency})`)
    if (left.length > names.length) names.push('…')
    throw invalid({
      importer: {
        text: 'Estes usuários têm outra moeda: {names}. Mude a moeda deles para BRL ou USD e ligue de novo.',
        values: { names: names.join(', ') },
      },
    })
  }
  async function locked(tx: Tx, company: number): Promise<w.CompanyRow> {
    const row = await w.lockCompany(tx, company)
    if (!row) throw new Refusal('not_found')
    return row
  }
  async function fresh(tx: Tx, company: number, level: number) {
    const row = await readCompanyRow(tx, company)
    if (!row) throw new Refusal('not_found')
    return projectCompany(row, level, kit.clock.now())
  }
}
