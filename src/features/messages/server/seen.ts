// Conversations and messages as their reader may see them.
import type { StaffRequest } from '#features/orders/server/index.ts'
import type { About, Adjustment, Message } from '../contract.ts'
import type { AboutRow, Reader } from './queries.ts'

export const isStaff = (reader: Reader) => reader.level <= 2
/** A conversation as its reader may know it. */
export function aboutOf(row: AboutRow, reader: Reader): About {
  const { kind, of: id, number, status, client_id, name, person, gone } = row
  const closed = gone ? 'Este cliente foi excluído: a conversa fica guardada e não recebe mais mensagens.' : ''
  const base = { kind, id, number, status, client_id, name, person, closed }
  if (!isStaff(reader)) return base
  const path = row.receipt_token && { receipt_path: `/pedido/${row.receipt_token}` }
  return { ...base, phone: row.phone, company_name: row.company_name, seller_name: row.seller_name, ...path }
}
/** The client does not learn who of the company asked. */
export const requestsShown = (requests: StaffRequest[], reader: Reader): Adjustment[] =>
  requests.map(({ order_id: _, ...r }) => (isStaff(reader) ? r : { ...r, who: '' }))
/** Who of the company said what is not the client's to know. */
export const shown = (m: Message, reader: Reader, sign: Sign): Message => ({
  ...m,
  photo: sign(m.photo),
  ...(m.ours && !isStaff(reader) && { who: '' }),
})
/** Makes the address under which a photo can be opened. */
export type Sign = (path: string) => string
