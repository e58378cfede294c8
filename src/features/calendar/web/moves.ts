// Who may move what in a calendar, and how it is sent.
import { useState } from 'react'
import { spanOf as spanOfVisit } from '#features/visits/rules.ts'
import { KEPT } from '#web/outbox/words.ts'
import { attempt } from '#web/act.ts'
import { isFailure } from '#web/api.ts'
import { renew } from '#web/queries.tsx'
import { notify } from '#web/ui/snack.tsx'
import type { Item, Scope } from '../contract.ts'
import type { Copy } from './data.ts'
import { sendChange } from './outbox.ts'
import { moveVisit, type Span } from './visits.ts'

/** Something that was moved and not sent yet, or not taken. */
export interface Moved {
  item: Item
  to: Span
  scope: Scope | null
  /** What the sender saw. */
  was: Span
  /** Somebody else moved it meanwhile, to there. */
  theirs: Span | null
}
export const mayMove = (item: Item) => item.event !== null || (item.visit !== null && !item.done)
const spanOf = ({ starts, ends }: Span): Span => ({ starts, ends })
/** Something that the server has as it was changed here. */
interface Landed {
  id: string
  was: Span
  to: Span & Partial<Pick<Item, 'name' | 'all_day'>>
  /** Copies that came since. */
  copies: number
}
const isAs = (item: Item, { to }: Landed) => (Object.keys(to) as (keyof typeof to)[]).every((k) => item[k] === to[k])
/** What a new copy does not say yet. One may have been on its way while the change was stored; the second is right,
 * whatever it says. */
function unheard(landed: Landed[], copy: Item[]): Landed[] {
  const recent = landed.filter((l) => l.copies === 0)
  return recent
    .filter(({ id }) => {
      const item = copy.find((i) => i.id === id)
      const last = recent.findLast((l) => l.id === id)
      return !item || !last || !isAs(item, last)
    })
    .map((l) => ({ ...l, copies: 1 }))
}

/** The way of one move: of a series it is asked how far it reaches, then it is sent, and what came of it is told. */
export function useMoves(copy: Copy, onDone: (item: Item, before: Item) => void) {
  const [moved, setMoved] = useState<Moved | null>(null)
  const [landed, setLanded] = useState<Landed[]>([])
  const [version, setVersion] = useState(copy.version)
  if (version !== copy.version) {
    setVersion(copy.version)
    if (landed.length > 0) setLanded(unheard(landed, copy.items))
  }
  /** Shown from now on as it was changed, until a copy says so too. */
  const land = (id: string, was: Span, to: Landed['to']) => setLanded((all) => [...all, { id, was, to, copies: 0 }])
  const send = async (m: Moved) => {
    setMoved(null)
    try {
      const { item, to, was } = m
      const done = item.visit
        ? await moveVisit(item, to, was)
        : await sendChange({ item, scope: m.scope ?? 'all', values: to, was })
      renew('calendar')
      if (done === 'kept') notify(KEPT())
      else land(item.id, was, to)
      onDone({ ...m.item, ...m.to }, m.item)
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      if (failure.code !== 'changed_elsewhere') notify(failure.message)
      else {
        const now = failure.extra.current
        setMoved({ ...m, theirs: m.item.visit ? spanOfVisit(now as never) : spanOf(now as Span) })
      }
      renew('calendar')
    }
  }
  const move = (item: Item, starts: string, ends: string) => {
    const series = Boolean(item.event?.rule)
    const next: Moved = { item, to: { starts, ends }, scope: series ? null : 'all', was: spanOf(item), theirs: null }
    if (series) setMoved(next)
    else void attempt(() => send(next))
  }
  /** These things, each as it was changed last until what is read says so too. */
  const over = (items: Item[]) =>
    items.map((i) => {
      const all = landed.filter((l) => l.id === i.id)
      const behind = all.some(({ was }) => was.starts === i.starts && was.ends === i.ends)
      return behind ? { ...i, ...all.at(-1)?.to } : i
    })
  return { moved, move, send, land, over, drop: () => setMoved(null) }
}
