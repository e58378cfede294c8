import { type Part, part, type Tx } from '#server/db.ts'
import type { Period } from '../rules.ts'

/** Whose figures: a seller's own or the company's, of everybody or of one client. */
export interface Whose {
  seller: number | null
  client: number | null
}
const of = ({ seller, client }: Whose): Part => part`${seller === null ? part`true` : part`s.seller_id = ${seller}`}
  and ${client === null ? part`true` : part`s.order_id in (select order_id from sold_orders where client_id = ${client})`}`
const within = (p: Period): Part => part`s.day between ${p.from}::date and ${p.until}::date`
export interface Asked extends Whose {
  period: Period
  before: Period
}
/** Days of either period; those between them, if any, are in no sum. */
const inEither = (a: Asked): Part => part`${within({ from: a.before.from, until: a.period.until })}
  and not (s.day > ${a.before.until}::date and s.day < ${a.period.from}::date) and ${of(a)}`

export interface DayRow {
  day: string
  orders: number
  pieces: number
  total: number
  from_catalogue: number
}
/** What each day sold; days without a sale are not there. */
export const findDays = (tx: Tx, p: Period, whose: Whose) => tx.sql<DayRow>`
  select s.day, count(*) as orders, sum(s.pieces)::bigint as pieces, sum(s.goods)::bigint as total,
    count(*) filter (where s.by_buyer) as from_catalogue
  from sold_orders s where ${within(p)} and ${of(whose)} group by s.day order by s.day`
/** The last day until a day that sold anything. */
export const findLastDay = (tx: Tx, until: string, whose: Whose) => tx.first<DayRow>`
  select s.day, count(*) as orders, sum(s.pieces)::bigint as pieces, sum(s.goods)::bigint as total,
    count(*) filter (where s.by_buyer) as from_catalogue
  from sold_orders s where ${of(whose)} and s.day = (select max(s.day) from sold_orders s
    where s.day <= ${until}::date and ${of(whose)}) group by s.day`
/** The day's sales until a moment of it. */
export const findUntil = async (tx: Tx, day: string, until: Date, whose: Whose) =>
  (await tx.first<Omit<DayRow, 'day'>>`
    select count(*) as orders, coalesce(sum(s.pieces), 0)::bigint as pieces, coalesce(sum(s.goods), 0)::bigint as total,
      count(*) filter (where s.by_buyer) as from_catalogue
    from sold_orders s where s.day = ${day}::date and s.at <= ${until} and ${of(whose)}`) as Omit<DayRow, 'day'>
/** Clients whose first order came since a day, by that day; those of them that came until a moment of each day. */
export const findFirsts = (tx: Tx, since: string, until: Date, whose: Whose) => tx.sql<{
  day: string
  n: number
  so_far: number
}>`
  select s.day, count(*) as n, count(*) filter (where s.at <= ${until}) as so_far from (
    select distinct on (client_id) client_id, order_id, at, day, seller_id from sold_orders
    where client_id is not null order by client_id, at) s
  where s.day >= ${since}::date and ${of(whose)} group by s.day`
export const findVisits = (tx: Tx, since: string) => tx.sql<{ day: string; visits: number }>`
  select day, visits from catalogue_visits where day >= ${since}::date`

export interface RankRow {
  id: number | null
  name: string
  code: string
  /** null: nobody counted in how many orders it is. */
  orders: number | null
  pieces: number
  total: number
  pieces_before: number
  total_before: number
}
/** Rows `s` by the thing that they are of: the sums of either period, and how many of the period there are. Each row is
 * asked once in which period it is. */
const sumsBy = (key: Part, rows: Part, a: Asked): Part => part`
  select thing, coalesce(sum(n) filter (where now), 0)::bigint as orders,
    coalesce(sum(pieces) filter (where now), 0)::bigint as pieces,
    coalesce(sum(total) filter (where now), 0)::bigint as total,
    coalesce(sum(pieces) filter (where not now), 0)::bigint as pieces_before,
    coalesce(sum(total) filter (where not now), 0)::bigint as total_before
  from (select ${key} as thing, s.day >= ${a.period.from}::date as now, count(*) as n, sum(s.pieces) as pieces,
      sum(s.goods) as total from ${rows} where ${inEither(a)} group by 1, 2) y group by thing`
const counted = part`x.orders, x.pieces, x.total, x.pieces_before, x.total_before`
const byProduct = (a: Asked) => sumsBy(part`s.product_id`, part`sold_lines s`, a)
const byClient = (a: Asked) => sumsBy(part`s.client_id`, part`sold_orders s`, a)

export const rankProducts = (tx: Tx, a: Asked) => tx.sql<RankRow>`
  select p.id, p.name, p.code, ${counted} from (${byProduct(a)}) x
    join products p on p.company_id = (select app.company()) and p.id = x.thing`
/** A product in two categories counts in both; where it stands today. */
export const rankCategories = (tx: Tx, a: Asked) => tx.sql<RankRow>`
  select g.id, coalesce(g.name, '') as name, '' as code, null as orders, sum(x.pieces)::bigint as pieces,
    sum(x.total)::bigint as total, sum(x.pieces_before)::bigint as pieces_before,
    sum(x.total_before)::bigint as total_before
  from (${byProduct(a)}) x left join (product_categories pc
      join categories g on g.company_id = pc.company_id and g.id = pc.category_id and g.deleted_at is null)
    on pc.company_id = (select app.company()) and pc.product_id = x.thing
  group by g.id, g.name`
export const rankClients = (tx: Tx, a: Asked) => tx.sql<RankRow>`
  select u.id, coalesce(nullif(u.company_name, ''), u.name, '') as name, coalesce(u.client_code, '') as code, ${counted}
  from (${byClient(a)}) x left join users u on u.company_id = (select app.company()) and u.id = x.thing`
export const rankSellers = (tx: Tx, a: Asked) => tx.sql<RankRow>`
  select u.id, coalesce(u.name, '') as name, '' as code, ${counted}
  from (${sumsBy(part`s.seller_id`, part`sold_orders s`, a)}) x
    left join users u on u.company_id = (select app.company()) and u.id = x.thing`
/** Where the client's card says that the client is; written by hand, so that a large letter makes no other city. */
export const rankCities = (tx: Tx, a: Asked) => tx.sql<RankRow>`
  select null as id, concat_ws(' – ', nullif(max(x.city), ''), nullif(x.state, '')) as name, '' as code,
    sum(x.orders)::bigint as orders, sum(x.pieces)::bigint as pieces, sum(x.total)::bigint as total,
    sum(x.pieces_before)::bigint as pieces_before, sum(x.total_before)::bigint as total_before
  from (select btrim(coalesce(u.address ->> 'city', '')) as city, upper(btrim(coalesce(u.address ->> 'state', ''))) as state,
      ${counted} from (${byClient(a)}) x left join users u on u.company_id = (select app.company()) and u.id = x.thing) x
  group by lower(x.city), x.state`

export interface PairRow {
  a: number
  b: number
  a_name: string
  b_name: string
  orders: number
  a_orders: number
  b_orders: number
}
/** How many of the most ordered products are held against each other. */
const MOST_PAIRED = 60
/** Pairs of the most ordered products that stand in one order twice or more, the most frequent first. */
export const findPairs = (tx: Tx, p: Period, whose: Whose) => tx.sql<PairRow>`
  with often as (select s.product_id, count(*) as n from sold_lines s where ${within(p)} and ${of(whose)}
      group by s.product_id having count(*) > 1 order by n desc, s.product_id limit ${MOST_PAIRED}),
    theirs as materialized (select s.order_id, s.product_id from sold_lines s join often using (product_id)
      where ${within(p)} and ${of(whose)}),
    pairs as (select x.product_id as a, y.product_id as b, count(*) as orders from theirs x
      join theirs y on y.order_id = x.order_id and y.product_id > x.product_id group by 1, 2 having count(*) > 1)
  select pairs.*, pa.name as a_name, pb.name as b_name, oa.n as a_orders, ob.n as b_orders from pairs
    join often oa on oa.product_id = a join often ob on ob.product_id = b
    join products pa on pa.company_id = (select app.company()) and pa.id = a
    join products pb on pb.company_id = (select app.company()) and pb.id = b
  order by orders desc, a, b`
export const countOrders = async (tx: Tx, p: Period, whose: Whose) =>
  (await tx.first<{ n: number }>`select count(*) as n from sold_orders s where ${within(p)} and ${of(whose)}`)?.n ?? 0
export const isStaff = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from users where id = ${id} and level <= 2`) !== undefined

export interface ShowcaseRow {
  sites: string[]
  category_id: number | null
  most: number
}
export const findShowcase = async (tx: Tx): Promise<ShowcaseRow> =>
  (await tx.first<ShowcaseRow>`select sites, category_id, most from showcases`) ?? {
    sites: [],
    category_id: null,
    most: 8,
  }
export const isCategory = async (tx: Tx, id: number) =>
  (await tx.first`select 1 from categories where id = ${id} and deleted_at is null`) !== undefined
export const findStale = async (tx: Tx) =>
  (await tx.sql<{ id: number }>`select app.stale_figures() as id`).map((r) => r.id)
