import { showCents } from '#shared/money.ts'
import { t } from '#web/i18n.ts'
import { Queries } from '#web/queries.tsx'
import { type Asked, useForeseen } from './foreseen.ts'
import type { Foreseen } from '../rules.ts'
import './ForeseenRow.css'

/** The commission that an order would bring, and what its discounts take off it: beside the discount that is typed. */
export function ForeseenRow({ foreseen, framed = false }: { foreseen: Foreseen | 'unknown' | null; framed?: boolean }) {
  if (foreseen === null) return null
  return (
    <p className={`foreseen row between${framed ? ' panel pad' : ''}`} role="status">
      <span className="sm">{t('Comissão prevista')}</span>
      {foreseen === 'unknown' ? (
        <span className="sm t2">{t('não foi possível calcular agora')}</span>
      ) : (
        <span>
          <b className="block">{showCents(foreseen.commission)}</b>
          {foreseen.lost > 0 && (
            <small className="xs lost">{t('−{v} pelos descontos', { v: showCents(foreseen.lost) })}</small>
          )}
        </span>
      )}
    </p>
  )
}
/** The same for the open cart, wherever it is shown. */
export default function CartForeseen(asked: Asked) {
  return (
    <Queries>
      <Row {...asked} />
    </Queries>
  )
}
const Row = (asked: Asked) => <ForeseenRow foreseen={useForeseen(asked)} framed />
