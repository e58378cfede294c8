// A session begins: its token is told once, the database keeps its hash.
import { projectCompany, readCompanyRow } from '#features/companies/server/index.ts'
import { pictureSigner } from '#features/images/server/index.ts'
import { findUser, withPortrait } from '#features/users/server/index.ts'
import { acrossCompanies, inCompany, type Tx } from '#server/db.ts'
import type { Kit } from '#server/serve.ts'
import { newToken, tokenHash } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import { noteOpening, noteVisit, type Opening, openSession } from './queries.ts'
import { isFirstVisit } from './visits.ts'

/** User and company as the user's level sees them. */
export async function accountOf(
  kit: Kit,
  tx: Tx,
  s: Pick<Opening, 'user_id'> & { company_id: number | null },
  now: Date,
) {
  const user = await findUser(tx, s.user_id)
  const company = s.company_id === null ? undefined : await readCompanyRow(tx, s.company_id)
  if (!user) throw new Refusal('unauthorized')
  return {
    user: withPortrait(user, pictureSigner(kit, now)),
    company: company ? projectCompany(company, user.level, now) : null,
  }
}
/** Somebody who buys is in the catalogue. */
export async function noteBuyer(
  tx: Tx,
  s: { user_id: number; company_id: number; kind: 'user' | 'public' },
  from: { ip: string; agent: string },
  now: Date,
): Promise<void> {
  if (s.kind === 'user') await noteOpening(tx, s.user_id, now)
  if (isFirstVisit({ company_id: s.company_id, ...from }, now)) await noteVisit(tx, s.company_id, now)
}
export async function openAccount(kit: Kit, s: Opening & { company_id: number | null; ip?: string }, now: Date) {
  const token = newToken(kit.config.appKey)
  await openSession(kit.db, tokenHash(token), s, now)
  const read = async (tx: Tx) => {
    const account = await accountOf(kit, tx, s, now)
    const { company_id, ip = '', agent } = s
    if (company_id !== null && account.user.level === 3) await noteBuyer(tx, { ...s, company_id }, { ip, agent }, now)
    return account
  }
  const found =
    s.company_id === null ? await acrossCompanies(kit.pool, read) : await inCompany(kit.pool, s.company_id, read)
  return { token, ...found, kind: s.kind, acting: null }
}
