// Two cards of one client become one: the orders go along, what the card that stays lacks is filled in, and all of it is
// written down, so that the way back takes exactly that. What was changed since stays.
import { addLog } from '#features/logs/server/index.ts'
import { dropSessions, findEmailOwner, needRoom } from '#features/users/server/index.ts'
import { lockCompany } from '#server/company_lock.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/session.ts'
import { Refusal } from '#shared/errors.ts'
import * as w from './writes.ts'

const TEXTS = ['email', 'phone', 'document', 'company_name', 'client_code', 'profile_pic'] as const
const NOTES = { credit_note: 500, notes: 2000 } as const
const nameOf = (c: w.Locked) => c.company_name || c.name
const isSameEmail = (a: w.Locked, b: w.Locked) => a.email.toLowerCase() === b.email.toLowerCase()
const isEmpty = (address: Record<string, string>) => !Object.values(address).some(Boolean)

/** What the card that stays takes over: what it lacks, both notes, and that orders are stopped. */
function filling(stays: w.Locked, gone: w.Locked): w.Changed {
  const changed: w.Changed = {}
  for (const key of TEXTS) if (!stays[key] && gone[key]) changed[key] = [stays[key], gone[key]]
  // An e-mail that both have signs in by the card that stays.
  if (stays.shared_email && !gone.shared_email && isSameEmail(stays, gone)) changed.email = [stays.email, stays.email]
  if (changed.email && stays.shared_email !== gone.shared_email)
    changed.shared_email = [stays.shared_email, gone.shared_email]
  for (const [key, most] of Object.entries(NOTES) as [keyof typeof NOTES, number][])
    if (gone[key] && !stays[key].includes(gone[key]))
      changed[key] = [stays[key], [stays[key], gone[key]].filter(Boolean).join('\n').slice(0, most)]
  if (isEmpty(stays.address) && !isEmpty(gone.address)) changed.address = [stays.address, gone.address]
  if (!stays.place && gone.place) changed.place = [null, gone.place]
  if (gone.blocked && !stays.blocked) changed.blocked = [false, true]
  return changed
}
const values = (changed: w.Changed, side: 0 | 1) =>
  Object.fromEntries(Object.entries(changed).map(([key, pair]) => [key, pair[side]])) as Partial<w.Filling>

export async function merge(tx: Tx, who: Caller, m: { survivor: number; gone: number; now: Date }): Promise<void> {
  // An order that is on its way for one of them waits, and finds the card that stays.
  await lockCompany(tx, who.company_id)
  const cards = await w.lockCards(tx, [m.survivor, m.gone])
  const [stays, gone] = [cards.get(m.survivor), cards.get(m.gone)]
  if (!stays || !gone) throw new Refusal('not_found')
  // A card with another address, of the seller's choice, takes over no client's sign-in.
  if (who.level === 2 && gone.active && gone.signs_in && stays.email && !isSameEmail(stays, gone))
    throw new Refusal('conflict', {
      message: {
        text: '{name} entra com outro e-mail. Una para o cadastro que entra, ou peça ao administrador.',
        values: { name: nameOf(gone) },
      },
    })
  const filled = filling(stays, gone)
  const orders = await w.passOrders(tx, gone.id, stays.id)
  const settled = stays.seller_id === gone.seller_id ? [] : await w.settleOrders(tx, stays.id)
  const openings = await w.passOpenings(tx, gone.id, stays.id)
  const requests = await w.passRequests(tx, gone.id, stays.id)
  await w.retire(tx, gone.id, stays.id, m.now)
  await dropSessions(tx, gone.id, null)
  await w.fill(tx, stays.id, values(filled, 1))
  // A sign-in that was taken away is given back to neither card.
  if (filled.email) await w.takePassword(tx, stays.id, gone.active ? gone.id : null)
  await w.addMerge(tx, {
    company_id: who.company_id,
    survivor: stays.id,
    gone: gone.id,
    who,
    orders,
    openings,
    requests,
    settled,
    filled,
    now: m.now,
  })
  const line = { action: 'merge', object: 'user', object_id: stays.id, name: `${nameOf(gone)} → ${nameOf(stays)}` }
  await addLog(tx, who.company_id, { id: who.user_id, name: who.name }, line)
}
/** Of a card that was merged into one that was merged here later, the later merge comes apart first. */
async function laterFirst(tx: Tx, who: Caller, m: { survivor: number; id: number }): Promise<Refusal> {
  const between = await w.findBetween(tx, m.id, m.survivor)
  if (!between || (who.level === 2 && between.seller_id !== who.user_id)) return new Refusal('not_found')
  const name = between.company_name || between.name
  const text = 'Este cadastro foi juntado a {name}, que depois foi juntado a este: separe {name} primeiro.'
  return new Refusal('conflict', { message: { text, values: { name } } })
}
export async function unmerge(tx: Tx, who: Caller, m: { survivor: number; id: number; now: Date }): Promise<void> {
  const kept = await w.lockMerge(tx, m.id, m.survivor)
  if (!kept) throw await laterFirst(tx, who, m)
  if (kept.undone_at) throw new Refusal('conflict', { message: 'Isto já foi desfeito.' })
  const cards = await w.lockCards(tx, [m.survivor, kept.gone_id])
  const [stays, gone] = [cards.get(m.survivor), cards.get(kept.gone_id)]
  if (!stays || !gone) throw new Refusal('not_found')
  const unchanged = Object.entries(kept.filled).filter(
    ([key, [, now]]) => JSON.stringify(stays[key as keyof w.Filling]) === JSON.stringify(now),
  )
  const back = Object.fromEntries(unchanged) as w.Changed
  // With another e-mail on it by now, whose that is stays as well.
  if (!back.email) delete back.shared_email
  else {
    // The password may have been changed since. One that was taken away before the merge stayed with its card.
    if (gone.active) await w.takePassword(tx, gone.id, stays.id)
    await w.takePassword(tx, stays.id, null)
  }
  await w.fill(tx, stays.id, values(back, 0))
  // An e-mail that another user has by now is shared: it signs in nobody by this card.
  const owner = gone.email && !gone.shared_email ? await findEmailOwner(tx, who.company_id, gone.email) : undefined
  if (owner !== undefined) await w.shareEmail(tx, gone.id)
  await w.revive(tx, gone.id, stays.id)
  if (gone.active && gone.signs_in && owner === undefined) await needRoom(tx, who.company_id, 3, gone.id)
  await w.unsettleOrders(tx, kept.settled.map(Number))
  await w.giveOrdersBack(tx, kept.orders.map(Number), stays.id, gone.id)
  await w.giveOpeningsBack(tx, m.id)
  await w.giveRequestsBack(tx, kept.requests.map(Number), stays.id, gone.id)
  await w.endMerge(tx, m.id, who.name, m.now)
  const line = { action: 'unmerge', object: 'user', object_id: stays.id, name: `${nameOf(gone)} · ${nameOf(stays)}` }
  await addLog(tx, who.company_id, { id: who.user_id, name: who.name }, line)
}
