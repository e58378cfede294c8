import { useEffect, useRef, useState } from 'react'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { findByCep, type Place } from '../contract.ts'

/** A CEP; with its eighth digit the address is asked for. A service that does not answer never stands in the way. */
export function CepInput({
  value,
  error,
  onChange,
  onFound,
}: {
  value: string
  error?: string | undefined
  onChange: (cep: string) => void
  onFound: (place: Place) => void
}) {
  const [said, setSaid] = useState('')
  // The answer comes later: it meets the form as it is by then.
  const found = useRef(onFound)
  useEffect(() => {
    found.current = onFound
  })
  const asked = useRef(value.replace(/\D/g, ''))
  const change = async (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, 8)
    onChange(digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits)
    if (digits.length < 8 || asked.current === digits) return
    asked.current = digits
    setSaid(t('Buscando o endereço…'))
    try {
      const place = await call(findByCep, { params: { cep: digits } })
      if (asked.current !== digits) return
      found.current(place)
      setSaid(t('Endereço preenchido. Confira o número.'))
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      setSaid(
        failure.code === 'not_found'
          ? t('Este CEP não existe.')
          : t('O serviço de CEP não respondeu. Preencha o endereço à mão.'),
      )
    }
  }
  return (
    <>
      <Field label={t('CEP')} optional error={error} hint={said || t('Preenche rua, cidade e estado.')}>
        <input
          className="in"
          value={value}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={9}
          onChange={(e) => void change(e.target.value)}
        />
      </Field>
      <span className="sr" role="status">
        {said}
      </span>
    </>
  )
}
