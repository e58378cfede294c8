// What can stand in a calendar, as it crosses the wire.
export const AGENDA_KINDS = ['event', 'visit', 'delivery', 'quote', 'promotion', 'trial', 'subscription'] as const
export type AgendaKind = (typeof AGENDA_KINDS)[number]
export interface AgendaItem {
  kind: AgendaKind
  /** Its name among all that a calendar shows. */
  id: string
  /** Of whom or of what. */
  name: string
  /** An order's number; how many things stand in this one line. */
  number: number | null
  /** By the company's clock, up to before `ends`; of whole days from midnight to midnight. */
  starts: string
  ends: string
  all_day: boolean
  /** Where the thing itself is. */
  to: string
  /** Whose; null: the company's. */
  user_id: number | null
  user_name: string
  notes: string
  done: boolean
  /** Of an event: which day of its series, and by which rule it comes again. */
  event: { key: string; day: string; rule: string } | null
  /** Of a visit. */
  visit: { key: string; client_id: number } | null
}
