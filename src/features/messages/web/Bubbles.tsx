import { useState } from 'react'
import { pictureAt } from '#shared/picture.ts'
import { t } from '#web/i18n.ts'
import { showMoment } from '#web/moments.ts'
import { discard } from '#web/outbox/acts.ts'
import { outbox } from '#web/outbox/line.ts'
import { sendNow } from '#web/outbox/outbox.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Adjustment, Message } from '../contract.ts'
import type { Pending } from './useConversation.ts'

interface Props {
  messages: (Message | Adjustment)[]
  pending: Pending[]
  staff: boolean
  company: string
  /** How far the other side has read. */
  seen: number
}
/** What was said, each side on its own. */
export function Bubbles({ messages, pending, staff, company, seen }: Props) {
  const [photo, setPhoto] = useState('')
  const last = messages.findLast((m) => !isAdjustment(m) && m.ours === staff)
  return (
    <>
      <ol className="said" aria-label={t('Mensagens')}>
        {messages.map((m) => {
          if (isAdjustment(m)) return <Asked key={`ajuste-${m.id}`} of={m} mine={staff} company={company} />
          const mine = m.ours === staff
          const who = m.who || (m.ours ? company : t('cliente'))
          return (
            <li key={m.id} className={mine ? 'mine' : ''}>
              {!mine && <b className="xs">{who}</b>}
              {m.photo && (
                <button
                  type="button"
                  className="shot"
                  aria-label={t('Ampliar a foto')}
                  onClick={() => setPhoto(m.photo)}
                >
                  <img src={pictureAt(m.photo, 400)} alt={t('Foto de {name}', { name: who })} loading="lazy" />
                </button>
              )}
              {m.text && <p className="pre">{m.text}</p>}
              <span className="xs t2">
                {showMoment(m.at)}
                {mine && staff && m === last && m.id <= seen && ` · ${t('vista')}`}
              </span>
            </li>
          )
        })}
        {pending.map((p) => (
          <li key={p.key} className={`mine waits${p.refused ? ' refused' : ''}`}>
            {p.photo && <img className="shot" src={p.photo} alt={t('Foto que está sendo enviada')} />}
            {p.text && <p className="pre">{p.text}</p>}
            <span className="xs t2 row" role="status">
              <Icon name={p.refused ? 'warn' : 'clock'} size="xs" />
              <span>{p.why || t('Enviando…')}</span>
            </span>
            {p.why && <Stuck of={p} />}
          </li>
        ))}
      </ol>
      {photo && (
        <Modal className="dialog shown" label={t('Foto')} onClose={() => setPhoto('')}>
          <img src={pictureAt(photo, 1600)} alt={t('Foto')} />
          <div className="acts">
            <button type="button" className="btn sec" onClick={() => setPhoto('')}>
              {t('Fechar')}
            </button>
          </div>
        </Modal>
      )}
    </>
  )
}
const isAdjustment = (m: Message | Adjustment): m is Adjustment => 'withdrawn' in m
/** A request for an adjustment, where it was made between the messages. */
function Asked({ of, mine, company }: { of: Adjustment; mine: boolean; company: string }) {
  return (
    <li className={mine ? 'mine' : ''}>
      <b className="xs row">
        <Icon name="edit" size="xs" />
        {of.withdrawn ? t('Solicitação de ajuste retirada') : t('Ajuste pedido')}
      </b>
      <p className={`pre${of.withdrawn ? ' t2' : ''}`}>{of.text}</p>
      <span className="xs t2">{[of.who || (mine ? '' : company), showMoment(of.at)].filter(Boolean).join(' · ')}</span>
    </li>
  )
}
/** What can be done with one that has not left: now, or not at all. */
function Stuck({ of }: { of: Pending }) {
  const item = outbox.use().items.find((i) => i.id === of.key)
  if (!item) return null
  return (
    <span className="row wrap">
      {!of.refused && (
        <button type="button" className="btn txt small" onClick={() => void sendNow()}>
          {t('Tentar agora')}
        </button>
      )}
      <button type="button" className="btn txt small" onClick={() => void discard(item)}>
        {t('Descartar')}
      </button>
    </span>
  )
}
