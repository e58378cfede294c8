import * as z from 'zod/mini'
import { endpoint, flag, id, moment, text } from '#shared/wire.ts'

export const askForPrices = endpoint('POST /api/v2/price_requests', {
  does: 'Pedir para ver os preços; pedido duas vezes é um pedido só',
  levels: [3],
  public: true,
  body: z.object({
    name: z.optional(text(120)),
    phone: z.optional(text(20)),
    document: z.optional(text(20)),
    company_name: z.optional(text(160)),
  }),
})
const request = z.object({
  id,
  user_id: z.nullable(id),
  name: z.string(),
  phone: z.string(),
  document: z.string(),
  company_name: z.string(),
  asked_at: moment,
  /** The one client who has this phone, of a request without a sign-in: allowing shows prices to that client. */
  client: z.nullable(z.string()),
})
export type PriceRequest = z.output<typeof request>
export const listPriceRequests = endpoint('GET /api/v2/price_requests', {
  does: 'Quem pede para ver preços e espera resposta',
  levels: [1],
  data: z.array(request),
})
export const answerPriceRequest = endpoint('POST /api/v2/price_requests/:id', {
  does: 'Liberar ou recusar; um visitante liberado vira cliente com link pessoal',
  levels: [1],
  params: z.object({ id }),
  body: z.object({ grant: flag }),
  data: z.object({ granted: z.boolean(), client_id: z.nullable(id), link: z.nullable(z.string()) }),
})
