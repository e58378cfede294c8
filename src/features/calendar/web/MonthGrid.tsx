import { type KeyboardEvent, useEffect, useRef } from 'react'
import { addDays, addMonths } from '#shared/day.ts'
import { t, tn } from '#web/i18n.ts'
import type { Item } from '../contract.ts'
import { daysFrom, touches } from './grid.ts'
import { Chip } from './Chip.tsx'
import { useMove } from './useMove.ts'
import { longDay, weekday } from './words.ts'
import './MonthGrid.css'

export interface GridProps {
  items: Item[]
  from: string
  until: string
  date: string
  today: string
  mayMove: (item: Item) => boolean
  onOpen: (item: Item) => void
  onMove: (item: Item, starts: string, ends: string) => void
}
interface Props extends GridProps {
  /** A day was chosen: by a click or Enter (`opened`), or on the way with the arrows. */
  onDay: (day: string, opened: boolean) => void
}
const MOST = 4
const ARROWS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
/** A month of whole weeks: the days with what stands on them, on a phone with dots. */
export function MonthGrid({ items, from, until, date, today, mayMove, onOpen, onMove, onDay }: Props) {
  const ref = useRef<HTMLTableElement>(null)
  const walking = useRef(false)
  const days = daysFrom(from, until)
  const weeks = Array.from({ length: days.length / 7 }, (_, n) => days.slice(n * 7, n * 7 + 7))
  const size = () => ref.current?.querySelector('td')?.getBoundingClientRect() ?? { width: 1, height: 1 }
  const move = useMove({
    mayMove,
    onOpen,
    onMove,
    minutes: (dx, dy) => (Math.round(dx / size().width) + Math.round(dy / size().height) * 7) * 1440,
    arrow: (key, resize) => (ARROWS[key] === undefined || resize ? null : ARROWS[key] * 1440),
  })
  useEffect(() => {
    if (!walking.current) return
    walking.current = false
    ref.current?.querySelector<HTMLElement>(`[data-day="${date}"]`)?.focus()
  }, [date])
  const walk = (e: KeyboardEvent) => {
    const ways: Record<string, string> = { PageUp: addMonths(date, -1), PageDown: addMonths(date, 1) }
    const by = ARROWS[e.key]
    const to = by === undefined ? ways[e.key] : addDays(date, by)
    if (!to) return
    e.preventDefault()
    walking.current = true
    onDay(to, false)
  }
  const shadow = move.draft && { ...move.draft.item, starts: move.draft.starts, ends: move.draft.ends }
  return (
    <>
      <table className="monthgrid" ref={ref}>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={day} scope="col">
                {weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const here = items.filter((i) => touches(i, day))
                const other = day.slice(0, 7) !== date.slice(0, 7)
                return (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
                  <td
                    key={day}
                    className={`${other ? 'other' : ''}${shadow && touches(shadow, day) ? ' target' : ''}`}
                    onClick={(e) => e.target === e.currentTarget && onDay(day, true)}
                  >
                    <button
                      type="button"
                      className="daynum"
                      data-day={day}
                      tabIndex={day === date ? 0 : -1}
                      aria-current={day === today ? 'date' : undefined}
                      aria-pressed={day === date}
                      aria-label={[
                        longDay(day),
                        here.length > 0 && tn(here.length, '{n} compromisso', '{n} compromissos'),
                      ]
                        .filter(Boolean)
                        .join(', ')}
                      onClick={() => onDay(day, true)}
                      onKeyDown={walk}
                    >
                      <span className="n">{Number(day.slice(8))}</span>
                      <span className="dots" aria-hidden="true">
                        {here.slice(0, MOST).map((i) => (
                          <i key={i.id} data-k={i.kind} />
                        ))}
                      </span>
                    </button>
                    <ul>
                      {here.slice(0, MOST).map((i) => (
                        <li key={i.id}>
                          <Chip
                            item={i}
                            day={day}
                            held={move.draft?.item.id === i.id}
                            tabIndex={day === date ? 0 : -1}
                            {...move.of(i)}
                          />
                        </li>
                      ))}
                    </ul>
                    {here.length > MOST && (
                      <button
                        type="button"
                        className="morechip xs"
                        tabIndex={day === date ? 0 : -1}
                        onClick={() => onDay(day, true)}
                      >
                        {t('mais {n}', { n: here.length - MOST })}
                      </button>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sr" aria-live="assertive">
        {move.said}
      </p>
    </>
  )
}
