import * as z from 'zod/mini'
import { endpoint } from '#shared/wire.ts'

/** Specification §8: a response with `mensagem` is success, one with `message` is failure. */
export const insertProducts = endpoint('POST /api/v2/xls/insert', {
  does: 'Criar produtos por planilha (.xlsx ou .csv): tudo ou nada, com a lista das linhas recusadas',
  levels: [1],
  body: z.object({}),
  files: { file: 1 },
  beside: true,
  data: z.object({ mensagem: z.string(), created: z.int(), categories_created: z.int() }),
})
