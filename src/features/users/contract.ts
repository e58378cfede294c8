import * as z from 'zod/mini'
import { blank, endpoint, flag, id, page, percent, whole } from '#shared/wire.ts'

/** A user as itself, an admin or the operator sees it. Never a password, hash or token. */
export const userShape = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company_id: z.nullable(id),
  level: z.int(),
  hide_price: flag,
  hide_no_stock: flag,
  margin: percent,
  hiddenCategories: z.array(id),
  price_table: z.int(),
  variation_config: z.string(),
  currency: z.string(),
  profile_pic: z.string(),
  seller_id: z.nullable(id),
  client_code: z.string(),
  document: z.string(),
  company_name: z.string(),
  discount_limit: z.nullable(percent),
  isClient: z.boolean(),
  isSeller: z.boolean(),
})
export type User = z.output<typeof userShape>

export const listUsers = endpoint('GET /api/v1/users', {
  does: 'Usuários da empresa',
  levels: [0, 1],
  query: z.object({ ...page, name: blank(z.string()), level: blank(whole) }),
  data: z.array(userShape),
  list: true,
})
export const readUser = endpoint('GET /api/v1/users/:id', {
  does: 'Um usuário; vendedor e cliente só a si mesmos',
  levels: [0, 1, 2, 3],
  params: z.object({ id }),
  data: userShape,
})
/** The people that a seller or admin may order for: the seller's portfolio, or every client of the company. */
export const listClients = endpoint('GET /api/v2/clients', {
  does: 'Clientes da carteira do vendedor, ou todos para o administrador',
  levels: [1, 2],
  query: z.object({ ...page, name: blank(z.string()) }),
  data: z.array(userShape),
  list: true,
})
