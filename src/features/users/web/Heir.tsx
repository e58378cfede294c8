import type { Seller } from '#features/companies/contract.ts'
import { t } from '#web/i18n.ts'
import { Field } from '#web/ui/Field.tsx'

interface Props {
  /** Who leaves. */
  of: number
  sellers: Seller[]
  value: string
  error: string | undefined
  onChange: (id: string) => void
}
/** Who gets what a seller leaves: clients, open orders and old links. */
export function Heir({ of, sellers, value, error, onChange }: Props) {
  const others = sellers.filter((s) => s.id !== of)
  const nobody = t('Ainda não há outro vendedor: crie um antes, em Usuários.')
  return (
    <Field
      label={t('Quem fica com clientes, pedidos abertos e links')}
      error={error && (others.length > 0 ? error : `${error} ${nobody}`)}
    >
      <select className="in" value={value} onChange={(e) => onChange(e.target.value)}>
        <option value="">{t('Ninguém: não há nada em aberto')}</option>
        {others.map((s) => (
          <option key={s.id} value={s.id}>
            {s.name}
          </option>
        ))}
      </select>
    </Field>
  )
}
