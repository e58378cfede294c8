import { type ReactNode, useState } from 'react'
import type { Client } from '#features/clients/contract.ts'
import { useClients } from '#features/clients/web/index.ts'
import { showPhone } from '#shared/phone.ts'
import { KEPT } from '#web/outbox/words.ts'
import { today } from '#web/device/day.ts'
import { t } from '#web/i18n.ts'
import { renew } from '#web/queries.tsx'
import { ConflictDialog } from '#web/ui/ConflictDialog.tsx'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FormActs } from '#web/ui/FormActs.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { useDialogForm } from '#web/ui/useDialogForm.ts'
import { useStill } from '#web/useStill.ts'
import '#web/ui/FormDialog.css'
import '#web/styles/kit.css'
import { nextDay } from '../rules.ts'
import { moveForm, type OfClient, planForm, sendChange, sendPlan, type Shown, visitTo } from './outbox.ts'
import { shortDay } from './words.ts'

const MOST_SHOWN = 8
interface PlanProps {
  of: OfClient
  className?: string
  bare?: boolean
  /** The address asks for the form. */
  asked?: boolean
  onClosed?: () => void
}
/** The button that plans a visit to a client, and its form. */
export function PlanVisit({ of, className = 'btn sec', bare, asked = false, onClosed }: PlanProps) {
  const [open, setOpen] = useState(asked)
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
          name={planForm(of.client_id)}
          title={t('Visita a {name}', { name: of.client_name })}
          first={{ day: nextDay(of.interval_days, today()) ?? today(), at: '', note: '' }}
          hint={
            of.interval_days === null ? '' : t('Pelo intervalo de {n} dias deste cliente.', { n: of.interval_days })
          }
          save={(v) => plan(of, v)}
          onClose={() => {
            setOpen(false)
            onClosed?.()
          }}
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
async function plan(of: OfClient, { day, at, note }: Values): Promise<void> {
  const done = await sendPlan(of, { day, at: at || null, note })
  notify(done === 'kept' ? KEPT() : t('Visita marcada para {day}.', { day: shortDay(day) }))
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
  const form = useDialogForm<Values>(name, first, {
    marked: ['day', 'at', 'note'],
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
        <Problem words={form.problem} />
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
interface AnyProps {
  day: string
  at: string
  /** What else may be planned instead. */
  kinds?: ReactNode
  onPlanned: (day: string) => void
  onClose: () => void
}
/** A visit on this day and hour: to whom is asked first. */
export function PlanAnyVisit({ day, at, kinds, onPlanned, onClose }: AnyProps) {
  const [of, setOf] = useState<OfClient | null>(null)
  if (of === null) return <PickWhom kinds={kinds} onPick={setOf} onClose={onClose} />
  return (
    <WhenForm
      name={`visit:at:${of.client_id}:${day}${at}`}
      title={t('Visita a {name}', { name: of.client_name })}
      first={{ day, at, note: '' }}
      hint=""
      save={async (v) => {
        await plan(of, v)
        onPlanned(v.day)
      }}
      onClose={onClose}
    />
  )
}
const about = (c: Client) => [c.address.city, c.phone && showPhone(c.phone)].filter(Boolean).join(' · ')
function PickWhom({
  kinds,
  onPick,
  onClose,
}: Pick<AnyProps, 'kinds' | 'onClose'> & { onPick: (of: OfClient) => void }) {
  const [words, setWords] = useState('')
  const { found, failed, look } = useClients(words)
  const shown = useStill(found)
  return (
    <Modal className="dialog formdialog" label={t('Nova visita')} onClose={onClose}>
      <h2>{t('Nova visita')}</h2>
      {kinds}
      <div className="col g3 spaced">
        <SearchBox
          label={t('Buscar cliente')}
          placeholder={t('Nome, telefone, CPF ou CNPJ')}
          value={words}
          onChange={setWords}
        />
        {failed !== null ? (
          <Failed what={t('Não conseguimos carregar os clientes.')} error={failed} retry={() => void look(words)} />
        ) : shown === null ? (
          <Loading rows={3} />
        ) : (
          <ul className="panel">
            {shown.slice(0, MOST_SHOWN).map((c) => (
              <li key={c.id}>
                <button type="button" className="li full" onClick={() => onPick(visitTo(c))}>
                  <span className="grow left">
                    <b>{c.company_name || c.name}</b>
                    <span className="sm t2 block">{about(c)}</span>
                  </span>
                  <Icon name="right" size="s" />
                </button>
              </li>
            ))}
            {shown.length === 0 && (
              <li className="li t2">
                {words ? t('Nenhum cliente com “{name}”.', { name: words }) : t('Nenhum cliente ainda.')}
              </li>
            )}
          </ul>
        )}
      </div>
      <div className="acts">
        <button type="button" className="btn sec" onClick={onClose}>
          {t('Cancelar')}
        </button>
      </div>
    </Modal>
  )
}
/** Another day or hour for a visit. */
export function MoveVisit({ visit: v, onClose }: { visit: Shown; onClose: () => void }) {
  return (
    <WhenForm
      name={moveForm(v.key)}
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
