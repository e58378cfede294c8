// What was changed of clients on this device and waits to be sent.
import { readPlace } from '#shared/geo.ts'
import type { Item } from '#web/outbox/item.ts'
import type { Card } from '../contract.ts'

export const CLIENT = 'client'
/** What a form held, to be typed on. */
export interface Kept {
  /** null: a new card. */
  id: number | null
  /** The form's own name. */
  form: string
  values: Record<string, unknown>
  was: Record<string, unknown>
}
export const isKept = (kept: unknown): kept is Kept => typeof kept === 'object' && kept !== null && 'form' in kept
/** A card with what was changed of it here and waits to be sent. What was refused is shown no more. */
export function withWaiting<C extends Card>(card: C, items: readonly Item[]): C {
  const shown: Record<string, unknown> = { ...card, ...placeOf(card, items) }
  for (const values of waitingOf(card.id, items))
    for (const [field, typed] of Object.entries(values))
      if (typeof typed === 'string' && typeof shown[field] === 'string') shown[field] = typed
  return shown as C
}
/** Where a client is, as it was last said here. */
export function placeOf(card: Pick<Card, 'id' | 'lat' | 'lng'>, items: readonly Item[]): Pick<Card, 'lat' | 'lng'> {
  let { lat, lng } = card
  for (const values of waitingOf(card.id, items)) {
    const said = (key: 'lat' | 'lng') => (typeof values[key] === 'string' ? values[key] : undefined)
    ;({ lat, lng } = readPlace({ lat, lng }, { lat: said('lat'), lng: said('lng') }))
  }
  return { lat, lng }
}
const waitingOf = (id: number, items: readonly Item[]) =>
  items.flatMap(({ kind, state, kept }) =>
    kind === CLIENT && state === 'waiting' && isKept(kept) && kept.id === id ? [kept.values] : [],
  )
