// What counts as sold, brought up to date: the orders that changed since, in pieces (migrations/0069).
import { goods } from '#features/commissions/server/index.ts'
import { SOLD } from '#features/orders/server/index.ts'
import { part, type Tx } from '#server/db.ts'
import type { ShowcaseRow } from './queries.ts'

/** How far a company's figures are, and where they should be. */
export interface Reach {
  time_zone: string
  importer: boolean
  cluster: string
  open_since: string
  /** Counted before, under the same time zone, in this database. */
  same: boolean
  done_changed: string
  done_id: number
  next_round: string | null
  behind: boolean
}
/** Orders after what is counted. What a restored database brought from another one's future is no change. */
const after = (changed: unknown, id: unknown) => part`o.changed >= ${changed}::xid8
    and o.changed < pg_snapshot_xmax(pg_current_snapshot())
    and (o.changed > ${changed}::xid8 or o.id > ${id}::bigint)`
export const readReach = async (tx: Tx, company: number): Promise<Reach> =>
  // Asked first by every call, so that each question of figures is planned for what is asked: a plan that a connection
  // remembers for any period takes three days for three years, and thousands of orders for a few.
  (await tx.first<Reach>`
    select set_config('plan_cache_mode', 'force_custom_plan', true), c.time_zone, c.importer, m.cluster, m.open_since,
      k.done_changed::text, k.done_id, k.next_round::text,
      coalesce((k.time_zone, k.importer, k.cluster) = (c.time_zone, c.importer, m.cluster), false) as same,
      k.next_round is not null or exists (select 1 from orders o where o.company_id = c.id
        and o.changed >= coalesce(k.done_changed, '0') and o.changed < pg_snapshot_xmax(pg_current_snapshot())) as behind
    from companies c cross join app.change_mark() m left join figures_kept k on k.company_id = c.id
    where c.id = ${company}`) as Reach
/** One counts at a time. */
export async function lockFigures(tx: Tx, company: number, r: Reach): Promise<void> {
  await tx.sql`insert into figures_kept (company_id, time_zone, importer, cluster)
    values (${company}, ${r.time_zone}, ${r.importer}, '') on conflict do nothing`
  await tx.sql`select 1 from figures_kept where company_id = ${company} for update`
}
/** Nobody deletes them before they are counted. */
export const pickChanged = (tx: Tx, changed: string, id: number, limit: number) =>
  tx.sql<{ id: number; changed: string }>`
    select o.id, o.changed::text from orders o where ${after(changed, id)} order by o.changed, o.id limit ${limit}
    for key share`
/** Counts these orders anew. What an order's discount leaves is spread over its lines as commissions spread it
 * (netLines): whole cents that come to the order. */
export async function count(tx: Tx, ids: number[]): Promise<void> {
  await tx.sql`delete from sold_lines where order_id = any(${ids}::bigint[])`
  await tx.sql`delete from sold_orders where order_id = any(${ids}::bigint[])`
  await tx.sql`
    insert into sold_orders (company_id, order_id, at, day, seller_id, client_id, by_buyer, pieces, goods)
    select o.company_id, o.id, o.received_at, (o.received_at at time zone c.time_zone)::date, o.seller_id, o.client_id,
      o.origin = 'cliente', o.items_count, ${goods}
    from orders o join companies c on c.id = o.company_id where o.id = any(${ids}::bigint[]) and ${SOLD}`
  await tx.sql`
    insert into sold_lines (company_id, order_id, product_id, day, seller_id, pieces, goods)
    select company_id, order_id, product_id, day, seller_id, sum(quantity), sum(until_here - until_before)
    from (select x.*, case when whole > 0 then div(2 * net * upto + whole, 2 * whole) else 0 end as until_here,
        case when whole > 0 then div(2 * net * (upto - total) + whole, 2 * whole) else 0 end as until_before
      from (select l.company_id, l.order_id, l.product_id, l.quantity, l.total, s.day, s.seller_id,
          s.goods::numeric as net, sum(l.total) over (partition by l.order_id order by l.line) as upto,
          sum(l.total) over (partition by l.order_id) as whole
        from sold_orders s join order_lines l on l.company_id = s.company_id and l.order_id = s.order_id
        where s.order_id = any(${ids}::bigint[])) x) y
    group by 1, 2, 3, 4, 5`
}
export const keepReach = (
  tx: Tx,
  company: number,
  r: Pick<Reach, 'time_zone' | 'importer' | 'cluster' | 'done_changed' | 'done_id' | 'next_round'>,
) => tx.sql`update figures_kept set time_zone = ${r.time_zone}, importer = ${r.importer}, cluster = ${r.cluster},
    done_changed = ${r.done_changed}::xid8, done_id = ${r.done_id}, next_round = ${r.next_round}::xid8
  where company_id = ${company}`

/** The catalogue's version is raised with it: the page that shows it is kept by that. */
export const putShowcase = (tx: Tx, company: number, s: ShowcaseRow, now: Date) => tx.sql`
  insert into showcases (company_id, sites, category_id, most, updated_at)
  select ${company}, ${s.sites}, ${s.category_id}, ${s.most}, ${now} from app.raise_version(${company})
  on conflict (company_id) do update set sites = excluded.sites, category_id = excluded.category_id,
    most = excluded.most, updated_at = excluded.updated_at`
