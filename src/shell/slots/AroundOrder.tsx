import { Link } from 'wouter'
import type { Order } from '#features/orders/contract.ts'
import { PlanVisit } from '#features/visits/web/index.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import './AroundOrder.css'

/** From an order to its client: the card, a visit, the map, what else this client buys. */
export default function AroundOrder({ order }: { order: Order }) {
  const { client_id, name, company_name, phone } = order
  if (client_id === null) return null
  const of = { client_id, client_name: company_name || name, phone, place: '', lat: null, lng: null }
  return (
    <nav className="aroundorder noprint spaced" aria-label={t('Deste cliente')}>
      <Link className="btn sec small" href={`/clientes/${client_id}`}>
        <Icon name="person" />
        {t('Ver cliente')}
      </Link>
      <PlanVisit of={{ ...of, interval_days: null }} className="btn sec small" />
      <Link className="btn sec small" href={`/maps?pin=c${client_id}`}>
        <Icon name="pin" />
        {t('Mapa')}
      </Link>
      <Link className="btn sec small" href={`/charts?client=${client_id}`}>
        <Icon name="chart" />
        {t('Gráficos')}
      </Link>
    </nav>
  )
}
