import { useState } from 'react'
import { KEPT } from '#web/outbox/words.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { newId } from '#web/newId.ts'
import { renew } from '#web/queries.tsx'
import { Choices } from '#web/ui/Chips.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormActs } from '#web/ui/FormActs.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { notify } from '#web/ui/snack.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { useDialogForm } from '#web/ui/useDialogForm.ts'
import { nextDay, REASON_WORDS, REASONS, type Reason, RESULT_WORDS, RESULTS, type Result } from '../rules.ts'
import { reportForm, sendReport, type Shown } from './outbox.ts'

interface Values {
  result: Result | ''
  reason: Reason | ''
  report: string
  next_day: string
  next_at: string
  next_key: string
}
/** What came of a visit, and when the next one is. */
export function ReportForm({ visit: v, onClose }: { visit: Shown; onClose: () => void }) {
  // One key for the next visit, however often this is sent.
  const [next] = useState(newId)
  const first: Values = {
    result: v.result ?? '',
    reason: v.reason,
    report: v.report,
    next_day: v.result === null ? (nextDay(v.interval_days, today()) ?? '') : '',
    next_at: '',
    next_key: next,
  }
  const form = useDialogForm(reportForm(v.key), first, { marked: ['reason', 'report', 'next'] })
  const { values: x, set, error } = form
  const submit = () =>
    form.submit(async () => {
      if (x.result === '') return form.say(t('Diga o que resultou da visita.'))
      const { result, report } = x
      const done = await sendReport(v, {
        result,
        reason: result === 'sem_venda' ? x.reason : '',
        report,
        next: x.next_day ? { key: x.next_key, day: x.next_day, at: x.next_at || null } : null,
      })
      if (done === 'kept') notify(KEPT())
      renew()
      onClose()
    })
  const of = v.interval_days
  return (
    <Modal className="dialog formdialog" label={t('Resultado da visita')} onClose={onClose}>
      <SubmitForm onSubmit={() => void submit()}>
        <h2>{t('Resultado da visita')}</h2>
        <div className="fields spaced">
          <fieldset className="plain">
            <legend className="sr">{t('O que resultou')}</legend>
            <div className="chips">
              <Choices
                choices={RESULTS.map((value) => ({ value, label: RESULT_WORDS[value] }))}
                value={x.result as Result}
                onChoose={(value) => set('result', value)}
              />
            </div>
          </fieldset>
          {x.result === 'sem_venda' && (
            <Field label={t('Por que não vendeu')} error={error('reason')}>
              <select className="in" value={x.reason} onChange={(e) => set('reason', e.target.value as Reason)}>
                <option value="">{t('Escolha')}</option>
                {REASONS.map((reason) => (
                  <option key={reason} value={reason}>
                    {t(REASON_WORDS[reason])}
                  </option>
                ))}
              </select>
            </Field>
          )}
          <Field label={t('Anotações')} optional error={error('report')}>
            <textarea
              className="in"
              rows={3}
              maxLength={2000}
              value={x.report}
              onChange={(e) => set('report', e.target.value)}
            />
          </Field>
          <div className="fields two">
            <Field
              label={t('Próxima visita')}
              optional
              error={error('next')}
              hint={
                of === null
                  ? t('Ainda não se sabe de quanto em quanto tempo este cliente pede.')
                  : t('Pelo intervalo de {n} dias deste cliente.', { n: of })
              }
            >
              <input
                className="in"
                type="date"
                min={today()}
                value={x.next_day}
                onChange={(e) => set('next_day', e.target.value)}
              />
            </Field>
            <Field label={t('Hora')} optional>
              <input className="in" type="time" value={x.next_at} onChange={(e) => set('next_at', e.target.value)} />
            </Field>
          </div>
        </div>
        <Problem words={form.problem} />
        <FormActs busy={form.busy} back={t('Cancelar')} onClose={onClose} />
      </SubmitForm>
    </Modal>
  )
}
