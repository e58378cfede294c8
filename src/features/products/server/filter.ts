// Which products somebody sees, and which of them were asked for: the conditions of every question.
import type { Projection } from '#features/readers/server/index.ts'
import { type Part, part } from '#server/db.ts'

export type Need = 'no_photo' | 'promo' | 'out' | 'ending'
export interface Filter extends Pick<Projection, 'raw' | 'hidden_categories' | 'hide_no_stock'> {
  /** The price table of who reads. */
  table: number
  /** In any of these, or below them; none: whatever category. */
  categories: number[]
  tags: string[]
  /** These alone. */
  ids?: number[] | undefined
  /** Whatever is none of these. */
  but?: number[] | undefined
  /** Admins may narrow to active or inactive, and to what needs them. */
  active: boolean | null
  only?: Need | undefined
  /** The company's day: promotions run by it, and `ending` counts from it. */
  today?: string | undefined
  /** Only what a reader sees on promotion on this day (yyyy-mm-dd); 'never' for who sees no prices. */
  promoted?: string | undefined
}
/** What a reader may see, narrowed. */
export const filterOf = (
  { raw, buyer, hidden_categories, hide_no_stock }: Projection,
  more: Partial<Filter> = {},
): Filter => ({
  raw,
  table: raw ? 1 : buyer.price_table,
  hidden_categories,
  hide_no_stock,
  categories: [],
  tags: [],
  active: null,
  ...more,
})

/** Which products a reader sees at all: hidden when every category is hidden (a hidden
 * master hides what is below it). */
export const visible = (f: Filter): Part => {
  const standing = f.raw ? part`(${f.active}::boolean is null or p.active = ${f.active})` : part`p.active`
  const hidden = f.hidden_categories.length
    ? part`and (not exists (select 1 from product_categories h
      where h.company_id = p.company_id and h.product_id = p.id)
        or exists (select 1 from product_categories h
          join categories g on g.company_id = h.company_id and g.id = h.category_id
          where h.company_id = p.company_id and h.product_id = p.id and g.id <> all(${f.hidden_categories}::bigint[])
            and coalesce(g.master_id, 0) <> all(${f.hidden_categories}::bigint[])))`
    : part``
  const stock = f.hide_no_stock
    ? part`and (case when (select variations_active from companies where id = app.company()) and exists (select 1
      from variations v where v.company_id = p.company_id and v.product_id = p.id)
        then exists (select 1 from variations v where v.company_id = p.company_id and v.product_id = p.id
          and coalesce(v.stock, 1) > 0)
        else coalesce(p.stock, 1) > 0 end)`
    : part``
  return part`p.deleted_at is null and ${standing} ${hidden} ${stock}`
}
/** What an admin looks for in the own catalogue; what is switched off has not run out. */
const NEEDS = {
  no_photo: part`not exists (select 1 from product_images i where i.company_id = p.company_id and i.product_id = p.id)`,
  promo: part`p.price_promo is not null`,
  out: part`p.active and (p.stock <= 0 or exists (select 1 from variations v
    where v.company_id = p.company_id and v.product_id = p.id and v.stock <= 0))`,
}
/** Promotions whose last day is today or in so many days are told of. */
const ENDING_DAYS = 7
export const need = (which: Need, today: string): Part =>
  which === 'ending'
    ? part`p.active and p.price_promo is not null and p.promo_until between ${today}::date and ${today}::date + ${ENDING_DAYS}::int
      and (select promo_price_active from companies where id = app.company())`
    : NEEDS[which]
const OWN: Record<number, Part> = { 2: part`p.price2`, 3: part`p.price3` }
/** What a product costs in a reader's table; exchange and margin are the same for all. */
const listed = ({ table }: Pick<Filter, 'table'>): Part => {
  const own = OWN[table]
  return own
    ? part`case when (select price_table_active from companies where id = app.company())
      then coalesce(${own}, p.price) else p.price end`
    : part`p.price`
}
/** Whether a product's promotion runs for a reader on this day (yyyy-mm-dd), as `isPromoted` of prices.ts decides. */
const runs = (f: Filter, today: string): Part => part`p.price_promo > 0 and p.price_promo < ${listed(f)}
  and (p.promo_from is null or p.promo_from <= ${today}::date) and (p.promo_until is null or p.promo_until >= ${today}::date)
  and (select promo_price_active from companies where id = app.company())`
/** What a reader pays, before exchange and margin: lists by price are in this order. Admins order by the price itself. */
export const payable = (f: Filter): Part =>
  f.raw || f.today === undefined
    ? listed(f)
    : part`case when ${runs(f, f.today)} then p.price_promo else ${listed(f)} end`
export const wanted = (f: Filter): Part => {
  const category = f.categories.length
    ? part`and exists (select 1 from product_categories c
      join categories g on g.company_id = c.company_id and g.id = c.category_id
        where c.company_id = p.company_id and c.product_id = p.id
        and (g.id = any(${f.categories}::bigint[]) or g.master_id = any(${f.categories}::bigint[])))`
    : part``
  // Where the company uses no tags there is nothing to ask for by them.
  const tags = f.tags.length
    ? part`and (p.tags && ${f.tags} or not (select tag_active from companies where id = app.company()))`
    : part``
  const promoted =
    f.promoted === undefined ? part`` : f.promoted === 'never' ? part`and false` : part`and ${runs(f, f.promoted)}`
  const chosen = f.ids ? part`and p.id = any(${f.ids}::bigint[])` : part``
  const others = f.but ? part`and p.id <> all(${f.but}::bigint[])` : part``
  return part`${visible(f)} ${chosen} ${others} ${category} ${tags} ${promoted} ${f.only ? part`and ${need(f.only, f.today ?? '')}` : part``}`
}
/** Whether a filter asks for more than being on (or, for an admin, being there). */
export const isNarrow = (f: Filter) =>
  f.only !== undefined ||
  f.ids !== undefined ||
  f.but !== undefined ||
  f.hidden_categories.length > 0 ||
  f.hide_no_stock ||
  f.categories.length > 0 ||
  f.tags.length > 0 ||
  f.active !== null ||
  f.promoted !== undefined
