// What other systems can be told, when a message is tried again and when that ends. No network, no database.
import { secondsAsked } from '#shared/retry_after.ts'

export const EVENTS = ['order.created', 'order.changed', 'product.changed'] as const
export type Event = (typeof EVENTS)[number]
export const EVENT_LABELS: Record<Event, string> = {
  'order.created': 'Pedido novo',
  'order.changed': 'Pedido mudou',
  'product.changed': 'Produto mudou',
}
/** What a message is called, the trial among them. */
export const typeLabel = (type: Event | 'test') => (type === 'test' ? 'Teste' : EVENT_LABELS[type])

export const MOST_WEBHOOKS = 10
/** A replaced secret signs beside the new one for so long: time to change it on the other side. */
export const OVERLAP = 24 * 3600_000
/** Seconds between the tries of one message. After the last it is given up: about two days. */
const WAITS = [60, 300, 1800, 7200, 21_600, 43_200, 86_400] as const
export const MOST_TRIES = WAITS.length + 1
/** Seconds until the next try after `tries`; null: it was the last. */
export const waitAfter = (tries: number): number | null => WAITS[tries - 1] ?? null
const LONGEST_REST = 1800
/** Seconds that a system is left alone which has not answered so often in a row; what it asks for counts, to an hour. */
export const restAfter = (failures: number, asked = 0) =>
  Math.max(Math.min(10 * 2 ** (failures - 1), LONGEST_REST), Math.min(asked, 3600))
/** A system that has taken nothing for so long, and so often, is switched off. */
const SILENCE = 3 * 24 * 3600_000
const FEWEST_FAILURES = 10
export const isLost = (failures: number, since: Date, now: Date) =>
  failures >= FEWEST_FAILURES && now.getTime() - since.getTime() >= SILENCE

/** What became of one try. `silent`: the system itself, not this message, is at fault. */
export type Outcome =
  | { is: 'taken'; answer: number }
  | { is: 'refused' | 'silent' | 'gone'; answer: number | null; reason: string; wait?: number }
/** What an answer means: 2xx took it, 410 wants no more, redirects are not followed. */
export function outcomeOf(status: number, retryAfter: unknown, now: Date): Outcome {
  if (status >= 200 && status < 300) return { is: 'taken', answer: status }
  if (status === 410) return { is: 'gone', answer: status, reason: 'O endereço respondeu que não existe mais (410).' }
  if (status >= 300 && status < 400)
    return { is: 'refused', answer: status, reason: 'O endereço leva a outro. Informe o endereço final.' }
  const wait = secondsAsked(retryAfter, now)
  const busy = status === 408 || status === 429 || status >= 500
  return {
    is: busy ? 'silent' : 'refused',
    answer: status,
    reason: busy ? 'O sistema respondeu com erro.' : 'O sistema não aceitou a mensagem.',
    ...(wait > 0 && { wait }),
  }
}
