import * as z from 'zod/mini'
import { blank, endpoint, id, whole } from '#shared/wire.ts'

export const addImage = endpoint('POST /api/v2/images/add_image_to_product', {
  does: 'Guardar uma foto; com product_id e slot, já a coloca no produto',
  levels: [1],
  body: z.object({ product_id: blank(id), slot: blank(whole) }),
  files: { image: 1 },
  data: z.object({ id, path: z.string() }),
})
/** Widths that a photo is made in; the address of one is `/files/{hash}-{width}.webp`. */
export const WIDTHS = [160, 400, 800, 1600] as const
