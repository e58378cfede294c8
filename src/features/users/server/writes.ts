import { lockCompany } from '#server/company_lock.ts'
import { part, type Tx } from '#server/db.ts'

export interface WrittenUser {
  name: string
  email: string
  phone: string
  level: number
  hide_price: boolean
  hide_no_stock: boolean
  margin_bp: number
  hidden_categories: number[]
  price_table: number
  variation_config: string
  currency: string
  profile_pic: string
  seller_id: number | null
  client_code: string
  document: string
  company_name: string
  address: Record<string, string>
  discount_limit_bp: number | null
  active: boolean
  password_hash: string | null
  language: string
  blocked: boolean
  credit_note: string
  notes: string
  lat: number | null
  lng: number | null
  /** The e-mail belongs to another user of the company: kept as typed, never a sign-in. */
  shared_email: boolean
  /** Another portfolio knew this client when the card was made. */
  known_elsewhere: boolean
}
export async function addUser(tx: Tx, company: number, u: WrittenUser): Promise<number> {
  const row = await tx.first<{ id: number }>`
    insert into users (company_id, name, email, phone, level, hide_price, hide_no_stock, margin_bp, hidden_categories,
      price_table, variation_config,
      currency, profile_pic, seller_id, client_code, document, company_name, address, discount_limit_bp, active,
      password_hash, language, blocked, credit_note, notes, lat, lng, shared_email, known_elsewhere)
    values (${company}, ${u.name}, ${u.email}, ${u.phone}, ${u.level}, ${u.hide_price}, ${u.hide_no_stock},
      ${u.margin_bp}, ${u.hidden_categories},
      ${u.price_table}, ${u.variation_config}, ${u.currency}, ${u.profile_pic}, ${u.seller_id}, ${u.client_code},
      ${u.document}, ${u.company_name},
      ${JSON.stringify(u.address)}::jsonb, ${u.discount_limit_bp}, ${u.active}, ${u.password_hash}, ${u.language},
      ${u.blocked}, ${u.credit_note}, ${u.notes}, ${u.lat}, ${u.lng}, ${u.shared_email}, ${u.known_elsewhere})
      returning id`
  return row?.id as number
}
/** A person's row as stored, locked until the transaction ends: after the company's counter, which others who change
 * people have first (server/once.ts, orders). */
export async function lockUser(tx: Tx, id: number) {
  await tx.sql`select app.counter_of_person(${id})`
  return tx.first<
    WrittenUser & { id: number; company_id: number | null }
  >`select * from users where id = ${id} and deleted_at is null and not is_visitor for no key update`
}
export const changeUser = (tx: Tx, id: number, u: WrittenUser) => tx.sql`
  update users set name = ${u.name}, email = ${u.email}, phone = ${u.phone}, level = ${u.level},
  hide_price = ${u.hide_price}, hide_no_stock = ${u.hide_no_stock},
    margin_bp = ${u.margin_bp}, hidden_categories = ${u.hidden_categories}, price_table = ${u.price_table},
    variation_config = ${u.variation_config},
    currency = ${u.currency}, profile_pic = ${u.profile_pic}, seller_id = ${u.seller_id},
    client_code = ${u.client_code}, document = ${u.document},
    company_name = ${u.company_name}, address = ${JSON.stringify(u.address)}::jsonb,
    discount_limit_bp = ${u.discount_limit_bp}, active = ${u.active},
    password_hash = ${u.password_hash}, language = ${u.language}, blocked = ${u.blocked},
    credit_note = ${u.credit_note}, notes = ${u.notes}, lat = ${u.lat}, lng = ${u.lng},
    shared_email = ${u.shared_email} where id = ${id}`
export const markKnownElsewhere = (tx: Tx, id: number, elsewhere: boolean) =>
  tx.sql`update users set known_elsewhere = known_elsewhere or ${elsewhere} where id = ${id}`
/** Locks the company's limits; how many people of a level may sign in, and how many more
 * (undefined: no such company). */
export async function roomForUsers(tx: Tx, company: number, level: number, except: number | null) {
  await lockCompany(tx, company)
  const most = level === 1 ? part`max_users_admin` : level === 2 ? part`max_users_seller` : part`max_users_client`
  return tx.first<{ most: number; room: number }>`
    select ${most} as most, ${most} - (select count(*) from users u
      where u.company_id = c.id and u.level = ${level} and u.active and u.deleted_at is null
      and u.id is distinct from ${except}::bigint and (u.level < 3
        or (u.email <> '' and u.password_hash is not null))) as room
    from companies c where c.id = ${company} and c.deleted_at is null`
}
export const tablesOf = async (tx: Tx, company: number) =>
  (await tx.first<{ n: number }>`select max_price_tables as n from companies where id = ${company}`)?.n ?? 1
/** Who signs in with this e-mail, or could; a card that shares it does not. */
export const findEmailOwner = async (tx: Tx, company: number | null, email: string) =>
  (
    await tx.first<{
      id: number
    }>`select id from users where (company_id = ${company} or (${company}::bigint is null and company_id is null))
      and lower(email) = lower(${email}) and not shared_email and deleted_at is null`
  )?.id
export const isSellerHere = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from users where id = ${id} and level = 2 and active and deleted_at is null`) !== undefined
export const countHere = async (tx: Tx, categories: number[]) =>
  (
    await tx.first<{
      n: number
    }>`select count(*) as n from categories where id = any(${categories}::bigint[]) and deleted_at is null`
  )?.n ?? 0

const OPEN = ['rascunho', 'orcamento', 'novo', 'aguardando_aprovacao', 'ajuste_solicitado', 'confirmado']
/** Orders that name the seller wait, and read the successor then (migration 0257). */
export const lockPortfolio = (tx: Tx, seller: number) => tx.sql`select 1 from users where id = ${seller} for update`
/** What a seller would leave behind. */
export async function countLeftBehind(tx: Tx, seller: number): Promise<{ clients: number; orders: number }> {
  const row = await tx.first<{ clients: number; orders: number }>`
    select (select count(*) from users where seller_id = ${seller} and deleted_at is null) as clients,
      (select count(*) from orders where seller_id = ${seller} and status = any(${OPEN})) as orders`
  return row ?? { clients: 0, orders: 0 }
}
export async function handOver(tx: Tx, seller: number, successor: number): Promise<void> {
  await tx.sql`update users set seller_id = ${successor} where seller_id = ${seller}`
  await tx.sql`update orders set seller_id = ${successor}, seller_name = (select name from users
    where id = ${successor}) where seller_id = ${seller} and status = any(${OPEN})`
  await tx.sql`update users set successor_id = ${successor} where id = ${seller}`
}
/** The portrait of staff goes at once; a client's goes with an erasure. */
export const removeUser = (tx: Tx, id: number, now: Date) =>
  tx.sql`update users set deleted_at = ${now}, active = false,
    profile_pic = case when level = 3 then profile_pic else '' end where id = ${id}`

export const findSessions = (tx: Tx, user: number) => tx.sql<{ id: string; at: Date; last_seen: Date; agent: string }>`
  select encode(hash, 'hex') as id, created_at as at, last_seen, user_agent as agent from sessions
  where user_id = ${user} order by last_seen desc limit 50`
/** Ends a user's sessions, all but the one given. */
export const dropSessions = async (tx: Tx, user: number, except: Buffer | null) =>
  (await tx.first<{ n: number }>`select app.end_sessions(${user}, ${except}) as n`)?.n ?? 0
export const dropPasswordTokens = (tx: Tx, user: number) => tx.sql`select app.drop_password_tokens(${user})`
export const findPasswordHash = async (db: Tx, user: number) =>
  (await db.first<{ password_hash: string | null }>`select password_hash from app.find_account_by_id(${user})`)
    ?.password_hash ?? null
export const forgetTries = (db: Tx, key: string) => db.sql`select app.forget_hits(${key})`
/** The salt that the passwords of an e-mail share; '' when it has none yet. */
export const saltOf = async (tx: Tx, email: string) =>
  (await tx.first<{ salt: string | null }>`select app.salt_of(${email}) as salt`)?.salt ?? ''
/** What a client's personal link is made of: its version, and the company's path; whether it was taken back. */
export const linkParts = (tx: Tx, id: number) =>
  tx.first<{
    link_version: number
    path: string
    revoked_at: Date | null
  }>`select u.link_version, c.path, u.link_revoked_at as revoked_at from users u
    join companies c on c.id = u.company_id where u.id = ${id}`
/** These clients' personal links were shown to a member of the staff. */
export const noteLinkViews = (tx: Tx, clients: number[], user: number, now: Date) => tx.sql`
  insert into link_views (company_id, client_id, user_id, at)
  select u.company_id, u.id, ${user}, ${now} from users u where u.id = any(${clients}::bigint[]) and u.level = 3
  on conflict do nothing`
export const addPasswordToken = (tx: Tx, hash: Buffer, user: number, expires: Date) =>
  tx.sql`select app.add_password_token(${hash}, ${user}, ${expires})`
export const needsApproval = async (tx: Tx, company: number) =>
  (await tx.first`select 1 from companies where id = ${company} and price_approval`) !== undefined
/** Whether the company has its prices in dollars, and keeps it so until the transaction ends. */
export const isImporter = async (tx: Tx, company: number | null) =>
  (await tx.first<{ importer: boolean }>`select importer from companies where id = ${company} for share`)?.importer ===
  true
export const companyName = async (tx: Tx, id: number) =>
  (await tx.first<{ name: string }>`select name from companies where id = ${id}`)?.name ?? ''
