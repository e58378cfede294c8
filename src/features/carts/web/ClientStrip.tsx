import { useEffect } from 'react'
import { Link } from 'wouter'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { cart } from './cart.ts'
import { missing, renewClient } from './desk.ts'
import { title } from './words.ts'
import '#web/ui/Tap.css'
import './ClientStrip.css'

/** For whom the catalogue is shown: above it, with the way to another. */
export default function ClientStrip({ tables }: { tables: boolean }) {
  const { buyer, ...c } = cart.use()
  const gone = missing.use()
  const id = buyer.kind === 'client' ? buyer.id : null
  useEffect(() => void renewClient(), [id])
  const to = c.lines.length > 0 || buyer.kind !== 'nobody' ? '/pedido/cliente?trocar=1' : '/pedido/cliente'
  const lost = id !== null && gone.has(id)
  const said =
    buyer.kind === 'nobody'
      ? t('Sem cliente: estes são os seus preços.')
      : lost
        ? t('Este cliente não está mais na sua carteira.')
        : buyer.kind === 'person'
          ? t('Cliente novo')
          : tables && buyer.view
            ? t('Tabela {n}', { n: buyer.view.buyer.price_table })
            : t('Com os preços deste cliente')
  return (
    <section className={`clientstrip${lost ? ' lost' : ''}`} aria-label={t('Para quem é o pedido')}>
      <Icon name="people" size="s" />
      <p className="grow clip">
        {buyer.kind !== 'nobody' && (
          <>
            <b>{title({ buyer, ...c })}</b>{' '}
          </>
        )}
        <span className="sm t2">{said}</span>
      </p>
      <Link href={to} className="btn sec small">
        {buyer.kind === 'nobody' ? t('Escolher cliente') : t('Trocar')}
      </Link>
    </section>
  )
}
