import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { takeBack } from '#features/undos/web/index.ts'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { put, renew } from '#web/queries.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LinkHead, LinkRemoval } from '#web/ui/Links.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, ListStates } from '#web/ui/states.tsx'
import {
  deleteFeed,
  type Feed,
  type FeedRun,
  listFeedRuns,
  previewFeed,
  runFeed,
  updateFeed,
} from '../../feeds/contract.ts'
import { Rows } from '../Rows.tsx'
import { FeedForm } from './FeedForm.tsx'
import { countWords, runWords, scheduleWords } from './words.ts'
import '#web/ui/Sheet.css'
import '#web/ui/Runs.css'

/** One address: on or off, now, what waits for an admin, the last times with their way back. */
export function FeedSheet({ feed: f, onClose }: { feed: Feed; onClose: () => void }) {
  const [changing, setChanging] = useState(false)
  const [seen, setSeen] = useState(false)
  const { busy, act } = useAct()
  const params = { id: f.id }
  const run = (work: () => Promise<unknown>) =>
    act(async () => {
      await work()
      renew('feeds')
      renew('feed_runs', f.id)
    })
  const going = f.run?.status === 'andando'
  const now = (typed: Record<string, unknown> = {}) => run(() => call(runFeed, { params, typed }))
  const turn = (active: boolean) =>
    run(async () => put('feeds', await call(updateFeed, { params, typed: { active: active ? 1 : 0 } })))
  const remove = () =>
    run(async () => {
      await call(deleteFeed, { params })
      notify(t('{name} não é mais buscado. Os produtos ficam.', { name: f.name }))
      onClose()
    })
  return (
    <Modal className="sheet" label={f.name} onClose={onClose}>
      <div className="body">
        <div className="page col g3">
          <LinkHead of={f} label={t('Busca ligada')} busy={busy} onTurn={turn} onClose={onClose} />
          {f.run?.status === 'espera' && (
            <div className="note warn col g2" role="alert">
              <p>
                <b>{t('Mudaria demais de uma vez. Nada foi gravado: confira.')}</b> {countWords(f.run)}.
              </p>
              <div className="row wrap">
                <button
                  type="button"
                  className="btn sec small"
                  disabled={busy}
                  onClick={() => void now({ wanted: f.run?.id })}
                >
                  {t('Gravar assim mesmo')}
                </button>
                <button type="button" className="btn txt small" aria-expanded={seen} onClick={() => setSeen(!seen)}>
                  {t('Ver o que mudaria')}
                </button>
              </div>
              {seen && <Would feed={f} />}
            </div>
          )}
          {f.active && f.run?.status === 'falhou' && (
            <p className="note bad" role="alert">
              <Icon name="warn" />
              <span className="grow">
                {t(f.run.message)} {t('O catálogo ficou como estava. Tentamos de novo sozinhos.')}
              </span>
            </p>
          )}
          <p className="sm t2">
            {scheduleWords(f)}
            {f.active && f.next_at && ` · ${t('próxima: {when}', { when: showMoment(f.next_at) })}`}
          </p>
          <div className="row wrap">
            <button type="button" className="btn pri" disabled={busy || going} onClick={() => void now()}>
              {going ? t('Buscando…') : t('Buscar agora')}
            </button>
            <button type="button" className="btn sec" onClick={() => setChanging(true)}>
              {t('Mudar')}
            </button>
          </div>
          {going && <progress aria-label={t('Buscando…')} />}
          <FeedRuns feed={f} />
          <LinkRemoval
            name={f.name}
            text={t('O endereço não é mais buscado. Os produtos ficam como estão.')}
            busy={busy}
            onRemove={() => void remove()}
          />
        </div>
      </div>
      {changing && (
        <FeedForm
          feed={f}
          onClose={() => setChanging(false)}
          save={async (typed) => {
            await call(updateFeed, { params, typed })
            renew('feeds')
          }}
        />
      )}
    </Modal>
  )
}
/** What the address brings now, held against the catalogue. */
function Would({ feed: f }: { feed: Feed }) {
  const read = useQuery({
    queryKey: ['feed_preview', f.id, f.run?.id],
    queryFn: () => call(previewFeed, { typed: { url: f.url, mode: f.mode, columns: f.columns } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (read.isPending) return <progress aria-label={t('Buscando…')} />
  if (read.isError)
    return <Failed what={t('Não conseguimos buscar agora.')} error={read.error} retry={() => void read.refetch()} />
  const rows = read.data.rows.filter((r) => r.result === 'changed' || r.result === 'new')
  const { changed, new: added } = read.data.counts
  return <Rows rows={rows} all={changed + added} name={f.name} refused={false} onNotice={notify} />
}
function FeedRuns({ feed: f }: { feed: Feed }) {
  const list = useQuery({
    queryKey: ['feed_runs', f.id, f.run?.id, f.run?.status],
    queryFn: () => call(listFeedRuns, { params: { id: f.id } }),
    placeholderData: (before) => before,
  })
  const rows = list.data ?? []
  return (
    <section>
      <h3 className="b sm">{t('Últimas vezes')}</h3>
      <ListStates list={list} what={t('Não conseguimos carregar as últimas vezes.')} none={rows.length === 0} rows={2}>
        <p className="sm t2">{t('Nenhuma ainda.')}</p>
      </ListStates>
      <ul className="runs">
        {rows.map((r) => (
          <Line key={r.id} run={r} latest={r.id === f.run?.id} />
        ))}
      </ul>
    </section>
  )
}
/** `latest`: only that one can still be written. */
function Line({ run: r, latest }: { run: FeedRun; latest: boolean }) {
  const { busy, act } = useAct()
  const undo = (id: number) =>
    act(async () => {
      notify(await takeBack(id))
    })
  return (
    <li>
      <span className="t2 nowrap">{showMoment(r.started_at)}</span>
      <span className="grow">
        {latest || r.status !== 'espera' ? runWords(r) : t('Nada foi gravado: {what}', { what: countWords(r) })}
        {r.issues.length > 0 && (
          <details>
            <summary>{tn(r.refused, '{n} linha recusada', '{n} linhas recusadas')}</summary>
            <ul>
              {r.issues.map((i) => (
                <li key={`${i.row}${i.column}`}>
                  {t('Linha {row}', { row: i.row })} {i.column && <b>{i.column}: </b>}
                  {t(i.message)}
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
      {r.undo_id !== null && (
        <button
          type="button"
          className="btn txt small"
          disabled={busy}
          aria-label={t('Desfazer: {what}', { what: runWords(r) })}
          onClick={() => void undo(r.undo_id as number)}
        >
          {t('Desfazer')}
        </button>
      )}
    </li>
  )
}
