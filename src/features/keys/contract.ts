import * as z from 'zod/mini'
import { blank, day, endpoint, id, json, KEY_SCOPES, moment, text } from '#shared/wire.ts'

/** How many may be good at a time. */
export const MOST_KEYS = 20
const keyShape = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  last4: z.string(),
  /** The admin in whose name it works. */
  created_by: z.string(),
  created_at: moment,
  expires_on: z.nullable(day),
  used_at: z.nullable(moment),
  /** `sem_dono`: whoever made it is no admin any more. */
  state: z.enum(['ativa', 'revogada', 'vencida', 'sem_dono']),
})
export type Key = z.output<typeof keyShape>

export const listKeys = endpoint('GET /api/v2/keys', {
  does: 'Chaves de acesso da empresa, as revogadas há menos de 90 dias também',
  levels: [1],
  data: z.array(keyShape),
})
export const createKey = endpoint('POST /api/v2/keys', {
  does: `Criar uma chave de acesso; ela vem só desta vez; até ${MOST_KEYS} em uso`,
  levels: [1],
  personal: true,
  body: z.object({
    name: text(60, 1),
    scopes: json(z.array(z.enum(KEY_SCOPES)).check(z.minLength(1, 'required'), z.maxLength(KEY_SCOPES.length, 'long'))),
    expires_on: blank(day),
  }),
  data: z.object({ key: keyShape, token: z.string() }),
})
export const revokeKey = endpoint('DELETE /api/v2/keys/:id', {
  does: 'Revogar uma chave: não vale mais desde já',
  levels: [1],
  params: z.object({ id }),
  data: z.null(),
})
