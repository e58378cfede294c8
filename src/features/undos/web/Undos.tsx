import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isFailure } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { listUndos, type OpenUndo } from '../contract.ts'
import { undoWords } from '../rules.ts'
import { takeBack } from './takeBack.ts'

/** What can still be undone: what, who, when, how many, until when. `onUndone`: rows are as before. */
export function Undos({ onUndone }: { onUndone: () => void }) {
  const list = useQuery({ queryKey: ['undos'], queryFn: () => call(listUndos) })
  const [asked, setAsked] = useState<OpenUndo | null>(null)
  const [busy, setBusy] = useState<number | null>(null)
  const [said, setSaid] = useState<{ text: string; mark: 'ok' | 'bad' } | null>(null)
  const undo = async ({ id }: OpenUndo) => {
    setAsked(null)
    setBusy(id)
    setSaid(null)
    try {
      const text = await takeBack(id)
      await list.refetch()
      setSaid({ text, mark: 'ok' })
      onUndone()
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      setSaid({ text: failure.message, mark: 'bad' })
      void list.refetch()
    } finally {
      setBusy(null)
    }
  }
  const name = (u: OpenUndo) => {
    const { what, file } = undoWords(u)
    return file ? `${t(what)}: ${file}` : t(what)
  }
  return (
    <section className="sect">
      <h2>{t('Desfazer')}</h2>
      <p className="t2 sm">{t('Mudanças em várias linhas e planilhas podem ser desfeitas por 24 horas.')}</p>
      {said && (
        <p className={`note ${said.mark}`} role={said.mark === 'bad' ? 'alert' : 'status'}>
          {said.text}
        </p>
      )}
      {list.isPending && <Loading rows={2} />}
      {list.isError && (
        <Failed
          what={t('Não conseguimos carregar o que pode ser desfeito.')}
          error={list.error}
          retry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && list.data.length === 0 && <p className="t2 sm">{t('Nada para desfazer agora.')}</p>}
      {list.isSuccess && list.data.length > 0 && (
        <ul className="panel">
          {list.data.map((u) => (
            <li className="li" key={u.id}>
              <span className="grow">
                <span className="sm">
                  <b>{name(u)}</b> · {tn(u.changed, '{n} linha', '{n} linhas')}
                </span>
                <span className="xs t2 block">
                  {u.who || t('Sistema')} · {showMoment(u.at)} · {t('até {when}', { when: showMoment(u.expires_at) })}
                </span>
              </span>
              <button
                type="button"
                className="btn sec"
                aria-label={t('Desfazer: {name}', { name: name(u) })}
                disabled={busy !== null}
                onClick={() => setAsked(u)}
              >
                {busy === u.id ? t('Desfazendo…') : t('Desfazer')}
              </button>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <Confirm
          title={t('Desfazer: {name}', { name: name(asked) })}
          text={tn(
            asked.changed,
            '{n} linha volta a ser como era antes. O que alguém mudou depois fica como está.',
            '{n} linhas voltam a ser como eram antes. O que alguém mudou depois fica como está.',
          )}
          onClose={() => setAsked(null)}
          onConfirm={() => undo(asked)}
        />
      )}
    </section>
  )
}
