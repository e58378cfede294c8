import * as z from 'zod/mini'
import { endpoint, id, moment } from '#shared/wire.ts'

export const undoChange = endpoint('POST /api/v2/undos/:id', {
  does: 'Desfazer uma mudança em várias linhas ou uma planilha; o que alguém mudou depois fica como está',
  levels: [1],
  params: z.object({ id }),
  /** `left`: names of what somebody changed since, whole or in part. */
  data: z.object({ restored: z.int(), kept: z.int(), left: z.optional(z.array(z.string())) }),
})
export const listUndos = endpoint('GET /api/v2/undos', {
  does: 'O que ainda pode ser desfeito: mudanças em várias linhas e planilhas das últimas 24 horas',
  levels: [1],
  data: z.array(
    z.object({
      id,
      kind: z.string(),
      name: z.string(),
      at: moment,
      expires_at: moment,
      who: z.string(),
      changed: z.int(),
    }),
  ),
})
export type OpenUndo = z.output<(typeof listUndos)['options']['data']>[number]
