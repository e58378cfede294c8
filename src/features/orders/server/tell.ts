// Tells people of an order: staff with the client's name and their own page of it, the client with his.
import { findTold, noticesTakenBack, tellings, type Telling, tellPeople } from '#features/notices/server/index.ts'
import type { Tx } from '#server/db.ts'
import type { AdjustmentRequest } from '../adjustment.ts'
import { arrivalTells, stepTells, type Tells, withdrawnTells } from '../told.ts'
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
/** Of the notices about a request for an adjustment: those told are told when it is taken back. */
const requested = (event: number) => `adjustment-${event}-`
/** `id` null: it has none yet, and app.tell puts it at the end. */
function about(o: Known, list: Tells[], except: number | null, key = ''): Telling[] {
  return list.flatMap((tells): Telling[] => {
    const { whom } = tells
    const base = { except, ...(key && { key: `${key}${o.id ?? ''}` }) }
    const to = whom.includes('seller') ? [o.seller_id] : []
    return [
      toStaff(o, tells, { ...base, to, admins: whom.includes('admins') }),
      toClient(o, tells, { ...base, to: whom.includes('client') ? [o.client_id] : [] }),
    ].filter((t) => t.admins || t.to.some((to) => to !== null))
  })
}
type Whom = Pick<Telling, 'to' | 'admins' | 'except' | 'key'>
const toStaff = (o: Known, { kind, word }: Pick<Tells, 'kind' | 'word'>, whom: Whom): Telling => ({
  ...whom,
  kind,
  word: word as Telling['word'],
  number: o.number,
  name: o.company_name || o.name,
  about: o.client_id,
  href: `/dashboard/orders/${o.id ?? ''}`,
})
const toClient = (o: Known, { kind, word }: Pick<Tells, 'kind' | 'word'>, whom: Whom): Telling => ({
  ...whom,
  kind,
  word: word as Telling['word'],
  number: o.number,
  href: `/pedidos/meus/${o.id ?? ''}`,
})
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
  { user_id, now, reason, event }: { user_id: number | null; now: Date; reason: string; event: number },
): Promise<void> {
  const o = await asSold(tx, order)
  const waits = step.to === 'confirmado'
  const key = waits ? CONFIRMED : step.to === 'ajuste_solicitado' ? requested(event) : ''
  const told = about(o, stepTells({ ...step, sold: o.seller_id !== null }), user_id, key)
  await tellPeople(tx, now, waits ? told.map((t) => ({ ...t, again: true, hold: UNDO_SECONDS })) : told)
  if (step.from === 'confirmado' && reason === UNDONE) await noticesTakenBack(tx, [`${CONFIRMED}${o.id}`])
}
/** What a client asked of a quote without a step of its status. */
export async function tellAsked(
  tx: Tx,
  order: Known,
  { word, event }: { word: 'mudanca' | 'renovar'; event: number },
  now: Date,
): Promise<void> {
  const o = await asSold(tx, order)
  const key = word === 'mudanca' ? requested(event) : ''
  await tellPeople(
    tx,
    now,
    about(o, [{ kind: 'quote', word, whom: [o.seller_id === null ? 'admins' : 'seller'] }], null, key),
  )
}
/** A request for an adjustment was taken back: exactly those who were told of it. */
export async function tellWithdrawn(tx: Tx, o: Known, request: AdjustmentRequest, now: Date): Promise<void> {
  const told = await findTold(tx, `${requested(request.id)}${o.id}`)
  const [client, staff] = [told.filter((id) => id === o.client_id), told.filter((id) => id !== o.client_id)]
  const tells = withdrawnTells(request.ours)
  await tellPeople(tx, now, [toStaff(o, tells, { to: staff }), toClient(o, tells, { to: client })])
}
/** Another offer of a quote. */
export const tellOffered = (tx: Tx, o: Known, by: number, now: Date) =>
  tellPeople(tx, now, about(o, [{ kind: 'quote', word: 'oferta', whom: ['client'] }], by))
/** Lines of an order changed. */
export const tellChanged = (tx: Tx, o: Known, by: number, now: Date) =>
  tellPeople(tx, now, about(o, [{ kind: 'status', word: 'mudado', whom: ['client'] }], by))
/** The client accepted lines that changed. */
export const tellAccepted = (tx: Tx, o: Known, by: number | null, now: Date) =>
  tellPeople(tx, now, about(o, [{ kind: 'adjustment', word: 'ajuste_aceito', whom: ['seller', 'admins'] }], by))
