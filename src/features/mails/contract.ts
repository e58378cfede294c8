import * as z from 'zod/mini'
import { blank, endpoint, id, moment, page, text } from '#shared/wire.ts'

const mailShape = z.object({
  id,
  recipient: z.string(),
  template: z.string(),
  /** `segurada` waits: see `held_for`; `juntada` left as part of another mail. */
  status: z.enum(['espera', 'enviada', 'devolvida', 'segurada', 'juntada']),
  held_for: z.enum(['', 'limite', 'parada', 'confirmacao']),
  tries: z.int(),
  /** Why the server of the address refused it. */
  note: z.string(),
  created_at: moment,
  sent_at: z.nullable(moment),
})
export type MailLine = z.output<typeof mailShape>
const waitingShape = z.object({
  address: z.string(),
  /** What the company uses it for. */
  uses: z.array(z.enum(['pedidos', 'cobranca', 'conta'])),
  /** When the last link was sent; null when a limit kept it back. */
  asked_at: z.nullable(moment),
})
export type WaitingAddress = z.output<typeof waitingShape>
export const listWaitingAddresses = endpoint('GET /api/v2/mail_addresses', {
  does: 'Endereços de e-mail da empresa que ainda não foram confirmados',
  levels: [1],
  data: z.array(waitingShape),
})
export const askAddress = endpoint('POST /api/v2/mail_addresses', {
  does: 'Enviar de novo o link que confirma um endereço de e-mail da empresa',
  levels: [1],
  body: z.object({ address: text(254, 3) }),
})
export const confirmAddress = endpoint('POST /api/v2/mail_addresses/confirm', {
  does: 'Confirmar um endereço de e-mail pelo link que foi enviado a ele; vale uma vez',
  levels: 'anyone',
  // A link that a mail program has cut is refused in the same words as a used one.
  body: z.object({ token: text(200) }),
  data: z.object({ company: z.string(), address: z.string() }),
})
export const listMails = endpoint('GET /api/v2/mails', {
  does: 'E-mails da empresa: o que espera, o que foi e o que voltou',
  levels: [0, 1],
  query: z.object({ ...page, company_id: blank(id) }),
  data: z.array(mailShape),
  list: true,
})
