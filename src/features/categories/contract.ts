import * as z from 'zod/mini'
import { orderedFor } from '#features/readers/contract.ts'
import { bit, blank, endpoint, flag, id, json, page, text, whole } from '#shared/wire.ts'

const sub = z.object({ id, name: z.string(), image: z.string(), order: z.int() })
export const categoryShape = z.object({
  id,
  company_id: id,
  name: z.string(),
  image: z.string(),
  order: z.int(),
  is_master_category: bit,
  master_id: z.nullable(id),
  sub_categories: z.array(sub),
  /** Visible active products in it or below it. */
  products: z.int(),
})
export type Category = z.output<typeof categoryShape>

export const listCategories = endpoint('GET /api/v1/categories', {
  does: 'Categorias que o leitor pode ver',
  levels: [1, 2, 3],
  key: 'products:read',
  public: true,
  query: z.object({
    ...page,
    onlysuper: blank(flag),
    master_id: blank(id),
    company_id: blank(id),
    seller_id: blank(id),
    client_id: orderedFor,
    name: blank(z.string()),
  }),
  data: z.array(categoryShape),
  list: true,
})
export const readCategory = endpoint('GET /api/v1/categories/:id', {
  does: 'Uma categoria com suas subcategorias',
  levels: [1, 2, 3],
  key: 'products:read',
  public: true,
  params: z.object({ id }),
  data: categoryShape,
})
const fields = {
  name: text(120, 2),
  is_master_category: z.optional(bit),
  sub_categories: z.optional(json(z.array(z.union([id, z.object({ id })])))),
  order: blank(whole),
}
export const createCategory = endpoint('POST /api/v1/categories', {
  does: 'Criar categoria',
  levels: [1],
  key: 'products:write',
  adminSentence: true,
  body: z.object(fields),
  files: { file: 1 },
  data: categoryShape,
})
export const updateCategory = endpoint('PUT /api/v1/categories/:id', {
  does: 'Alterar categoria',
  levels: [1],
  key: 'products:write',
  adminSentence: true,
  params: z.object({ id }),
  body: z.object({ ...fields, name: z.optional(text(120, 2)), image: z.optional(z.string()) }),
  files: { file: 1 },
  data: categoryShape,
})
export const deleteCategory = endpoint('DELETE /api/v1/categories/:id', {
  does: 'Excluir categoria; os produtos ficam',
  levels: [1],
  key: 'products:write',
  adminSentence: true,
  params: z.object({ id }),
})
