import { goods } from '#features/commissions/server/index.ts'
import { part, type Tx } from '#server/db.ts'
import type { Run } from '../contract.ts'
import { systemOf, type Type } from '../rules.ts'

export interface IntegrationRow {
  id: number
  company_id: number
  type: Type
  id_system: string
  settings: Record<string, string>
  active: boolean
  filter: string
  send_order_to_integration: boolean
  ignore_stock: boolean
  sync_categories: boolean
  problem: string
  synced_until: Date | null
  synced_at: Date | null
  full_at: Date | null
  created_at: Date
}
export interface SecretRow {
  field: string
  sealed: Buffer
  last4: string
  expires_at: Date | null
}
const columns = part`id, company_id, type, id_system, settings, active, filter, send_order_to_integration,
  ignore_stock, sync_categories, problem, synced_until, synced_at, full_at, created_at`
const runColumns = part`id, mode, status, started_at, ended_at, resume_at, seen, created, changed, retired, absent,
  message, losses`
export interface Shown extends IntegrationRow {
  products: number
  absent: number
  orders_waiting: number
  orders_refused: number
  secrets: { field: string; last4: string }[]
  run:
    | (Omit<Run, 'started_at' | 'ended_at' | 'resume_at'> & {
        started_at: string
        ended_at: string | null
        resume_at: string | null
      })
    | null
}
const shown = part`${columns},
  (select count(*) from external_refs e where e.company_id = i.company_id and e.integration_id = i.id
    and e.kind = 'product') as products,
  coalesce((select r.absent from sync_runs r
    where r.company_id = i.company_id and r.integration_id = i.id and r.mode = 'full' and r.status = 'pronto'
    order by r.id desc limit 1), 0) as absent,
  (select count(*) from erp_orders e where e.company_id = i.company_id and e.integration_id = i.id
    and e.status in ('fila', 'enviando', 'incerto')) as orders_waiting,
  (select count(*) from erp_orders e where e.company_id = i.company_id and e.integration_id = i.id
    and e.status in ('recusado', 'parado')) as orders_refused,
  (select coalesce(json_agg(json_build_object('field', s.field, 'last4', s.last4)), '[]') from integration_secrets s
    where s.company_id = i.company_id and s.integration_id = i.id) as secrets,
  (select to_json(r) from (select ${runColumns} from sync_runs r
    where r.company_id = i.company_id and r.integration_id = i.id order by r.id desc limit 1) r) as run`
export const findIntegrations = (tx: Tx, types: string[], limit: number, offset: number) => tx.sql<
  Shown & { total: number }
>`
  select ${shown}, count(*) over () as total from integrations i where deleted_at is null and type = any(${types})
  order by id limit ${limit} offset ${offset}`
export const findShown = (tx: Tx, id: number) =>
  tx.first<Shown>`select ${shown} from integrations i where id = ${id} and deleted_at is null`
export const findIntegration = (tx: Tx, id: number) =>
  tx.first<IntegrationRow>`select ${columns} from integrations where id = ${id} and deleted_at is null`
export const findByType = (tx: Tx, type: Type) =>
  tx.first<IntegrationRow>`select ${columns} from integrations where type = ${type} and deleted_at is null`
/** Keeps others from renewing its tokens meanwhile. */
export const lockIntegration = (tx: Tx, id: number) =>
  tx.first`select 1 from integrations where id = ${id} and deleted_at is null for no key update`
export const findSecrets = (tx: Tx, id: number) =>
  tx.sql<SecretRow>`select field, sealed, last4, expires_at from integration_secrets where integration_id = ${id}`

export const findRuns = (tx: Tx, integration: number) => tx.sql<Run & { issues: { what: string; message: string }[] }>`
  select ${runColumns}, (select coalesce(json_agg(json_build_object('what', s.what, 'message', s.message)
    order by s.id), '[]')
    from (select * from sync_issues s where s.company_id = r.company_id and s.run_id = r.id order by s.id
      limit 100) s) as issues
  from sync_runs r where integration_id = ${integration} order by id desc limit 20`
export const findRun = (tx: Tx, id: number) => tx.first<Run>`select ${runColumns} from sync_runs where id = ${id}`
export const findOpenRun = (tx: Tx, integration: number) =>
  tx.first<{
    id: number
  }>`select id from sync_runs where integration_id = ${integration} and status in ('andando', 'espera')`
/** When somebody asked for everything anew and it did not fail. */
export const lastFull = async (tx: Tx, integration: number) =>
  (
    await tx.first<{
      started_at: Date
    }>`select started_at from sync_runs where integration_id = ${integration} and asked_full and status <> 'falhou'
      order by id desc limit 1`
  )?.started_at
export const lastWhole = (tx: Tx, integration: number) =>
  tx.first<{
    id: number
    absent: number
  }>`select id, absent from sync_runs where integration_id = ${integration} and mode = 'full' and status = 'pronto'
    order by id desc limit 1`

export interface Ref {
  external_id: string
  local_id: number
  seen: Record<string, unknown>
  stock_run: number | null
  /** The last run that changed it here. */
  changed_run: number | null
}
/** Locked in one order. */
export const findRefs = (tx: Tx, integration: number, kind: 'product' | 'category', ids: string[]) => tx.sql<Ref>`
  select external_id, local_id, seen, stock_run, changed_run from external_refs
  where integration_id = ${integration} and kind = ${kind} and external_id = any(${ids})
  order by external_id for update`
/** Those of deleted categories as well. */
export const findCategoryRefs = (tx: Tx, integration: number) => tx.sql<
  Pick<Ref, 'external_id' | 'local_id' | 'seen'> & { deleted: boolean }
>`
  select e.external_id, e.local_id, e.seen, c.deleted_at is not null as deleted from external_refs e
  join categories c on c.company_id = e.company_id and c.id = e.local_id
  where e.integration_id = ${integration} and e.kind = 'category'`
/** Products that neither a whole run nor one after it met and that stand in the catalogue,
 * and how many are linked in all. */
export const findUnseen = (tx: Tx, integration: number, run: number) => tx.sql<Ref & { linked: number }>`
  select external_id, local_id, seen, stock_run, changed_run, linked from (
    select e.*, p.active, count(*) filter (where p.active) over () as linked from external_refs e
    join products p on p.company_id = e.company_id and p.id = e.local_id and p.deleted_at is null
    where e.integration_id = ${integration} and e.kind = 'product') x
  where x.seen_run < ${run} and x.active`
/** Pieces that a run counted, where they are not what they were the last time. */
export const findCounted = (tx: Tx, integration: number, run: number) => tx.sql<{
  external_id: string
  counted: number
}>`
  select external_id, (seen->>'counted')::bigint as counted from external_refs
  where integration_id = ${integration} and kind = 'product' and stock_run = ${run}
    and seen ? 'counted' and seen->'counted' is distinct from seen->'stock'`
/** Linked products that the list of this run left out, but for those of which it is known that they have none. */
export const findLeftOut = (tx: Tx, integration: number, run: number, field: 'stock' | 'price') => tx.sql<{
  external_id: string
}>`
  select external_id from external_refs where integration_id = ${integration} and kind = 'product' and ${
    field === 'stock'
      ? part`stock_run is distinct from ${run} and coalesce((seen->>'stock')::bigint, -1) <> 0`
      : part`price_run is distinct from ${run} and seen->>'price' is not null`
  }`
/** Products without a link, by code in small letters. */
export const findUnlinkedByCode = (tx: Tx, integration: number, codes: string[]) => tx.sql<{
  id: number
  code: string
  linked: boolean
}>`
  select p.id, lower(p.code) as code,
    exists (select 1 from external_refs e where e.company_id = p.company_id and e.integration_id = ${integration}
      and e.kind = 'product' and e.local_id = p.id) as linked
  from products p where lower(p.code) = any(${codes}) and p.code <> '' and p.deleted_at is null`

/** Locked, so that no piece is sold while they are written. */
export const findVariations = (tx: Tx, product: number) => tx.sql<{
  specs: Record<string, string>
  code: string
  ean: string
  price: number | null
  stock: number | null
  surcharge: number
  image: string
}>`select specs, code, ean, price, stock, surcharge, image from variations where product_id = ${product}
  order by id for update`

export interface Photo {
  product_id: number
  address: string
  source: string
}
export const findPhotosToFetch = (tx: Tx, run: number, limit: number) => tx.sql<Photo & { product: string }>`
  select f.product_id, f.address, f.source, concat_ws(' ', nullif(p.code, ''), p.name) as product
  from external_photos f join products p on p.company_id = f.company_id and p.id = f.product_id
  where f.run_id = ${run} and f.status = 'fila' order by f.product_id, f.address limit ${limit}`
/** Whether a product shows pictures that did not come from its ERP: then the ERP's are left out. */
export const hasOwnPhotos = async (tx: Tx, integration: number, product: number) =>
  (
    await tx.first<{ own: boolean }>`select (select count(*) from product_images where product_id = ${product})
    > (select count(*) from external_photos where integration_id = ${integration} and product_id = ${product}
      and status = 'pronta') as own`
  )?.own === true
export const findStalledRuns = (tx: Tx, now: Date) =>
  tx.sql<{ company_id: number; id: number; type: Type }>`select company_id, id, type from app.stalled_runs(${now})`
export const findDue = (tx: Tx, now: Date) =>
  tx.sql<{ company_id: number; id: number }>`select company_id, id from app.due_integrations(${now})`
export const findStalledPushes = (tx: Tx, now: Date) =>
  tx.sql<{
    company_id: number
    order_id: number
    type: Type
  }>`select company_id, order_id, type from app.stalled_erp_orders(${now})`

export interface OrderToSend {
  id: number
  number: number | null
  status: string
  /** The buyer's own, and no other's after a restore; null: nobody is known. */
  client_key: string | null
  client_id: number | null
  /** Whom its last order without a document stands for there, and who else's stand for whom. */
  known_as: string | null
  known_others: string[]
  name: string
  company_name: string
  document: string
  email: string
  phone: string
  description: string
  payment_term: string
  /** The data of its person were erased. */
  erased: boolean
  /** Of the amounts: an importer's dollars are reais here, at the order's own rate. */
  currency: string
  freight: number
  discount: number
  received_at: Date
  confirmed_at: Date | null
  time_zone: string
  lines: {
    external_id: string | null
    code: string
    name: string
    specs: string
    quantity: number
    unit_price: number
  }[]
}
/** An order and what its lines are there: a variation's own id where the ERP gave one. Pieces are rounded up, so that what
 * this adds is a discount and no surcharge: less it, the lines come to the order's goods. A buyer whose orders went there
 * under their number alone (before migration 0156) is known there in the same way. */
export const findOrderToSend = (tx: Tx, integration: number, order: number) => tx.first<OrderToSend>`
  select o.id, o.number, o.status, u.id || case when exists (select 1 from orders b
      join erp_orders e on e.company_id = b.company_id and e.order_id = b.id
      where b.company_id = o.company_id and b.client_id = u.id and e.own_key = 'MST-' || b.id) then ''
      else '-' || app.mark_of(extract(epoch from u.created_at)::text, 6) end as client_key, u.id as client_id,
  (select k.external_id from erp_clients k join users m on m.company_id = k.company_id and m.id = k.client_id
    where k.company_id = o.company_id and k.integration_id = ${integration} and u.id in (m.id, m.merged_into)
    order by m.merged_into nulls first limit 1) as known_as,
  case when o.document <> '' then '{}' else array(select k.external_id from erp_clients k
    join users m on m.company_id = k.company_id and m.id = k.client_id
    where k.company_id = o.company_id and k.integration_id = ${integration}
      and coalesce(m.merged_into, m.id) is distinct from u.id) end as known_others,
  o.name, o.company_name, o.document, o.email, o.phone, o.description,
  o.payment_term, case when r.rate is null then o.currency else 'BRL' end as currency,
    round(o.freight * coalesce(r.rate, 1))::bigint as freight,
    coalesce((select sum(l.quantity * ceil(l.unit_price * coalesce(r.rate, 1))) from order_lines l
      where l.company_id = o.company_id and l.order_id = o.id), 0)::bigint - ${goods} as discount,
    o.received_at, o.confirmed_at, o.erased_at is not null as erased, c.time_zone,
    (select json_agg(json_build_object('external_id', coalesce((select v->>'external_id'
      from jsonb_array_elements(e.seen->'variations') v where v->'specs' = l.specs limit 1), e.external_id),
      'code', l.code, 'name', l.name, 'specs', (select coalesce(string_agg(value, ', ' order by key), '')
        from jsonb_each_text(l.specs)),
      'quantity', l.quantity, 'unit_price', ceil(l.unit_price * coalesce(r.rate, 1))) order by l.line)
      from order_lines l left join external_refs e on e.company_id = l.company_id and e.integration_id = ${integration}
      and e.kind = 'product' and e.local_id = l.product_id
      where l.company_id = o.company_id and l.order_id = o.id) as lines
  from orders o join companies c on c.id = o.company_id
    left join users u on u.company_id = o.company_id and u.id = o.client_id
    cross join lateral (select case when c.importer and o.currency = 'USD' then o.exchange_rate end as rate) r
  where o.id = ${order}`
export interface PushRow {
  integration_id: number
  type: Type
  status: 'fila' | 'enviando' | 'incerto' | 'enviado' | 'recusado' | 'parado'
  external_number: string
  message: string
  resume_at: Date | null
  sent_at: Date | null
}
export const systemName = (type: string) => systemOf(type as Type).system_name
export const findPush = (tx: Tx, order: number) => tx.first<PushRow>`
  select e.integration_id, i.type, e.status, e.external_number, e.message, e.resume_at, e.sent_at
  from erp_orders e join integrations i on i.company_id = e.company_id and i.id = e.integration_id
  where e.order_id = ${order}`
/** Whether another link sends orders already. */
export const findSender = (tx: Tx, except: number) =>
  tx.first<{
    type: Type
  }>`select type from integrations where send_order_to_integration and deleted_at is null and id <> ${except} limit 1`
