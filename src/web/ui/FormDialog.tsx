import { t } from '../i18n.ts'
import { Modal } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Switch } from './Switch.tsx'
import { SubmitForm } from './SubmitForm.tsx'
import { FormActs } from './FormActs.tsx'
import { Typed } from './Typed.tsx'
import { Problem } from './Problem.tsx'
import { useDialogForm } from './useDialogForm.ts'
import '../styles/kit.css'
import './FormDialog.css'

export interface DialogField {
  key: string
  label: string
  /** What stands there when it opens; a switch when it is on or off. */
  first: string | boolean
  kind?: 'text' | 'whole' | 'decimal' | 'date' | 'email' | 'tel'
  optional?: boolean
  hint?: string
  /** What is typed is not kept for the tab, nor shown. */
  secret?: boolean
  /** Over both columns. */
  wide?: boolean
  options?: { value: string; label: string }[]
}
interface Props {
  /** Keeps what was typed for this tab. */
  name: string
  title: string
  text: string
  fields: DialogField[]
  /** Throws what the server refused: its sentences go to their fields. */
  save: (typed: Record<string, string | boolean>) => Promise<void>
  onClose: () => void
}
const MODES = { whole: 'numeric', decimal: 'decimal', email: 'email', tel: 'tel' } as const
/** A short form over the page: one thing is made or changed. */
export function FormDialog({ name, title, text, fields, save, onClose }: Props) {
  const form = useDialogForm<Record<string, string | boolean>>(
    fields.some((f) => f.secret) ? '' : name,
    Object.fromEntries(fields.map((f) => [f.key, f.first])),
    { marked: fields.map((f) => f.key) },
  )
  const submit = () =>
    form.submit(async () => {
      await save(form.values)
      onClose()
    })
  const control = (f: DialogField) => {
    const value = form.values[f.key]
    if (f.options)
      return (
        <select className="in" value={String(value)} onChange={(e) => form.set(f.key, e.target.value)}>
          {f.options.map((o) => (
            <option key={o.value} value={o.value}>
              {o.label}
            </option>
          ))}
        </select>
      )
    const mode = MODES[f.kind as keyof typeof MODES]
    return (
      <Typed
        className="in"
        autoComplete="off"
        type={f.secret ? 'password' : f.kind === 'date' || f.kind === 'email' || f.kind === 'tel' ? f.kind : 'text'}
        {...(mode && { inputMode: mode })}
        value={String(value)}
        onChange={(e) => form.set(f.key, e.target.value)}
      />
    )
  }
  return (
    <Modal className="dialog formdialog" label={title} onClose={onClose}>
      <SubmitForm onSubmit={() => void submit()}>
        <h2>{title}</h2>
        {text && <p className="t2 sm spaced">{text}</p>}
        <div className="fields two spaced">
          {fields.map((f) =>
            typeof f.first === 'boolean' ? (
              <div key={f.key} className={f.wide ? 'wide' : ''}>
                <Switch
                  label={f.label}
                  hint={f.hint}
                  checked={form.values[f.key] === true}
                  onChange={(on) => form.set(f.key, on)}
                />
              </div>
            ) : (
              <div key={f.key} className={f.wide ? 'wide' : ''}>
                <Field
                  label={f.label}
                  error={form.error(f.key)}
                  {...(f.optional && { optional: true })}
                  {...(f.hint && { hint: f.hint })}
                >
                  {control(f)}
                </Field>
              </div>
            ),
          )}
        </div>
        <Problem words={form.problem} />
        <FormActs busy={form.busy} back={t('Cancelar')} onClose={onClose} />
      </SubmitForm>
    </Modal>
  )
}
