import type { ReactNode } from 'react'
import { showDay } from '#shared/day.ts'
import { chatLink, showPhone } from '#shared/phone.ts'
import { spokenTo } from '#shared/spoken.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Order } from '../contract.ts'

/** The client of an order, as the order has it. */
export function Buyer({ order, staff, around }: { order: Order; staff: boolean; around: ReactNode }) {
  const rows = [
    [t('Telefone'), order.phone && showPhone(order.phone)],
    [t('E-mail'), order.email],
    [t('CPF/CNPJ'), order.document],
    [t('Código'), order.client_code],
    [order.additional_name || t('Campo adicional'), order.additional_field],
    [t('Pagamento'), order.payment_term],
    [t('Entrega'), showDay(order.delivery_date)],
    [t('Vendedor'), order.seller_name],
  ].filter(([, v]) => v)
  return (
    <section>
      <h2 className="h3">{t('Cliente')}</h2>
      <p className="b">{order.name}</p>
      {order.company_name && <p className="sm t2">{order.company_name}</p>}
      {staff && order.phone && (
        <a
          className="btn sec full noprint spaced"
          href={chatLink(
            order.phone,
            t('Olá, {name}! Sobre o pedido {n}:', {
              name: spokenTo(order.name, order.company_name),
              n: order.number ?? '',
            }),
          )}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="whatsapp" />
          {t('Conversar')}
        </a>
      )}
      {around}
      <dl>
        {rows.map(([k, v]) => (
          <div className="kv" key={k}>
            <dt>{k}</dt>
            <dd>{v}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
