import * as z from 'zod/mini'
import { KINDS } from '#shared/retention.ts'
import { blank, endpoint, flag, id, moment, text } from '#shared/wire.ts'

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
export const personArchive = endpoint('GET /api/v2/users/:id/data', {
  does: 'O que guardamos de uma pessoa, num zip: a própria, ou qualquer uma da empresa para o administrador',
  levels: [1, 2, 3],
  whileClosed: true,
  params: z.object({ id }),
  answer: 'file',
})
export const anonymise = endpoint('POST /api/v2/users/:id/anonymise', {
  does: 'Apagar os dados de um cliente: nome, contato e documento somem também dos pedidos; quantidades e valores ficam',
  levels: [1],
  params: z.object({ id }),
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
