import { useState } from 'react'
import { formIssues } from '#features/orders/form.ts'
import { say, t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Typed } from '#web/ui/Typed.tsx'
import { letGo, startNew } from './desk.ts'

interface Props {
  /** What was looked for: a name, or a number. */
  words: string
  swaps: boolean
  onBack: () => void
  onDone: () => void
}
const nothing = { cpf_required: false, cnpj_required: false, additional_field_required: false, additional_name: '' }
/** Somebody whom the company does not know yet: a name, and a phone or a document. The order itself makes the client. */
export function NewClient({ words, swaps, onBack, onDone }: Props) {
  const typed = words.trim()
  const digits = typed.replace(/\D/g, '')
  const isNumber = digits.length >= 8 && !/[a-z]{3}/i.test(typed)
  const [data, setData] = useState({
    name: isNumber ? '' : typed,
    phone: isNumber && digits.length <= 11 ? typed : '',
    document: isNumber && digits.length > 11 ? typed : '',
  })
  const [errors, setErrors] = useState<Partial<Record<keyof typeof data, string>>>({})
  const begin = () => {
    const { name, phone, document } = formIssues(data, nothing)
    const found = {
      ...(name && { name: say(name) }),
      ...(document && { document: say(document) }),
      ...(phone && (data.phone || !data.document) && { phone: say(phone) }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const filled = Object.fromEntries(Object.entries(data).filter(([, value]) => value.trim()))
    if (swaps) void letGo(filled)
    else startNew(filled)
    onDone()
  }
  const input = (field: keyof typeof data, attributes: React.InputHTMLAttributes<HTMLInputElement>) => (
    <Typed
      className="in"
      name={field}
      autoComplete="off"
      value={data[field]}
      onChange={(e) => {
        setData({ ...data, [field]: e.target.value })
        setErrors({ ...errors, [field]: undefined })
      }}
      {...attributes}
    />
  )
  return (
    <form
      className="form"
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        begin()
      }}
    >
      <h2>{t('Cliente novo')}</h2>
      <Field label={t('Nome')} error={errors.name}>
        {input('name', { autoFocus: !data.name })}
      </Field>
      <div className="two">
        <Field label={t('WhatsApp')} error={errors.phone}>
          {input('phone', {
            type: 'tel',
            inputMode: 'tel',
            placeholder: '(11) 91234-5678',
            autoFocus: Boolean(data.name) && !data.phone,
          })}
        </Field>
        <Field label={t('CPF ou CNPJ')} optional error={errors.document}>
          {input('document', { autoCapitalize: 'characters' })}
        </Field>
      </div>
      <p className="sm t2">{t('O cadastro é feito com o primeiro pedido.')}</p>
      <div className="row g3">
        <button type="button" className="btn sec" onClick={onBack}>
          {t('Voltar')}
        </button>
        <button type="submit" className="btn pri grow">
          {t('Continuar')}
        </button>
      </div>
    </form>
  )
}
