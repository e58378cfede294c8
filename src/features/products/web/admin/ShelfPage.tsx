import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAct } from '#web/act.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { listProducts, type Product } from '../../contract.ts'
import { orderShelf } from '../../many/contract.ts'
import { fold } from '../../search.ts'
import { productsChanged, undo } from './changes.ts'
import { MoveTo } from './MoveTo.tsx'
import { ShelfRows } from './ShelfRows.tsx'
import { together } from './shelf.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import '#web/ui/SaveBar.css'
import './ShelfPage.css'

const NONE: ReadonlySet<number> = new Set()
/** From so many on one looks for a product before one moves it. */
const LONG = 12
/** The order of the shop window: marked ones together, or one by drag, arrows and the number of the place. */
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
  /** The shelf after each move that is not saved, the latest last. */
  const [moves, setMoves] = useState<Product[][]>([])
  const [picked, setPicked] = useState(NONE)
  const [asking, setAsking] = useState(false)
  const [words, setWords] = useState('')
  const { busy, act } = useAct()
  const rows = moves.at(-1) ?? list.data?.rows ?? []
  const looked = fold(words)
  const found = looked
    ? new Set(rows.filter((p) => fold(`${p.name} ${p.code}`).includes(looked)).map((p) => p.id))
    : null
  const move = (next: Product[]) => {
    setAsking(false)
    setPicked(NONE)
    if (next.some((p, i) => p.id !== rows[i]?.id)) setMoves([...moves, next])
  }
  const save = async () => {
    await act(async () => {
      const done = await call(orderShelf, { body: { ids: rows.map((p) => p.id) } })
      productsChanged()
      // The shelf as it was is not shown again, and what was moved meanwhile is still to be saved.
      await list.refetch({ cancelRefetch: false })
      setMoves((now) => now.slice(moves.length))
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
        {t('Marque vários e mova-os juntos, ou um por vez: arraste, use as setas, digite o lugar.')}{' '}
        {t('Vale para todos os que veem a vitrine.')}
      </p>
      {rows.length >= LONG && (
        <div className="tabrow">
          <SearchBox
            label={t('Buscar na vitrine por nome ou código')}
            placeholder={t('Nome ou código')}
            value={words}
            onChange={setWords}
            narrow
          />
        </div>
      )}
      <ListStates list={list} what={t('Não conseguimos carregar os produtos.')} none={rows.length === 0} rows={8}>
        <Empty icon="tag">
          <p>{t('Nenhum produto na vitrine.')}</p>
        </Empty>
      </ListStates>
      {found?.size === 0 && (
        <p className="t2" role="status">
          {t('Nenhum produto assim na vitrine.')}
        </p>
      )}
      {(list.data?.total ?? 0) > 1000 && (
        <p className="note warn spacedown">{t('Mostramos os primeiros 1.000 da vitrine.')}</p>
      )}
      {rows.length > 0 && found?.size !== 0 && (
        <ShelfRows rows={rows} found={found} picked={picked} onPick={setPicked} onMove={move} />
      )}
      {picked.size > 0 ? (
        <div className="floatbar bulk" role="region" aria-label={t('Selecionados')}>
          <b className="grow">{tn(picked.size, '{n} selecionado', '{n} selecionados')}</b>
          <button type="button" onClick={() => move(together(rows, picked, 0))}>
            {t('Ao começo')}
          </button>
          <button type="button" onClick={() => move(together(rows, picked, rows.length))}>
            {t('Ao fim')}
          </button>
          <button type="button" onClick={() => setAsking(true)}>
            {t('Ao lugar…')}
          </button>
          <button type="button" onClick={() => setPicked(NONE)}>
            {t('Limpar')}
          </button>
        </div>
      ) : (
        moves.length > 0 && (
          <div className="floatbar" role="region" aria-label={t('Ordem por salvar')}>
            <span className="grow" role="status">
              {tn(moves.length, '{n} mudança por salvar', '{n} mudanças por salvar')}
            </span>
            <button type="button" disabled={busy} onClick={() => setMoves(moves.slice(0, -1))}>
              {t('Desfazer')}
            </button>
            <button type="button" disabled={busy} onClick={() => setMoves([])}>
              {t('Descartar')}
            </button>
            <button type="button" className="pri" disabled={busy} onClick={() => void save()}>
              {busy ? t('Salvando…') : t('Salvar')}
            </button>
          </div>
        )
      )}
      {asking && <MoveTo rows={rows} picked={picked} onMove={move} onClose={() => setAsking(false)} />}
    </div>
  )
}
