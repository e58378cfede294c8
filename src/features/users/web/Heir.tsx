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
export const Heir = ({ of, sellers, value, error, onChange }: Props) => (
  <Field label={t('Quem fica com clientes, pedidos abertos e links')} error={error}>
    <select className="in" value={value} onChange={(e) => onChange(e.target.value)}>
      <option value="">{t('Ninguém: não há nada em aberto')}</option>
      {sellers
        .filter((s) => s.id !== of)
        .map((s) => (
          <option key={s.id} value={s.id}>
            {s.name}
          </option>
        ))}
    </select>
  </Field>
)
