// What a client says to an offer, each in its own small dialog.
import { useState } from 'react'
import { t, tn } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'

interface Props {
  busy: boolean
  /** Why it was not sent; '' where it was not tried. */
  problem: string
  onClose: () => void
  onSay: (text: string) => void
}
interface Words extends Props {
  text: string
  onText: (text: string) => void
}
export function Accept({ total, busy, problem, onClose, onSay }: Props & { total: string }) {
  return (
    <Modal className="dialog" label={t('Aceitar este orçamento?')} onClose={onClose}>
      <h2>{t('Aceitar este orçamento?')}</h2>
      <p className="t2">
        {total
          ? t('Ele vira pedido de {total} com estes preços, e o vendedor é avisado na hora.', { total })
          : t('Ele vira pedido, e o vendedor é avisado na hora.')}
      </p>
      <Problem words={problem} />
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Voltar')}
        </button>
        <button type="button" className="btn pri" disabled={busy} onClick={() => onSay('')}>
          {busy ? t('Enviando…') : t('Aceitar e pedir')}
        </button>
      </div>
    </Modal>
  )
}
const REASONS = ['Preço', 'Prazo de entrega', 'Forma de pagamento', 'Comprei de outro', 'Não preciso mais']
export function Refuse({ busy, problem, text, onText, onClose, onSay }: Words) {
  const [missing, setMissing] = useState(false)
  return (
    <Modal className="dialog" label={t('Recusar este orçamento?')} onClose={onClose}>
      <SubmitForm onSubmit={() => (text.trim() ? onSay(text.trim()) : setMissing(true))}>
        <h2>{t('Recusar este orçamento?')}</h2>
        <div className="row wrap spaced">
          {REASONS.map((r) => (
            <button type="button" className="chip" key={r} aria-pressed={text === t(r)} onClick={() => onText(t(r))}>
              {t(r)}
            </button>
          ))}
        </div>
        <Field
          label={t('Motivo')}
          error={missing && !text.trim() ? t('Diga o motivo da recusa: ajuda o vendedor.') : ''}
        >
          <textarea className="in" rows={2} maxLength={1000} value={text} onChange={(e) => onText(e.target.value)} />
        </Field>
        <Problem words={problem} />
        <Acts busy={busy} say={t('Recusar')} onClose={onClose} />
      </SubmitForm>
    </Modal>
  )
}
/** A question, or words beside changed quantities. */
export function Ask({ changes, busy, problem, text, onText, onClose, onSay }: Words & { changes: number }) {
  const [missing, setMissing] = useState(false)
  const title = changes > 0 ? t('Enviar mudanças') : t('Perguntar ao vendedor')
  return (
    <Modal className="dialog" label={title} onClose={onClose}>
      <SubmitForm onSubmit={() => (changes > 0 || text.trim() ? onSay(text.trim()) : setMissing(true))}>
        <h2>{title}</h2>
        {changes > 0 && (
          <p className="t2">{tn(changes, '{n} item com outra quantidade.', '{n} itens com outra quantidade.')}</p>
        )}
        <Field
          label={changes > 0 ? t('Recado ao vendedor') : t('Sua pergunta')}
          optional={changes > 0}
          error={missing && !text.trim() ? t('Escreva sua pergunta.') : ''}
        >
          <textarea className="in" rows={3} maxLength={1000} value={text} onChange={(e) => onText(e.target.value)} />
        </Field>
        <Problem words={problem} />
        <Acts busy={busy} say={t('Enviar')} onClose={onClose} />
      </SubmitForm>
    </Modal>
  )
}
const Acts = ({ busy, say, onClose }: { busy: boolean; say: string; onClose: () => void }) => (
  <div className="acts">
    <button type="button" className="btn sec" onClick={onClose}>
      {t('Voltar')}
    </button>
    <button type="submit" className="btn pri" disabled={busy}>
      {busy ? t('Enviando…') : say}
    </button>
  </div>
)
