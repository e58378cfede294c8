// Closes the accounts of the demonstration and takes its companies off the air, on an installation that became a real one.
import type pg from 'pg'
import { asTx } from '#server/db.ts'
import { PIX_KEY, PLATFORM_MAIL } from './platform.ts'

/** Whether a row `c` of companies was made by the demonstration, and whether it is a real one by now: it has an admin who
 * does not carry the mark. */
export const MADE_BY_DEMO = `(c.orders_email = '${PLATFORM_MAIL}'
  or exists (select from users u where u.company_id = c.id and u.demo))`
export const IS_REAL = `exists (select from users u where u.company_id = c.id and u.level = 1 and not u.demo
  and u.deleted_at is null)`

/** Within a transaction; answers what was done, in sentences. The companies can be brought back for 30 days, the accounts
 * stay closed. */
export async function removeDemo(owner: pg.Client, now: Date): Promise<string[]> {
  const tx = asTx(owner)
  const { rows: found } = await owner.query<{ id: number; name: string; real: boolean }>(
    `select c.id, c.name, ${IS_REAL} as real from companies c where c.deleted_at is null and ${MADE_BY_DEMO} order by c.id`,
  )
  const companies = found.filter((c) => !c.real)
  const ids = companies.map((c) => c.id)
  // Accounts that were made in them before the mark passed on.
  await tx.sql`update users set demo = true where company_id = any(${ids}::bigint[]) and not demo and not is_visitor`
  const closed =
    await tx.sql`update users set password_hash = null where demo and password_hash is not null returning id`
  // Personal links open without a password.
  await tx.sql`update users set link_version = link_version + 1 where demo and level = 3`
  await tx.sql`delete from sessions s using users u where u.id = s.user_id and u.demo`
  await tx.sql`update companies set deleted_at = ${now}, version = version + 1 where id = any(${ids}::bigint[])`
  await tx.sql`update platform set pix_key = '', pix_name = '', pix_city = '', consultant_name = '', consultant_phone = ''
    where pix_key = ${PIX_KEY}`
  return [
    closed.length + companies.length === 0
      ? 'Não há demonstração nesta instalação.'
      : `Contas da demonstração fechadas: ${closed.length}.`,
    ...companies.map((c) => `${c.name} (${c.id}): fora do ar, com restore ${c.id} volta por 30 dias.`),
    ...found
      .filter((c) => c.real)
      .map(
        (c) =>
          `${c.name} (${c.id}) fica: há nela um administrador que não é da demonstração. Para tirá-la do ar: delete ${c.id}.`,
      ),
  ]
}
