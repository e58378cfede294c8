import { Link } from 'wouter'
import type { Company } from '#features/companies/contract.ts'
import { tableWord } from '#features/companies/web/index.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { cart } from './cart.ts'
import { type Standing, standings } from './standing.ts'
import { useClientNow } from './useClientNow.ts'
import { title } from './words.ts'
import '#web/ui/Tap.css'
import './ClientStrip.css'

interface Props {
  company: Pick<Company, 'price_table_active' | 'price_table_config'>
}
/** For whom the catalogue is shown: above it, with the way to another. */
export default function ClientStrip({ company }: Props) {
  const { buyer, ...c } = cart.use()
  const id = buyer.kind === 'client' ? buyer.id : null
  const known = standings.use()
  const now = id === null ? undefined : known.get(id)
  useClientNow()
  const to = c.lines.length > 0 || buyer.kind !== 'nobody' ? '/pedido/cliente?trocar=1' : '/pedido/cliente'
  const lost = now !== undefined && now.state !== 'fine'
  const said =
    buyer.kind === 'nobody'
      ? t('Sem cliente: estes são os seus preços.')
      : lost
        ? wordsFor(now)
        : buyer.kind === 'person'
          ? t('Cliente novo')
          : company.price_table_active && buyer.view
            ? tableWord(company, buyer.view.buyer.price_table)
            : t('Com os preços deste cliente')
  return (
    <section className={`clientstrip${lost ? ' lost' : ''}`} aria-label={t('Para quem é o pedido')}>
      <Icon name="people" size="s" />
      <p className="grow clip">
        {buyer.kind !== 'nobody' && <b>{`${title({ buyer, ...c })} `}</b>}
        <span className="sm t2">{said}</span>
      </p>
      <Link href={to} className="btn sec small">
        {buyer.kind === 'nobody' ? t('Escolher cliente') : t('Trocar')}
      </Link>
    </section>
  )
}
const wordsFor = ({ state, into }: Standing) =>
  state === 'blocked'
    ? t('Bloqueado: só orçamento')
    : state === 'merged'
      ? t('Juntado a {name}', { name: into?.name ?? '' })
      : t('Este cliente não está mais na sua carteira.')
