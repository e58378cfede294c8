import type { Tx } from '#server/db.ts'

/** Tags of the company's list and of its products, with how many products carry each. */
export const findTags = (tx: Tx) => tx.sql<{ tag: string; products: number }>`
  select tag, count(id) as products from (
    select x as tag, p.id from products p, unnest(p.tags) x where p.deleted_at is null
    union all select x, null from companies c, unnest(c.tags) x where c.id = app.company()) all_tags group by tag
    order by lower(tag)`
/** The company's own list, kept still until the transaction ends. */
export const lockTags = async (tx: Tx) =>
  (await tx.first<{ tags: string[] }>`select tags from companies where id = app.company() for no key update`)?.tags ??
  []
export const storeTags = (tx: Tx, tags: string[]) =>
  tx.sql`update companies set tags = ${tags} where id = app.company()`
/** Products whose tags are renamed or leave the list: what they have, what they would have.
 * Two that become one are one. */
export const findChanges = (tx: Tx, tags: string[], renamed: Record<string, string>) => tx.sql<{
  id: number
  was: string[]
  now: string[]
}>`
  select * from (select p.id, p.tags as was, array(select y
    from (select coalesce(${JSON.stringify(renamed)}::jsonb->>x, x) as y, min(n) as n
      from unnest(p.tags) with ordinality as u(x, n) group by 1) named where y = any(${tags}::text[]) order by n) as now
    from products p where p.deleted_at is null and p.tags <> '{}') changes where was <> now order by id`
