import { useState } from 'react'
import type { Place } from '#features/addresses/contract.ts'
import { CepInput } from '#features/addresses/web/index.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { User } from '../contract.ts'

type Address = User['address']
const STATES = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ')

/** Street to state, in the order of an envelope. */
export function AddressFields({
  value,
  onChange,
  onFound,
  error,
}: {
  value: Address
  onChange: (a: Address) => void
  /** A CEP was found, and where it is. */
  onFound?: (place: Pick<Place, 'at'>) => void
  error: (key: string) => string | undefined
}) {
  const [open, setOpen] = useState(Object.values(value).some(Boolean))
  const line = (key: keyof Address, label: string, more: React.InputHTMLAttributes<HTMLInputElement> = {}) => (
    <Field label={label} optional error={error(`address.${key}`)}>
      <input
        className="in"
        value={value[key] ?? ''}
        onChange={(e) => onChange({ ...value, [key]: e.target.value })}
        {...more}
      />
    </Field>
  )
  if (!open)
    return (
      <button type="button" className="btn txt left flush" onClick={() => setOpen(true)}>
        <Icon name="plus" />
        {t('Informar endereço')}
      </button>
    )
  return (
    <div className="fields three">
      <CepInput
        value={value.cep ?? ''}
        error={error('address.cep')}
        onChange={(cep) => onChange({ ...value, cep })}
        onFound={({ cep: _, at, ...place }) => {
          onChange({ ...value, ...Object.fromEntries(Object.entries(place).filter(([, v]) => v)) })
          onFound?.({ at })
        }}
      />
      {line('street', t('Rua'), { maxLength: 160 })}
      {line('number', t('Número'), { maxLength: 20 })}
      {line('complement', t('Complemento'), { maxLength: 80 })}
      {line('district', t('Bairro'), { maxLength: 80 })}
      {line('city', t('Cidade'), { maxLength: 80 })}
      <Field label={t('Estado')} optional error={error('address.state')}>
        <select
          className="in"
          value={value.state ?? ''}
          onChange={(e) => onChange({ ...value, state: e.target.value })}
        >
          <option value="" />
          {STATES.map((s) => (
            <option key={s}>{s}</option>
          ))}
        </select>
      </Field>
    </div>
  )
}
