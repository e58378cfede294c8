import type { Tx } from '#server/db.ts'
import type { PlatformSettings } from '../contract.ts'

export const changeSettings = (tx: Tx, p: PlatformSettings) => tx.sql`
  update platform set pix_key = ${p.pix_key}, pix_name = ${p.pix_name}, pix_city = ${p.pix_city}, consultant_name = ${p.consultant_name},
    consultant_phone = ${p.consultant_phone}, signup_open = ${p.signup_open}, trial_days = ${p.trial_days}`
/** How many of which kind a sweep removed. */
export type Swept = Record<string, number>
export const sweepRows = async (tx: Tx, now: Date, limit: number) =>
  (await tx.first<Swept>`select sessions, tokens, hits, undos, jobs from app.sweep_rows(${now}, ${limit})`) as Swept
export const addSweep = (tx: Tx, swept: Swept, now: Date) => tx.sql`
  insert into platform_log (at, action, object, changes)
  values (${now}, 'sweep', 'platform', ${Object.fromEntries(Object.entries(swept).flatMap(([kind, many]) => (many > 0 ? [[kind, [null, many]]] : [])))})`
export const addReseller = async (tx: Tx, r: { name: string; redirect_link: string }) =>
  (await tx.first<{ id: number }>`insert into resellers (name, redirect_link) values (${r.name}, ${r.redirect_link}) on conflict (name) do nothing returning id`)?.id
export const changeReseller = async (tx: Tx, id: number, r: { name: string; redirect_link: string }) =>
  (
    await tx.sql`update resellers set name = ${r.name}, redirect_link = ${r.redirect_link} where id = ${id}
      and not exists (select 1 from resellers o where o.name = ${r.name} and o.id <> ${id}) returning id`
  ).length > 0
export async function removeReseller(tx: Tx, id: number): Promise<boolean> {
  await tx.sql`update companies set reseller_id = null where reseller_id = ${id}`
  return (await tx.sql`delete from resellers where id = ${id} returning id`).length > 0
}
