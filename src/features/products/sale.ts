import * as z from 'zod/mini'
import { id } from '#shared/wire.ts'

/** What the device of who sells makes prices of, with what is in the copy. */
export const saleShape = z.object({
  price_table_active: z.boolean(),
  promo_price_active: z.boolean(),
  importer: z.boolean(),
  exchange_rate: z.string(),
  variations_active: z.boolean(),
  tag_active: z.boolean(),
  has_sub_categories: z.boolean(),
  /** The company's calendar day, by the server's clock. */
  today: z.string(),
  time_zone: z.string(),
  /** Of a client who does not exist yet. */
  public_currency: z.string(),
  /** Every category with the one that it stands below. */
  tree: z.array(z.tuple([id, z.nullable(id)])),
})
export type Sale = z.output<typeof saleShape>
