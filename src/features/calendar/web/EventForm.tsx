import type { ReactNode } from 'react'
import type { Seller } from '#features/companies/contract.ts'
import { shortDay } from '#features/visits/web/index.ts'
import { addDays, daysBetween } from '#shared/day.ts'
import { addMinutes, weekdayOf } from '#shared/wall.ts'
import { t } from '#web/i18n.ts'
import { Chip } from '#web/ui/Chips.tsx'
import { ConflictDialog } from '#web/ui/ConflictDialog.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormActs } from '#web/ui/FormActs.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useDialogForm } from '#web/ui/useDialogForm.ts'
import '#web/ui/FormDialog.css'
import { type FormValues, formOf, type Typed, typedOf } from './form.ts'
import { weekday } from './words.ts'
import './EventForm.css'

interface Props {
  /** Keeps what is typed for this tab. */
  name: string
  title: string
  /** What is changed, or what a new one begins with. */
  first: Typed
  /** Of one day of a series only: its rule stays. */
  one: boolean
  /** Whose a new one may be; none: one's own. */
  sellers: Seller[]
  /** Saves; throws what the server refused. `was`: what stood there before. */
  save: (typed: Typed, was: Typed, user_id: string) => Promise<void>
  onClose: () => void
  /** What else may be written instead of an event. */
  kinds?: ReactNode
}
const REPEATS: [FormValues['repeat'], string][] = [
  ['', 'Não se repete'],
  ['daily', 'Todo dia'],
  ['weekly', 'Toda semana'],
  ['biweekly', 'A cada duas semanas'],
  ['monthly', 'Todo mês'],
  ['yearly', 'Todo ano'],
]
/** A Sunday, from which weekdays are named. */
const SUNDAY = '2026-11-22'
const LABELS: Partial<Record<keyof FormValues, string>> = {
  title: 'Título',
  notes: 'Anotações',
  all_day: 'Dia inteiro',
  day: 'Dia',
  time: 'Começa',
  last_day: 'Até o dia',
  end_time: 'Termina',
  repeat: 'Repete',
  weekdays: 'Nos dias',
  until: 'Último dia',
}
const inWords = (key: keyof FormValues, value: unknown): string => {
  if (key === 'all_day') return value ? t('sim') : t('não')
  if (key === 'repeat') return t(REPEATS.find(([r]) => r === value)?.[1] ?? 'Outra regra')
  if (Array.isArray(value)) return value.map((d: number) => weekday(addDays(SUNDAY, d))).join(', ')
  return key === 'day' || key === 'last_day' || key === 'until' ? (value ? shortDay(String(value)) : '') : String(value)
}
/** What is written into a calendar, made or changed. */
export function EventForm({ name, title, first, one, sellers, save, onClose, kinds }: Props) {
  const form = useDialogForm<FormValues>(name, formOf(first), {
    marked: ['title', 'starts', 'ends', 'user_id', 'notes', ...(one ? [] : ['rule'])],
    stored: (failure) => {
      const now = failure.extra.current as Omit<Typed, 'all_day'> & { all_day: string }
      return formOf({ ...now, all_day: now.all_day === '1' })
    },
  })
  const { values: v, set, error } = form
  const submit = () =>
    form.submit(async () => {
      await save(typedOf(v), typedOf(form.base), v.user_id)
      onClose()
    })
  // What ends moves along with what begins.
  const begin = (day: string, time: string) =>
    form.change((now) => {
      if (!day || !time) return { ...now, day, time }
      const by = daysBetween(now.day || day, day)
      const length = Math.max(15, minutesOf(now.end_time) - minutesOf(now.time))
      const last_day = now.last_day ? addDays(now.last_day, by) : day
      const same = now.last_day === now.day
      // Of a week the days go along as well: what was on Tuesdays is on Thursdays then.
      const weekdays = now.weekdays.map((d) => (((d + by) % 7) + 7) % 7)
      const until = now.until && addDays(now.until, by)
      return { ...now, day, time, last_day, weekdays, until, end_time: same ? later(time, length) : now.end_time }
    })
  const fault = error('starts') ?? error('ends')
  return (
    <Modal className="dialog formdialog" label={title} onClose={onClose}>
      <SubmitForm onSubmit={() => void submit()}>
        <h2>{title}</h2>
        {kinds}
        <div className="fields two spaced">
          <div className="wide">
            <Field label={t('Título')} error={error('title')}>
              <input
                className="in"
                autoComplete="off"
                maxLength={120}
                value={v.title}
                onChange={(e) => set('title', e.target.value)}
              />
            </Field>
          </div>
          {!one && (
            <div className="wide">
              <Switch label={t('Dia inteiro')} checked={v.all_day} onChange={(on) => set('all_day', on)} />
            </div>
          )}
          <Field label={t('Dia')} error={fault}>
            <input className="in" type="date" value={v.day} onChange={(e) => begin(e.target.value, v.time)} />
          </Field>
          {v.all_day ? (
            <Field label={t('Até o dia')}>
              <input
                className="in"
                type="date"
                min={v.day}
                value={v.last_day}
                onChange={(e) => set('last_day', e.target.value)}
              />
            </Field>
          ) : (
            <div className="fields two pair">
              <Field label={t('Começa')}>
                <input className="in" type="time" value={v.time} onChange={(e) => begin(v.day, e.target.value)} />
              </Field>
              <Field label={t('Termina')}>
                <input
                  className="in"
                  type="time"
                  value={v.end_time}
                  onChange={(e) =>
                    form.change((now) => ({
                      ...now,
                      end_time: e.target.value,
                      // An end before the beginning is the next morning's.
                      last_day: e.target.value > now.time ? now.day : addDays(now.day, 1),
                    }))
                  }
                />
              </Field>
            </div>
          )}
          {!one && (
            <>
              <Field label={t('Repete')} error={error('rule')}>
                <select
                  className="in"
                  value={v.repeat}
                  onChange={(e) => set('repeat', e.target.value as FormValues['repeat'])}
                >
                  {REPEATS.map(([value, label]) => (
                    <option key={value} value={value}>
                      {t(label)}
                    </option>
                  ))}
                  {v.repeat === 'own' && <option value="own">{t('Outra regra')}</option>}
                </select>
              </Field>
              {v.repeat !== '' && v.repeat !== 'own' && (
                <Field label={t('Último dia')} optional>
                  <input
                    className="in"
                    type="date"
                    min={v.day}
                    value={v.until}
                    onChange={(e) => set('until', e.target.value)}
                  />
                </Field>
              )}
              {(v.repeat === 'weekly' || v.repeat === 'biweekly') && (
                <fieldset className="wide weekdays">
                  <legend className="lb">{t('Nos dias')}</legend>
                  <div className="chips">
                    {[0, 1, 2, 3, 4, 5, 6].map((d) => (
                      <Chip
                        key={d}
                        on={v.weekdays.includes(d) || d === weekdayOf(v.day)}
                        onClick={() =>
                          set(
                            'weekdays',
                            v.weekdays.includes(d) ? v.weekdays.filter((x) => x !== d) : [...v.weekdays, d],
                          )
                        }
                      >
                        {weekday(addDays(SUNDAY, d))}
                      </Chip>
                    ))}
                  </div>
                </fieldset>
              )}
            </>
          )}
          {sellers.length > 0 && (
            <Field label={t('Agenda de')} error={error('user_id')}>
              <select className="in" value={v.user_id} onChange={(e) => set('user_id', e.target.value)}>
                <option value="">{t('Minha')}</option>
                {sellers.map((s) => (
                  <option key={s.id} value={s.id}>
                    {s.name}
                  </option>
                ))}
              </select>
            </Field>
          )}
          <div className="wide">
            <Field label={t('Anotações')} optional error={error('notes')}>
              <textarea
                className="in"
                rows={3}
                maxLength={2000}
                value={v.notes}
                onChange={(e) => set('notes', e.target.value)}
              />
            </Field>
          </div>
        </div>
        <Problem words={form.problem} />
        <FormActs busy={form.busy} back={t('Cancelar')} onClose={onClose} />
      </SubmitForm>
      {form.conflict && (
        <ConflictDialog
          title={t('Alguém mudou este compromisso')}
          clashes={form.conflict.fields.map((key) => ({
            label: t(LABELS[key] ?? key),
            theirs: inWords(key, form.base[key]),
            mine: inWords(key, v[key]),
          }))}
          settle={form.settle}
          save={() => void submit()}
        />
      )}
    </Modal>
  )
}
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const later = (time: string, minutes: number) => addMinutes(`2026-01-01T${time}`, minutes).slice(11)
