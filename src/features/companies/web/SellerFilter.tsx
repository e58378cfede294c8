import { t } from '#web/i18n.ts'
import type { Seller } from '../contract.ts'

interface Props {
  sellers: Seller[]
  /** A seller's number as text; '' for all of them. */
  value: string
  onChange: (value: string) => void
}
/** Narrows a list to what is one seller's. */
export function SellerFilter({ sellers, value, onChange }: Props) {
  return (
    <select className="in" aria-label={t('Vendedor')} value={value} onChange={(e) => onChange(e.target.value)}>
      <option value="">{t('Todos os vendedores')}</option>
      {sellers.map((s) => (
        <option key={s.id} value={s.id}>
          {s.name}
        </option>
      ))}
    </select>
  )
}
