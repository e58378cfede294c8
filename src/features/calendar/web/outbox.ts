// Events on their way: made and changed without a network they wait here, and stand in the calendar meanwhile.
import { newId } from '#web/newId.ts'
import { readAnswer, written } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import type { Item as Sent } from '#web/outbox/item.ts'
import { backToForm } from '#web/outbox/acts.ts'
import { delivers, outbox } from '#web/outbox/line.ts'
import { deliver } from '#web/outbox/outbox.ts'
import { dayOfWall } from '#shared/wall.ts'
import { changeEvent, createEvent, type Item, type Scope } from '../contract.ts'
import { formOf, type Typed, typedOfItem } from './form.ts'

const EVENT = 'event'
interface Kept extends Partial<Typed> {
  /** What it changes; null: it is new. */
  id: string | null
  form: string
  /** Of a change: the event as it stood, and how far this reaches. */
  was?: Typed
  scope?: Scope
}
const wire = (e: Partial<Typed>) => ({ ...e, ...(e.all_day !== undefined && { all_day: e.all_day ? '1' : '0' }) })
/** A new event; 'kept': it waits on this device. */
export async function sendNew(e: Typed, user_id: string): Promise<'kept' | 'sent'> {
  const key = newId()
  const call = written(createEvent, { typed: { ...wire(e), key, ...(user_id && { user_id }) } })
  const kept: Kept = { ...e, id: null, form: NEW }
  const done = await deliver({ id: key, kind: EVENT, ...call, about: { name: e.title }, kept })
  if (done !== 'kept') readAnswer(createEvent, done.sent)
  return done === 'kept' ? done : 'sent'
}
export const NEW = 'event:new'
/** What the form of an event keeps what is typed under. */
export const formName = (item: Item, scope: Scope) => `event:${item.id}:${scope}`
interface Change {
  item: Item
  scope: Scope
  values: Partial<Typed>
  /** What stood in these fields. */
  was: Partial<Typed>
}
export async function sendChange({ item, scope, values, was }: Change): Promise<'kept' | 'sent'> {
  const { key: event = '', day = '' } = item.event ?? {}
  const key = newId()
  const typed = { ...wire(values), key, scope, day, was: JSON.stringify(wire(was)) }
  const call = written(changeEvent, { params: { event }, typed })
  const kept: Kept = { ...values, id: item.id, form: formName(item, scope), was: typedOfItem(item), scope }
  const done = await deliver({ id: key, kind: EVENT, ...call, about: { name: values.title ?? item.name }, kept })
  return done === 'kept' ? done : 'sent'
}
const isKept = (kept: unknown): kept is Kept => typeof kept === 'object' && kept !== null && 'form' in kept
const whenOf = (item: Sent) => (isKept(item.kept) && item.kept.starts ? `?date=${dayOfWall(item.kept.starts)}` : '')

delivers(EVENT, {
  title: (item) => t('Compromisso: {name}', { name: item.about.name }),
  said: (item) => ({
    text: t('{name} está na agenda.', { name: item.about.name }),
    to: `/apps/calendar${whenOf(item)}`,
  }),
  sent: () => false,
  edit(item) {
    const { kept } = item
    if (!isKept(kept)) return null
    const { id, form, was, scope, ...typed } = kept
    // Builds before kept of a change only what it was changed to.
    if (id !== null && !was) return null
    return () => {
      backToForm(form, item, formOf({ ...was, ...(typed as Typed) }), was && formOf(was))
      if (!was) return `/apps/calendar${whenOf(item)}&novo=1`
      return `/apps/calendar?${new URLSearchParams({ date: dayOfWall(was.starts), evento: id ?? '', alcance: scope ?? '' })}`
    }
  },
  path: /^\/api\/v2\/calendar\/events(\/[\w-]+)?$/,
  isKept,
})
/** These things with what waits on this device: new ones, and others where they go. */
export function useWaiting(items: Item[]): Item[] {
  const waiting = outbox.use().items.filter((i) => i.kind === EVENT && i.state === 'waiting')
  let shown = items
  for (const { id, kept } of waiting) {
    if (!isKept(kept)) continue
    const { id: of, form: _form, was: _was, scope: _scope, title, rule: _rule, ...change } = kept
    if (of === null) {
      const fresh = { ...BLANK, ...change, id, name: title ?? '' }
      if (!shown.some((i) => i.event?.key === id)) shown = [...shown, fresh]
    } else shown = shown.map((i) => (i.id === of ? { ...i, ...change, ...(title && { name: title }) } : i))
  }
  return shown
}
const BLANK: Item = {
  kind: 'event',
  id: '',
  name: '',
  number: null,
  starts: '',
  ends: '',
  all_day: false,
  to: '',
  user_id: null,
  user_name: '',
  notes: '',
  done: false,
  event: null,
  visit: null,
}
