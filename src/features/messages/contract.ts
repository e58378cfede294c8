import * as z from 'zod/mini'
import { STATUSES } from '#features/orders/status.ts'
import { blank, endpoint, flag, id, moment, page, text, whole } from '#shared/wire.ts'
import { KINDS, MOST_NAME, MOST_TEXT } from './rules.ts'

const kind = z.enum(KINDS)
/** Whose conversation it is. Phone and links are for the company's people. */
const about = {
  kind,
  /** The order's, or the client's: together with `kind` the conversation's name. */
  id,
  number: z.nullable(z.int()),
  status: z.nullable(z.enum(STATUSES)),
  client_id: z.nullable(id),
  name: z.string(),
  /** Who is written to. */
  person: z.string(),
  /** The company that they speak for. */
  company_name: z.optional(z.string()),
  /** Where there is no writing any more, why: a sentence. */
  closed: z.string(),
  phone: z.optional(z.string()),
  receipt_path: z.optional(z.string()),
  seller_name: z.optional(z.string()),
}
const aboutShape = z.object(about)
export type About = z.output<typeof aboutShape>
const messageShape = z.object({
  id,
  key: z.string(),
  at: moment,
  /** By the company. */
  ours: z.boolean(),
  /** '' for clients where somebody of the company wrote it. */
  who: z.string(),
  text: z.string(),
  /** '' or an address that opens without a session, good for one to two hours. */
  photo: z.string(),
})
export type Message = z.output<typeof messageShape>
/** A request of the company for an adjustment of the order. It is shown between the messages and is never unread. */
const adjustmentShape = z.object({ id, at: moment, who: z.string(), text: z.string(), withdrawn: z.boolean() })
export type Adjustment = z.output<typeof adjustmentShape>
const threadShape = z.object({
  about: aboutShape,
  /** The oldest first. */
  messages: z.array(messageShape),
  adjustments: z.optional(z.array(adjustmentShape)),
  /** Older messages are there. */
  more: z.boolean(),
  /** How many of the other side's the reader has not read. */
  unread: z.int(),
  /** How far the client has read, for the company's people. */
  seen_id: z.optional(z.int()),
})
export type Thread = z.output<typeof threadShape>
/** What a device keeps to be read without a network: the newest conversations, each with its newest messages. */
export const keptThreadsShape = z.array(threadShape)
const rowShape = z.object({
  ...about,
  last: messageShape,
  unread: z.int(),
})
export type Row = z.output<typeof rowShape>

const company = { company: id }
const one = z.object({ ...company, kind, id })
const before = z.object({ before: blank(id) })
/** `key`: drawn by the writer; the same message sent again is there once. */
const writing = z.object({ key: text(64, 16), text: z.optional(text(MOST_TEXT)), queued: blank(flag) })
const reading = z.object({ until: whole })

export const listConversations = endpoint('GET /api/v2/companies/:company/conversations', {
  does: 'Conversas com clientes e de pedidos: vendedor e cliente as suas, o administrador todas; não lidas primeiro',
  levels: [1, 2, 3],
  params: z.object(company),
  query: z.object({ ...page, search: blank(z.string()), unread: blank(flag) }),
  data: z.array(rowShape),
  list: true,
})
export const readConversation = endpoint('GET /api/v2/companies/:company/conversations/:kind/:id', {
  does: 'A conversa de um pedido ou de um cliente; o cliente só as dos próprios pedidos e a sua',
  levels: [1, 2, 3],
  params: one,
  query: before,
  data: threadShape,
})
export const writeMessage = endpoint('POST /api/v2/companies/:company/conversations/:kind/:id', {
  does: 'Escrever numa conversa, com texto, foto ou os dois; a mesma key enviada de novo é a mesma mensagem',
  levels: [1, 2, 3],
  params: one,
  body: writing,
  files: { photo: 1 },
  data: messageShape,
})
export const markRead = endpoint('POST /api/v2/companies/:company/conversations/:kind/:id/read', {
  does: 'Dizer até onde a conversa foi lida',
  levels: [1, 2, 3],
  params: one,
  body: reading,
})
const receipt = z.object({ token: z.string().check(z.regex(/^[\w-]{22,64}$/, 'required')) })
export const readByLink = endpoint('GET /api/v2/receipts/:token/messages', {
  does: 'A conversa do pedido para quem tem o link do recibo',
  levels: 'anyone',
  public: true,
  params: receipt,
  query: before,
  data: threadShape,
})
export const writeByLink = endpoint('POST /api/v2/receipts/:token/messages', {
  does: 'Escrever na conversa do pedido pelo link do recibo, com texto, foto ou os dois',
  levels: 'anyone',
  public: true,
  params: receipt,
  body: writing,
  files: { photo: 1 },
  data: messageShape,
})
export const markReadByLink = endpoint('POST /api/v2/receipts/:token/messages/read', {
  does: 'Dizer até onde a conversa foi lida, pelo link do recibo',
  levels: 'anyone',
  public: true,
  params: receipt,
  body: reading,
})

const templateShape = z.object({
  id,
  name: z.string(),
  text: z.string(),
  /** The reader may change it. */
  mine: z.boolean(),
})
export type Template = z.output<typeof templateShape>
const template = z.object({ name: text(MOST_NAME, 1), text: text(MOST_TEXT, 1) })
export const listTemplates = endpoint('GET /api/v2/companies/:company/message_templates', {
  does: 'Modelos de mensagem: os da empresa e os de quem lê',
  levels: [1, 2],
  params: z.object(company),
  data: z.array(templateShape),
})
export const createTemplate = endpoint('POST /api/v2/companies/:company/message_templates', {
  does: 'Criar um modelo de mensagem: o do administrador é da empresa, o do vendedor é dele',
  levels: [1, 2],
  params: z.object(company),
  body: template,
  data: templateShape,
})
export const changeTemplate = endpoint('PUT /api/v2/companies/:company/message_templates/:id', {
  does: 'Mudar um modelo de mensagem próprio',
  levels: [1, 2],
  params: z.object({ ...company, id }),
  body: template,
  data: templateShape,
})
export const deleteTemplate = endpoint('DELETE /api/v2/companies/:company/message_templates/:id', {
  does: 'Excluir um modelo de mensagem próprio',
  levels: [1, 2],
  params: z.object({ ...company, id }),
})
