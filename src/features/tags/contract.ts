import * as z from 'zod/mini'
import { endpoint, id, json, text } from '#shared/wire.ts'

export const listTags = endpoint('GET /api/v2/tags', {
  does: 'As etiquetas da empresa e em quantos produtos cada uma está',
  levels: [1],
  key: 'products:read',
  data: z.array(z.object({ tag: z.string(), products: z.int() })),
})
export type Tag = { tag: string; products: number }
export const updateTags = endpoint('POST /api/v2/tags/update', {
  does: 'As etiquetas da empresa; a que sai da lista sai dos produtos ("empty" esvazia), a renomeada muda neles',
  levels: [1],
  body: z.object({
    /** The whole list. What would empty it by accident is refused: only the word "empty" does. */
    tags: z.optional(z.union([json(z.array(text(30))), z.string()])),
    /** Which tags were shown when the list was made: no others leave. Without it they are all of them. */
    was: z.optional(json(z.array(text(30)))),
    /** Old name → new name, before the list is applied. */
    renamed: z.optional(json(z.record(z.string(), text(30, 1)))),
  }),
  data: z.object({ tags: z.array(z.string()), undo_id: z.nullable(id) }),
})
