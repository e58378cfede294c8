import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { showMoment, t } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { useListState } from '#web/useListState.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Empty, ListStates } from '#web/ui/states.tsx'
import { createFeed, type Feed, listFeeds } from '../../feeds/contract.ts'
import { MOST_FEEDS } from '../../feeds/rules.ts'
import { FeedForm } from './FeedForm.tsx'
import { FeedSheet } from './FeedSheet.tsx'
import { runState, runWords, scheduleWords } from './words.ts'
import '#web/styles/kit.css'
import '#web/styles/manage.css'

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
  const add = (
    <button type="button" className="btn pri" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      {t('Novo endereço')}
    </button>
  )
  return (
    <div className="page narrow">
      <BackLink href="/dashboard/integrations">{t('Integrações')}</BackLink>
      <div className="head">
        <h1 className="h1">{t('Catálogo por endereço')}</h1>
        {rows.length > 0 && rows.length < MOST_FEEDS && add}
      </div>
      <p className="t2 spacedown">
        {t(
          'Buscamos uma planilha ou lista (CSV, Excel ou XML) no endereço que você informar, na hora marcada. O que muda passa pela mesma conferência das planilhas e pode ser desfeito.',
        )}
      </p>
      <ListStates list={list} what={t('Não conseguimos carregar os endereços.')} none={rows.length === 0} rows={2}>
        <Empty icon="link">
          <p>{t('Nenhum endereço ainda.')}</p>
          {add}
        </Empty>
      </ListStates>
      {rows.length > 0 && (
        <ul className="panel">
          {rows.map((f) => (
            <Row key={f.id} feed={f} onOpen={() => shown.set({ id: String(f.id) })} />
          ))}
        </ul>
      )}
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
    </div>
  )
}
function Row({ feed: f, onOpen }: { feed: Feed; onOpen: () => void }) {
  const state = runState(f)
  return (
    <li>
      <button type="button" className="li full left" onClick={onOpen}>
        <span className="grow">
          <b className="block">{f.name}</b>
          <span className="sm t2 block">{scheduleWords(f)}</span>
          <span className="xs t2 block">
            {f.run ? `${showMoment(f.run.started_at)} · ${runWords(f.run)}` : t('Ainda não foi buscado.')}
          </span>
        </span>
        <span className="pill" data-s={state.pill}>
          {state.word}
        </span>
      </button>
    </li>
  )
}
