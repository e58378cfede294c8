import { useRef, useState } from 'react'
import { WindowVirtualizer } from 'virtua'
import { Photo } from '#features/images/web/index.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { UpDown } from '#web/ui/UpDown.tsx'
import type { Product } from '../../contract.ts'
import { between, dropped, together } from './shelf.ts'

interface Props {
  /** All of the shelf, as it stands. */
  rows: Product[]
  /** Those that are looked for; null: all. */
  found: ReadonlySet<number> | null
  picked: ReadonlySet<number>
  onPick: (picked: ReadonlySet<number>) => void
  onMove: (rows: Product[]) => void
}
/** The shelf row by row: marks, place, arrows; dragged, a marked row brings all that are marked. */
export function ShelfRows({ rows, found, picked, onPick, onMove }: Props) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const last = useRef(0)
  const pick = (i: number, on: boolean, reach: boolean) => {
    const from = reach ? rows.findIndex((p) => p.id === last.current) : -1
    const ids = between(rows, from < 0 ? i : from, i).filter((id) => !found || found.has(id))
    last.current = rows[i]?.id ?? 0
    onPick(new Set(on ? [...picked, ...ids] : [...picked].filter((id) => !ids.includes(id))))
  }
  const moved = (p: Product) => (picked.has(p.id) ? picked : new Set([p.id]))
  const row = (p: Product, i: number) => (
    // Dragging is a shortcut: marks, arrows and the number do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      key={p.id}
      className={`treerow shelfrow${picked.has(p.id) ? ' sel' : ''}${over === i && dragged !== i ? ' over' : ''}`}
      draggable
      onDragStart={() => setDragged(i)}
      onDragEnd={() => {
        setDragged(null)
        setOver(null)
      }}
      onDragOver={(e) => {
        e.preventDefault()
        setOver(i)
      }}
      onDrop={(e) => {
        e.preventDefault()
        const from = dragged === null ? undefined : rows[dragged]
        if (from && dragged !== null && dragged !== i) onMove(dropped(rows, moved(from), dragged, i))
      }}
    >
      <span className="check">
        <label>
          <span className="sr">{t('Selecionar {name}', { name: p.name })}</span>
          <input
            type="checkbox"
            checked={picked.has(p.id)}
            // It changes by a click, which tells of the shift key.
            onChange={(e) => pick(i, e.target.checked, (e.nativeEvent as MouseEvent).shiftKey)}
          />
        </label>
      </span>
      <span className="grip" aria-hidden="true">
        <Icon name="drag" size="s" />
      </span>
      <Place
        key={`${p.id}:${i}`}
        at={i + 1}
        name={p.name}
        onMove={(to) => onMove(together(rows, new Set([p.id]), to - 1))}
      />
      <span className="thumb">
        <Photo path={p.foto1} ready={p.images[0]?.ready ?? false} />
      </span>
      <span className="grow pname">{p.name}</span>
      {!found && (
        <UpDown name={p.name} at={i} of={rows.length} onMove={(to) => onMove(together(rows, new Set([p.id]), to))} />
      )}
    </div>
  )
  return (
    <div className="panel plist">
      <WindowVirtualizer bufferSize={400}>
        {rows.flatMap((p, i) => (found && !found.has(p.id) ? [] : [row(p, i)]))}
      </WindowVirtualizer>
    </div>
  )
}
/** The number of a place; another one, with Enter, moves the product there. */
function Place({ at, name, onMove }: { at: number; name: string; onMove: (to: number) => void }) {
  const [text, setText] = useState(String(at))
  const go = () => (/^\d+$/.test(text.trim()) && Number(text) !== at ? onMove(Number(text)) : setText(String(at)))
  return (
    <input
      className="price-in place"
      inputMode="numeric"
      aria-label={t('Lugar de {name}', { name })}
      value={text}
      onChange={(e) => setText(e.target.value)}
      onKeyDown={(e) => {
        if (e.key === 'Enter') go()
      }}
      onBlur={() => text !== String(at) && go()}
    />
  )
}
