import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callList } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { nextPage } from '#web/queries.tsx'
import { useDebounced } from '#web/useDebounced.ts'
import { Choices } from '#web/ui/Chips.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { showLogs } from '../contract.ts'
import { type FieldLabels, LogLines } from './LogLines.tsx'

const OBJECTS = [
  { value: '', label: 'Tudo' },
  { value: 'product', label: 'Produtos' },
  { value: 'category', label: 'Categorias' },
  { value: 'user', label: 'Pessoas' },
  { value: 'company', label: 'Empresa' },
  { value: 'sheet', label: 'Planilhas' },
]
/** Who did what in the company, newest first. */
export function LogList({ company, labels }: { company: number; labels: FieldLabels }) {
  const [object, setObject] = useState('')
  const [words, setWords] = useState('')
  const search = useDebounced(words)
  const list = useInfiniteQuery({
    queryKey: ['logs', company, object, search],
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      callList(showLogs, { params: { id: company }, query: { object, search, limit: 50, page: pageParam } }),
    getNextPageParam: nextPage,
  })
  const rows = list.data?.pages.flatMap((p) => p.rows) ?? []
  return (
    <section className="sect">
      <h2>{t('Quem fez o quê')}</h2>
      <SearchBox
        label={t('Buscar por nome da coisa ou da pessoa')}
        placeholder={t('Nome da coisa ou da pessoa')}
        value={words}
        onChange={setWords}
      />
      <div className="chips chipsrow wrap">
        <Choices choices={OBJECTS} value={object} onChoose={setObject} />
      </div>
      <ListStates list={list} what={t('Não conseguimos carregar a atividade.')} none={rows.length === 0}>
        <Empty icon="history">
          <p>{t('Nada por aqui.')}</p>
        </Empty>
      </ListStates>
      {rows.length > 0 && <LogLines lines={rows} named labels={labels} />}
      <MoreButton list={list} look="sec" />
    </section>
  )
}
