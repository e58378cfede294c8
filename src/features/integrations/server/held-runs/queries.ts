// Pages of a run that wait until all were read, what they would change, and runs that are held.
import type { Tx } from '#server/db.ts'
import type { Run } from '../../contract.ts'
import type { Losses } from '../../rules.ts'
import type { Read } from '../erp/types.ts'

/** The newest run when it was held: an older one is no question any more. */
export async function findHeld(
  tx: Tx,
  integration: number,
): Promise<{ id: number; mode: Run['mode']; losses: Losses } | undefined> {
  const run = await tx.first<Pick<Run, 'id' | 'mode' | 'status' | 'losses'>>`
    select id, mode, status, losses from sync_runs where integration_id = ${integration} order by id desc limit 1`
  return run?.status === 'retido' && run.losses ? { id: run.id, mode: run.mode, losses: run.losses } : undefined
}
/** Whether the run before this one was held, or held and declined. */
export const wasHeldBefore = async (tx: Tx, integration: number, run: number) =>
  (
    await tx.first<{ held: boolean }>`select status in ('retido', 'descartado') as held from sync_runs
      where integration_id = ${integration} and id < ${run} order by id desc limit 1`
  )?.held === true
export const discardRun = (tx: Tx, id: number) => tx.sql`update sync_runs set status = 'descartado' where id = ${id}`

/** Whether the catalogue has more products than `few`. */
export const hasMoreProducts = async (tx: Tx, few: number) =>
  (await tx.sql`select 1 from products where deleted_at is null limit ${few + 1}`).length > few
export const addPage = (tx: Tx, company: number, run: number, n: number, again: boolean, found: Read) => tx.sql`
  insert into sync_pages (company_id, run_id, n, again, found)
  values (${company}, ${run}, ${n}, ${again}, ${JSON.stringify(found)}::jsonb)`
/** What a run read, in its order, one page at a time. */
export const findPage = (tx: Tx, run: number, n: number) =>
  tx.first<{ again: boolean; found: Read }>`select again, found from sync_pages where run_id = ${run} and n = ${n}`
export const dropPages = (tx: Tx, run: number) => tx.sql`delete from sync_pages where run_id = ${run}`

/** Products of a link as they stand here, with what the ERP said of each last; of products under `codes` that would become
 * the link's, nothing was said yet. Not locked: it is a count. */
export const findStanding = (tx: Tx, integration: number, codes: string[]) => tx.sql<{
  external_id: string | null
  code: string
  seen: Record<string, unknown>
  active: boolean
  price: number | null
  stock: number | null
  variations: { specs: Record<string, string>; price: number | null; stock: number | null }[]
}>`
  select e.external_id, lower(p.code) as code, coalesce(e.seen, '{}') as seen, p.active, p.price, p.stock,
    (select coalesce(json_agg(json_build_object('specs', v.specs, 'price', v.price, 'stock', v.stock)), '[]')
      from variations v where v.company_id = p.company_id and v.product_id = p.id) as variations
  from products p left join external_refs e on e.company_id = p.company_id and e.integration_id = ${integration}
    and e.kind = 'product' and e.local_id = p.id
  where p.deleted_at is null and (e.external_id is not null or (p.code <> '' and lower(p.code) = any(${codes})))`
