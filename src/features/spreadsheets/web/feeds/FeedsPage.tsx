import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hostOf } from '#shared/address.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Queries, renew } from '#web/queries.tsx'
import { useListState } from '#web/useListState.ts'
import { LinkList, LinkRow } from '#web/ui/Links.tsx'
import { createFeed, listFeeds } from '../../feeds/contract.ts'
import { MOST_FEEDS } from '../../feeds/rules.ts'
import { FeedForm } from './FeedForm.tsx'
import { FeedSheet } from './FeedSheet.tsx'
import { runState, runWords, scheduleWords } from './words.ts'

/** Catalogues that come from an address by themselves, and how the last time went. */
export default function FeedsPage() {
  return (
    <Queries>
      <Feeds />
    </Queries>
  )
}
function Feeds() {
  const shown = useListState()
  const [adding, setAdding] = useState(false)
  const list = useQuery({
    queryKey: ['feeds'],
    queryFn: () => call(listFeeds),
    refetchInterval: (q) => (q.state.data?.some((f) => f.run?.status === 'andando') ? 1500 : 30_000),
  })
  const rows = list.data ?? []
  const opened = rows.find((f) => String(f.id) === shown.of('id'))
  return (
    <LinkList
      title={t('Catálogo por endereço')}
      about={t(
        'Buscamos uma planilha ou lista (CSV, Excel ou XML) no endereço que você informar, na hora marcada. O que muda passa pela mesma conferência das planilhas e pode ser desfeito.',
      )}
      add={t('Novo endereço')}
      onAdd={() => setAdding(true)}
      full={rows.length >= MOST_FEEDS}
      list={list}
      failed={t('Não conseguimos carregar os endereços.')}
      icon="link"
      none={t('Nenhum endereço ainda.')}
      steps={[
        t('Cole o endereço que o fornecedor ou o outro sistema informa.'),
        t('Veja o que viria, antes de gravar.'),
        t('Escolha a hora: dali em diante vem sozinho, e cada vez pode ser desfeita.'),
      ]}
      rows={rows.map((f) => (
        <LinkRow
          key={f.id}
          name={f.name}
          what={`${hostOf(f.url)} · ${scheduleWords(f)}`}
          last={f.run ? `${showMoment(f.run.started_at)} · ${runWords(f.run)}` : t('Ainda não foi buscado.')}
          state={runState(f)}
          onOpen={() => shown.set({ id: String(f.id) })}
        />
      ))}
    >
      {adding && (
        <FeedForm
          onClose={() => setAdding(false)}
          save={async (typed) => {
            const made = await call(createFeed, { typed })
            renew('feeds')
            shown.set({ id: String(made.id) })
          }}
        />
      )}
      {opened && <FeedSheet key={opened.id} feed={opened} onClose={() => shown.set({ id: '' })} />}
    </LinkList>
  )
}
