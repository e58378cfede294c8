import { SOLD } from '#features/orders/server/index.ts'
import { part, type Tx } from '#server/db.ts'
import type { Spot } from '../contract.ts'

/** Whoever bought something of a category, or below it, since then. */
const buyersOf = (category: number, since: Date) => part`u.id in (
  select o.client_id from orders o where o.client_id is not null and o.received_at >= ${since}
    and ${SOLD} and exists (select 1 from order_lines l
      join product_categories pc on pc.company_id = l.company_id and pc.product_id = l.product_id
      where l.company_id = o.company_id and l.order_id = o.id and pc.category_id in (
        select c.id from categories c where c.id = ${category} or c.master_id = ${category})))`
/** Clients by name; `seller`: of this portfolio. */
export const findSpots = (tx: Tx, f: { seller: number | null; category: { id: number; since: Date } | null }) => tx.sql<
  Omit<Spot, 'days_since'>
>`
  select u.id, coalesce(nullif(u.company_name, ''), u.name) as name, coalesce(u.address->>'city', '') as city,
    coalesce(u.address->>'state', '') as state, u.lat, u.lng, u.seller_id, l.last_order_at
  from users u left join lateral (select o.received_at as last_order_at from orders o
    where o.company_id = u.company_id and o.client_id = u.id and ${SOLD}
    order by o.received_at desc limit 1) l on true
  where u.level = 3 and u.deleted_at is null and not u.is_visitor and u.active
    and (${f.seller}::bigint is null or u.seller_id = ${f.seller})
    and ${f.category ? buyersOf(f.category.id, f.category.since) : part`true`}
  order by lower(coalesce(nullif(u.company_name, ''), u.name)), u.id`
