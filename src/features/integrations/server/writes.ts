import { part, type Tx } from '#server/db.ts'
import type { Run } from '../contract.ts'
import type { Losses } from '../rules.ts'
import type { Cursor, Sent } from './erp/types.ts'
import type { IntegrationRow, Photo, PushRow, Ref } from './queries.ts'

export async function addIntegration(tx: Tx, company: number, type: string, now: Date): Promise<number> {
  const row = await tx.first<{
    id: number
  }>`insert into integrations (company_id, type, created_at) values (${company}, ${type}, ${now}) returning id`
  return row?.id as number
}
export type Changed = Partial<
  Pick<
    IntegrationRow,
    'id_system' | 'active' | 'filter' | 'send_order_to_integration' | 'ignore_stock' | 'sync_categories' | 'problem'
  >
>
export const changeIntegration = (tx: Tx, id: number, c: Changed) => tx.sql`
  update integrations set id_system = coalesce(${c.id_system ?? null}, id_system),
  active = coalesce(${c.active ?? null}::boolean, active),
    filter = coalesce(${c.filter ?? null}, filter), send_order_to_integration =
    coalesce(${c.send_order_to_integration ?? null}::boolean, send_order_to_integration),
    ignore_stock = coalesce(${c.ignore_stock ?? null}::boolean, ignore_stock),
    sync_categories = coalesce(${c.sync_categories ?? null}::boolean, sync_categories),
    problem = coalesce(${c.problem ?? null}, problem)
  where id = ${id}`
/** What came over is read anew from the beginning, also when an update that is under way ends. */
export const forgetWatermark = (tx: Tx, id: number) => tx.sql`
  update integrations set synced_until = null, chosen_in = (select max(r.id) from sync_runs r
    where r.company_id = integrations.company_id and r.integration_id = ${id}) where id = ${id}`
export const LINK_OFF = 'A integração foi desligada.'
/** Its secrets go, its log and the products stay. */
export async function removeIntegration(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.sql`delete from integration_secrets where integration_id = ${id}`
  await tx.sql`delete from external_refs where integration_id = ${id}`
  await tx.sql`delete from erp_clients where integration_id = ${id}`
  await tx.sql`delete from external_photos where integration_id = ${id}`
  await tx.sql`delete from sync_pages where run_id in (select r.id from sync_runs r where r.integration_id = ${id})`
  await tx.sql`update sync_runs set status = 'falhou', ended_at = ${now}, message = ${LINK_OFF}
    where integration_id = ${id} and status in ('andando', 'espera')`
  await refuseWaiting(tx, id, ['fila', 'incerto', 'parado'], LINK_OFF)
  await tx.sql`update integrations set deleted_at = ${now}, active = false where id = ${id}`
}
export const saveSecret = (
  tx: Tx,
  company: number,
  integration: number,
  s: { field: string; sealed: Buffer; last4: string; now: Date; expires_at?: Date },
) => tx.sql`
  insert into integration_secrets (company_id, integration_id, field, sealed, last4, changed_at, expires_at)
  values (${company}, ${integration}, ${s.field}, ${s.sealed}, ${s.last4}, ${s.now}, ${s.expires_at ?? null})
  on conflict (company_id, integration_id, field) do update
  set sealed = excluded.sealed, last4 = excluded.last4, changed_at = excluded.changed_at,
  expires_at = excluded.expires_at`
/** Tokens made from keys that are no more. */
export const dropTokens = (tx: Tx, integration: number) =>
  tx.sql`delete from integration_secrets where integration_id = ${integration} and field in ('access', 'refresh')`

export async function addRun(
  tx: Tx,
  company: number,
  r: { integration_id: number; mode: Run['mode']; asked_full: boolean; since: Date | null; allowed: number; now: Date },
): Promise<number> {
  const row = await tx.first<{
    id: number
  }>`insert into sync_runs (company_id, integration_id, mode, asked_full, since, allowed, started_at, heartbeat_at)
    values (${company}, ${r.integration_id}, ${r.mode}, ${r.asked_full}, ${r.since}, ${r.allowed}, ${r.now}, ${r.now})
    returning id`
  return row?.id as number
}
export interface Claimed {
  integration_id: number
  mode: Run['mode']
  cursor: RunCursor | null
  since: Date | null
  started_at: Date
  waits: number
  seen: number
  allowed: number
}
/** Where a run stands; null: nothing was read yet. */
export interface RunCursor {
  at: Cursor | null
  /** The products are read a second time. */
  again?: boolean
  /** How many pages wait in sync_pages; without it pages are written as they are read. */
  staged?: number
  /** The page of them that is written next: all were read. */
  apply?: number
  /** The digest of the page that was read last, and how often it has come again since. */
  last?: { digest: string; repeats: number }
}
/** Takes a run for one step; undefined when it ended or another step has it. */
export const claimRun = (tx: Tx, id: number, lease: string, now: Date) => tx.first<Claimed>`
  update sync_runs set lease = ${lease}, heartbeat_at = ${now}, status = 'andando', resume_at = null
  where id = ${id} and status in ('andando', 'espera')
  and (lease = '' or heartbeat_at < ${now}::timestamptz - interval '5 minutes')
    and (resume_at is null or resume_at <= ${now})
  returning integration_id, mode, cursor, since, started_at, waits, seen, allowed`
/** Whether the run is still this step's; it stays so until the transaction ends. */
export const holdsRun = async (tx: Tx, id: number, lease: string) =>
  (await tx.first`select 1 from sync_runs where id = ${id} and lease = ${lease} and status = 'andando' for update`) !==
  undefined
export interface Counts {
  seen: number
  created: number
  changed: number
}
export const advanceRun = (tx: Tx, id: number, cursor: unknown, c: Counts, now: Date) => tx.sql`
  update sync_runs set cursor = ${JSON.stringify(cursor)}::jsonb, lease = '', heartbeat_at = ${now}, waits = 0,
    seen = seen + ${c.seen}, created = created + ${c.created}, changed = changed + ${c.changed} where id = ${id}`
export const waitRun = (tx: Tx, id: number, message: string, at: Date) => tx.sql`
  update sync_runs set status = 'espera', lease = '', message = ${message}, resume_at = ${at}, waits = waits + 1
  where id = ${id}`
export interface Ended {
  status: 'pronto' | 'falhou' | 'retido'
  message: string
  retired?: number
  absent?: number
  losses?: Losses
  now: Date
}
export const endRun = (tx: Tx, id: number, r: Ended) => tx.sql`
  update sync_runs set status = ${r.status}, lease = '', ended_at = ${r.now}, message = ${r.message},
  retired = ${r.retired ?? 0}, absent = ${r.absent ?? 0}, losses = ${r.losses ? JSON.stringify(r.losses) : null}::jsonb
  where id = ${id}`
export const setRetired = (tx: Tx, id: number, retired: number) =>
  tx.sql`update sync_runs set retired = ${retired}, absent = 0 where id = ${id}`
export const setSynced = (tx: Tx, id: number, s: { run: number; until: Date; now: Date; full: boolean }) => tx.sql`
  update integrations set synced_until = case when chosen_in is distinct from ${s.run} then ${s.until}::timestamptz end,
  synced_at = ${s.now}, full_at = case when ${s.full} then ${s.now}
  else full_at end, problem = '' where id = ${id}`
export const addIssues = (tx: Tx, company: number, run: number, issues: { what: string; message: string }[]) => tx.sql`
  insert into sync_issues (company_id, run_id, what, message)
  select ${company}, ${run}, left(what, 200), left(message, 300)
  from jsonb_to_recordset(${JSON.stringify(issues)}::jsonb) as x(what text, message text)`
/** Old runs go; the newest fifty of a link stay. */
export const trimRuns = (tx: Tx, integration: number) => tx.sql`
  delete from sync_runs where integration_id = ${integration} and id not in (select id from sync_runs
    where integration_id = ${integration} order by id desc limit 50)`

export const saveRefs = (
  tx: Tx,
  company: number,
  integration: number,
  kind: 'product' | 'category',
  run: number,
  refs: (Pick<Ref, 'external_id' | 'local_id'> & { seen: object; changed: boolean })[],
) =>
  tx.sql`
  insert into external_refs (company_id, integration_id, kind, external_id, local_id, seen, seen_run, changed_run)
  select ${company}, ${integration}, ${kind}, external_id, local_id, seen, ${run}, case
  when changed then ${run}::bigint end
  from jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as x(external_id text, local_id bigint, seen jsonb,
    changed boolean)
  on conflict (company_id, integration_id, kind, external_id) do update
  set local_id = excluded.local_id, seen = excluded.seen, seen_run = excluded.seen_run,
    changed_run = coalesce(excluded.changed_run, external_refs.changed_run)`
/** What another list said of products: added to what is known of each. */
export const saveSeen = (
  tx: Tx,
  integration: number,
  run: number,
  rows: { external_id: string; seen: object; list: 'stock' | 'price' | null; changed: boolean }[],
) => tx.sql`
  update external_refs e set seen = e.seen || x.seen, stock_run = case when x.list = 'stock' then ${run}
  else e.stock_run end, price_run = case when x.list = 'price' then ${run} else e.price_run end, changed_run = case when x.changed then ${run} else e.changed_run end
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(external_id text, seen jsonb, list text,
    changed boolean)
  where e.integration_id = ${integration} and e.kind = 'product' and e.external_id = x.external_id`

/** Photos that are not known yet wait to be fetched; one that failed is tried again, with its newest source. */
export const wantPhotos = (tx: Tx, company: number, integration: number, run: number, photos: Photo[]) => tx.sql`
  insert into external_photos (company_id, integration_id, product_id, address, source, run_id)
  select ${company}, ${integration}, product_id, address, source, ${run}
  from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb) as x(product_id bigint, address text, source text)
  on conflict (company_id, integration_id, product_id, address) do update
  set source = excluded.source, run_id = excluded.run_id,
    status = case when external_photos.status = 'falhou' then 'fila' else external_photos.status end`
export const markPhoto = (tx: Tx, integration: number, p: Photo, status: 'pronta' | 'falhou' | 'dispensada') => tx.sql`
  update external_photos set status = ${status}
  where integration_id = ${integration} and product_id = ${p.product_id} and address = ${p.address}`

/** The watch comes in so many seconds, where its minute is longer. */
export const watchSoon = (tx: Tx, seconds: number) => tx.sql`select app.watch_erps_in(${seconds})`
/** The same for what is next of all that waits. */
export const watchNext = (tx: Tx, now: Date) => tx.sql`select app.watch_erps_next(${now})`
/** What was noted before the clock was set back waits no longer than it was told to. */
export const clockBack = (tx: Tx, now: Date) => tx.sql`select app.erp_clock_back(${now})`

export interface Push {
  integration_id: number
  own_key: string
  /** What it was before this try. */
  was: 'fila' | 'incerto' | 'enviando'
  rounds: number
}
/** Takes an order for one try, marked as being sent before anything goes out; undefined when
 * it is done or another has it. */
export const claimPush = (tx: Tx, order: number, lease: string, now: Date) => tx.first<Push>`
  with before as (select order_id, status from erp_orders where order_id = ${order} for update)
  update erp_orders e set status = 'enviando', lease = ${lease}, heartbeat_at = ${now}, resume_at = null
  from before b where e.order_id = b.order_id and (b.status in ('fila', 'incerto')
    and (e.resume_at is null or e.resume_at <= ${now})
    or b.status = 'enviando' and e.heartbeat_at < ${now}::timestamptz - interval '5 minutes')
  returning e.integration_id, e.own_key, b.status as was, e.rounds`
export const holdsPush = async (tx: Tx, order: number, lease: string) =>
  (await tx.first`select 1 from erp_orders where order_id = ${order} and lease = ${lease} and status = 'enviando'
    for update`) !== undefined
/** What another system answered about an order is not kept once the data of its person were erased. */
const unlessErased = (
  order: number,
  message: string,
) => part`case when (select erased_at from orders where id = ${order})
  is null then ${message}::text else ${message === ERASED ? ERASED : ''}::text end`
/** Why an order whose person was erased is not sent. */
export const ERASED = 'Os dados de quem pediu foram apagados: este pedido não é mais enviado.'
export const isErased = async (tx: Tx, order: number) =>
  (await tx.first`select 1 from orders where id = ${order} and erased_at is not null`) !== undefined
export async function pushSent(tx: Tx, order: number, sent: Sent, now: Date): Promise<void> {
  await tx.sql`update erp_orders set status = 'enviado', lease = '', message = ${unlessErased(order, sent.alert ?? '')}, external_id = ${sent.external_id},
    external_number = ${sent.number}, sent_at = ${now} where order_id = ${order}`
  await tx.sql`update orders set erp_status = 'enviado' where id = ${order}`
}
export async function setPush(
  tx: Tx,
  order: number,
  p: { status: 'fila' | 'incerto' | 'recusado' | 'parado'; message: string; resume_at: Date | null; round?: boolean },
): Promise<void> {
  await tx.sql`update erp_orders set status = ${p.status}, lease = '', message = ${unlessErased(order, p.message)},
    resume_at = ${p.resume_at}, rounds = rounds + ${p.round ? 1 : 0} where order_id = ${order}`
  await tx.sql`update orders set erp_status = ${p.status === 'recusado' || p.status === 'parado' ? 'erro' : 'na_fila'}
    where id = ${order}`
}
/** Orders of a link that do not go there any more. */
export const refuseWaiting = (tx: Tx, integration: number, statuses: PushRow['status'][], message: string) => tx.sql`
  with refused as (update erp_orders set status = 'recusado', message = ${message}, resume_at = null
    where integration_id = ${integration} and status = any(${statuses}) returning company_id, order_id)
  update orders o set erp_status = 'erro' from refused r where o.company_id = r.company_id and o.id = r.order_id`
/** Whom a client without a document stands for there. */
export const keepClient = (tx: Tx, company: number, integration: number, client: number, external_id: string) => tx.sql`
  insert into erp_clients (company_id, client_id, integration_id, external_id)
  values (${company}, ${client}, ${integration}, ${external_id})
  on conflict (company_id, client_id, integration_id) do update set external_id = excluded.external_id`
export const postponePushes = (tx: Tx, integration: number, at: Date) => tx.sql`
  update erp_orders set resume_at = ${at} where integration_id = ${integration} and status in ('fila', 'incerto')
  and (resume_at is null or resume_at < ${at})`
/** Puts an order back into the queue; what may be there is looked for first, when it can be found for sure. */
export const queueAgain = async (tx: Tx, order: number) =>
  (
    await tx.sql`update erp_orders set status = case when status = 'recusado' then 'fila'
      else 'incerto' end, rounds = 0, resume_at = case
      when status in ('incerto', 'parado') then resume_at end,
      integration_id = coalesce((select id from integrations
        where active and deleted_at is null and send_order_to_integration order by id limit 1), integration_id)
    where order_id = ${order} and status in ('recusado', 'parado', 'fila', 'incerto') returning 1`
  ).length > 0
export const saveSettings = (tx: Tx, id: number, settings: Record<string, string>) =>
  tx.sql`update integrations set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${id}`
