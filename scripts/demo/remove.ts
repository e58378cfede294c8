// Closes the accounts of the demonstration and takes its companies off the air, on an installation that became a real one.
import type { Tx } from '#server/db.ts'
import { PIX_KEY, PLATFORM_MAIL } from './platform.ts'

export interface Removed {
  accounts: number
  companies: { id: number; name: string }[]
  /** Companies of the demonstration in which others work by now: they stay. */
  kept: { id: number; name: string }[]
}
/** Within a transaction. The companies can be brought back for 30 days, the accounts stay closed. */
export async function removeDemo(tx: Tx, now: Date): Promise<Removed> {
  const closed =
    await tx.sql`update users set password_hash = null where demo and password_hash is not null returning id`
  // Personal links open without a password.
  await tx.sql`update users set link_version = link_version + 1 where demo and level = 3`
  await tx.sql`delete from sessions s using users u where u.id = s.user_id and u.demo`
  const found = await tx.sql<{ id: number; name: string; others: boolean }>`
    select c.id, c.name, exists (select from users u where u.company_id = c.id and not u.demo and not u.is_visitor
        and u.deleted_at is null) as others
    from companies c where c.deleted_at is null and (c.orders_email = ${PLATFORM_MAIL}
      or exists (select from users u where u.company_id = c.id and u.demo)) order by c.id`
  const companies = found.filter((c) => !c.others)
  await tx.sql`update companies set deleted_at = ${now}, version = version + 1
    where id = any(${companies.map((c) => c.id)}::bigint[])`
  await tx.sql`update platform set pix_key = '', pix_name = '', pix_city = '', consultant_name = '', consultant_phone = ''
    where pix_key = ${PIX_KEY}`
  return { accounts: closed.length, companies, kept: found.filter((c) => c.others) }
}
