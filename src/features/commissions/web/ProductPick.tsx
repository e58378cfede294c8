import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listProducts } from '#features/products/contract.ts'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { useDebounced } from '#web/useDebounced.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'

/** One product of the company, found by code or name. */
export function ProductPick({
  onPick,
  onClose,
}: {
  onPick: (product: { id: number; name: string }) => void
  onClose: () => void
}) {
  const [words, setWords] = useState('')
  const name = useDebounced(words)
  const list = useQuery({
    queryKey: ['products', 'pick', name],
    queryFn: () => callList(listProducts, { query: { name, limit: 8 } }),
    placeholderData: (before) => before,
  })
  const rows = list.data?.rows ?? []
  return (
    <Modal className="dialog" label={t('Comissão de um produto')} onClose={onClose}>
      <h2>{t('Comissão de um produto')}</h2>
      <div className="spaced">
        <SearchBox
          label={t('Buscar produto por nome ou código')}
          placeholder={t('Nome ou código')}
          value={words}
          onChange={setWords}
        />
      </div>
      <div className="panel scrolls">
        <ListStates list={list} what={t('Não conseguimos carregar os produtos.')} none={rows.length === 0} rows={3}>
          <Empty icon="tag">
            <p>{t('Nenhum produto com estas palavras.')}</p>
          </Empty>
        </ListStates>
        {rows.map((p) => (
          <button type="button" className="li full" key={p.id} onClick={() => onPick({ id: p.id, name: p.name })}>
            <span className="grow left clip">
              {p.name} <small className="xs t2">{p.code}</small>
            </span>
          </button>
        ))}
      </div>
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Cancelar')}
        </button>
      </div>
    </Modal>
  )
}
