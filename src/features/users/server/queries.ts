import { part, type Tx } from '#server/db.ts'
import type { User } from '../contract.ts'

const columns = part`id, name, email, phone, company_id, level, hide_price, hide_no_stock, margin_bp as margin,
  hidden_categories as "hiddenCategories", price_table, variation_config, currency, profile_pic, seller_id, client_code,
  document, company_name, address, discount_limit_bp as discount_limit, active, (email <> ''
    and password_hash is not null) as signs_in`
interface Row extends Omit<User, 'isClient' | 'isSeller'> {
  total: number
}
const shape = (r: Row): User => ({
  ...r,
  hiddenCategories: r.hiddenCategories.map(Number),
  isClient: r.level === 3,
  isSeller: r.level === 2,
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
  /** Blocked people too. */
  withBlocked: boolean
  /** Digits of the search, for documents and phones. */
  digits: string
  limit: number
  offset: number
}
export async function findUsers(tx: Tx, f: UserFilter): Promise<{ rows: User[]; total: number }> {
  const rows = await tx.sql<Row>`
    select ${columns}, count(*) over () as total
    from users where deleted_at is null and (${f.company}::bigint is null or company_id = ${f.company})
    and (active or ${f.withBlocked}) and (${f.withOperators} or level >= 1)
      and not is_visitor
      and (${f.name} = '' or name ilike '%' || ${f.name} || '%' or company_name ilike '%' || ${f.name} || '%'
        or email ilike '%' || ${f.name} || '%'
        or (${f.digits} <> '' and (document = ${f.digits} or phone like '%' || ${f.digits} || '%')))
      and (${f.level}::int is null or level = ${f.level})
      and (${f.seller_id}::bigint is null or seller_id = ${f.seller_id})
    order by name, id limit ${f.limit} offset ${f.offset}`
  return { rows: rows.map(shape), total: rows[0]?.total ?? 0 }
}
/** A person, blocked ones too: never the visitor that a public catalogue is seen by. */
export async function findPerson(tx: Tx, id: number): Promise<User | undefined> {
  const row =
    await tx.first<Row>`select ${columns} from users where id = ${id} and deleted_at is null and not is_visitor`
  return row && shape(row)
}
/** Whoever a session is of, the visitor too. */
export async function findUser(tx: Tx, id: number, withBlocked = false): Promise<User | undefined> {
  const row = await tx.first<Row>`select ${columns} from users
      where id = ${id} and (active or ${withBlocked}) and deleted_at is null`
  return row && shape(row)
}
