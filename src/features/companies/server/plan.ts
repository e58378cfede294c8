// What a company may have: its plan's limits, its address, its price tables.
import { findPlan, fitting, tablesFull } from '#features/plans/server/index.ts'
import type { Tx } from '#server/db.ts'
import { invalid, Refusal } from '#shared/errors.ts'
import { isWebLink } from '#shared/address.ts'
import { pathIssue } from '../rules.ts'
import { limitsOf } from './save.ts'
import { type CompanyRow, holdPath, putReseller } from './writes.ts'

interface Asked {
  reseller?: { name: string; redirect_link: string } | null | undefined
  plan_id?: number | undefined
  path?: string | undefined
}
/** Another plan brings its limits, where the form does not name its own; another path must be free. */
export async function takePlanAndPath(tx: Tx, was: CompanyRow, now: CompanyRow, form: Asked): Promise<void> {
  if (form.plan_id !== undefined && form.plan_id !== was.plan_id) {
    const plan = await findPlan(tx, form.plan_id)
    if (!plan) throw invalid({ plan_id: 'Escolha um plano da lista.' })
    for (const [key, value] of Object.entries(limitsOf(plan)))
      if (key === 'plan_id' || now[key] === was[key]) now[key] = value
  }
  if (form.reseller !== undefined) now.reseller_id = form.reseller && (await resellerOf(tx, form.reseller))
  if (form.path !== undefined && form.path !== was.path) now.path = await wantedPath(tx, form.path)
}
/** The reseller of this name, with this link. */
export async function resellerOf(tx: Tx, r: { name: string; redirect_link: string }): Promise<number> {
  if (!isWebLink(r.redirect_link)) throw invalid({ reseller: 'Link inválido. Comece com https://.' })
  return putReseller(tx, r)
}
/** `path` as it is kept, held until the transaction ends; refused when it cannot be an address, is reserved or taken. */
export async function wantedPath(tx: Tx, path: string): Promise<string> {
  const wanted = path.toLowerCase()
  const issue = pathIssue(wanted)
  if (issue) throw invalid({ path: issue })
  if (!(await holdPath(tx, wanted))) throw invalid({ path: 'Este endereço já é de outra empresa. Escolha outro.' })
  return wanted
}
/** More tables than the plan holds are refused, naming the plan that holds them; those that are there stay. */
export async function fitTables(tx: Tx, was: CompanyRow, now: CompanyRow): Promise<void> {
  const many = (c: CompanyRow) => (c.price_table_config as unknown[] | null)?.length ?? 0
  const wanted = many(now)
  if (wanted <= (now.max_price_tables as number) || wanted <= many(was)) return
  const { sentence, plan } = await fitting(tx, was.id, 'price_tables', wanted)
  throw new Refusal('plan_limit', { message: tablesFull(now.max_price_tables as number, sentence), plan })
}
