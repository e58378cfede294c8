import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WindowVirtualizer } from 'virtua'
import { Link } from 'wouter'
import { Photo } from '#features/images/web/index.ts'
import { useAct } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { UpDown } from '#web/ui/UpDown.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { listProducts, type Product } from '../../contract.ts'
import { orderShelf } from '../../many/contract.ts'
import { productsChanged, undo } from './changes.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './ShelfPage.css'

/** The order of the shop window: by drag, by the arrows, or by the number of the place. */
export default function ShelfPage() {
  return (
    <Queries>
      <Shelf />
    </Queries>
  )
}
function Shelf() {
  const list = useQuery({
    queryKey: ['products', 'shelf'],
    queryFn: () => callList(listProducts, { query: { active: '1', limit: 1000 } }),
    refetchOnWindowFocus: false,
  })
  const [moved, setMoved] = useState<Product[] | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const { busy, act } = useAct()
  const rows = moved ?? list.data?.rows ?? []
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || from === to) return
    const next = [...rows]
    next.splice(to, 0, ...next.splice(from, 1))
    setMoved(next)
  }
  const save = async () => {
    await act(async () => {
      const done = await call(orderShelf, { body: { ids: rows.map((p) => p.id) } })
      setMoved(null)
      productsChanged()
      const back = done.undo_id
      notify(
        t('A vitrine está nesta ordem.'),
        back === null ? undefined : { label: t('Desfazer'), run: () => void undo(back) },
      )
    })
  }
  return (
    <div className="page narrow">
      <div className="head">
        <h1 className="h1">{t('Ordem da vitrine')}</h1>
        <Link href="/dashboard/categories" className="btn sec">
          {t('Ordem das categorias')}
        </Link>
      </div>
      <p className="t2 spacedown">
        {t('Arraste, use as setas ou digite o lugar. Vale para todos os que veem a vitrine.')}
      </p>
      <ListStates list={list} what={t('Não conseguimos carregar os produtos.')} none={rows.length === 0} rows={8}>
        <Empty icon="tag">
          <p>{t('Nenhum produto na vitrine.')}</p>
        </Empty>
      </ListStates>
      {(list.data?.total ?? 0) > 1000 && (
        <p className="note warn spacedown">{t('Mostramos os primeiros 1.000 da vitrine.')}</p>
      )}
      {rows.length > 0 && (
        <div className="panel plist">
          <WindowVirtualizer bufferSize={400}>
            {rows.map((p, i) => (
              // Dragging is a shortcut: arrows and the number do the same by keyboard.
              // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
              <div
                key={p.id}
                className={`treerow shelfrow${over === i && dragged !== i ? ' over' : ''}`}
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
                  if (dragged !== null) move(dragged, i)
                }}
              >
                <span className="grip" aria-hidden="true">
                  <Icon name="drag" size="s" />
                </span>
                <Place
                  key={`${p.id}:${i}`}
                  at={i + 1}
                  name={p.name}
                  onMove={(to) => move(i, Math.min(Math.max(to, 1), rows.length) - 1)}
                />
                <span className="thumb">
                  <Photo path={p.foto1} ready={p.images[0]?.ready ?? false} />
                </span>
                <span className="grow pname">{p.name}</span>
                <UpDown name={p.name} at={i} of={rows.length} onMove={(to) => move(i, to)} />
              </div>
            ))}
          </WindowVirtualizer>
        </div>
      )}
      {moved && (
        <div className="floatbar" role="region" aria-label={t('Ordem por salvar')}>
          <span className="grow">{tn(rows.length, '{n} produto em ordem nova', '{n} produtos em ordem nova')}</span>
          <button type="button" onClick={() => setMoved(null)}>
            {t('Descartar')}
          </button>
          <button type="button" className="pri" disabled={busy} onClick={() => void save()}>
            {busy ? t('Salvando…') : t('Salvar')}
          </button>
        </div>
      )}
    </div>
  )
}
/** The number of a place; another one, with Enter, moves the product there. */
function Place({ at, name, onMove }: { at: number; name: string; onMove: (to: number) => void }) {
  const [text, setText] = useState(String(at))
  const go = () => (/^\d+$/.test(text.trim()) ? onMove(Number(text)) : setText(String(at)))
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
