// What a message may hold, and what a template becomes: the same in browser and server.
import { spokenTo } from '#shared/spoken.ts'
import { STATUS_LABELS, type Status } from '#features/orders/status.ts'

/** What a conversation is about: an order, or a client apart from any order. */
export const KINDS = ['pedido', 'cliente'] as const
export type Kind = (typeof KINDS)[number]
export const MOST_TEXT = 2000
export const MOST_NAME = 60
/** A photo is made smaller on the device; whoever calls otherwise may send so much. */
export const MOST_PHOTO_BYTES = 8 * 1024 * 1024
/** Templates that one owner may keep. */
export const MOST_TEMPLATES = 50

/** What a template may name, and what it is called for people. */
export const PLACES = ['cliente', 'pedido', 'status', 'vendedor', 'empresa', 'link'] as const
type Place = (typeof PLACES)[number]
export type Filling = Partial<Record<Place, string>>
/** "Oi, {cliente}!" with what is known here filled in; what is not known goes, with the space before it. */
export const fillTemplate = (text: string, filling: Filling): string =>
  text.replace(/ ?\{(\w+)\}/g, (whole, name: string) => {
    if (!PLACES.some((p) => p === name)) return whole
    const value = filling[name as Place] ?? ''
    return value && whole.startsWith(' ') ? ` ${value}` : value
  })
/** Places that a template names and nobody fills: a slip of whoever writes it. */
export const unknownPlaces = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string).filter((name) => !PLACES.some((p) => p === name))

/** Messages and what else belongs between them, by time. While older messages are not here, neither is what is older
 * than the first of those that are. */
export function interleave<M extends { at: Date }, E extends { at: Date }>(
  messages: readonly M[],
  events: readonly E[],
  more: boolean,
): (M | E)[] {
  const first = more ? messages[0]?.at : undefined
  const all: (M | E)[] = [...messages]
  for (const event of events) {
    if (first !== undefined && event.at < first) continue
    const later = all.findIndex((x) => x.at > event.at)
    all.splice(later < 0 ? all.length : later, 0, event)
  }
  return all
}

interface Told {
  person: string
  company_name?: string | undefined
  number: number | null
  status: Status | null
  seller_name?: string | undefined
  receipt_path?: string | undefined
}
/** What a conversation fills into a template. */
export const fillingOf = (about: Told, company: string, origin: string): Filling => ({
  cliente: spokenTo(about.person, about.company_name ?? ''),
  pedido: about.number === null ? '' : String(about.number),
  status: about.status ? STATUS_LABELS[about.status].toLowerCase() : '',
  vendedor: about.seller_name ?? '',
  empresa: company,
  link: about.receipt_path ? origin + about.receipt_path : '',
})
