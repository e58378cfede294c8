import { KEPT } from '#web/outbox/words.ts'
import type { Seller } from '#features/companies/contract.ts'
import { PlanAnyVisit } from '#features/visits/web/index.ts'
import { dayOfWall, timeOfWall } from '#shared/wall.ts'
import { attempt } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { Choices } from '#web/ui/Chips.tsx'
import { ConflictDialog } from '#web/ui/ConflictDialog.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { notify } from '#web/ui/snack.tsx'
import { type Item, removeEvent, type Scope } from '../contract.ts'
import { DayDialog, ItemDialog, ScopeDialog } from './Dialogs.tsx'
import { EventForm } from './EventForm.tsx'
import { blankAt, type Typed, typedOfItem } from './form.ts'
import { mayMove, type useMoves } from './moves.ts'
import { formName, NEW, sendChange, sendNew } from './outbox.ts'
import { nameOf, spanOf } from './words.ts'

export type Open =
  | { what: 'item'; item: Item; moved: Item | null }
  | { what: 'day'; day: string }
  | { what: 'new'; starts: string }
  | { what: 'visit'; starts: string }
  | { what: 'edit'; item: Item; scope: Scope }
  | { what: 'remove'; item: Item }
  | { what: 'ask'; item: Item }
interface Props {
  open: Open | null
  setOpen: (open: Open | null) => void
  sellers: Seller[]
  ofDay: (day: string) => Item[]
  moves: ReturnType<typeof useMoves>
  onShow: (starts: string) => void
}
/** What differs, and what stood in its place. */
function changes(now: Typed, was: Typed) {
  const keys = (Object.keys(now) as (keyof Typed)[]).filter((k) => now[k] !== was[k])
  const pick = (from: Typed) => Object.fromEntries(keys.map((k) => [k, from[k]])) as Partial<Typed>
  return { values: pick(now), was: pick(was) }
}
/** The dialogs over a calendar, one at a time. */
export function Opened({ open, setOpen, sellers, ofDay, moves, onShow }: Props) {
  const close = () => {
    const id = open && 'item' in open ? open.item.id : null
    setOpen(null)
    // What was moved is another element by now.
    if (id) requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`)?.focus())
  }
  const { moved } = moves
  if (moved?.theirs)
    return (
      <ConflictDialog
        title={t('Alguém mudou este compromisso')}
        clashes={[
          {
            label: t('Quando'),
            theirs: spanOf({ ...moved.item, ...moved.theirs }),
            mine: spanOf({ ...moved.item, ...moved.to }),
          },
        ]}
        settle={() => moves.drop()}
        save={() => void moves.send({ ...moved, was: moved.theirs ?? moved.was, theirs: null })}
      />
    )
  if (moved)
    return (
      <ScopeDialog
        title={t('Mudar o horário')}
        onPick={(scope) => void moves.send({ ...moved, scope })}
        onClose={moves.drop}
      />
    )
  if (!open) return null
  const remove = (item: Item, scope: Scope) =>
    attempt(async () => {
      const { key: event = '', day = '' } = item.event ?? {}
      await call(removeEvent, { params: { event }, query: { scope, day } })
      setOpen(null)
      renew('calendar')
      notify(t('{name} foi excluído.', { name: nameOf(item) }))
    })
  const told = (done: 'kept' | 'sent', starts: string) => {
    renew('calendar')
    if (done === 'kept') notify(KEPT())
    onShow(starts)
  }
  switch (open.what) {
    case 'day':
      return (
        <DayDialog
          day={open.day}
          items={ofDay(open.day)}
          onOpen={(item) => setOpen({ what: 'item', item, moved: null })}
          onNew={() => setOpen({ what: 'new', starts: `${open.day}T09:00` })}
          onClose={close}
        />
      )
    case 'item': {
      const { item, moved: before } = open
      const own = item.event !== null
      return (
        <ItemDialog
          action={before ? t('Horário alterado') : t('Compromisso escolhido')}
          item={item}
          {...(before && { before: spanOf(before) })}
          onClose={close}
          onEdit={
            own && !before
              ? () => setOpen(item.event?.rule ? { what: 'ask', item } : { what: 'edit', item, scope: 'all' })
              : undefined
          }
          onRemove={own && !before ? () => setOpen({ what: 'remove', item }) : undefined}
          onUndo={
            before && mayMove(item) && !item.event?.rule
              ? () => {
                  setOpen(null)
                  moves.move(item, before.starts, before.ends)
                }
              : undefined
          }
        />
      )
    }
    case 'ask':
      return (
        <ScopeDialog
          title={t('Editar compromisso')}
          onPick={(scope) => setOpen({ what: 'edit', item: open.item, scope })}
          onClose={close}
        />
      )
    case 'remove':
      return open.item.event?.rule ? (
        <ScopeDialog
          title={t('Excluir compromisso')}
          onPick={(scope) => void remove(open.item, scope)}
          onClose={close}
        />
      ) : (
        <Confirm
          danger
          title={t('Excluir {name}?', { name: nameOf(open.item) })}
          onClose={close}
          onConfirm={() => remove(open.item, 'all')}
        />
      )
    case 'edit': {
      const { item, scope } = open
      return (
        <EventForm
          name={formName(item, scope)}
          title={t('Editar compromisso')}
          first={typedOfItem(item)}
          one={scope === 'one'}
          sellers={[]}
          onClose={close}
          save={async (typed, was) => {
            const done = await sendChange({ item, scope, ...changes(typed, was) })
            // Of a series, the days that come of it are the server's to say.
            if (done === 'sent' && !item.event?.rule) {
              const { starts, ends, all_day, title: name } = typed
              moves.land(item.id, item, { starts, ends, all_day, name })
            }
            told(done, typed.starts)
          }}
        />
      )
    }
    case 'new':
      return (
        <EventForm
          name={NEW}
          title={t('Novo compromisso')}
          first={blankAt(open.starts)}
          one={false}
          sellers={sellers}
          onClose={() => setOpen(null)}
          save={async (typed, _was, user_id) => told(await sendNew(typed, user_id), typed.starts)}
          kinds={<Kinds now="new" onChange={(starts) => setOpen({ what: 'visit', starts })} starts={open.starts} />}
        />
      )
    case 'visit':
      return (
        <PlanAnyVisit
          day={dayOfWall(open.starts)}
          at={timeOfWall(open.starts)}
          kinds={<Kinds now="visit" onChange={(starts) => setOpen({ what: 'new', starts })} starts={open.starts} />}
          onPlanned={(day) => onShow(`${day}T00:00`)}
          onClose={() => setOpen(null)}
        />
      )
  }
}
const KINDS = [
  { value: 'new', label: 'Compromisso' },
  { value: 'visit', label: 'Visita' },
] as const
type Kind = (typeof KINDS)[number]['value']
/** What is put into the calendar: something of one's own, or a visit to a client. */
const Kinds = ({ now, starts, onChange }: { now: Kind; starts: string; onChange: (starts: string) => void }) => (
  <div className="chips" role="group" aria-label={t('O que marcar')}>
    <Choices choices={KINDS} value={now} onChoose={(kind) => kind !== now && onChange(starts)} />
  </div>
)
