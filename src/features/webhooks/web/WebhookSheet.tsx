import { useState } from 'react'
import { useAct } from '#web/act.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { put, renew } from '#web/queries.tsx'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LinkHead, LinkRemoval } from '#web/ui/Links.tsx'
import { notify } from '#web/ui/snack.tsx'
import { deleteWebhook, renewSecret, sendAllAgain, testWebhook, updateWebhook, type Webhook } from '../contract.ts'
import { EVENT_LABELS } from '../rules.ts'
import { Deliveries } from './Deliveries.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import '#web/ui/Sheet.css'

interface Props {
  webhook: Webhook
  onSecret: (secret: string) => void
  onClose: () => void
}
/** One system that is told: on or off, a trial, its secret, what it was sent. */
export function WebhookSheet({ webhook: w, onSecret, onClose }: Props) {
  const [asked, setAsked] = useState<'change' | 'secret' | null>(null)
  const { busy, act } = useAct()
  const params = { id: w.id }
  const run = (work: () => Promise<unknown>) =>
    act(async () => {
      await work()
      renew('webhooks')
      renew('deliveries', w.id)
    })
  const test = () => run(() => call(testWebhook, { params }))
  const turn = (active: boolean) =>
    run(async () => put('webhooks', await call(updateWebhook, { params, typed: { active: active ? 1 : 0 } })))
  const again = () =>
    run(async () => {
      await call(sendAllAgain, { params })
      notify(t('As mensagens que não chegaram vão de novo.'))
    })
  const replace = () => run(async () => onSecret((await call(renewSecret, { params })).secret))
  const remove = () =>
    run(async () => {
      await call(deleteWebhook, { params })
      notify(t('{name} não é mais avisado.', { name: w.name }))
      onClose()
    })
  return (
    <Modal className="sheet" label={w.name} onClose={onClose}>
      <div className="body">
        <div className="page col g3">
          <LinkHead of={w} label={t('Avisos ligados')} busy={busy} onTurn={turn} onClose={onClose} />
          {!w.problem && w.failing_since && (
            <p className="note warn">
              <Icon name="warn" />
              <span className="grow">
                {t('Nada é aceito desde {when}. As mensagens esperam e vão de novo sozinhas.', {
                  when: showMoment(w.failing_since),
                })}
              </span>
            </p>
          )}
          <p className="sm t2">{w.events.map((e) => t(EVENT_LABELS[e])).join(' · ')}</p>
          <div className="row wrap">
            <button type="button" className="btn pri" disabled={busy || !w.active} onClick={() => void test()}>
              {t('Enviar teste')}
            </button>
            <button type="button" className="btn sec" onClick={() => setAsked('change')}>
              {t('Mudar')}
            </button>
            {w.given_up > 0 && (
              <button type="button" className="btn sec" disabled={busy || !w.active} onClick={() => void again()}>
                {t('Reenviar as que não chegaram')}
              </button>
            )}
          </div>
          <section className="row">
            <p className="grow">
              <b className="sm">{t('Segredo')}</b>
              <span className="block t2">whsec_•••• {w.last4}</span>
              {w.old_until && (
                <span className="block xs t2">
                  {t('O anterior vale até {when}.', { when: showMoment(w.old_until) })}
                </span>
              )}
            </p>
            <button type="button" className="btn txt small" onClick={() => setAsked('secret')}>
              {t('Trocar segredo')}
            </button>
          </section>
          <Deliveries webhook={w} />
          <LinkRemoval
            name={w.name}
            text={t('O que está na fila não é mais enviado, e o registro de entregas some.')}
            busy={busy}
            onRemove={() => void remove()}
          />
        </div>
      </div>
      {asked === 'change' && (
        <WebhookForm
          webhook={w}
          onClose={() => setAsked(null)}
          save={async (typed) => {
            await call(updateWebhook, { params, typed })
            renew('webhooks')
          }}
        />
      )}
      {asked === 'secret' && (
        <Confirm
          title={t('Trocar o segredo?')}
          text={t('O novo aparece uma vez. O anterior continua valendo por 24 horas, para dar tempo de trocar lá.')}
          onConfirm={() => {
            setAsked(null)
            void replace()
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Modal>
  )
}
