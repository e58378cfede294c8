import type { Tx } from '#server/db.ts'

/** Tags of the company's list and of its products, with how many products carry each. */
export const findTags = (tx: Tx) => tx.sql<{ tag: string; products: number }>`
  select tag, count(id) as products from (
    select x as tag, p.id from products p, unnest(p.tags) x where p.deleted_at is null
    union all select x, null from companies c, unnest(c.tags) x where c.id = app.company()) all_tags group by tag order by lower(tag)`
export const storeTags = (tx: Tx, tags: string[]) => tx.sql`update companies set tags = ${tags} where id = app.company()`
/** Takes tags that are not on the list off every product; answers how many products changed. */
export const dropOtherTags = async (tx: Tx, tags: string[]) =>
  (
    await tx.sql`update products set tags = array(select x from unnest(tags) with ordinality as u(x, n) where x = any(${tags}::text[]) order by n)
      where deleted_at is null and not tags <@ ${tags}::text[] returning 1`
  ).length
/** Renames in every product at once; two that become one are one. */
export const renameTags = (tx: Tx, renamed: Record<string, string>) => tx.sql`
  update products set tags = array(select y from (select coalesce(${JSON.stringify(renamed)}::jsonb->>x, x) as y, min(n) as n
      from unnest(tags) with ordinality as u(x, n) group by 1) named order by n)
  where deleted_at is null and tags && ${Object.keys(renamed)}::text[]`
