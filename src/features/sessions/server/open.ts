// A session begins: its token is told once, the database keeps its hash.
import { projectCompany, readCompanyRow } from '#features/companies/server/index.ts'
import { findUser } from '#features/users/server/index.ts'
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { newToken, tokenHash } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import { noteOpening, type Opening, openSession } from './queries.ts'

/** User and company as the user's level sees them. */
export async function accountOf(tx: Tx, user_id: number, company_id: number | null, now: Date) {
  const user = await findUser(tx, user_id)
  const company = company_id === null ? undefined : await readCompanyRow(tx, company_id)
  if (!user) throw new Refusal('unauthorized')
  return { user, company: company ? projectCompany(company, user.level, now) : null }
}
export async function openAccount(kit: Kit, s: Opening & { company_id: number | null }, now: Date) {
  const token = newToken()
  await openSession(kit.db, tokenHash(token), s, now)
  const read = async (tx: Tx) => {
    const account = await accountOf(tx, s.user_id, s.company_id, now)
    if (s.kind === 'user' && account.user.level === 3) await noteOpening(tx, s.user_id, now)
    return account
  }
  const found =
    s.company_id === null ? await acrossCompanies(kit.pool, read) : await inCompany(kit.pool, s.company_id, read)
  return { token, ...found, kind: s.kind, acting: null }
}
