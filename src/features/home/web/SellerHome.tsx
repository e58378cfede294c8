import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { STANDING_LABELS, STANDINGS } from '#features/commissions/rules.ts'
import { TargetBar } from '#features/commissions/web/index.ts'
import { showCents } from '#shared/money.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed } from '#web/ui/states.tsx'
import { readSellerHome } from '../contract.ts'
import { DayList } from './DayList.tsx'
import { Greeting } from './Greeting.tsx'
import type { HomeSlots, HomeViewer } from './parts.ts'

/** One thing to do, then whom to talk to; the month at a glance beside it. */
export function SellerHome({ viewer, slots }: { viewer: HomeViewer; slots: HomeSlots }) {
  return (
    <>
      <div className="first">
        <Greeting name={viewer.name} />
        {viewer.orders && slots.newOrder}
      </div>
      <div className="columns">
        <aside className="col g4">
          <Month />
          {slots.carts}
        </aside>
        <DayList start={slots.start} orders={viewer.orders} />
      </div>
    </>
  )
}
function Month() {
  const read = useQuery({ queryKey: ['home', 'seller'], queryFn: () => call(readSellerHome) })
  if (read.isError && !read.data)
    return (
      <div className="panel">
        <Failed what={t('Não conseguimos carregar o seu mês.')} error={read.error} retry={() => void read.refetch()} />
      </div>
    )
  if (!read.data)
    return (
      <div className="panel pad month" aria-hidden="true">
        <span className="sk big">&nbsp;</span>
        <span className="sk xs">&nbsp;</span>
      </div>
    )
  const { month, today } = read.data
  return (
    <Link href="/comissoes" className="panel pad month">
      <span className="row between">
        <span className="sm t2">{t('Seu mês')}</span>
        <Icon name="right" size="s" />
      </span>
      <span className="row between wrap">
        <b className="big">
          {month.total === undefined ? tn(month.orders, '{n} pedido', '{n} pedidos') : showCents(month.total)}
        </b>
        <span className="sm t2">
          {month.total !== undefined && `${tn(month.orders, '{n} pedido', '{n} pedidos')} · `}
          {t('{n} hoje', { n: today.orders })}
        </span>
      </span>
      <TargetBar sums={month} />
      {month.prevista !== undefined && (
        <span className="earned">
          <span className="xs t2 block">{t('Comissão')}</span>
          <span className="three">
            {STANDINGS.map((s) => (
              <span key={s}>
                <b className="sm block">{showCents(month[s] ?? 0)}</b>
                <span className="xs t2">{t(STANDING_LABELS[s]).toLowerCase()}</span>
              </span>
            ))}
          </span>
        </span>
      )}
    </Link>
  )
}
