import { useEffect, useRef } from 'react'
import { addMinutes, dayOfWall, midnight, minutesBetween } from '#shared/wall.ts'
import { t } from '#web/i18n.ts'
import type { Item } from '../contract.ts'
import { Chip } from './Chip.tsx'
import { daysFrom, isLong, type Placed, placed, touches } from './grid.ts'
import type { GridProps } from './MonthGrid.tsx'
import { useMove } from './useMove.ts'
import { longDay, weekday } from './words.ts'
import './TimeGrid.css'

interface Props extends GridProps {
  now: string
  onSlot: (starts: string) => void
  onDay: (day: string) => void
}
/** Pixels of an hour, as the style sheet has it. */
const HOUR = 60
const SNAP = 15
/** Least widths in px: of an empty day, and of each appointment of those that overlap ("10:00" has to fit). */
const DAY = 40
const LANE = 60
const HOURS = Array.from({ length: 24 }, (_, h) => h)
const percent = (n: number) => `${n * 100}%`
const box = ({ top, length, lane, lanes }: Placed<unknown>) => ({
  top: (top / 60) * HOUR,
  height: (length / 60) * HOUR - 2,
  left: percent(lane / lanes),
  width: `calc(${percent(1 / lanes)} - 2px)`,
})
/** Days beside each other, hour by hour. */
export function TimeGrid({ items, from, until, date, today, now, mayMove, onOpen, onMove, onSlot, onDay }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const days = daysFrom(from, until)
  /** Which day is at this place of the screen. */
  const dayAt = (x: number) => {
    const columns = [...(ref.current?.querySelectorAll('.col') ?? [])]
    const found = columns.findIndex((column) => x < column.getBoundingClientRect().right)
    return found < 0 ? columns.length - 1 : found
  }
  const move = useMove({
    mayMove,
    onOpen,
    onMove,
    minutes: (dx, dy, resize, x) =>
      Math.round(((dy / HOUR) * 60) / SNAP) * SNAP + (resize ? 0 : (dayAt(x + dx) - dayAt(x)) * 1440),
    arrow: (key, resize) =>
      key === 'ArrowUp'
        ? -SNAP
        : key === 'ArrowDown'
          ? SNAP
          : resize
            ? null
            : key === 'ArrowLeft'
              ? -1440
              : key === 'ArrowRight'
                ? 1440
                : null,
  })
  // The working day is what is seen first, and the chosen one where not all have room.
  const shown = days.indexOf(date)
  useEffect(() => {
    const hours = ref.current as HTMLDivElement
    hours.scrollTop = 7 * HOUR
    const [marks, ...columns] = [...hours.children] as HTMLElement[]
    const grid = hours.parentElement as HTMLElement
    grid.scrollLeft = (columns[shown]?.offsetLeft ?? 0) - (marks?.offsetWidth ?? 0)
  }, [shown])
  const shadow = move.draft && { ...move.draft.item, starts: move.draft.starts, ends: move.draft.ends }
  const long = items.filter(isLong)
  const least = days.map((day) => {
    const lanes = Math.max(long.some((i) => touches(i, day)) ? 1 : 0, ...placed(items, day).map((p) => p.lanes))
    return Math.max(DAY, lanes * LANE)
  })
  const sizes = {
    '--days': least.map((px) => `minmax(${px}px, 1fr)`).join(' '),
    '--least': `${least.reduce((sum, px) => sum + px, 0)}px`,
  }
  return (
    <>
      <div className="timegrid" style={sizes as React.CSSProperties}>
        <div className="heads">
          <span />
          {days.map((day) => (
            <button
              type="button"
              key={day}
              className="dayhead"
              aria-current={day === today ? 'date' : undefined}
              title={longDay(day)}
              onClick={() => onDay(day)}
            >
              <span className="xs">{weekday(day)}</span>
              <b>{Number(day.slice(8))}</b>
            </button>
          ))}
        </div>
        {long.length > 0 && (
          <div className="longs">
            <span className="xs t2">{t('dia inteiro')}</span>
            {days.map((day) => (
              <div key={day}>
                {long
                  .filter((i) => touches(i, day))
                  .map((i) => (
                    <Chip key={i.id} item={i} day={day} held={move.draft?.item.id === i.id} {...move.of(i)} />
                  ))}
              </div>
            ))}
          </div>
        )}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys, too */}
        <div className="hours" ref={ref} tabIndex={0} role="group" aria-label={t('Horas do dia')}>
          <div className="marks" aria-hidden="true">
            {HOURS.map((h) => (
              <span key={h}>{h > 0 ? `${h}:00` : ''}</span>
            ))}
          </div>
          {days.map((day) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
            <div
              key={day}
              className={`col${day === today ? ' today' : ''}`}
              onClick={(e) => {
                if (e.target !== e.currentTarget) return
                const y = e.clientY - e.currentTarget.getBoundingClientRect().top
                onSlot(addMinutes(midnight(day), Math.min(23 * 60, Math.floor(y / HOUR / 0.5) * 30)))
              }}
            >
              {placed(items, day).map((p) => (
                <Chip
                  key={p.item.id}
                  item={p.item}
                  day={day}
                  className="timed"
                  style={box(p)}
                  held={move.draft?.item.id === p.item.id}
                  grip={mayMove(p.item)}
                  {...move.of(p.item)}
                />
              ))}
              {shadow &&
                placed([shadow as Item], day).map((p) => <div key="shadow" className="shadow" style={box(p)} />)}
              {dayOfWall(now) === day && (
                <div className="now" style={{ top: (minutesBetween(midnight(day), now) / 60) * HOUR }} />
              )}
            </div>
          ))}
        </div>
      </div>
      <p className="sr" aria-live="assertive">
        {move.said}
      </p>
    </>
  )
}
