// Part of the platform's daily work: the next invoice ten days before it is due.
import { findPlan } from '#features/plans/server/index.ts'
import { priceOf } from '#features/plans/rules.ts'
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import { forEachOf } from '#server/jobs.ts'
import type { Kit } from '#server/serve.ts'
import { findDue } from './queries.ts'
import { bill } from './invoices.ts'
import { dropOldAsks, lockStanding, setAmount } from './writes.ts'

/** How many days before it is due the next invoice is made. */
const AHEAD = 10
/** Days after which a seller's request that no admin answered is dropped. */
const ASKED_DAYS = 30
/**
 * Makes invoices. Each company has its own transaction: interrupted, it
 * goes on where it was, and an open invoice is not made twice.
 */
export async function renewAll(kit: Kit, now: Date): Promise<void> {
  const due = await acrossCompanies(kit.pool, (tx) => findDue(tx, now, AHEAD))
  await acrossCompanies(kit.pool, (tx) => dropOldAsks(tx, new Date(now.getTime() - ASKED_DAYS * 86_400_000)))
  await forEachOf(due, (s) => inCompany(kit.pool, s.company_id, (tx) => renew(kit, tx, s, now)))
}
/** The price is today's; what was taken off the first time is not taken off again. */
async function renew(kit: Kit, tx: Tx, { id, company_id }: { id: number; company_id: number }, now: Date) {
  const c = await lockStanding(tx, company_id)
  const [s] = c ? await findDue(tx, now, AHEAD, id) : []
  const plan = s && (await findPlan(tx, s.plan_id))
  if (!s || !c || !plan) return
  const price = priceOf(plan, { products: s.extra_products, sellers: s.extra_sellers }, s.option)
  await setAmount(tx, id, price.total, price.full - price.total)
  await bill(
    kit,
    tx,
    c,
    { subscription: id, due: price.total, option: s.option, due_date: s.due_date, email: s.billing_email },
    now,
  )
}
