// Who a person is in the database, by card or by an order without card, and what of it is elsewhere.
import { bareOf } from '#features/users/server/index.ts'
import { type Part, part, type Tx } from '#server/db.ts'
import type { Person } from '#server/person.ts'
import { bareDocument } from '#shared/documents.ts'
import { barePhone } from '#shared/phone.ts'

export interface Seed {
  document: string
  phone: string
  email: string
}
export interface Match {
  id: number
  number: number | null
  name: string
  at: Date
  open: boolean
}
/** A client's card and those merged into it. */
export const findCards = (tx: Tx, id: number) => tx.sql<Seed & { id: number; level: number; name: string }>`
  select id, level, name, document, phone, email from users
  where (id = ${id} or merged_into = ${id} and level = 3) and company_id is not null and not is_visitor order by id <> ${id}, id`
export const findOrdersOf = async (tx: Tx, cards: number[]) =>
  (await tx.sql<{ id: number }>`select id from orders where client_id = any(${cards}::bigint[]) order by id`).map(
    (o) => o.id,
  )
export const findRequestsOf = async (tx: Tx, cards: number[]) =>
  (
    await tx.sql<{ id: number }>`select id from price_requests
      where client_id = any(${cards}::bigint[]) or user_id = any(${cards}::bigint[]) order by id`
  ).map((r) => r.id)
/** Who placed an order. */
export const findOrderPerson = (tx: Tx, id: number) => tx.first<
  Seed & { client_id: number | null; name: string; number: number | null; erased: boolean }
>`select client_id, name, number, document, phone, email, erased_at is not null as erased from orders
  where id = ${id} and status <> 'rascunho'`

const filled = (list: string[]) => [...new Set(list.filter(Boolean))]
/** The same document; the same phone or e-mail where no document differs. */
function same(seeds: Seed[], email: Part): Part {
  const documents = filled(seeds.map((s) => bareDocument(s.document)))
  const phones = filled(seeds.map((s) => barePhone(s.phone)))
  const emails = filled(seeds.map((s) => s.email.trim().toLowerCase()))
  return part`(${bareOf.document} = any(${documents}::text[]) or (${bareOf.document} = '' or ${documents.length === 0})
    and (${bareOf.phone} = any(${phones}::text[]) or ${email} = any(${emails}::text[])))`
}
const isOpen = part`x.status not in ('entregue', 'cancelado')`
/** Orders without card of this person, `except` aside. */
export const matchOrders = (tx: Tx, seeds: Seed[], except: number | null) => tx.sql<Match>`
  select x.id, x.number, x.name, x.received_at as at, ${isOpen} as open from orders x
  where x.client_id is null and x.erased_at is null and x.status <> 'rascunho' and x.id is distinct from ${except}::bigint
    and ${same(seeds, part`lower(x.email)`)} order by x.id`
/** Price requests without card of this person. */
export const matchRequests = (tx: Tx, seeds: Seed[]) => tx.sql<Match>`
  select x.id, null::bigint as number, x.name, x.asked_at as at, x.answered_at is null as open from price_requests x
  where x.client_id is null and x.user_id is null and x.phone not like 'apagado %'
    and ${same(seeds, part`''`)} order by x.id`
/** Those of these orders and price requests that were erased before. */
export const findErased = async (tx: Tx, orders: number[], requests: number[]) => ({
  orders: (
    await tx.sql<{ id: number }>`select id from orders where id = any(${orders}::bigint[]) and erased_at is not null`
  ).map((o) => o.id),
  requests: (
    await tx.sql<{
      id: number
    }>`select id from price_requests where id = any(${requests}::bigint[]) and phone like 'apagado %'`
  ).map((r) => r.id),
})
export const findOpen = (tx: Tx, orders: number[]) => tx.sql<Match>`
  select x.id, x.number, x.name, x.received_at as at, true as open from orders x
  where x.id = any(${orders}::bigint[]) and ${isOpen} and x.status <> 'rascunho' order by x.id`
/** Where data about these orders, and of these cards, were sent: systems by type, webhooks and mail addresses by name. */
export const findSent = async (tx: Tx, p: Person) => ({
  erps: (
    await tx.sql<{ type: string }>`select distinct i.type from integrations i where
      exists (select 1 from erp_orders e where e.integration_id = i.id and e.order_id = any(${p.orders}::bigint[])
        and e.status in ('enviado', 'enviando', 'incerto', 'parado'))
      or exists (select 1 from erp_clients e where e.integration_id = i.id and e.client_id = any(${p.cards}::bigint[]))
      order by 1`
  ).map((r) => r.type),
  webhooks: (
    await tx.sql<{
      name: string
    }>`select distinct w.name from webhooks w join webhook_deliveries d on d.webhook_id = w.id
      where d.about = 'order' and d.object_id = any(${p.orders}::bigint[]) and d.tried > 0 order by 1`
  ).map((r) => r.name),
  mails: (
    await tx.sql<{
      recipient: string
    }>`select distinct recipient from mails where sent_at is not null and recipient <> ''
      and key in (select app.mails_of_person(${p.cards}, ${p.orders}, ${p.requests})) order by 1 limit 20`
  ).map((r) => r.recipient),
})
export const findMailKeys = async (tx: Tx, p: Person) =>
  (await tx.sql<{ key: string }>`select app.mails_of_person(${p.cards}, ${p.orders}, ${p.requests}) as key`).map(
    (r) => r.key,
  )
/** Takes what an erasure writes in the order in which a sale and a message take it: counter, orders, then conversations. */
export async function lockPerson(tx: Tx, p: Person): Promise<void> {
  for (const card of p.cards) await tx.sql`select app.counter_of_person(${card})`
  await tx.sql`select 1 from orders where id = any(${p.orders}::bigint[]) order by id for update`
}
