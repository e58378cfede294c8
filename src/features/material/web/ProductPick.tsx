import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listProducts, readProduct } from '#features/products/contract.ts'
import { call, callList } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useDebounced } from '#web/useDebounced.ts'

interface Props {
  ids: number[]
  /** One alone: the next takes its place. */
  single: boolean
  onIds: (ids: number[]) => void
}
/** How many chosen ones are named; more are counted. */
const NAMED = 12
export function ProductPick({ ids, single, onIds }: Props) {
  const [words, setWords] = useState('')
  const search = useDebounced(words)
  const found = useQuery({
    queryKey: ['material', 'search', search],
    queryFn: () => callList(listProducts, { query: { name: search, limit: 8, active: '1' } }),
    enabled: search.length > 0,
  })
  const chosen = single ? ids.slice(0, 1) : ids
  const add = (id: number) => {
    setWords('')
    onIds(single ? [id] : [...ids.filter((x) => x !== id), id])
  }
  return (
    <fieldset className="matpicks">
      <legend className="lb">{single ? t('Produto') : t('Produtos')}</legend>
      <SearchBox
        label={t('Buscar produto')}
        placeholder={t('Nome, código ou código de barras')}
        value={words}
        onChange={setWords}
      />
      {search && (
        <ul className="panel" aria-label={t('Resultados')}>
          {found.data?.rows.map((p) => (
            <li key={p.id}>
              <button type="button" className="li matfound" onClick={() => add(p.id)}>
                <span className="grow">
                  <b className="sm">{p.name}</b> <small className="xs t2">{p.code}</small>
                </span>
                <Icon name="plus" size="s" />
              </button>
            </li>
          ))}
          {found.data?.rows.length === 0 && <li className="li sm t2">{t('Nada encontrado.')}</li>}
          {found.isError && <li className="li sm t2">{t('Não conseguimos buscar agora.')}</li>}
        </ul>
      )}
      <div className="chips wrap">
        {chosen.slice(0, NAMED).map((id) => (
          <Chosen key={id} id={id} onRemove={() => onIds(ids.filter((x) => x !== id))} />
        ))}
        {chosen.length > NAMED && (
          <span className="sm t2">{tn(chosen.length - NAMED, 'e mais {n} produto', 'e mais {n} produtos')}</span>
        )}
        {chosen.length > 1 && (
          <button type="button" className="btn txt small" onClick={() => onIds([])}>
            {t('Limpar')}
          </button>
        )}
      </div>
    </fieldset>
  )
}
function Chosen({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery({
    queryKey: ['material', 'product', id],
    queryFn: () => call(readProduct, { params: { id } }),
    retry: false,
  })
  const name = data?.name ?? t('Produto {n}', { n: id })
  return (
    <button type="button" className="chip" aria-pressed onClick={onRemove} aria-label={t('Tirar {name}', { name })}>
      {name}
      <Icon name="close" size="xs" />
    </button>
  )
}
