import { t } from '#web/i18n.ts'
import { PersonActs } from './PersonActs.tsx'

/** The data of who placed an order without card. */
export default function OrderPerson({ company, id }: { company: number; id: number }) {
  return (
    <section className="noprint">
      <h2 className="h3 spaced">{t('Dados de quem pediu')}</h2>
      <PersonActs of={{ company, order: id }} onErased={() => {}} />
    </section>
  )
}
