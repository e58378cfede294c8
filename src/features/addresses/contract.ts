import * as z from 'zod/mini'
import { endpoint } from '#shared/wire.ts'

const place = z.object({
  cep: z.string(),
  street: z.string(),
  district: z.string(),
  city: z.string(),
  state: z.string(),
  /** Where it is, when the service says so; null otherwise. */
  at: z.nullable(z.object({ lat: z.number(), lng: z.number() })),
})
export type Place = z.output<typeof place>
export const findByCep = endpoint('GET /api/v2/cep/:cep', {
  does: 'Rua, bairro, cidade e estado de um CEP, quando o serviço de CEP responde',
  levels: [0, 1, 2, 3],
  public: true,
  anonymous: true,
  whileClosed: true,
  params: z.object({ cep: z.string().check(z.regex(/^\d{5}-?\d{3}$/, 'required')) }),
  data: place,
})
