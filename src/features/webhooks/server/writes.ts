import type { Tx } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import type { Event } from '../rules.ts'
import type { Told } from './queries.ts'

interface Fields {
  name?: string | undefined
  url?: string | undefined
  events?: Event[] | undefined
  active?: boolean | undefined
}
export async function addWebhook(
  tx: Tx,
  company: number,
  w: Required<{ [K in 'name' | 'url' | 'events']: NonNullable<Fields[K]> }>,
  by: { id: number; name: string; now: Date },
): Promise<number> {
  const row = await tx.first<{ id: number }>`
    insert into webhooks (company_id, name, url, events, created_by_id, created_by, created_at)
    values (${company}, ${w.name}, ${w.url}, ${w.events}, ${by.id}, ${by.name}, ${by.now}) returning id`
  return row?.id as number
}
/** Switched on, or sent elsewhere, it begins anew. */
export const changeWebhook = (tx: Tx, id: number, f: Fields) => tx.sql`
  update webhooks set name = coalesce(${f.name ?? null}, name), url = coalesce(${f.url ?? null}, url),
    events = coalesce(${f.events ?? null}::text[], events), active = coalesce(${f.active ?? null}::boolean, active),
    problem = case when ${f.active ?? null}::boolean then '' else problem end,
    failures = case when ${f.active ?? null}::boolean or ${f.url ?? null} <> url then 0 else failures end,
    failing_since = case when ${f.active ?? null}::boolean or ${f.url ?? null} <> url then null else failing_since end,
    rests_until = case when ${f.active ?? null}::boolean or ${f.url ?? null} <> url then null else rests_until end
  where id = ${id}`
export const keepSecret = (tx: Tx, id: number, s: { sealed: Buffer; last4: string; old_until: Date | null }) => tx.sql`
  update webhooks set old_secret = case when ${s.old_until}::timestamptz is null then null else secret end,
    old_until = ${s.old_until}, secret = ${s.sealed}, last4 = ${s.last4} where id = ${id}`
export async function removeWebhook(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.sql`delete from webhook_deliveries where webhook_id = ${id}`
  await tx.sql`update webhooks set deleted_at = ${now}, active = false, secret = '', old_secret = null where id = ${id}`
}
/** Switched off by an admin, or by itself: what waits is not sent any more. */
export async function stopWebhook(tx: Tx, id: number, problem: string): Promise<void> {
  await tx.sql`update webhooks set active = false, problem = ${problem} where id = ${id}`
  await tx.sql`update webhook_deliveries set status = 'desistiu', untried = false, next_at = null,
    reason = case when reason = '' then 'Os avisos foram desligados antes do envio.' else reason end
    where webhook_id = ${id} and status = 'fila'`
}

/** Whoever works for one webhook works for all that are due. */
export const deliverSoon = (tx: Tx) => enqueue(tx, 'deliver_webhooks', {}, { queue: 'webhooks' })
export async function addTrial(tx: Tx, company: number, id: number): Promise<void> {
  await tx.sql`insert into webhook_deliveries (company_id, webhook_id, type, about, object_id)
    values (${company}, ${id}, 'test', 'test', 0)`
  await deliverSoon(tx)
}
/** Another round of tries: of one message, or of all that were given up. The system is tried at once. */
export async function queueAgain(tx: Tx, id: number, delivery: number | null): Promise<number> {
  const rows = await tx.sql`update webhook_deliveries set status = 'fila', tries = 0, next_at = null, untried = false
    where webhook_id = ${id} and (id = ${delivery} or (${delivery}::bigint is null and status = 'desistiu')) returning id`
  if (rows.length > 0) {
    await tx.sql`update webhooks set rests_until = null where id = ${id}`
    await deliverSoon(tx)
  }
  return rows.length
}

/** What was noted before the clock was set back waits no longer than it was told to. */
export const clockBack = (tx: Tx, now: Date) => tx.sql`select app.webhooks_clock_back(${now})`
/** Others come first from here on, whatever this one answers. */
export const beginTurn = (tx: Tx, id: number, now: Date) => tx.sql`
  update webhooks set turn_at = ${now} where id = ${id}`
export interface Claimed extends Told {
  tries: number
}
/** Takes the next message that is due: of each order and product one after the other. A row that a transaction still
 * writes is left for later. It counts as tried from here on, so that a crash costs a try and repeats none at once. */
export const claimDelivery = (tx: Tx, webhook: number, now: Date) => tx.first<Claimed>`
  update webhook_deliveries set untried = false, tries = tries + 1, tried = tried + 1, tried_at = ${now},
    next_at = ${new Date(now.getTime() + 60_000)}
  where id = (select d.id from webhook_deliveries d where d.webhook_id = ${webhook} and d.status = 'fila'
      and (d.next_at is null or d.next_at <= ${now})
      and not exists (select 1 from webhook_deliveries e where e.webhook_id = d.webhook_id and e.about = d.about
        and e.object_id = d.object_id and e.status = 'fila' and e.id < d.id and d.about <> 'test')
    order by d.next_at nulls first, d.id limit 1 for update skip locked)
  returning id, message, type, about, object_id, occurred_at, tries`
export async function noteTaken(tx: Tx, webhook: number, delivery: number, answer: number, took: number, now: Date) {
  await tx.sql`update webhook_deliveries set status = 'entregue', next_at = null, answer = ${answer}, reason = '',
    took_ms = ${took} where id = ${delivery} and status = 'fila'`
  await tx.sql`update webhooks set failures = 0, failing_since = null, rests_until = null, delivered_at = ${now}
    where id = ${webhook}`
}
export const noteRefused = (
  tx: Tx,
  delivery: number,
  d: { answer: number | null; reason: string; took: number; next_at: Date | null },
) => tx.sql`
  update webhook_deliveries set status = case when ${d.next_at}::timestamptz is null then 'desistiu' else 'fila' end,
    next_at = ${d.next_at}, answer = ${d.answer}, reason = ${d.reason}, took_ms = ${d.took}
  where id = ${delivery} and status = 'fila'`
export const noteSilent = (tx: Tx, webhook: number, rests_until: Date | null, now: Date) =>
  tx.first<{ failures: number; failing_since: Date }>`
  update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, ${now}), rests_until = ${rests_until}
  where id = ${webhook} returning failures, failing_since`
export const sweepDeliveries = async (tx: Tx, now: Date, limit: number): Promise<number> =>
  (await tx.first<{ n: number }>`select app.sweep_webhooks(${now}, ${limit}) as n`)?.n ?? 0
