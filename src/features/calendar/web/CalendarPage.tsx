import { useEffect, useState } from 'react'
import type { Seller } from '#features/companies/contract.ts'
import { isDay } from '#shared/day.ts'
import { dayOfWall, wallAt } from '#shared/wall.ts'
import { t } from '#web/i18n.ts'
import { today as dayHere } from '#web/device/day.ts'
import { Queries } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { useListState } from '#web/useListState.ts'
import '#web/styles/kit.css'
import './CalendarPage.css'
import type { Item, Scope } from '../contract.ts'
import { daysOf, step, type View, VIEWS } from '../rules.ts'
import { useCalendar } from './data.ts'
import { DayItems } from './Dialogs.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { mayMove, useMoves } from './moves.ts'
import { type Open, Opened } from './Opened.tsx'
import { TimeGrid } from './TimeGrid.tsx'
import { Toolbar } from './Toolbar.tsx'
import { touches } from './grid.ts'
import { longDay, titleOf } from './words.ts'

interface Props {
  admin: boolean
  sellers: Seller[]
  time_zone: string
}
/** The calendar of whoever works here. */
export default function CalendarPage(props: Props) {
  return (
    <Queries>
      <Calendar {...props} />
    </Queries>
  )
}
const LAST_VIEW = 'mo_calendar_view'
const isView = (v: string | null): v is View => VIEWS.some((x) => x === v)
const isNarrow = () => innerWidth < 600

/** The moment, anew each minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
function Calendar({ admin, sellers, time_zone }: Props) {
  const state = useListState()
  const kept = localStorage.getItem(LAST_VIEW)
  const view = isView(state.of('view')) ? (state.of('view') as View) : isView(kept) ? kept : 'month'
  const today = dayHere()
  const date = isDay(state.of('date')) ? state.of('date') : today
  const seller = Number(state.of('seller')) || null
  const days = daysOf(view, date)
  const found = useCalendar({ ...days, seller: admin ? seller : null })
  const [open, setOpen] = useState<Open | null>(state.of('novo') ? { what: 'new', starts: `${date}T09:00` } : null)
  const [linking, setLinking] = useState(false)
  const now = useNow()
  const moves = useMoves(found.copy, (item, before) => setOpen({ what: 'item', item, moved: before }))
  const show = (next: { view?: View; date?: string }) => {
    if (next.view) localStorage.setItem(LAST_VIEW, next.view)
    state.set({ view: next.view ?? view, date: next.date ?? date, novo: '' }, { replace: next.view === undefined })
  }
  const onOpen = (item: Item) => setOpen({ what: 'item', item, moved: null })
  const items = moves.over(found.items ?? [])
  // What came back from the outbox is changed where it stands.
  const back = items.find((i) => i.id === state.of('evento'))
  const changed: Open | null = back ? { what: 'edit', item: back, scope: state.of('alcance') as Scope } : null
  const ofDay = (day: string) => items.filter((i) => touches(i, day))
  const grid = { ...days, items, date, today, mayMove, onOpen, onMove: moves.move }
  return (
    <div className="page calendar">
      <div className="head">
        <h1 className="h1">{t('Agenda')}</h1>
        {admin && (
          <label className="whose">
            <span className="sr">{t('Agenda de')}</span>
            <select className="in" value={seller ?? ''} onChange={(e) => state.set({ seller: e.target.value })}>
              <option value="">{t('Todos')}</option>
              {sellers.map((s) => (
                <option key={s.id} value={s.id}>
                  {s.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <button
          type="button"
          className="ib"
          aria-label={t('Assinar esta agenda')}
          title={t('Assinar esta agenda')}
          onClick={() => setLinking(true)}
        >
          <Icon name="link" />
        </button>
        <button type="button" className="btn pri" onClick={() => setOpen({ what: 'new', starts: `${date}T09:00` })}>
          <Icon name="plus" />
          {t('Novo')}
          <span className="sr"> {t('compromisso')}</span>
        </button>
      </div>
      <Toolbar
        view={view}
        title={titleOf(view, days, date)}
        onView={(v) => show({ view: v })}
        onStep={(by) => show({ date: by === 0 ? today : step(view, date, by) })}
      />
      <p className="sr" id="calendar-keys">
        {t('Enter abre. Espaço pega, as setas movem, Shift com as setas muda a duração, Espaço solta.')}
      </p>
      {found.isError && !found.items ? (
        <Failed what={t('Não conseguimos carregar a agenda.')} error={found.error} retry={() => void found.refetch()} />
      ) : !found.items ? (
        <Loading />
      ) : view === 'month' ? (
        <>
          <MonthGrid
            {...grid}
            onDay={(day, opened) => {
              show({ date: day })
              if (opened && !isNarrow()) setOpen({ what: 'day', day })
            }}
          />
          <section className="daypanel" aria-label={longDay(date)}>
            <h2>{longDay(date)}</h2>
            <DayItems items={ofDay(date)} onOpen={onOpen} />
          </section>
        </>
      ) : (
        <TimeGrid
          key={view}
          {...grid}
          now={wallAt(now, time_zone)}
          onSlot={(starts) => setOpen({ what: 'new', starts })}
          onDay={(day) => setOpen({ what: 'day', day })}
        />
      )}
      <Opened
        open={open ?? changed}
        setOpen={(next) => {
          setOpen(next)
          if (changed) state.set({ evento: '', alcance: '' }, { replace: true })
        }}
        sellers={admin ? sellers : []}
        ofDay={ofDay}
        moves={moves}
        onShow={(starts) => show({ date: dayOfWall(starts) })}
      />
      {linking && <LinkDialog onClose={() => setLinking(false)} />}
    </div>
  )
}
