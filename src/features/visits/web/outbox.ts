// Visits on their way: planned, moved, checked in and reported without a network they wait here, and stand on every
// screen meanwhile as they will be.
import type { Client } from '#features/clients/contract.ts'
import { readAnswer, written } from '#web/api.ts'
import { newId } from '#web/newId.ts'
import { t } from '#web/i18n.ts'
import type { Item } from '#web/outbox/item.ts'
import { backToForm } from '#web/outbox/acts.ts'
import { delivers, outbox } from '#web/outbox/line.ts'
import { deliver } from '#web/outbox/outbox.ts'
import { changeVisit, checkIn, planVisit, reportVisit, type Visit } from '../contract.ts'
import type { Here } from '#web/map/here.ts'

const VISIT = 'visit'
/** A visit as a screen shows it; `waiting`: something of it has not left this device. */
export type Shown = Visit & { waiting?: boolean }
export interface When {
  day: string
  at: string | null
  note: string
}
export interface Report {
  result: NonNullable<Visit['result']>
  reason: Visit['reason']
  report: string
  next: { key: string; day: string; at: string | null } | null
}
export interface OfClient {
  client_id: number
  client_name: string
  phone: string
  place: string
  lat: number | null
  lng: number | null
  interval_days: number | null
}
type Card = Pick<Client, 'id' | 'name' | 'company_name' | 'phone' | 'address' | 'interval_days'> & {
  lat: number | null
  lng: number | null
}
/** Whom a visit goes to, of a client's card. */
export const visitTo = (c: Card): OfClient => ({
  client_id: c.id,
  client_name: c.company_name || c.name,
  phone: c.phone,
  place: [c.address.street, c.address.number, c.address.city].filter(Boolean).join(', '),
  lat: c.lat,
  lng: c.lng,
  interval_days: c.interval_days,
})
type Act =
  | { act: 'plan'; visit: string; of: OfClient; when: When }
  | { act: 'change'; visit: string; change: Partial<Visit>; was?: Record<string, unknown> }
  | { act: 'checkin'; visit: string; at: string; here: Here | null }
  | { act: 'report'; visit: string; said: Report }
type Sent = Promise<Visit | 'kept'>
async function send(name: string, id: string, call: ReturnType<typeof written>, kept: Act): Sent {
  const done = await deliver({ id, kind: VISIT, ...call, about: { name }, kept })
  return done === 'kept' ? done : readAnswer(planVisit, done.sent)
}
export function sendPlan(of: OfClient, when: When): Sent {
  const key = newId()
  const { client_id } = of
  const typed = { key, client_id, day: when.day, note: when.note, ...(when.at && { at: when.at }) }
  return send(of.client_name, key, written(planVisit, { typed }), { act: 'plan', visit: key, of, when })
}
/** Another day or hour, or not at all. `was`: what stood in these fields. */
export function sendChange(
  v: Pick<Visit, 'key' | 'client_name'>,
  change: { day?: string; at?: string | null; minutes?: number; note?: string; cancelled?: boolean },
  was: Record<string, unknown>,
): Sent {
  const key = newId()
  const { cancelled, ...when } = change
  const wire = { ...when, ...(cancelled !== undefined && { cancelled: cancelled ? '1' : '0' }) }
  const call = written(changeVisit, { params: { visit: v.key }, typed: { key, ...wire, was: JSON.stringify(was) } })
  return send(v.client_name, key, call, { act: 'change', visit: v.key, change, was })
}
export function sendCheckIn(v: Visit, here: Here | null): Sent {
  const key = newId()
  const at = new Date().toISOString()
  const call = written(checkIn, { params: { visit: v.key }, typed: { key, at, ...here } })
  return send(v.client_name, key, call, { act: 'checkin', visit: v.key, at, here })
}
export function sendReport(v: Visit, said: Report): Sent {
  const key = newId()
  const { next, ...typed } = said
  const call = written(reportVisit, {
    params: { visit: v.key },
    typed: { key, ...typed, ...(next && { next: JSON.stringify(next) }) },
  })
  return send(v.client_name, key, call, { act: 'report', visit: v.key, said })
}
const isAct = (kept: unknown): kept is Act => typeof kept === 'object' && kept !== null && 'act' in kept
const addressOf = (item: Item) => (isAct(item.kept) ? `/visitas/${item.kept.visit}` : '/visitas')
const TITLES = {
  plan: 'Visita a {name}',
  change: 'Visita a {name}: mudança',
  checkin: 'Visita a {name}: chegada',
  report: 'Visita a {name}: resultado',
} as const
const SAID = {
  plan: 'Visita a {name} planejada.',
  change: 'Visita a {name} alterada.',
  checkin: 'Chegada em {name} registrada.',
  report: 'Resultado da visita a {name} registrado.',
} as const
/** What their forms keep what is typed under. */
export const planForm = (client: number) => `visit:new:${client}`
export const moveForm = (visit: string) => `visit:${visit}`
export const reportForm = (visit: string) => `visit-report:${visit}`
/** Day, hour and note as a form has them: no hour is an empty field. */
const typed = (when: { at?: unknown }) => ({ ...when, ...(when.at === null && { at: '' }) })
const actOf = (item: Item) => (isAct(item.kept) ? item.kept.act : 'change')

delivers(VISIT, {
  title: (item) => t(TITLES[actOf(item)], { name: item.about.name }),
  said: (item) => ({ text: t(SAID[actOf(item)], { name: item.about.name }), to: addressOf(item) }),
  sent: () => false,
  edit(item) {
    const { kept } = item
    if (!isAct(kept)) return null
    switch (kept.act) {
      case 'plan':
        return () => {
          backToForm(planForm(kept.of.client_id), item, typed(kept.when))
          return `/clientes/${kept.of.client_id}?abrir=visita`
        }
      case 'change': {
        const { change, was = {} } = kept
        // What was called off or pulled longer in the calendar was typed into no form.
        if (change.cancelled !== undefined || change.minutes !== undefined) return null
        return () => {
          backToForm(moveForm(kept.visit), item, typed(change), typed(was))
          return `${addressOf(item)}?abrir=remarcar`
        }
      }
      case 'report':
        return () => {
          const { next, ...said } = kept.said
          const then = next && { next_key: next.key, next_day: next.day, next_at: next.at ?? '' }
          backToForm(reportForm(kept.visit), item, { ...said, ...(then ?? { next_day: '' }) })
          return `${addressOf(item)}?abrir=relato`
        }
      // It happened then and there.
      case 'checkin':
        return null
    }
  },
  path: /^\/api\/v2\/visits(\/[\w-]+(\/(checkin|report))?)?$/,
  isKept: isAct,
})
const blank = (key: string, of: OfClient, when: When): Shown => ({
  ...of,
  ...when,
  key,
  seller_id: 0,
  seller_name: '',
  client_open: true,
  minutes: 60,
  cancelled: false,
  checked_in_at: null,
  here: null,
  result: null,
  reason: '',
  report: '',
  waiting: true,
})
function laid(visits: Map<string, Shown>, kept: Act): void {
  if (kept.act === 'plan') {
    if (!visits.has(kept.visit)) visits.set(kept.visit, blank(kept.visit, kept.of, kept.when))
    return
  }
  const v = visits.get(kept.visit)
  if (!v) return
  const put = (change: Partial<Shown>) => visits.set(v.key, { ...v, ...change, waiting: true })
  if (kept.act === 'change') put(kept.change)
  if (kept.act === 'checkin') put({ checked_in_at: new Date(kept.at), here: kept.here })
  if (kept.act === 'report') {
    const { next, ...said } = kept.said
    put(said)
    if (next && !visits.has(next.key)) visits.set(next.key, blank(next.key, v, { ...next, note: '' }))
  }
}
/** What waits on this device, in the order in which it was made. */
export const useActs = (): Act[] =>
  outbox
    .use()
    .items.flatMap(({ kind, state, kept }) => (kind === VISIT && state === 'waiting' && isAct(kept) ? [kept] : []))
/** These visits with what waits on this device. */
export function useWaiting(visits: readonly Visit[] | undefined): Shown[] | undefined {
  const acts = useActs()
  if (!visits) return undefined
  const shown = new Map<string, Shown>(visits.map((v) => [v.key, v]))
  for (const act of acts) laid(shown, act)
  return [...shown.values()]
}
