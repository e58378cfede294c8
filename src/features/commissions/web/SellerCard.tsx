import { initials } from '#shared/name.ts'
import { showCents } from '#shared/money.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { SellerSums } from '../contract.ts'
import { ENTRIES, ENTRY_LABELS } from '../rules.ts'
import { TargetBar } from './TargetBar.tsx'

interface Props {
  sums: SellerSums
  /** The reader's own. */
  own: boolean
  picked: boolean
  onPick?: () => void
  onTarget?: () => void
}
/** A seller's month: sold, against the target, and what it brings. */
export function SellerCard({ sums, own, picked, onPick, onTarget }: Props) {
  const orders = tn(sums.orders, '{n} pedido', '{n} pedidos')
  return (
    <li className={`panel pad col g3${picked ? ' picked' : ''}`}>
      <div className="row between">
        <span className="row grow">
          {!own && <span className="initials">{initials(sums.name)}</span>}
          <span className="grow">
            <b className="block">{own ? t('Vendas do mês') : sums.name}</b>
            <span className="xs t2">
              {orders}
              {!sums.active && ` · ${t('não está mais na equipe')}`}
            </span>
          </span>
        </span>
        {sums.total !== undefined && <b className="sold nowrap">{showCents(sums.total)}</b>}
      </div>
      <TargetBar sums={sums} />
      {sums.prevista !== undefined && (
        <dl className="standings">
          {ENTRIES.filter((s) => s !== 'correcao' || sums.correcao).map((s) => (
            <div key={s} data-s={s}>
              <dt className="xs t2">{t(ENTRY_LABELS[s])}</dt>
              <dd className="b">{showCents(sums[s] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      {onPick && onTarget && (
        <div className="row">
          <button type="button" className="btn sec small grow" onClick={onTarget}>
            <Icon name="star" size="xs" />
            {sums.target ? t('Mudar meta') : t('Definir meta')}
            <span className="sr"> {sums.name}</span>
          </button>
          <button type="button" className="btn sec small grow" aria-pressed={picked} onClick={onPick}>
            {picked ? t('Ver todos') : t('Ver pedidos')}
            <span className="sr"> {sums.name}</span>
          </button>
        </div>
      )}
    </li>
  )
}
