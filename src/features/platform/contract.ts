import * as z from 'zod/mini'
import { companyShape, limits } from '#features/companies/contract.ts'
import { logShape } from '#features/logs/contract.ts'
import { platformShape } from '#features/plans/contract.ts'
import { blank, cents, endpoint, flag, id, moment, page, text, whole } from '#shared/wire.ts'

export const readPlatform = endpoint('GET /api/v2/platform', {
  does: 'Ajustes da plataforma',
  levels: [0],
  data: platformShape,
})
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
    /** Companies whose mails wait for a limit, or were stopped. */
    mails: z.int(),
    deleted: z.int(),
    /** What active subscriptions bring in a month; a prepaid year counts a twelfth. */
    mrr: cents,
    subscriptions: z.int(),
    open_invoices: z.int(),
    orders: z.int(),
  }),
})
export type Figures = z.output<typeof readFigures.options.data>

const clockShape = z.object({
  /** What the clock said when it was found to have jumped; null: it is believed. */
  doubted_at: z.nullable(moment),
  /** The last moment that was believed; null before the first look. */
  believed_at: z.nullable(moment),
  now: moment,
  /** Hours of steady running until it is believed again. */
  hours_left: z.int(),
})
export type ClockState = z.output<typeof clockShape>
export const readClock = endpoint('GET /api/v2/platform/clock', {
  does: 'Se o relógio do servidor saltou: exclusões definitivas, limpezas e cobranças esperam até que ele prove andar certo',
  levels: [0],
  data: clockShape,
})
export const approveClock = endpoint('POST /api/v2/platform/clock', {
  does: 'Dizer que o relógio está certo: o que esperava volta a ser feito; não pode ser desfeito',
  levels: [0],
  data: clockShape,
})

/** Where a company stands, for the operator's list. */
const COMPANY_STATES = ['teste', 'vencendo', 'vencida', 'bloqueada', 'limite', 'emails', 'excluida'] as const
export type CompanyState = (typeof COMPANY_STATES)[number]

export const listCompanies = endpoint('GET /api/v1/companies', {
  does: 'Empresas da plataforma (operador)',
  levels: [0],
  query: z.object({ ...page, name: blank(z.string()), state: blank(z.enum(COMPANY_STATES)) }),
  data: z.array(companyShape),
  list: true,
})
export const searchCompanies = endpoint('GET /api/v2/companies/search/:text', {
  does: 'Empresas pelo nome, endereço, cidade, e-mail ou número (operador)',
  levels: [0],
  params: z.object({ text: z.string() }),
  data: z.array(companyShape),
})
export const createCompany = endpoint('POST /api/v1/companies', {
  does: 'Criar empresa com seu visitante público; com admin_email também o primeiro administrador, que recebe o link da senha',
  levels: [0],
  body: z.object({
    name: text(120, 2),
    orders_email: blank(text(254)),
    /** Without one: America/Sao_Paulo. */
    time_zone: blank(text(60)),
    ...limits,
    admin_name: blank(text(120)),
    admin_email: blank(text(254)),
  }),
  files: { file: 1 },
  data: companyShape,
})
export const deleteCompany = endpoint('DELETE /api/v1/companies/:company', {
  does: 'Excluir empresa: sai do ar agora, os dados são guardados por 30 dias com uma cópia para baixar',
  levels: [0],
  params: z.object({ company: id }),
})
export const restoreCompany = endpoint('POST /api/v2/companies/:company/restore', {
  does: 'Trazer de volta uma empresa excluída há menos de 30 dias',
  levels: [0],
  params: z.object({ company: id }),
  data: companyShape,
})
export const visitCompany = endpoint('POST /api/v2/companies/:company/visit', {
  does: 'Ver como: abre por 30 minutos a tela do administrador, com motivo; fica nos dois registros',
  levels: [0],
  params: z.object({ company: id }),
  body: z.object({ reason: text(200, 4) }),
  data: z.object({ token: z.string(), until: moment }),
})

/** What the platform's log is about. */
const LOG_KINDS = ['empresas', 'visitas', 'cobrancas', 'planos', 'plataforma'] as const
export type LogKind = (typeof LOG_KINDS)[number]
const lineShape = z.extend(logShape, { company: z.nullable(z.object({ id, name: z.string() })) })
export type PlatformLine = z.output<typeof lineShape>
export const readPlatformLog = endpoint('GET /api/v2/platform/log', {
  does: 'O que a operação fez, do mais novo ao mais antigo; por quem, coisa ou empresa, assunto e momento',
  levels: [0],
  query: z.object({
    ...page,
    about: blank(id),
    text: blank(z.string()),
    kind: blank(z.enum(LOG_KINDS)),
    /** Without a person: what ran by itself. */
    who: blank(z.enum(['pessoas', 'sistema'])),
    since: blank(moment),
  }),
  data: z.array(lineShape),
  list: true,
})

const resellerShape = z.object({
  id,
  name: z.string(),
  redirect_link: z.string(),
  companies: z.array(
    z.object({ id, name: z.string(), state: z.enum(['excluida', 'bloqueada', 'vencida', 'teste', 'ativa']) }),
  ),
})
export type Reseller = z.output<typeof resellerShape>
const resellerForm = z.object({ name: text(80, 2), redirect_link: text(300, 8) })
export const listResellers = endpoint('GET /api/v2/resellers', {
  does: 'Revendas e as empresas que trouxeram',
  levels: [0],
  data: z.array(resellerShape),
})
export const createReseller = endpoint('POST /api/v2/resellers', {
  does: 'Criar revenda',
  levels: [0],
  body: resellerForm,
  data: resellerShape,
})
export const updateReseller = endpoint('PUT /api/v2/resellers/:id', {
  does: 'Alterar revenda: todo botão de assinar das empresas dela leva a este link',
  levels: [0],
  params: z.object({ id }),
  body: resellerForm,
  data: resellerShape,
})
export const deleteReseller = endpoint('DELETE /api/v2/resellers/:id', {
  does: 'Excluir revenda; as empresas ficam, sem revenda',
  levels: [0],
  params: z.object({ id }),
})
