import * as z from 'zod/mini'
import { bit, blank, endpoint, id, json, moment, page, text, whole } from '#shared/wire.ts'
import { TYPES } from './rules.ts'

const runShape = z.object({
  id,
  mode: z.enum(['full', 'delta']),
  /** `retido`: it would take too much, nothing was written, and the admin decides; `descartado`: that was declined. */
  status: z.enum(['andando', 'espera', 'pronto', 'falhou', 'retido', 'descartado']),
  started_at: moment,
  ended_at: z.nullable(moment),
  /** When a run that waits goes on. */
  resume_at: z.nullable(moment),
  seen: z.int(),
  created: z.int(),
  changed: z.int(),
  retired: z.int(),
  /** Products that a whole walk did not meet and that were left. */
  absent: z.int(),
  message: z.string(),
  /** Of a run that was held: from how many products it would take what, of how many. */
  losses: z.nullable(z.object({ price: z.int(), stock: z.int(), visibility: z.int(), products: z.int(), of: z.int() })),
})
export type Run = z.output<typeof runShape>
const issueShape = z.object({ what: z.string(), message: z.string() })
const set = {
  token_set: z.boolean(),
  api_key_set: z.boolean(),
  additional_field_1_set: z.boolean(),
  additional_field_2_set: z.boolean(),
}
const last = {
  token_last4: z.string(),
  api_key_last4: z.string(),
  additional_field_1_last4: z.string(),
  additional_field_2_last4: z.string(),
}
/** A link to an ERP. Its secrets are written, never answered: whether each is set, and its last four characters. */
const integrationShape = z.object({
  id,
  company_id: id,
  sync_system_id: z.int(),
  id_system: z.string(),
  type: z.enum(TYPES),
  system_name: z.string(),
  description: z.string(),
  logo: z.string(),
  instruction_link: z.string(),
  status: z.enum(['Ativa', 'Inativa']),
  filter: z.string(),
  send_order_to_integration: bit,
  ignore_stock: bit,
  sync_categories: bit,
  ...set,
  ...last,
  /** What stopped it, '' when it runs. */
  problem: z.string(),
  created_at: moment,
  synced_at: z.nullable(moment),
  products: z.int(),
  /** Products here that the last whole walk did not meet, too many to take off without asking. */
  absent: z.int(),
  /** Orders on their way there, and those that somebody must look at. */
  orders_waiting: z.int(),
  orders_refused: z.int(),
  settings: z.record(z.string(), z.string()),
  run: z.nullable(runShape),
})
export type Integration = z.output<typeof integrationShape>

export const listIntegrations = endpoint('GET /api/v2/integration', {
  does: 'Integrações da empresa com sistemas de gestão',
  levels: [1],
  query: z.object({ name: blank(z.string()), level: blank(whole), ...page }),
  data: z.array(integrationShape),
  list: true,
})
export const readIntegration = endpoint('GET /api/v2/integration/:id', {
  does: 'Uma integração',
  levels: [1],
  params: z.object({ id }),
  data: integrationShape,
})
const status = blank(z.enum(['active', 'inactive', 'Ativa', 'Inativa']))
const fields = {
  id_system: z.optional(text(60)),
  status,
  filter: z.optional(z.nullable(text(2000))),
  send_order_to_integration: blank(bit),
  ignore_stock: blank(bit),
  sync_categories: blank(bit),
  token: z.optional(text(4000)),
  api_key: z.optional(text(4000)),
  additional_field_1: z.optional(text(4000)),
  additional_field_2: z.optional(text(4000)),
  settings: z.optional(json(z.record(z.string(), text(80)))),
}
export const createIntegration = endpoint('POST /api/v2/integration', {
  does: 'Ligar um sistema; começa Ativa',
  levels: [1],
  body: z.object({ ...fields, type: blank(z.enum(TYPES)), sync_system_id: blank(whole) }),
  data: integrationShape,
})
export const updateIntegration = endpoint('POST /api/v2/integration/:id', {
  does: 'Mudar uma integração; segredo vazio mantém o que está guardado',
  levels: [1],
  plainPost: true,
  params: z.object({ id }),
  body: z.object(fields),
  data: integrationShape,
})
export const deleteIntegration = endpoint('DELETE /api/v2/integration/:id', {
  does: 'Desligar: apaga os segredos, mantém os produtos e o registro',
  levels: [1],
  params: z.object({ id }),
  data: z.null(),
})

/** What an ERP calls a category; `level` and `parent_id` where the ERP has them. */
const categoryShape = z.object({
  id: z.string(),
  name: z.string(),
  level: z.optional(z.nullable(z.int())),
  parent_id: z.optional(z.nullable(z.string())),
})
export type ErpCategory = z.output<typeof categoryShape>
const categories = { levels: [1], data: z.array(categoryShape) } as const
const started = { levels: [1], data: runShape } as const
const whose = z.object({ integration_id: id })
export const omieProducts = endpoint('POST /api/v1/integration/omie/update_products', {
  does: 'Atualizar os produtos do Omie, fora do pedido',
  body: z.object({ integration_id: id, alltime: blank(bit) }),
  ...started,
})
export const omieCategories = endpoint('POST /api/v1/integration/omie/get_categories', {
  does: 'Categorias financeiras de receita do Omie',
  body: whose,
  ...categories,
})
export const omieAccounts = endpoint('POST /api/v1/integration/omie/get_accounts', {
  does: 'Contas correntes ativas do Omie',
  body: whose,
  ...categories,
})
export const blingUpdate = endpoint('POST /api/v1/integration/bling/update_products', {
  does: 'Atualizar o que mudou no Bling, fora do pedido',
  body: z.object({ integration_id: id }),
  ...started,
})
export const blingImport = endpoint('POST /api/v1/integration/bling/import_products', {
  does: 'Trazer todos os produtos do Bling, fora do pedido',
  body: z.object({ integration_id: id }),
  ...started,
})
export const blingCategories = endpoint('GET /api/v2/integracao/bling/get_categories', {
  does: 'Categorias de produtos do Bling',
  ...categories,
})
const asked = z.object({ integration_id: id, alltime: blank(bit) })
export const sankhyaProducts = endpoint('POST /api/v2/integracao/sankhya/update_products', {
  does: 'Atualizar os produtos do Sankhya; alltime traz tudo, uma vez por hora',
  body: asked,
  ...started,
})
export const tagplusProducts = endpoint('POST /api/v2/integracao/tagplus/update_products', {
  does: 'Atualizar os produtos do TagPlus; alltime traz tudo, uma vez por hora',
  body: asked,
  ...started,
})
export const pedidookProducts = endpoint('POST /api/v2/integracao/pedidook/update_products', {
  does: 'Atualizar os produtos do PedidoOK; alltime traz tudo, uma vez por hora',
  body: asked,
  ...started,
})
export const sankhyaCategories = endpoint('GET /api/v2/integracao/sankhya/:id/categories', {
  does: 'Grupos de produtos do Sankhya, com nível e grupo acima; id da integração ou da empresa',
  params: z.object({ id }),
  ...categories,
})
export const tagplusCategories = endpoint('GET /api/v2/integracao/tagplus/:id/categories', {
  does: 'Categorias de produtos do TagPlus; id da integração ou da empresa',
  params: z.object({ id }),
  query: z.object({ id_integration: blank(id) }),
  ...categories,
})

export const listCategoriesThere = endpoint('GET /api/v2/integration/:id/categories', {
  does: 'Categorias de produtos do sistema ligado, para o filtro',
  params: z.object({ id }),
  ...categories,
})
export const listRuns = endpoint('GET /api/v2/integration/:id/runs', {
  does: 'Últimas atualizações e o que cada uma deixou de lado',
  levels: [1],
  params: z.object({ id }),
  data: z.array(z.object({ ...runShape._zod.def.shape, issues: z.array(issueShape) })),
  list: true,
})
export const retireAbsent = endpoint('POST /api/v2/integration/:id/retire', {
  does: 'Tirar do catálogo os produtos que a última atualização inteira não encontrou',
  levels: [1],
  params: z.object({ id }),
  data: runShape,
})
const held = { levels: [1], params: z.object({ id, run: id }), data: runShape } as const
export const applyHeld = endpoint('POST /api/v2/integration/:id/runs/:run/apply', {
  does: 'Aplicar uma atualização retida: lê de novo e grava, se não tirar muito mais do que o mostrado',
  ...held,
})
export const discardHeld = endpoint('POST /api/v2/integration/:id/runs/:run/discard', {
  does: 'Descartar uma atualização retida: nada muda aqui, e a próxima lê de novo',
  ...held,
})
export const connectIntegration = endpoint('GET /api/v2/integration/:id/connect', {
  does: 'Endereço em que o Bling pede o consentimento; vale 10 minutos',
  levels: [1],
  params: z.object({ id }),
  data: z.object({ url: z.string() }),
})
export const returnFromConsent = endpoint('GET /api/v2/integration/consent', {
  does: 'Volta do consentimento do Bling',
  levels: 'anyone',
  query: z.object({ code: blank(z.string()), state: blank(z.string()) }),
  answer: 'file',
})
/** Systems that this platform can link at all: some need a key of the platform's own. */
export const listSystems = endpoint('GET /api/v2/integration/systems', {
  does: 'Sistemas que podem ser ligados nesta plataforma',
  levels: [1],
  data: z.array(z.enum(TYPES)),
})

/** What must be chosen before orders can go there, each from a live list of the ERP. */
export const listChoices = endpoint('GET /api/v2/integration/:id/choices', {
  does: 'O que escolher para enviar pedidos: listas do sistema ligado, por nome da escolha',
  levels: [1],
  params: z.object({ id }),
  data: z.record(z.string(), z.array(categoryShape)),
})
const pushShape = z.object({
  system_name: z.string(),
  status: z.enum(['fila', 'enviando', 'incerto', 'enviado', 'recusado', 'parado']),
  external_number: z.string(),
  message: z.string(),
  resume_at: z.nullable(moment),
  sent_at: z.nullable(moment),
})
export type Push = z.output<typeof pushShape>
export const readPush = endpoint('GET /api/v2/integration/orders/:order', {
  does: 'Como anda um pedido no sistema ligado; nulo quando não vai para nenhum',
  levels: [1],
  params: z.object({ order: id }),
  data: z.nullable(pushShape),
})
export const pushAgain = endpoint('POST /api/v2/integration/orders/:order/again', {
  does: 'Enviar de novo um pedido que o sistema recusou ou que ficou sem resposta; antes ele é procurado lá',
  levels: [1],
  params: z.object({ order: id }),
  data: z.nullable(pushShape),
})
export const markPushed = endpoint('POST /api/v2/integration/orders/:order/sent', {
  does: 'Marcar como enviado um pedido que alguém lançou à mão no sistema',
  levels: [1],
  params: z.object({ order: id }),
  data: z.nullable(pushShape),
})
