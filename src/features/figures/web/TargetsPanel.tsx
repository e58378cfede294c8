import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readCommissions } from '#features/commissions/contract.ts'
import { TargetBar } from '#features/commissions/web/index.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { dayWords } from '#web/moments.ts'
import { ChartPanel, type Looked } from './ChartPanel.tsx'
import { showNumber, showValue } from './words.ts'

/** How far everybody is with the month's target. */
export function TargetsPanel({ looked, admin }: { looked: Looked; admin: boolean }) {
  const month = looked.period.until.slice(0, 7)
  const read = useQuery({
    queryKey: ['figures', 'targets', month],
    queryFn: () => call(readCommissions, { query: { month } }),
  })
  const sellers = (read.data?.sellers ?? []).filter((s) => !looked.seller_id || s.id === looked.seller_id)
  const aiming = sellers.filter((s) => s.reached !== null)
  const name = dayWords(`${month}-15`, { month: 'long', year: 'numeric' })
  return (
    <ChartPanel title={t('Metas')} note={name} looked={looked} read={read}>
      {aiming.length === 0 ? (
        <p className="t2 fg-none">
          {admin ? t('Nenhum vendedor tem meta neste mês.') : t('Você não tem meta neste mês.')}
        </p>
      ) : (
        <ul className="fg-pairs">
          {aiming.map((s) => (
            <li key={s.id}>
              <span className="row between">
                <b className="clip">{s.name}</b>
                <b className="nowrap">{s.total === undefined ? showNumber(s.orders) : showValue('total', s.total)}</b>
              </span>
              <TargetBar sums={s} />
            </li>
          ))}
        </ul>
      )}
      <Link href="/comissoes" className="btn sec small fg-more">
        {admin ? t('Metas e comissões') : t('Suas comissões')}
      </Link>
    </ChartPanel>
  )
}
