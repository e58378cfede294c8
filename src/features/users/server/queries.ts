import { part, type Tx } from '#server/db.ts'
import type { User } from '../contract.ts'

/** A user's columns, as `userOf` reads them. */
export const userColumns = part`id, name, email, phone, company_id, level, hide_price, hide_no_stock,
  margin_bp as margin, hidden_categories as "hiddenCategories", price_table, variation_config, currency, profile_pic,
  seller_id, client_code, document, company_name, address, discount_limit_bp as discount_limit, active,
  (email <> '' and password_hash is not null) as signs_in`
export type UserRow = Omit<User, 'isClient' | 'isSeller'>
interface Row extends UserRow {
  total: number
}
export const userOf = <R extends UserRow>(r: R): R & User => ({
  ...r,
  hiddenCategories: r.hiddenCategories.map(Number),
  isClient: r.level === 3,
  isSeller: r.level === 2,
})

/** A user whose portrait has an address that the reader of this answer can open. */
export const withPortrait = <U extends Pick<User, 'profile_pic'>>(user: U, sign: (path: string) => string): U => ({
  ...user,
  profile_pic: sign(user.profile_pic),
})
export interface UserFilter {
  /** One company's, where an operator names one. */
  company: number | null
  name: string
  level: number | null
  /** Only this seller's portfolio. */
  seller_id: number | null
  /** Operators are listed to operators only. */
  withOperators: boolean
  /** Digits of the search, for documents and phones. */
  digits: string
  limit: number
  offset: number
}
export async function findUsers(tx: Tx, f: UserFilter): Promise<{ rows: User[]; total: number }> {
  const rows = await tx.sql<Row>`
    select ${userColumns}, count(*) over () as total
    from users where deleted_at is null and (${f.company}::bigint is null or company_id = ${f.company})
    and (${f.withOperators} or level >= 1)
      and not is_visitor
      and (${f.name} = '' or name ilike '%' || ${f.name} || '%' or company_name ilike '%' || ${f.name} || '%'
        or email ilike '%' || ${f.name} || '%'
        or (${f.digits} <> '' and (document = ${f.digits} or phone like '%' || ${f.digits} || '%')))
      and (${f.level}::int is null or level = ${f.level})
      and (${f.seller_id}::bigint is null or seller_id = ${f.seller_id})
    order by name, id limit ${f.limit} offset ${f.offset}`
  return { rows: rows.map(userOf), total: rows[0]?.total ?? 0 }
}
/** A person, blocked ones too: never the visitor that a public catalogue is seen by. */
export async function findPerson(tx: Tx, id: number): Promise<User | undefined> {
  const row =
    await tx.first<Row>`select ${userColumns} from users where id = ${id} and deleted_at is null and not is_visitor`
  return row && userOf(row)
}
/** Whoever a session is of, the visitor too. */
export async function findUser(tx: Tx, id: number, withBlocked = false): Promise<User | undefined> {
  const row = await tx.first<Row>`select ${userColumns} from users
      where id = ${id} and (active or ${withBlocked}) and deleted_at is null`
  return row && userOf(row)
}
/** What tells clients apart, the key that decides first. */
export const CLIENT_KEYS = ['client_code', 'document', 'email', 'phone'] as const
export type ClientKey = (typeof CLIENT_KEYS)[number]
export interface Alike {
  id: number
  name: string
  seller_id: number | null
  active: boolean
  /** By what it matches. */
  keys: ClientKey[]
}
/** A row's `document` and `phone` as `bareDocument` and `barePhone` make them. */
export const bareOf = {
  document: part`upper(regexp_replace(document, '[^0-9A-Za-z]', '', 'g'))`,
  phone: part`regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^55(?=[0-9]{10,11}$)', '')`,
}
/** Clients with this code, document, e-mail or phone (without 55), however theirs are written; '' matches none. The same
 * rows are read whatever is found: a caller who may not know of some must not learn of them by the time. */
export async function findAlike(tx: Tx, typed: Record<ClientKey, string>, except: number | null): Promise<Alike[]> {
  const { client_code, document, email, phone } = typed
  if (!client_code && !document && !email && !phone) return []
  const matches = {
    client_code: part`(${client_code} <> '' and lower(client_code) = lower(${client_code}))`,
    document: part`(${document} <> '' and ${bareOf.document} = ${document})`,
    email: part`(${email} <> '' and lower(email) = ${email})`,
    phone: part`(${phone} <> '' and ${bareOf.phone} = ${phone})`,
  }
  return tx.sql<Alike>`
    select id, coalesce(nullif(company_name, ''), name) as name, seller_id, active, array_remove(array[
      case when ${matches.client_code} then 'client_code' end, case when ${matches.document} then 'document' end,
      case when ${matches.email} then 'email' end, case when ${matches.phone} then 'phone' end], null) as keys
    from users where level = 3 and deleted_at is null and not is_visitor and id is distinct from ${except}::bigint
      and (${matches.client_code} or ${matches.document} or ${matches.email} or ${matches.phone})
    order by id`
}
/** A person's own row for a copy of the person's data: without secrets. */
export const findOwnRow = (tx: Tx, id: number) => tx.first<{ level: number; person: Record<string, unknown> }>`
  select level, to_jsonb(u) - 'password_hash' - 'link_version' - 'is_visitor' as person from users u
  where id = ${id} and company_id is not null and not is_visitor`
