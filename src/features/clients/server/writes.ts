import { currenciesOf } from '#features/companies/currencies.ts'
import { OTHER_PORTFOLIO } from '#features/orders/reasons.ts'
import type { Tx } from '#server/db.ts'
import type { Point } from '#shared/geo.ts'
import { ofCards, opened } from './link-views/queries.ts'

/** What one card may take over from another. */
export interface Filling {
  email: string
  /** The e-mail belongs to another user: no sign-in. */
  shared_email: boolean
  phone: string
  document: string
  company_name: string
  client_code: string
  credit_note: string
  notes: string
  profile_pic: string
  address: Record<string, string>
  blocked: boolean
  /** One thing: a half of it is nowhere. */
  place: Point | null
}
export interface Locked extends Filling {
  id: number
  name: string
  seller_id: number | null
  active: boolean
  signs_in: boolean
}
/** Cards as stored, locked until the transaction ends, always in the same order; merged ones too. */
export async function lockCards(tx: Tx, ids: number[]): Promise<Map<number, Locked>> {
  const rows = await tx.sql<Locked>`
    select id, name, seller_id, email, shared_email, phone, document, company_name, client_code, credit_note, notes, profile_pic, address,
      blocked, case when lat is not null then jsonb_build_object('lat', lat, 'lng', lng) end as place,
      active, (email <> '' and password_hash is not null) as signs_in
    from users where id = any(${ids}::bigint[]) and level = 3 order by id for update`
  return new Map(rows.map((r) => [r.id, r]))
}
/** Writes these fields of a card, as they are given. */
export const fill = (tx: Tx, id: number, values: Partial<Filling>) => tx.sql`
  update users u set email = coalesce(n->>'email', u.email),
    shared_email = coalesce((n->>'shared_email')::boolean, u.shared_email), phone = coalesce(n->>'phone', u.phone),
    document = coalesce(n->>'document', u.document), company_name = coalesce(n->>'company_name', u.company_name),
    client_code = coalesce(n->>'client_code', u.client_code),
    credit_note = coalesce(n->>'credit_note', u.credit_note), notes = coalesce(n->>'notes', u.notes),
    profile_pic = coalesce(n->>'profile_pic', u.profile_pic), address = coalesce(n->'address', u.address),
    blocked = coalesce((n->>'blocked')::boolean, u.blocked),
    lat = case when n ? 'place' then (n->'place'->>'lat')::float8 else u.lat end,
    lng = case when n ? 'place' then (n->'place'->>'lng')::float8 else u.lng end
  from (select ${JSON.stringify(values)}::jsonb as n) x where u.id = ${id}`
/** The sign-in of one card becomes another's, with the e-mail that it belongs to; `null`: nobody's. */
export const takePassword = (tx: Tx, id: number, from: number | null) => tx.sql`
  update users set password_hash = (select password_hash from users where id = ${from}) where id = ${id}`
export const shareEmail = (tx: Tx, id: number) =>
  tx.sql`update users set shared_email = true, password_hash = null where id = ${id}`
export const retire = (tx: Tx, id: number, into: number, now: Date) =>
  tx.sql`update users set merged_into = ${into}, deleted_at = ${now} where id = ${id}`
/** Brings a card back. A currency that the company no longer sells in becomes that of the card it was merged into. */
export const revive = (tx: Tx, id: number, stays: number) => tx.sql`
  update users u set merged_into = null, deleted_at = null,
    currency = case when c.importer and u.currency <> all(${currenciesOf({ importer: true })}::text[]) then s.currency else u.currency end
  from companies c, users s where u.id = ${id} and c.id = u.company_id and s.id = ${stays} and s.company_id = u.company_id`
/** Gives every order of one card to another; answers which. */
export const passOrders = async (tx: Tx, from: number, to: number) =>
  (await tx.sql<{ id: number }>`update orders set client_id = ${to} where client_id = ${from} returning id`).map(
    (r) => r.id,
  )
export const giveOrdersBack = (tx: Tx, orders: number[], from: number, to: number) =>
  tx.sql`update orders set client_id = ${to} where id = any(${orders}::bigint[]) and client_id = ${from}`
interface PassedOpening {
  day: string
  at: string
  /** The card that stays had none that day. */
  new: boolean
}
/** A client's orders no longer say that another portfolio knows the client; answers which did. */
export const settleOrders = async (tx: Tx, client: number) =>
  (
    await tx.sql<{ id: number }>`update orders set reasons = array_remove(reasons, ${OTHER_PORTFOLIO})
      where client_id = ${client} and ${OTHER_PORTFOLIO} = any(reasons) returning id`
  ).map((r) => r.id)
export const unsettleOrders = (tx: Tx, orders: number[]) => tx.sql`
  update orders set reasons = array_append(reasons, ${OTHER_PORTFOLIO})
  where id = any(${orders}::bigint[]) and ${OTHER_PORTFOLIO} <> all(reasons)`
/** The days on which one card's owner opened the catalogue are the other's; answers them. */
export const passOpenings = async (tx: Tx, from: number, to: number) =>
  (
    await tx.first<{ days: PassedOpening[] }>`
    with put as (insert into openings (company_id, user_id, day, at) select company_id, ${to}, day, at from openings
      where user_id = ${from} on conflict do nothing returning day)
    select coalesce(json_agg(json_build_object('day', o.day, 'at', o.at, 'new', p.day is not null)), '[]') as days
    from openings o left join put p on p.day = o.day where o.user_id = ${from}`
  )?.days ?? []
export const giveOpeningsBack = (tx: Tx, merge: number) => tx.sql`
  with m as (select company_id, survivor_id, gone_id, d.* from client_merges,
      jsonb_to_recordset(openings) as d(day date, at timestamptz, new boolean) where id = ${merge}),
    taken as (delete from openings o using m where m.new and o.company_id = m.company_id
      and o.user_id = m.survivor_id and o.day = m.day and o.at = m.at)
  insert into openings (company_id, user_id, day, at) select company_id, gone_id, day, at from m on conflict do nothing`
/** Requests for prices that wait; one that the other card has open already is enough. Answers which went along. */
export const passRequests = async (tx: Tx, from: number, to: number) =>
  (
    await tx.sql<{ id: number }>`update price_requests set user_id = ${to} where user_id = ${from}
    and answered_at is null and not exists (select 1 from price_requests
      where user_id = ${to} and answered_at is null) returning id`
  ).map((r) => r.id)
/** Those that nobody has answered since. */
export const giveRequestsBack = (tx: Tx, requests: number[], from: number, to: number) =>
  tx.sql`update price_requests set user_id = ${to} where id = any(${requests}::bigint[]) and user_id = ${from}
    and answered_at is null`
interface NewMerge {
  company_id: number
  survivor: number
  gone: number
  who: { user_id: number; name: string }
  orders: number[]
  openings: PassedOpening[]
  requests: number[]
  settled: number[]
  filled: Changed
  now: Date
}
/** {field: [was, now]} */
export type Changed = { [K in keyof Filling]?: [Filling[K], Filling[K]] }
export const addMerge = (tx: Tx, m: NewMerge) => tx.sql`
  insert into client_merges (company_id, survivor_id, gone_id, at, user_id, who, orders, openings, requests,
    settled, filled)
  values (${m.company_id}, ${m.survivor}, ${m.gone}, ${m.now}, ${m.who.user_id}, ${m.who.name},
    ${m.orders}::bigint[], ${JSON.stringify(m.openings)}::jsonb, ${m.requests}::bigint[],
    ${m.settled}::bigint[], ${JSON.stringify(m.filled)}::jsonb)`
/** The card that a merge filled, when that card was merged into `last` later. */
export const findBetween = (tx: Tx, merge: number, last: number) =>
  tx.first<{ name: string; company_name: string; seller_id: number | null }>`
    select u.name, u.company_name, u.seller_id from client_merges m join users u on u.company_id = m.company_id
      and u.id = m.survivor_id
    where m.id = ${merge} and m.undone_at is null and u.id <> ${last} and app.surviving_client(u.id) = ${last}`
export const lockMerge = (tx: Tx, id: number, survivor: number) => tx.first<{
  gone_id: number
  orders: string[]
  requests: string[]
  settled: string[]
  filled: Changed
  undone_at: Date | null
}>`select gone_id, orders, requests, settled, filled, undone_at from client_merges
  where id = ${id} and survivor_id = ${survivor} for update`
export const endMerge = (tx: Tx, id: number, who: string, now: Date) =>
  tx.sql`update client_merges set undone_at = ${now}, undone_by = ${who} where id = ${id}`
/** The link of a card is replaced, and with it those of the cards that were merged into it; a card gets the new one. */
export const replaceLink = (tx: Tx, id: number) =>
  tx.sql`update users set link_version = link_version + 1,
    link_revoked_at = case when id = ${id} then null else link_revoked_at end
    where id = ${id} or merged_into = ${id}`
/** No link of this card opens any more, nor one of a card that was merged into it. Twice is once. */
export const revokeLink = (tx: Tx, id: number, now: Date) =>
  tx.sql`update users set link_version = link_version + 1, link_revoked_at = ${now}
    where (id = ${id} or merged_into = ${id}) and link_revoked_at is null`
/** Whoever came in by a personal link is out with the next request. */
export const endLinkSessions = (tx: Tx, id: number) => tx.sql`select app.end_link_sessions(${id})`
/** Two answers to the same offer wait for each other. */
export const lockClients = (tx: Tx, ids: number[]) =>
  tx.sql`select id from users where id = any(${ids}::bigint[]) and level = 3 order by id for update`
/** Notes that an admin keeps the links of these clients, which former sellers have opened. */
export const keepLinks = (tx: Tx, clients: number[]) => tx.sql`
  update link_views k set kept = true from ${opened(ofCards(clients))}
  where k.company_id = app.company() and v.client_id = k.client_id and v.user_id = k.user_id
    and v.user_id is distinct from u.seller_id and u.id in (select unnest(${clients}::bigint[]))`
/** The same of all links that one person has opened. */
export const keepLinksOf = (tx: Tx, user: number) =>
  tx.sql`update link_views set kept = true where company_id = app.company() and user_id = ${user}`
