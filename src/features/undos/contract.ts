import * as z from 'zod/mini'
import { endpoint, id } from '#shared/wire.ts'

export const undoChange = endpoint('POST /api/v2/undos/:id', {
  does: 'Desfazer uma mudança em várias linhas ou uma planilha; o que alguém mudou depois fica como está',
  levels: [1],
  params: z.object({ id }),
  data: z.object({ restored: z.int(), kept: z.int() }),
})
