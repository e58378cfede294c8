import { part, type Tx } from '#server/db.ts'
import type { Delivery, Webhook } from '../contract.ts'
import type { Event } from '../rules.ts'

const shown = part`w.id, w.name, w.url, w.events, w.active, w.problem, w.last4,
  case when w.old_until > now() then w.old_until end as old_until, w.created_by, w.created_at,
  w.delivered_at, w.failing_since,
  (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.status = 'fila') as waiting,
  (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.status = 'desistiu') as given_up,
  (select count(*)::int from webhook_deliveries d where d.webhook_id = w.id and d.status = 'entregue') as taken`
export const findWebhooks = (tx: Tx) =>
  tx.sql<Webhook>`select ${shown} from webhooks w where w.deleted_at is null order by w.id`
export const findWebhook = (tx: Tx, id: number) =>
  tx.first<Webhook>`select ${shown} from webhooks w where w.id = ${id} and w.deleted_at is null`
/** Those that send, of the admin who made them. */
export const findWebhooksOf = (tx: Tx, user: number) => tx.sql<{ id: number; name: string }>`
  select id, name from webhooks where created_by_id = ${user} and active and deleted_at is null order by id`
export const countWebhooks = async (tx: Tx) =>
  (await tx.first<{ n: number }>`select count(*)::int as n from webhooks where deleted_at is null`)?.n ?? 0

/** What is said of a message: an order by its number, a product by its name. */
export const findDeliveries = (tx: Tx, id: number, status: string | null, limit: number, offset: number) =>
  tx.sql<Delivery & { total: number }>`
  select d.id, d.message, d.type, d.object_id, d.status, d.occurred_at, d.next_at, d.tried, d.tried_at, d.answer, d.reason,
    d.took_ms, count(*) over ()::int as total, coalesce(case d.about
      when 'order' then (select o.number::text from orders o where o.id = d.object_id)
      when 'product' then (select p.name from products p where p.id = d.object_id) end, '') as name
  from webhook_deliveries d where d.webhook_id = ${id} and (${status}::text is null or d.status = ${status})
  order by d.id desc limit ${limit} offset ${offset}`

export const findDelivery = (tx: Tx, webhook: number, id: number) => tx.first<Told>`
  select id, message, type, about, object_id, occurred_at from webhook_deliveries
  where webhook_id = ${webhook} and id = ${id}`
/** What a message tells of. */
export interface Told {
  id: number
  message: string
  type: Event | 'test'
  about: 'order' | 'product' | 'test'
  object_id: number
  occurred_at: Date
}
export interface Target {
  id: number
  name: string
  url: string
  failures: number
  failing_since: Date | null
  secret: Buffer
  old_secret: Buffer | null
  old_until: Date | null
}
/** One that may be sent to now. */
export const findTarget = (tx: Tx, id: number, now: Date) => tx.first<Target>`
  select id, name, url, failures, failing_since, secret, old_secret, old_until from webhooks where id = ${id}
    and active and deleted_at is null and (rests_until is null or rests_until <= ${now})`

/** Webhooks of all companies with something to send. */
export const findDue = (tx: Tx, now: Date, limit: number) =>
  tx.sql<{ company_id: number; id: number }>`select * from app.due_webhooks(${now}, ${limit})`
