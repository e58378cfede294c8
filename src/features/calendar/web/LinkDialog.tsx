import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { copyLink } from '#web/copy.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { makeLink, readLink, revokeLink } from '../contract.ts'

/** The address under which another application subscribes to this calendar. */
export function LinkDialog({ onClose }: { onClose: () => void }) {
  const asked = useQuery({ queryKey: ['calendar-link'], queryFn: () => call(readLink) })
  const [url, setUrl] = useState('')
  const [revoking, setRevoking] = useState(false)
  const { busy, act } = useAct()
  const make = () =>
    act(async () => {
      setUrl((await call(makeLink)).url ?? '')
      renew('calendar-link')
    })
  const revoke = () =>
    act(async () => {
      setRevoking(false)
      await call(revokeLink)
      setUrl('')
      renew('calendar-link')
      notify(t('O endereço deixou de abrir.'))
    })
  const there = asked.data?.created_at
  return (
    <Modal className="dialog formdialog" label={t('Assinar esta agenda')} onClose={onClose}>
      <h2>{t('Assinar esta agenda')}</h2>
      <p className="t2 sm spaced">
        {t(
          'Com um endereço secreto, o calendário do celular ou do computador mostra esta agenda e se atualiza sozinho. Quem tem o endereço lê a agenda: guarde-o como uma senha.',
        )}
      </p>
      {asked.isPending && <Loading rows={1} />}
      {asked.isError && (
        <Failed what={t('Não conseguimos ler o endereço.')} error={asked.error} retry={() => void asked.refetch()} />
      )}
      {url ? (
        <div className="spaced">
          <Field label={t('Endereço iCalendar')} hint={t('Copie agora: ele não é mostrado de novo.')}>
            <input className="in" readOnly value={url} onFocus={(e) => e.target.select()} />
          </Field>
        </div>
      ) : (
        there && <p className="spaced">{t('Há um endereço desde {when}.', { when: showMoment(there) })}</p>
      )}
      <div className="acts">
        {there && (
          <button type="button" className="btn txt" disabled={busy} onClick={() => setRevoking(true)}>
            {t('Revogar')}
          </button>
        )}
        {url ? (
          <button type="button" className="btn pri" onClick={() => void copyLink(url)}>
            {t('Copiar')}
          </button>
        ) : (
          <button type="button" className="btn pri" disabled={busy || asked.isPending} onClick={() => void make()}>
            {there ? t('Trocar por outro') : t('Criar endereço')}
          </button>
        )}
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Fechar janela')}
        </button>
      </div>
      {revoking && (
        <Confirm
          danger
          title={t('Revogar o endereço?')}
          text={t('Os aplicativos que assinam esta agenda deixam de recebê-la.')}
          onClose={() => setRevoking(false)}
          onConfirm={() => revoke()}
        />
      )}
    </Modal>
  )
}
