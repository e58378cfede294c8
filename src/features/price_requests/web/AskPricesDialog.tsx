import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { Modal } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { SubmitForm } from '#web/ui/SubmitForm.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { useDialogForm } from '#web/ui/useDialogForm.ts'

const EMPTY = { name: '', phone: '', company_name: '', document: '' }
interface Props {
  send: (typed: typeof EMPTY) => Promise<void>
  onClose: () => void
}
/** A visitor who asks for prices says who it is. */
export default function AskPricesDialog({ send, onClose }: Props): ReactNode {
  const form = useDialogForm('ask-prices', EMPTY, { marked: Object.keys(EMPTY) })
  const line = (
    key: keyof typeof EMPTY,
    label: string,
    more: React.InputHTMLAttributes<HTMLInputElement> = {},
    optional = false,
  ) => (
    <Field label={label} error={form.error(key)} optional={optional}>
      <Typed className="in" value={form.values[key]} onChange={(e) => form.set(key, e.target.value)} {...more} />
    </Field>
  )
  return (
    <Modal className="dialog" label={t('Pedir acesso ao preço')} onClose={onClose}>
      <h2>{t('Pedir acesso ao preço')}</h2>
      <SubmitForm className="col g3 spaced" onSubmit={() => void form.submit(() => send(form.values))}>
        {line('name', t('Seu nome'), { autoComplete: 'name', maxLength: 120 })}
        {line('phone', t('Telefone com DDD'), {
          type: 'tel',
          autoComplete: 'tel',
          inputMode: 'tel',
          maxLength: 20,
        })}
        {line('company_name', t('Empresa'), { autoComplete: 'organization', maxLength: 160 }, true)}
        {line('document', t('CPF ou CNPJ'), { maxLength: 20 }, true)}
        <Problem words={form.problem} />
        <div className="acts">
          <button type="button" className="btn sec" onClick={onClose}>
            {t('Voltar')}
          </button>
          <button type="submit" className="btn pri" disabled={form.busy}>
            {t('Enviar')}
          </button>
        </div>
      </SubmitForm>
    </Modal>
  )
}
