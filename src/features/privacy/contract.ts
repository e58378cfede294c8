import * as z from 'zod/mini'
import { KINDS } from '#shared/retention.ts'
import { blank, endpoint, flag, id, json, moment, text } from '#shared/wire.ts'

export const companyArchive = endpoint('GET /api/v2/companies/:company/archive', {
  does: 'Tudo da empresa num zip: JSON de cada tabela, planilhas de produtos e vendas, fotos',
  levels: [1],
  whileClosed: true,
  params: z.object({ company: id }),
  answer: 'file',
})
export const keptArchive = endpoint('GET /api/v2/companies/:company/archive/kept', {
  does: 'A cópia guardada quando a empresa foi excluída',
  levels: [0],
  params: z.object({ company: id }),
  answer: 'file',
})
const some = z.optional(json(z.array(id).check(z.maxLength(10_000, 'long'))))
/** Of the orders and price requests without card that look like the person's, those that go along; all when left out. */
const picked = { orders: some, requests: some }
export interface Picked {
  orders?: number[] | undefined
  requests?: number[] | undefined
}
const match = z.object({ id, number: z.nullable(z.int()), name: z.string(), at: moment, open: z.boolean() })
const preview = z.object({
  name: z.string(),
  /** Of the card, or the one by which the person was found. */
  orders: z.int(),
  /** Those of them that are not over. */
  open: z.array(match),
  /** Without card: same document, or same phone or e-mail where no document differs. */
  matches: z.object({ orders: z.array(match), requests: z.array(match) }),
  /** Where data were sent before: erasing them there is asked for there. */
  sent: z.object({ erps: z.array(z.string()), webhooks: z.array(z.string()), mails: z.array(z.string()) }),
})
export type PersonPreview = z.output<typeof preview>
export const personPreview = endpoint('GET /api/v2/users/:id/person', {
  does: 'O que há de um cliente antes de copiar ou apagar: pedidos sem cadastro que parecem dele, e para onde os dados foram',
  levels: [1],
  params: z.object({ id }),
  data: preview,
})
export const personArchive = endpoint('GET /api/v2/users/:id/data', {
  does: 'O que guardamos de uma pessoa, num zip: a própria, ou qualquer uma da empresa para o administrador',
  levels: [1, 2, 3],
  whileClosed: true,
  params: z.object({ id }),
  query: z.object(picked),
  answer: 'file',
})
export const anonymise = endpoint('POST /api/v2/users/:id/anonymise', {
  does: 'Apagar os dados de um cliente: nome, contato e documento somem também dos pedidos; quantidades e valores ficam',
  levels: [1],
  params: z.object({ id }),
  body: z.object(picked),
  data: z.object({ orders: z.int() }),
})
const ofOrder = { levels: [1] as const, params: z.object({ company: id, id }) }
export const orderPersonPreview = endpoint('GET /api/v2/companies/:company/orders/:id/person', {
  does: 'O que há de quem fez um pedido sem cadastro',
  ...ofOrder,
  data: preview,
})
export const orderPersonArchive = endpoint('GET /api/v2/companies/:company/orders/:id/person/data', {
  does: 'O que guardamos de quem fez um pedido sem cadastro, num zip',
  ...ofOrder,
  query: z.object(picked),
  answer: 'file',
})
export const eraseOrderPerson = endpoint('POST /api/v2/companies/:company/orders/:id/person/erase', {
  does: 'Apagar os dados de quem fez um pedido sem cadastro; quantidades e valores ficam',
  ...ofOrder,
  body: z.object(picked),
  data: z.object({ orders: z.int() }),
})
export const recordConsent = endpoint('POST /api/v2/consents', {
  does: 'A resposta de um visitante sobre medição',
  levels: [1, 2, 3],
  whileClosed: 'admin',
  public: true,
  body: z.object({ visitor: text(64, 8), granted: flag }),
})
export const readNotice = endpoint('GET /api/v2/privacy', {
  does: 'Quem cuida dos dados numa empresa, pelo endereço dela',
  levels: 'anyone',
  query: z.object({ path: blank(text(40)) }),
  data: z.object({
    company: z.string(),
    phone: z.string(),
    tags: z.boolean(),
    since: moment,
    /** Days of each kind, as this installation is set. */
    kept: z.record(z.enum(KINDS), z.int()),
  }),
})
