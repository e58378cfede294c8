// Personal links that staff have opened, by the card that remains of each client.
import { type Part, part, type Tx } from '#server/db.ts'

/** The views `v` of which `which` is true, with the card `u` that remains. Materialized: in a join's condition PostgreSQL
 * would follow the merges of each pair of a view and a client, since the policy of a table allows no index for it. */
export const opened = (which: Part) => part`(with followed as materialized (
      select v.*, case when g.id is null then v.client_id else app.surviving_client(g.id) end as card
      from link_views v left join users g on g.company_id = v.company_id and g.id = v.client_id
        and g.merged_into is not null
      where v.company_id = app.company() and ${which}) select * from followed) v
    join users u on u.company_id = v.company_id and u.id = v.card`
/** Views of the cards of these clients and of those that were merged into them, over any number of merges. */
export const ofCards = (clients: number[]) => part`v.client_id in (
      with recursive cards(id) as (select unnest(${clients}::bigint[]) union
        select m.id from cards join users m on m.company_id = app.company() and m.merged_into = cards.id)
      select id from cards)`

/** Clients whose link a seller has opened who is not theirs now, and for whom no admin decided yet; of `clients`, or all. */
export const findLinkOffers = (tx: Tx, clients: number[] | null = null) => tx.sql<{
  id: number
  name: string
  sellers: string[]
}>`
  select u.id, coalesce(nullif(u.company_name, ''), u.name) as name,
    array_agg(distinct case when s.deleted_at is null then s.name else '' end) as sellers
  from ${opened(clients === null ? part`not v.kept` : part`not v.kept and ${ofCards(clients)}`)}
    join users s on s.company_id = v.company_id and s.id = v.user_id and s.level = 2
  where u.deleted_at is null and v.user_id is distinct from u.seller_id
    and ${clients === null ? part`true` : part`u.id in (select unnest(${clients}::bigint[]))`}
  group by u.id, u.company_name, u.name order by 2, 1`
/** The link of a merged card opens the card that stayed. */
export const findLinkViews = (tx: Tx, user: number) => tx.sql<{ id: number }>`
  select distinct u.id from ${opened(part`v.user_id = ${user}`)} where u.deleted_at is null order by 1`
