// What an order needs of products.
import { type Part, part } from '#server/db.ts'
import { isHidden } from '../seen.ts'
import type { ProductRow } from './queries.ts'

/** Hidden categories are the buyer's to judge (isHiddenFrom). */
export type OrderableRow = Pick<
  ProductRow,
  | 'id'
  | 'name'
  | 'code'
  | 'ean'
  | 'price'
  | 'price2'
  | 'price3'
  | 'price_promo'
  | 'promo_from'
  | 'promo_until'
  | 'min_quantity'
  | 'multiple'
  | 'mixed'
  | 'stock'
  | 'attributes'
> & { photo: string; category_ids: [number, number | null][] }
/** A subselect: the active ones of these products as a JSON list. */
export const orderable = (ids: number[]): Part => part`select coalesce(json_agg(row_to_json(x)), '[]') from (
  select p.id, p.name, p.code, p.ean, p.price, p.price2, p.price3, p.price_promo, p.promo_from, p.promo_until,
  p.min_quantity, p.multiple, p.mixed, p.stock,
    coalesce((select '/files/' || i.hash || '.webp' from product_images i
      where i.company_id = p.company_id and i.product_id = p.id order by i.slot limit 1), '') as photo,
    (select coalesce(json_agg(json_build_array(g.id, g.master_id)), '[]') from product_categories c
      join categories g on g.company_id = c.company_id and g.id = c.category_id
      where c.company_id = p.company_id and c.product_id = p.id) as category_ids,
    (select coalesce(json_agg(json_build_object('id', v.id, 'specs', v.specs, 'code', v.code, 'ean', v.ean, 'price',
      v.price, 'surcharge', v.surcharge, 'stock', v.stock, 'image', v.image)), '[]')
      from variations v where v.company_id = p.company_id and v.product_id = p.id) as attributes
  from products p where p.id = any(${ids}::bigint[]) and p.active and p.deleted_at is null) x`
/** Hidden when every category is, or what stands above it. */
export const isHiddenFrom = (p: OrderableRow, hidden: number[]) => isHidden(p.category_ids, hidden)
