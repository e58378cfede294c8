import * as z from 'zod/mini'
import { blank, cents, endpoint, flag, id, moment, page, text, whole } from '#shared/wire.ts'

const platformShape = z.object({
  pix_key: z.string(),
  pix_name: z.string(),
  pix_city: z.string(),
  consultant_name: z.string(),
  consultant_phone: z.string(),
  signup_open: flag,
  trial_days: z.int(),
})
export type PlatformSettings = z.output<typeof platformShape>
export const readPlatform = endpoint('GET /api/v2/platform', { does: 'Ajustes da plataforma', levels: [0], data: platformShape })
export const updatePlatform = endpoint('PUT /api/v2/platform', {
  does: 'Alterar os ajustes: quem recebe o Pix, o consultor, cadastro aberto, dias de teste',
  levels: [0],
  body: z.object({
    pix_key: z.optional(text(77)),
    pix_name: z.optional(text(60)),
    pix_city: z.optional(text(40)),
    consultant_name: z.optional(text(80)),
    consultant_phone: z.optional(text(20)),
    signup_open: z.optional(flag),
    trial_days: blank(whole),
  }),
  data: platformShape,
})
export const readFigures = endpoint('GET /api/v2/platform/figures', {
  does: 'Números da plataforma: empresas por situação, receita mensal, pedidos dos últimos 30 dias',
  levels: [0],
  data: z.object({
    companies: z.int(),
    trial: z.int(),
    ending: z.int(),
    late: z.int(),
    blocked: z.int(),
    full: z.int(),
    deleted: z.int(),
    /** What active subscriptions bring in a month; a prepaid year counts a twelfth. */
    mrr: cents,
    subscriptions: z.int(),
    open_invoices: z.int(),
    orders: z.int(),
  }),
})
export type Figures = z.output<typeof readFigures.options.data>

const logShape = z.object({
  id,
  at: moment,
  who: z.string(),
  action: z.string(),
  object: z.string(),
  object_id: z.nullable(id),
  company: z.nullable(z.object({ id, name: z.string() })),
  name: z.string(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
})
export type PlatformLine = z.output<typeof logShape>
export const readPlatformLog = endpoint('GET /api/v2/platform/log', {
  does: 'O que a operação fez, do mais novo ao mais antigo',
  levels: [0],
  query: z.object({ ...page, about: blank(id) }),
  data: z.array(logShape),
  list: true,
})

const resellerShape = z.object({ id, name: z.string(), redirect_link: z.string(), companies: z.array(z.object({ id, name: z.string() })) })
export type Reseller = z.output<typeof resellerShape>
const resellerForm = z.object({ name: text(80, 2), redirect_link: text(300, 8) })
export const listResellers = endpoint('GET /api/v2/resellers', { does: 'Revendas e as empresas que trouxeram', levels: [0], data: z.array(resellerShape) })
export const createReseller = endpoint('POST /api/v2/resellers', { does: 'Criar revenda', levels: [0], body: resellerForm, data: resellerShape })
export const updateReseller = endpoint('PUT /api/v2/resellers/:id', {
  does: 'Alterar revenda: todo botão de assinar das empresas dela leva a este link',
  levels: [0],
  params: z.object({ id }),
  body: resellerForm,
  data: resellerShape,
})
export const deleteReseller = endpoint('DELETE /api/v2/resellers/:id', { does: 'Excluir revenda; as empresas ficam, sem revenda', levels: [0], params: z.object({ id }) })
