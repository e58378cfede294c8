// With whom somebody may chat about an order.
import type { Caller } from '#server/session.ts'

interface ChatCompany {
  whatsapp: boolean
  seller_phone: string
  whatsapp_phone: string
}
/** The order's seller, else the company; nobody where the company does not chat, or asks itself. */
export function chatPhone(
  caller: Pick<Caller, 'level'> | null,
  company: ChatCompany,
  seller: { phone: string } | null | undefined,
): string {
  if (!company.whatsapp || (caller && caller.level <= 2)) return ''
  return seller?.phone || company.seller_phone || company.whatsapp_phone
}
