import { useState } from 'react'
import { t } from '#web/i18n.ts'
import { Confirm } from '#web/ui/Confirm.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { MOST_REASON, MOVE_LABELS, needsReason, type Status } from '../status.ts'

/** Asks why an order goes that way, where that is asked, before it does. */
export function Reason({
  status,
  from,
  problem,
  onClose,
  onConfirm,
}: {
  status: Status
  from: Status
  /** Why it did not go. */
  problem: string
  onClose: () => void
  onConfirm: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const asks = status === 'ajuste_solicitado'
  const needed = asks || needsReason(from, status)
  const say = (text: string) => {
    setReason(text)
    setError('')
  }
  const title = asks
    ? t('O que precisa mudar?')
    : status === 'cancelado'
      ? t('Cancelar este pedido?')
      : t('{move}?', { move: t(MOVE_LABELS[status]) })
  return (
    <Confirm
      title={title}
      text={
        status === 'cancelado'
          ? t('O estoque volta e o pedido fica na lista como cancelado. Isto não pode ser desfeito.')
          : asks
            ? t('O cliente lê este texto no pedido e pode responder.')
            : ''
      }
      danger={status === 'cancelado'}
      onClose={onClose}
      onConfirm={() =>
        needed && !reason.trim()
          ? setError(asks ? t('Escreva o que precisa mudar.') : t('Diga o motivo desta mudança.'))
          : onConfirm(reason.trim())
      }
    >
      <Field label={asks ? t('Ajuste') : t('Motivo')} optional={!needed} error={error}>
        <textarea
          className="in"
          rows={asks ? 4 : 2}
          value={reason}
          onChange={(e) => say(e.target.value)}
          maxLength={MOST_REASON}
        />
      </Field>
      <Problem words={problem} />
    </Confirm>
  )
}
