// A person's data: what there is of it, its copy, its erasure. A client is found by the card, a buyer by the link by an order.
import { systemName } from '#features/integrations/server/index.ts'
import { enqueue } from '#server/jobs.ts'
import type { Tx } from '#server/db.ts'
import type { Person } from '#server/person.ts'
import { Refusal } from '#shared/errors.ts'
import type { PersonPreview, Picked } from '../contract.ts'
import * as q from './person/queries.ts'
import { erasePerson } from './register.ts'
import { claimForCard, eraseClient, eraseOrders } from './writes.ts'

export interface Found {
  name: string
  /** What is the person's without doubt. */
  own: Person
  matches: { orders: q.Match[]; requests: q.Match[] }
  /** The order by which a person without card was found. */
  order: { id: number; number: number | null } | null
}
const ids = (list: { id: number }[]) => list.map((x) => x.id)

/** A client by the card; undefined when there is none. `level`: of the person. */
export async function findByCard(tx: Tx, id: number): Promise<(Found & { level: number }) | undefined> {
  const cards = await q.findCards(tx, id)
  const [card] = cards
  if (card?.id !== id) return undefined
  const own = {
    cards: ids(cards),
    orders: await q.findOrdersOf(tx, ids(cards)),
    requests: await q.findRequestsOf(tx, ids(cards)),
  }
  const matches =
    card.level === 3
      ? { orders: await q.matchOrders(tx, cards, null), requests: await q.matchRequests(tx, cards) }
      : { orders: [], requests: [] }
  return { name: card.name, level: card.level, own, matches, order: null }
}
/** The person of an order without card. */
export async function findByOrder(tx: Tx, id: number): Promise<Found> {
  const order = await q.findOrderPerson(tx, id)
  if (!order) throw new Refusal('not_found')
  if (order.client_id !== null)
    throw new Refusal('conflict', { message: 'Este pedido tem cadastro de cliente. Use Dados pessoais no cadastro.' })
  const matches = { orders: await q.matchOrders(tx, [order], id), requests: await q.matchRequests(tx, [order]) }
  return {
    name: order.name,
    own: { cards: [], orders: [id], requests: [] },
    matches,
    order: { id, number: order.number },
  }
}
export async function previewOf(tx: Tx, found: Found): Promise<PersonPreview> {
  const all = withPicked(found, { orders: ids(found.matches.orders), requests: ids(found.matches.requests) })
  const { erps, ...sent } = await q.findSent(tx, all)
  return {
    name: found.name,
    orders: found.own.orders.length,
    open: await q.findOpen(tx, found.own.orders),
    matches: found.matches,
    sent: { erps: erps.map(systemName), ...sent },
  }
}
const withPicked = ({ own }: Found, picked: { orders: number[]; requests: number[] }): Person => ({
  cards: own.cards,
  orders: [...new Set([...own.orders, ...picked.orders])],
  requests: [...new Set([...own.requests, ...picked.requests])],
})
/** The person with what was picked of the matches, all of them where nothing was said. What is no match is refused; what
 * was erased before counts as picked, so that the same call can be repeated. */
export async function personOf(tx: Tx, found: Found, picked: Picked): Promise<Person> {
  const orders = picked.orders ?? ids(found.matches.orders)
  const requests = picked.requests ?? ids(found.matches.requests)
  const erased = await q.findErased(tx, orders, requests)
  const known = (list: number[], ...of: number[][]) => list.every((id) => of.some((known) => known.includes(id)))
  if (
    !known(orders, ids(found.matches.orders), found.own.orders, erased.orders) ||
    !known(requests, ids(found.matches.requests), found.own.requests, erased.requests)
  )
    throw new Refusal('conflict', { message: 'A lista de pedidos desta pessoa mudou. Abra de novo e confira.' })
  return withPicked(found, { orders, requests })
}
/** Erases a person; answers how many orders lost their person. Files of mails go by a job after the commit. */
export async function erase(tx: Tx, found: Found, picked: Picked, now: Date): Promise<number> {
  const p = await personOf(tx, found, picked)
  await q.lockPerson(tx, p)
  const mails = await q.findMailKeys(tx, p)
  await erasePerson(tx, p, now)
  const [card] = p.cards
  if (card === undefined) await eraseOrders(tx, p, now)
  else {
    await claimForCard(tx, card, p)
    await eraseClient(tx, card, now)
  }
  if (mails.length > 0) await enqueue(tx, 'forget_mails', { mails })
  return p.orders.length
}
