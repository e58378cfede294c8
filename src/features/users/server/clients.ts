// A client's card is made by staff: from the form, or by an order. Cards of one person in one circle are asked about; what
// lies outside the sender's circle changes no answer.
import { lockCompany } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'
import { cleanCode } from '#shared/code.ts'
import { bareDocument } from '#shared/documents.ts'
import { Refusal } from '#shared/errors.ts'
import { barePhone, isPhone } from '#shared/phone.ts'
import * as q from './queries.ts'
import { createIn, type UserForm } from './save.ts'
import * as w from './writes.ts'

/** An admin, whose circle is the company, or a seller, whose circle is the own portfolio. */
interface Staff {
  level: number
  user_id: number
}
type Typed = Partial<Record<q.ClientKey, string | undefined>>
export interface Same {
  /** In the sender's circle. */
  found: q.Alike[]
  /** Another portfolio, or the house, knows the client. Only an admin may learn of it. */
  elsewhere: boolean
}
/** Clients with the same code, document, e-mail or phone; but `except`. */
export async function findSame(tx: Tx, typed: Typed, by: Staff, except: number | null = null): Promise<Same> {
  const { client_code = '', document = '', email = '', phone = '' } = typed
  const keys = {
    client_code: cleanCode(client_code.trim()),
    document: bareDocument(document),
    email: email.trim().toLowerCase(),
    phone: isPhone(phone) ? barePhone(phone) : '',
  }
  const rows = await q.findAlike(tx, keys, except)
  const found = rows.filter((r) => by.level <= 1 || r.seller_id === by.user_id)
  return { found, elsewhere: found.length < rows.length }
}
const REASONS = { document: 'documento', phone: 'telefone', email: 'e-mail', client_code: 'código' }
const ASKED = Object.keys(REASONS) as (keyof typeof REASONS)[]
/** What is asked about: who it may be and why, the strongest reason first. */
export const suspects = (found: q.Alike[]) =>
  found
    .map(({ id, name, keys }) => ({
      id,
      name,
      reason: ASKED.find((key) => keys.includes(key)) as (typeof ASKED)[number],
    }))
    .sort((a, b) => ASKED.indexOf(a.reason) - ASKED.indexOf(b.reason) || a.id - b.id)
    .slice(0, 10)
/** Creates a client's card, a seller's in the own portfolio; answers its id. An e-mail that belongs to another user is
 * kept on it as typed. Within the sender's lock (lockCompany): two at once make one card. */
export const createCard = (tx: Tx, company: number, form: UserForm, by: Staff, { elsewhere }: Same) =>
  createIn(tx, company, { ...ofPortfolio(by, form), level: 3 }, '', { known_elsewhere: elsewhere })
/** Notes on a changed card, for its admin, that another portfolio knows the client. The statements are the same either
 * way, so that their time tells a seller nothing. */
export async function markKnownElsewhere(tx: Tx, typed: Typed, by: Staff, id: number): Promise<void> {
  const { elsewhere } = await findSame(tx, typed, by, id)
  await w.markKnownElsewhere(tx, id, elsewhere)
}
/** The same by the form: 409 client_exists when the sender's circle has one with this document, phone or e-mail, unless
 * `anyway` says that it is another client. */
export async function createClientIn(
  tx: Tx,
  company: number,
  form: UserForm,
  by: Staff,
  anyway = false,
): Promise<number> {
  await lockCompany(tx, company)
  const { document, phone, email } = form
  const same = await findSame(tx, { document, phone, email }, by)
  const id = await createCard(tx, company, form, by, same)
  const [first, ...more] = suspects(same.found)
  if (!first || anyway) return id
  throw new Refusal('client_exists', {
    same: [first, ...more],
    message: {
      text: '{name} já tem este {field}. Use esse cadastro ou confirme que é outro cliente.',
      values: { name: first.name, field: { text: REASONS[first.reason] } },
    },
  })
}
/** A seller's client stays in the seller's portfolio, at the prices it has and as free to order as it is. */
export function ofPortfolio(by: Staff, form: UserForm): UserForm {
  if (by.level <= 1) return form
  const { price_table: _table, blocked: _blocked, credit_note: _credit, ...rest } = form
  return { ...rest, seller_id: by.user_id }
}
