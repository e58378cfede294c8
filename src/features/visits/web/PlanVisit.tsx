import { useState } from 'react'
import { KEPT } from '#web/outbox/words.ts'
import { today } from '#web/device/use.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { ConflictDialog } from '#web/ui/ConflictDialog.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormActs } from '#web/ui/FormActs.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { useForm } from '#web/useForm.ts'
import '#web/styles/kit.css'
import { nextDay } from '../rules.ts'
import { type OfClient, sendChange, sendPlan, type Shown } from './outbox.ts'
import { shortDay } from './words.ts'

/** The button that plans a visit to a client, and its form. */
export function PlanVisit({ of, className = 'btn sec', bare }: { of: OfClient; className?: string; bare?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {bare ? (
        <button
          type="button"
          className="ib"
          aria-label={t('Planejar visita a {name}', { name: of.client_name })}
          title={t('Planejar visita')}
          onClick={() => setOpen(true)}
        >
          <Icon name="calendar" size="s" />
        </button>
      ) : (
        <button type="button" className={className} onClick={() => setOpen(true)}>
          <Icon name="calendar" />
          {t('Planejar visita')}
        </button>
      )}
      {open && (
        <WhenForm
          name={`visit:new:${of.client_id}`}
          title={t('Visita a {name}', { name: of.client_name })}
          first={{ day: nextDay(of.interval_days, today()) ?? today(), at: '', note: '' }}
          hint={
            of.interval_days === null ? '' : t('Pelo intervalo de {n} dias deste cliente.', { n: of.interval_days })
          }
          save={async ({ day, at, note }) => {
            const done = await sendPlan(of, { day, at: at || null, note })
            notify(done === 'kept' ? KEPT() : t('Visita marcada para {day}.', { day: shortDay(day) }))
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
interface Values {
  day: string
  at: string
  note: string
}
interface Props {
  name: string
  title: string
  first: Values
  hint: string
  /** `was`: what stood there before. */
  save: (now: Values, was: Values) => Promise<void>
  onClose: () => void
}
const LABELS = { day: 'Dia', at: 'Hora', note: 'Anotações' } as const
function WhenForm({ name, title, first, hint, save, onClose }: Props) {
  const form = useForm<Values>(name, first, {
    stored: (failure) => {
      const { day, at, note } = failure.extra.current as { day: string; at: string | null; note: string }
      return { day, at: at ?? '', note }
    },
  })
  const { values: v, set, error } = form
  const submit = () =>
    form.submit(async () => {
      await save(v, form.base)
      renew()
      onClose()
    })
  return (
    <Modal className="dialog" label={title} onClose={onClose}>
      <SubmitForm onSubmit={() => void submit()}>
        <h2>{title}</h2>
        <div className="fields spaced">
          <Field label={t('Dia')} error={error('day')} {...(hint && { hint })}>
            <input className="in" type="date" value={v.day} onChange={(e) => set('day', e.target.value)} />
          </Field>
          <Field label={t('Hora')} optional error={error('at')}>
            <input className="in" type="time" value={v.at} onChange={(e) => set('at', e.target.value)} />
          </Field>
          <Field label={t('Anotações')} optional error={error('note')}>
            <textarea
              className="in"
              rows={2}
              maxLength={1000}
              value={v.note}
              onChange={(e) => set('note', e.target.value)}
            />
          </Field>
        </div>
        <FormActs busy={form.busy} back={t('Cancelar')} onClose={onClose} />
      </SubmitForm>
      {form.conflict && (
        <ConflictDialog
          title={t('Alguém mudou esta visita')}
          clashes={form.conflict.fields.map((key) => ({
            label: t(LABELS[key]),
            theirs: key === 'day' ? shortDay(form.base.day) : form.base[key],
            mine: key === 'day' ? shortDay(v.day) : v[key],
          }))}
          settle={form.settle}
          save={() => void submit()}
        />
      )}
    </Modal>
  )
}
/** Another day or hour for a visit. */
export function MoveVisit({ visit: v, onClose }: { visit: Shown; onClose: () => void }) {
  return (
    <WhenForm
      name={`visit:${v.key}`}
      title={t('Remarcar a visita')}
      first={{ day: v.day, at: v.at ?? '', note: v.note }}
      hint=""
      save={async (now, was) => {
        const wire = (x: Values) => ({ day: x.day, at: x.at || null, note: x.note })
        const keys = (['day', 'at', 'note'] as const).filter((k) => now[k] !== was[k])
        const pick = (x: Values) => Object.fromEntries(keys.map((k) => [k, wire(x)[k]]))
        if ((await sendChange(v, pick(now), pick(was))) === 'kept') notify(KEPT())
      }}
      onClose={onClose}
    />
  )
}
