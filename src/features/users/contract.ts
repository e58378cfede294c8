import * as z from 'zod/mini'
import { blank, code, endpoint, flag, id, json, moment, page, percent, text, whole } from '#shared/wire.ts'

const address = z.object({
  cep: z.optional(text(9)),
  street: z.optional(text(160)),
  number: z.optional(text(20)),
  complement: z.optional(text(80)),
  district: z.optional(text(80)),
  city: z.optional(text(80)),
  state: z.optional(text(2)),
})
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
  /** '' or an address that opens without a session, good for one to two hours. */
  profile_pic: z.string(),
  seller_id: z.nullable(id),
  client_code: z.string(),
  document: z.string(),
  company_name: z.string(),
  address,
  discount_limit: z.nullable(percent),
  active: flag,
  /** Has e-mail and password: can sign in. */
  signs_in: z.boolean(),
  isClient: z.boolean(),
  isSeller: z.boolean(),
})
export type User = z.output<typeof userShape>

export const listUsers = endpoint('GET /api/v1/users', {
  does: 'Usuários da empresa',
  levels: [0, 1],
  query: z.object({ ...page, name: blank(z.string()), level: blank(whole), seller_id: blank(id) }),
  data: z.array(userShape),
  list: true,
})
export const readUser = endpoint('GET /api/v1/users/:id', {
  does: 'Um usuário; vendedor e cliente só a si mesmos',
  levels: [0, 1, 2, 3],
  params: z.object({ id }),
  data: userShape,
})
/** What is typed of a person, client or not. */
export const person = {
  name: text(120, 2),
  email: z.optional(text(254)),
  phone: z.optional(text(20)),
  client_code: z.optional(code(40)),
  document: z.optional(text(20)),
  company_name: z.optional(text(160)),
  address: z.optional(json(address)),
}
const fields = {
  ...person,
  password: blank(z.string().check(z.maxLength(128, 'long'))),
  current_password: blank(z.string().check(z.maxLength(128, 'long'))),
  level: blank(whole),
  hide_price: z.optional(flag),
  hide_no_stock: z.optional(flag),
  margin: blank(percent),
  hiddenCategories: z.optional(json(z.array(id))),
  price_table: blank(whole),
  variation_config: z.optional(text(200)),
  currency: blank(text(3)),
  seller_id: z.optional(z.union([id, z.literal(''), z.null()])),
  discount_limit: z.optional(z.union([z.literal(''), z.null(), percent])),
  active: z.optional(flag),
  language: blank(z.enum(['pt', 'en', 'fr'])),
}
const { name, ...others } = fields
export const createUser = endpoint('POST /api/v1/users', {
  does: 'Criar usuário; no limite do nível responde max_users',
  levels: [0, 1],
  body: z.object({ ...fields, level: whole }),
  files: { file: 1 },
  data: userShape,
})
export const updateUser = endpoint('PUT /api/v1/users/:id', {
  does: 'Alterar usuário; vendedor e cliente só nome, telefone, foto, e-mail e senha de si mesmos; o próprio e-mail e a própria senha pedem a senha atual',
  levels: [0, 1, 2, 3],
  whileClosed: 'own',
  params: z.object({ id }),
  /** `successor_id`: who gets what a seller leaves who becomes something else. `renew_links`: of a client who gets
   * another seller, the personal link that a former seller opened is replaced. */
  body: z.object({ name: z.optional(name), ...others, successor_id: blank(id), renew_links: z.optional(flag) }),
  files: { file: 1 },
  data: userShape,
})
export const deleteUser = endpoint('DELETE /api/v1/users/:id', {
  does: 'Excluir usuário; de um vendedor com clientes ou pedidos abertos, dizendo quem fica com eles',
  levels: [0, 1],
  params: z.object({ id }),
  /** `keep`: keys of what the person leaves that goes on, "webhook:12,links:7"; all the rest is closed. */
  query: z.object({ successor_id: blank(id), keep: blank(text(2000)) }),
})
export const listLeft = endpoint('GET /api/v2/users/:id/left', {
  does: 'O que a pessoa continuaria alcançando depois de sair: avisos a outros sistemas, chaves de acesso, catálogos por endereço e links pessoais que abriu',
  levels: [1],
  params: z.object({ id }),
  data: z.array(z.object({ key: z.string(), kind: z.string(), name: z.string() })),
})
export type Left = z.output<typeof listLeft.options.data>[number]
const sessionShape = z.object({
  id: z.string(),
  at: moment,
  last_seen: moment,
  agent: z.string(),
  current: z.boolean(),
})
export const listSessions = endpoint('GET /api/v2/users/:id/sessions', {
  does: 'Onde a pessoa está conectada',
  levels: [1, 2, 3],
  params: z.object({ id }),
  data: z.array(sessionShape),
})
export const endSessions = endpoint('DELETE /api/v2/users/:id/sessions', {
  does: 'Desconectar a pessoa de todos os aparelhos',
  levels: [1, 2, 3],
  whileClosed: 'own',
  params: z.object({ id }),
  data: z.object({ ended: z.int() }),
})
