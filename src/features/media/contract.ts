import * as z from 'zod/mini'
import { blank, endpoint, id, json, page, text } from '#shared/wire.ts'

const mediaShape = z.object({
  id,
  path: z.string(),
  ready: z.boolean(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Products that show it; empty with `elsewhere` false: nobody does. */
  products: z.array(z.object({ id, name: z.string() })),
  /** Shown by a category, the company or a person. */
  elsewhere: z.boolean(),
})
export type Media = z.output<typeof mediaShape>
export const listMedia = endpoint('GET /api/v2/media', {
  does: 'Fotos da empresa, onde cada uma aparece',
  levels: [1],
  query: z.object({ ...page, only: blank(z.enum(['unused'])), search: blank(text(120)) }),
  data: z.array(mediaShape),
  list: true,
})
export const matchMedia = endpoint('POST /api/v2/media/match', {
  does: 'De que produto é cada arquivo, pelo código no nome',
  levels: [1],
  body: z.object({ names: json(z.array(text(200)).check(z.maxLength(1000, 'long'))) }),
  data: z.array(
    z.object({ name: z.string(), product: z.nullable(z.object({ id, name: z.string(), code: z.string() })) }),
  ),
})
export const replaceMedia = endpoint('POST /api/v2/media/:id/replace', {
  does: 'Pôr outra foto em todos os lugares em que esta aparece',
  levels: [1],
  params: z.object({ id }),
  files: { image: 1 },
  data: z.object({ id, path: z.string(), places: z.int() }),
})
export const deleteMedia = endpoint('DELETE /api/v2/media/:id', {
  does: 'Excluir uma foto que ninguém usa',
  levels: [1],
  params: z.object({ id }),
})
/** As many as one call deletes. */
export const MOST_DELETED = 200
export const deleteManyMedia = endpoint('POST /api/v2/media/delete', {
  does: 'Excluir várias fotos, também dos produtos que as mostram; as de categoria, logo ou banner ficam',
  levels: [1],
  body: z.object({ ids: json(z.array(id).check(z.minLength(1, 'required'), z.maxLength(MOST_DELETED, 'long'))) }),
  /** `products`: how many products show fewer photos now. */
  data: z.object({ deleted: z.int(), kept: z.int(), products: z.int() }),
})
