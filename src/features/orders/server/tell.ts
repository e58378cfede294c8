// Tells people of an order: staff with the client's name and their own page of it, the client with his.
import { noticesTakenBack, tellings, type Telling, tellPeople } from '#features/notices/server/index.ts'
import type { Tx } from '#server/db.ts'
import { arrivalTells, stepTells, type Tells } from '../told.ts'
import { type Status, UNDO_SECONDS, UNDONE } from '../status.ts'
import { findSeller } from './queries.ts'

export interface Known {
  id: number | null
  number: number | null
  name: string
  company_name: string
  seller_id: number | null
  client_id: number | null
}
const CONFIRMED = 'confirmed-'
/** `id` null: it has none yet, and app.tell puts it at the end. */
function about(o: Known, list: Tells[], except: number | null, key = ''): Telling[] {
  const id = o.id ?? ''
  return list.flatMap(({ kind, word, whom }): Telling[] => {
    const base = { kind, word: word as Telling['word'], except, number: o.number, ...(key && { key: `${key}${id}` }) }
    const staff: Telling = {
      ...base,
      to: whom.includes('seller') ? [o.seller_id] : [],
      admins: whom.includes('admins'),
      name: o.company_name || o.name,
      about: o.client_id,
      href: `/dashboard/orders/${id}`,
    }
    const client: Telling = { ...base, to: whom.includes('client') ? [o.client_id] : [], href: `/pedidos/meus/${id}` }
    return [staff, client].filter((t) => t.admins || t.to.some((to) => to !== null))
  })
}
/** Of an order that is being written: for the statement that writes it. */
export const arrivalTold = (o: Omit<Known, 'id' | 'number'> & { status: Status }, by: number, now: Date) =>
  tellings(about({ ...o, id: null, number: null }, arrivalTells(o.status), by, 'order-'), now)
/** An order whose seller no longer sells is the admins', as one that nobody sold. */
const asSold = async <O extends Known>(tx: Tx, o: O): Promise<O> => ({
  ...o,
  seller_id: (await findSeller(tx, o.seller_id))?.id ?? null,
})
/** A step. A confirmation waits until the offer to undo it is over, and is taken back with it. */
export async function tellStep(
  tx: Tx,
  order: Known,
  step: Omit<Parameters<typeof stepTells>[0], 'sold'>,
  { user_id, now, reason }: { user_id: number | null; now: Date; reason: string },
): Promise<void> {
  const o = await asSold(tx, order)
  const key = step.to === 'confirmado' ? CONFIRMED : ''
  const told = about(o, stepTells({ ...step, sold: o.seller_id !== null }), user_id, key)
  await tellPeople(tx, now, key ? told.map((t) => ({ ...t, again: true, hold: UNDO_SECONDS })) : told)
  if (step.from === 'confirmado' && reason === UNDONE) await noticesTakenBack(tx, [`${CONFIRMED}${o.id}`])
}
/** What a client asked of a quote without a step of its status. */
export async function tellAsked(tx: Tx, order: Known, word: 'mudanca' | 'renovar', now: Date): Promise<void> {
  const o = await asSold(tx, order)
  await tellPeople(
    tx,
    now,
    about(o, [{ kind: 'quote', word, whom: [o.seller_id === null ? 'admins' : 'seller'] }], null),
  )
}
/** Another offer of a quote. */
export const tellOffered = (tx: Tx, o: Known, by: number, now: Date) =>
  tellPeople(tx, now, about(o, [{ kind: 'quote', word: 'oferta', whom: ['client'] }], by))
