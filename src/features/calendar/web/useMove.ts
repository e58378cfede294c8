// Moving something and making it longer, with a pointer or with keys: the same steps either way. While it is on its way
// only its shadow moves; dropped where it was, nothing happened.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { addMinutes, minutesBetween } from '#shared/wall.ts'
import { t } from '#web/i18n.ts'
import type { Item } from '../contract.ts'
import { spanOf } from './words.ts'

export interface Draft {
  item: Item
  starts: string
  ends: string
  by: 'pointer' | 'keys'
}
interface Options {
  mayMove: (item: Item) => boolean
  onOpen: (item: Item) => void
  onMove: (item: Item, starts: string, ends: string) => void
  /** Minutes that so many pixels are, from where it is held. */
  minutes: (dx: number, dy: number, resize: boolean, x: number) => number
  /** Minutes that an arrow moves; null: it does not. */
  arrow: (key: string, resize: boolean) => number | null
}
const SHAKE = 5
const SHORTEST = 15
export function useMove({ mayMove, onOpen, onMove, minutes, arrow }: Options) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [said, setSaid] = useState('')
  // Where it is held, and where to: a pointer may let go before what it did last is drawn.
  const grab = useRef<{ item: Item; x: number; y: number; resize: boolean; far: boolean; to: Draft | null } | null>(
    null,
  )
  const dragged = useRef(false)
  const moved = (
    item: Item,
    by: Draft['by'],
    by_minutes: number,
    resize: boolean,
    from: { starts: string; ends: string },
  ) => {
    // Whole days stay whole.
    const m = item.all_day ? Math.round(by_minutes / 1440) * 1440 : by_minutes
    const ends = addMinutes(from.ends, m)
    if (resize) return minutesBetween(item.starts, ends) < SHORTEST ? null : { item, by, starts: from.starts, ends }
    return { item, by, starts: addMinutes(from.starts, m), ends }
  }
  const drop = (d: Draft | null) => {
    setDraft(null)
    if (d && (d.starts !== d.item.starts || d.ends !== d.item.ends)) onMove(d.item, d.starts, d.ends)
  }
  const of = (item: Item) => ({
    'data-item': item.id,
    onClick: () => {
      if (dragged.current) dragged.current = false
      else onOpen(item)
    },
    ...(mayMove(item) && {
      'aria-describedby': 'calendar-keys',
      onPointerDown: (e: PointerEvent<HTMLElement>) => {
        dragged.current = false
        // A finger scrolls the page; for it the form has day and hour.
        if (e.button !== 0 || e.pointerType === 'touch') return
        const resize = (e.target as HTMLElement).classList.contains('pull')
        grab.current = { item, x: e.clientX, y: e.clientY, resize, far: false, to: null }
        e.currentTarget.setPointerCapture(e.pointerId)
      },
      onPointerMove: (e: PointerEvent<HTMLElement>) => {
        const g = grab.current
        if (!g) return
        const [dx, dy] = [e.clientX - g.x, e.clientY - g.y]
        g.far ||= Math.hypot(dx, dy) > SHAKE
        if (!g.far) return
        dragged.current = true
        const next = moved(g.item, 'pointer', minutes(dx, dy, g.resize, g.x), g.resize, g.item)
        if (!next) return
        g.to = next
        setDraft(next)
      },
      onPointerUp: () => {
        if (grab.current?.far) drop(grab.current.to)
        grab.current = null
      },
      onPointerCancel: () => {
        grab.current = null
        setDraft(null)
      },
      onKeyDown: (e: KeyboardEvent<HTMLElement>) => {
        const held = draft?.by === 'keys' && draft.item.id === item.id ? draft : null
        if (e.key === ' ' || (held && e.key === 'Enter')) {
          e.preventDefault()
          setSaid(held ? t('Solto.') : t('Pego. Use as setas para mover e Shift com as setas para mudar a duração.'))
          if (held) return drop(held)
          return setDraft({ item, starts: item.starts, ends: item.ends, by: 'keys' })
        }
        if (!held) return
        if (e.key === 'Escape') {
          e.preventDefault()
          setSaid(t('Cancelado.'))
          return setDraft(null)
        }
        const m = arrow(e.key, e.shiftKey)
        if (m === null) return
        e.preventDefault()
        e.stopPropagation()
        const next = moved(item, 'keys', m, e.shiftKey, held)
        if (!next) return
        setDraft(next)
        setSaid(spanOf({ ...next, all_day: item.all_day }))
      },
      onBlur: () => draft?.by === 'keys' && draft.item.id === item.id && setDraft(null),
    }),
  })
  return { draft, said, of }
}
