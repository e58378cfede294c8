import * as z from 'zod/mini'
import { blank, endpoint, id, moment } from '#shared/wire.ts'

/** A client as the map shows it, with a place or without. */
const spotShape = z.object({
  id,
  name: z.string(),
  city: z.string(),
  state: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  seller_id: z.nullable(id),
  last_order_at: z.nullable(moment),
  /** Days since the last order; null: none yet. */
  days_since: z.nullable(z.int()),
})
export type Spot = z.output<typeof spotShape>
export const listSpots = endpoint('GET /api/v2/map/clients', {
  does: 'Clientes para o mapa, da carteira do vendedor ou todos para o administrador; de uma categoria, quem comprou dela em 12 meses',
  levels: [1, 2],
  query: z.object({ category: blank(id) }),
  data: z.array(spotShape),
})
