import * as z from 'zod/mini'
import { blank, endpoint, id, moment, page } from '#shared/wire.ts'

/** One line of the log: who did what to which thing; `changes` is {field: [old, new]}. */
export const logShape = z.object({
  id,
  at: moment,
  who: z.string(),
  action: z.string(),
  object: z.string(),
  object_id: z.nullable(id),
  name: z.string(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** What ids among the changes are called: "category:12" → "Cestos". */
  names: z.optional(z.record(z.string(), z.string())),
})
export type LogLine = z.output<typeof logShape>

export const showLogs = endpoint('GET /api/v2/logs/:id/show_logs', {
  does: 'Quem mudou o quê na empresa, do mais novo ao mais antigo',
  levels: [0, 1],
  params: z.object({ id }),
  query: z.object({
    ...page,
    integration_id: blank(id),
    object: blank(z.string()),
    object_id: blank(id),
    search: blank(z.string()),
  }),
  data: z.array(logShape),
  list: true,
})
