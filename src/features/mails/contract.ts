import * as z from 'zod/mini'
import { blank, endpoint, id, moment, page } from '#shared/wire.ts'

const mailShape = z.object({
  id,
  recipient: z.string(),
  template: z.string(),
  status: z.enum(['espera', 'enviada', 'devolvida']),
  tries: z.int(),
  /** Why the server of the address refused it. */
  note: z.string(),
  created_at: moment,
  sent_at: z.nullable(moment),
})
export type MailLine = z.output<typeof mailShape>
export const listMails = endpoint('GET /api/v2/mails', {
  does: 'E-mails da empresa: o que espera, o que foi e o que voltou',
  levels: [0, 1],
  query: z.object({ ...page, company_id: blank(id) }),
  data: z.array(mailShape),
  list: true,
})
