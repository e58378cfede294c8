import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { useDebounced } from '#web/useDebounced.ts'
import { searchCompanies } from '../contract.ts'

/** The company that a proposal is for, found by its name. */
export function CompanyPick({
  value,
  error,
  onPick,
}: {
  value: string
  error: string | undefined
  onPick: (id: string) => void
}) {
  const [words, setWords] = useState('')
  const late = useDebounced(words)
  const found = useQuery({
    queryKey: ['companies', 'pick', late],
    queryFn: () => call(searchCompanies, { params: { text: late } }),
    enabled: late.length > 1,
  })
  return (
    <div>
      <datalist id="companies-found">
        {(found.data ?? []).map((c) => (
          <option key={c.id} value={`${c.name} (${c.id})`} />
        ))}
      </datalist>
      <Field
        label={t('Empresa já cadastrada')}
        optional
        error={error}
        hint={value ? t('Escolhida: empresa {n}', { n: value }) : t('Digite o nome e escolha na lista.')}
      >
        <input
          className="in"
          list="companies-found"
          autoComplete="off"
          value={words}
          onChange={(e) => {
            setWords(e.target.value)
            const hit = found.data?.find((c) => `${c.name} (${c.id})` === e.target.value)
            onPick(hit ? String(hit.id) : '')
          }}
        />
      </Field>
    </div>
  )
}
