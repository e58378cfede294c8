import * as z from 'zod/mini'
import { blank, cleared, endpoint, flag, id, json, text, whole } from '#shared/wire.ts'
import { TYPES } from './rules.ts'

/** Who makes what the company sells: an artisan, a brand, a manufacturer. */
export const entityShape = z.object({
  id,
  company_id: id,
  type: z.enum(TYPES),
  code: z.string(),
  name: z.string(),
  company_name: z.string(),
  about: z.string(),
  logo: z.string(),
  cover: z.string(),
  /** Digits with the country's code. */
  phone: z.string(),
  social_link: z.string(),
  social: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  /** Where it is; for the company's people only, null for others. */
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  order: z.int(),
  active: flag,
})
export type Entity = z.output<typeof entityShape>
const made = z.object({ id, name: z.string(), code: z.string(), foto1: z.string() })
export const entityDetailsShape = z.object({ ...entityShape._zod.def.shape, products: z.array(made) })
export type EntityDetails = z.output<typeof entityDetailsShape>

export const listEntities = endpoint('GET /api/v2/companies/:company/entities', {
  does: 'Artesãos, marcas e fabricantes da empresa',
  levels: [1, 2, 3],
  public: true,
  params: z.object({ company: id }),
  data: z.array(entityShape),
  list: true,
})
const search = { levels: [1, 2, 3], public: true, data: z.array(entityShape), list: true } as const
export const searchEntities = endpoint('GET /api/v2/entities/search/:name', {
  does: 'Artesãos, marcas e fabricantes pelo nome',
  params: z.object({ name: text(120) }),
  ...search,
})
export const searchAllEntities = endpoint('GET /api/v2/entities/search', { does: 'Busca vazia: todos', ...search })
export const readEntity = endpoint('GET /api/v2/entities/:id/details', {
  does: 'Um perfil com seus produtos, por número ou código',
  levels: [1, 2, 3],
  public: true,
  params: z.object({ id: text(60, 1) }),
  data: entityDetailsShape,
  beside: true,
})
const product_ids = json(z.array(id).check(z.maxLength(5000, 'long')))
const fields = {
  type: blank(z.enum(TYPES)),
  code: z.optional(text(40)),
  company_name: z.optional(text(160)),
  about: z.optional(text(4000)),
  phone: z.optional(text(20)),
  social_link: z.optional(text(300)),
  social: z.optional(text(40)),
  city: z.optional(text(80)),
  state: z.optional(text(40)),
  country: z.optional(text(60)),
  lat: cleared(z.union([z.number(), z.string()])),
  lng: cleared(z.union([z.number(), z.string()])),
  order: blank(whole),
  active: z.optional(flag),
  logo_remove: z.optional(flag),
  cover_remove: z.optional(flag),
  product_ids: z.optional(product_ids),
}
const files = { logo: 1, cover: 1 }
export const createEntity = endpoint('POST /api/v2/entities', {
  does: 'Criar perfil de artesão, marca ou fabricante',
  levels: [1],
  body: z.object({ ...fields, name: text(120, 2) }),
  files,
  data: entityShape,
})
export const updateEntity = endpoint('PUT /api/v2/entities/:id', {
  does: 'Alterar perfil; o código antigo continua levando a ele',
  levels: [1],
  params: z.object({ id }),
  body: z.object({
    ...fields,
    name: z.optional(text(120, 2)),
    /** Which products were shown when these were chosen: no others leave. Without it they are all of them. */
    was: z.optional(json(z.object({ product_ids }))),
  }),
  files,
  data: entityShape,
})
export const deleteEntity = endpoint('DELETE /api/v2/entities/:id', {
  does: 'Excluir perfil; os produtos ficam, sem ele',
  levels: [1],
  params: z.object({ id }),
})
