// Clients as spreadsheets and their undoing see them.
import type { Tx } from '#server/db.ts'

export interface ClientRow {
  id: number
  name: string
  company_name: string
  document: string
  phone: string
  email: string
  client_code: string
  address: Record<string, string>
  seller_id: number | null
  price_table: number
  active: boolean
  lat: number | null
  lng: number | null
}
interface Change {
  id: number
  was: Partial<ClientRow> & { deleted?: boolean }
  now: Partial<ClientRow> & { deleted?: boolean }
}
const fields = [
  'name',
  'company_name',
  'document',
  'phone',
  'email',
  'client_code',
  'address',
  'seller_id',
  'price_table',
  'active',
  'lat',
  'lng',
] as const
export const findClientRows = (tx: Tx) => tx.sql<ClientRow>`
  select id, name, company_name, document, phone, email, client_code, address, seller_id, price_table, active,
    lat, lng from users where level = 3 and deleted_at is null and not is_visitor order by id`
/** What a card was known by that was merged into another: whoever it is now is found by it, too. */
export interface MergedCard
  extends Pick<ClientRow, 'name' | 'company_name' | 'document' | 'phone' | 'email' | 'client_code'> {
  survivor: number
}
export const findMergedCards = (tx: Tx) => tx.sql<MergedCard>`
  select app.surviving_client(id) as survivor, name, company_name, document, phone, email, client_code from users
  where level = 3 and merged_into is not null order by id`
export const findSellersByName = (tx: Tx) =>
  tx.sql<{ id: number; name: string }>`select id, name from users where level = 2 and active and deleted_at is null`
/** Adds clients without a password; answers their ids in the order given. */
export async function addClients(tx: Tx, company: number, rows: Partial<ClientRow>[]): Promise<number[]> {
  const added = await tx.sql<{ id: number }>`
    insert into users (company_id, level, name, company_name, document, phone, email, client_code, address, seller_id,
      price_table, active, lat, lng, hide_price)
    select ${company}, 3, r.name, coalesce(r.company_name, ''), coalesce(r.document, ''), coalesce(r.phone, ''),
    coalesce(r.email, ''), coalesce(r.client_code, ''),
      coalesce(r.address, '{}'), r.seller_id, coalesce(r.price_table, 1), coalesce(r.active, true), r.lat, r.lng,
      (select price_approval from companies where id = ${company})
    from jsonb_to_recordset(${JSON.stringify(rows.map((r, n) => ({ ...r, n })))}::jsonb) as r(name text,
      company_name text, document text, phone text, email text,
      client_code text, address jsonb, seller_id bigint, price_table int, active boolean, lat float8, lng float8, n int) order by r.n
      returning id`
  return added.map((r) => r.id)
}
/** Of a card without a sign-in an e-mail that another user has is shared. */
export const changeClients = (tx: Tx, changes: Pick<Change, 'id' | 'now'>[]) => tx.sql`
  update users u set
    name = case when n ? 'name' then n->>'name' else u.name end, company_name = case
    when n ? 'company_name' then n->>'company_name' else u.company_name end,
    document = case when n ? 'document' then n->>'document' else u.document end, phone = case
    when n ? 'phone' then n->>'phone' else u.phone end,
    email = case when n ? 'email' then n->>'email' else u.email end,
    shared_email = case when lower(n->>'email') is distinct from lower(u.email) and n ? 'email'
      then u.password_hash is null and exists (select 1 from users o where o.company_id = u.company_id
        and lower(o.email) = lower(n->>'email') and o.email <> '' and not o.shared_email and o.deleted_at is null
        and o.id <> u.id)
      else u.shared_email end, client_code = case
    when n ? 'client_code' then n->>'client_code' else u.client_code end,
    address = case when n ? 'address' then n->'address' else u.address end, seller_id = case
    when n ? 'seller_id' then (n->>'seller_id')::bigint else u.seller_id end,
    price_table = case when n ? 'price_table' then (n->>'price_table')::int else u.price_table end, active = case
    when n ? 'active' then (n->>'active')::boolean else u.active end,
    lat = case when n ? 'lat' then (n->>'lat')::float8 else u.lat end,
    lng = case when n ? 'lng' then (n->>'lng')::float8 else u.lng end,
    deleted_at = case when not n ? 'deleted' then u.deleted_at when (n->>'deleted')::boolean then now() else null end
  from jsonb_to_recordset(${JSON.stringify(changes.map((c) => ({ id: c.id, n: c.now })))}::jsonb) as c(id bigint,
    n jsonb) where u.id = c.id and u.level = 3`
/** Takes an import back; what somebody changed afterwards stays. Answers how many came back, and who did not. */
export async function undoClients(tx: Tx, changes: Change[]): Promise<{ restored: number; left: string[] }> {
  const rows = await tx.sql<ClientRow & { deleted: boolean }>`
    select id, name, company_name, document, phone, email, client_code, address, seller_id, price_table, active,
    lat, lng, deleted_at is not null as deleted
    from users where id = any(${changes.map((c) => c.id)}::bigint[]) order by id for update`
  const current = new Map(rows.map((r) => [r.id, r]))
  const left: string[] = []
  const back = changes.flatMap(({ id, was, now }) => {
    const row = current.get(id)
    const keys = [...fields, 'deleted' as const].filter((k) => k in now)
    const mine = keys.filter((k) => row && JSON.stringify(row[k]) === JSON.stringify(now[k]))
    if (row && keys.some((k) => !mine.includes(k) && JSON.stringify(row[k]) !== JSON.stringify(was[k])))
      left.push(row.company_name || row.name)
    return mine.length ? [{ id, now: Object.fromEntries(mine.map((k) => [k, was[k]])) as Change['now'] }] : []
  })
  await changeClients(tx, back)
  return { restored: back.length, left }
}
