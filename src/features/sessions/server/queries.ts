import type { Tx } from '#server/db.ts'

export interface AccountRow {
  user_id: number
  company_id: number | null
  level: number
  password_hash: string | null
  is_public: boolean
  name: string
  company_name: string
  language: string
}
/** `since`: leaves out sign-ups that nobody used or confirmed and that began before, at the main host. */
export const findAccounts = (db: Tx, email: string, path: string | null, since: Date | null = null) =>
  db.sql<AccountRow>`select * from app.find_accounts(${email}, ${path}, ${since})`
/** Those of these accounts that belong to the demonstration. */
export const findDemoAccounts = async (db: Tx, users: number[]) =>
  (await db.sql<{ id: number }>`select id from unnest(${users}::bigint[]) as id where app.is_demo(id)`).map(
    ({ id }) => id,
  )
export const findAccount = (db: Tx, user: number) =>
  db.first<
    AccountRow & { email: string; link_version: number; path: string | null }
  >`select * from app.find_account_by_id(${user})`
/** The client whose card a personal link names; of a card that was merged, the one that it became. */
export const findLinkedClient = (db: Tx, card: number) =>
  db.first<{
    user_id: number
    company_id: number
    link_version: number
  }>`select * from app.find_linked_client(${card})`
export interface Opening {
  user_id: number
  kind: 'user' | 'public'
  stay: boolean
  /** By a client's personal link: ends when the link is taken back. */
  by_link?: boolean
  agent: string
}
export const openSession = (db: Tx, hash: Buffer, s: Opening, now: Date) =>
  db.sql`select app.open_session(${hash}, ${s.user_id}, ${s.kind}, ${s.stay}, ${s.by_link ?? false}, ${s.agent},
    ${now})`
/** A client came into the catalogue, by name or by a personal link: one row a day and person (decision 0037). */
export const noteOpening = (tx: Tx, user: number, now: Date) => tx.sql`
  insert into openings (company_id, user_id, day, at)
  select u.company_id, u.id, (${now}::timestamptz at time zone c.time_zone)::date, ${now}
  from users u join companies c on c.id = u.company_id where u.id = ${user} and u.level = 3 and not u.is_visitor
  on conflict do nothing`
/** One more device in the catalogue, on the company's day. */
export const noteVisit = (tx: Tx, company: number, now: Date) => tx.sql`
  insert into catalogue_visits (company_id, day, visits)
  select id, (${now}::timestamptz at time zone time_zone)::date, 1 from companies where id = ${company}
  on conflict (company_id, day) do update set visits = catalogue_visits.visits + 1`
export const endSession = (db: Tx, hash: Buffer) => db.sql`select app.end_session(${hash})`
export async function endSessions(db: Tx, user: number, except: Buffer | null): Promise<number> {
  return (await db.first<{ n: number }>`select app.end_sessions(${user}, ${except}) as n`)?.n ?? 0
}
/** The same password with the salt that the e-mail's other passwords have. */
export const joinSalt = (db: Tx, user: number, was: string, hash: string) =>
  db.sql`select app.join_salt(${user}, ${was}, ${hash})`
export async function takePasswordToken(db: Tx, hash: Buffer, now: Date): Promise<number | null> {
  return (
    (await db.first<{ user_id: number | null }>`select app.take_password_token(${hash}, ${now}) as user_id`)?.user_id ??
    null
  )
}
export interface HostCompany {
  company_id: number
  public_user: number | null
  is_blocked: boolean
  valid_until: string
  time_zone: string
}
export const findCompanyByPath = (db: Tx, path: string) =>
  db.first<HostCompany>`select * from app.find_company_by_path(${path})`
