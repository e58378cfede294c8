// A client is made by whoever sells: from the card, or by an order. Who is there already is not made twice.
import { lockCompany } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'
import { bareDocument } from '#shared/documents.ts'
import { Refusal } from '#shared/errors.ts'
import { barePhone, isPhone } from '#shared/phone.ts'
import * as q from './queries.ts'
import { createIn, type UserForm } from './save.ts'

/** Who works with clients: an admin with all, a seller with the own portfolio. */
interface Staff {
  level: number
  user_id: number
}
/** What tells clients apart. */
interface Known {
  document?: string | undefined
  phone?: string | undefined
  email?: string | undefined
}
interface Same {
  /** Those whom the asker may open, and by what they are the same. */
  found: Omit<q.Alike, 'seller_id'>[]
  /** Another portfolio has one: nothing more is said of it. */
  elsewhere: boolean
}
/** Clients with the same document, phone or e-mail; but `except`. */
export async function findSame(tx: Tx, typed: Known, by: Staff, except: number | null = null): Promise<Same> {
  const rows = await q.findAlike(tx, {
    document: bareDocument(typed.document ?? ''),
    phone: isPhone(typed.phone ?? '') ? barePhone(typed.phone ?? '') : '',
    email: (typed.email ?? '').trim().toLowerCase(),
    except,
  })
  const mine = (r: { seller_id: number | null }) => by.level <= 1 || r.seller_id === by.user_id
  return {
    found: rows.filter(mine).map(({ id, name, reason }) => ({ id, name, reason })),
    elsewhere: !rows.every(mine),
  }
}
const REASONS = { document: 'documento', phone: 'telefone', email: 'e-mail' }
/** Refuses what there is already: one's own after a question (`anyway`), another portfolio's always. */
function needNew({ found: [first, ...more], elsewhere }: Same, anyway: boolean): void {
  if (elsewhere) throw new Refusal('client_exists', { same: [], elsewhere })
  if (!first || anyway) return
  throw new Refusal('client_exists', {
    same: [first, ...more],
    elsewhere,
    message: {
      text: '{name} já tem este {field}. Use esse cadastro ou confirme que é outro cliente.',
      values: { name: first.name, field: { text: REASONS[first.reason] } },
    },
  })
}
/** Creates a client, a seller's in the own portfolio; answers its id. 409 client_exists when there is one already:
 * `anyway` says that it is another one all the same. */
export async function createClientIn(
  tx: Tx,
  company: number,
  form: UserForm,
  by: Staff,
  anyway = false,
): Promise<number> {
  // Two at once: the second one finds the first.
  await lockCompany(tx, company)
  const id = await createIn(tx, company, { ...ofPortfolio(by, form), level: 3 }).catch(async (error: unknown) => {
    // An e-mail is one person's: there is no other client with it, asked or not.
    if (error instanceof Refusal && error.code === 'email_taken') needNew(await findSame(tx, form, by), false)
    throw error
  })
  needNew(await findSame(tx, form, by, id), anyway)
  return id
}
/** A seller's client stays in the seller's portfolio, at the prices it has and as free to order as it is. */
export function ofPortfolio(by: Staff, form: UserForm): UserForm {
  if (by.level <= 1) return form
  const { price_table: _table, blocked: _blocked, credit_note: _credit, ...rest } = form
  return { ...rest, seller_id: by.user_id }
}
