import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { STANDINGS } from '#features/commissions/rules.ts'
import { TargetBar } from '#features/commissions/web/index.ts'
import { showCents } from '#shared/money.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Failed } from '#web/ui/states.tsx'
import { readSellerHome } from '../contract.ts'
import { useKeptHome } from './kept.ts'
import { DayList } from './DayList.tsx'
import { Greeting } from './Greeting.tsx'
import { MonthCurve } from './MonthCurve.tsx'
import type { HomeSlots, HomeViewer } from './parts.ts'
import { Ways } from './Ways.tsx'

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
          <Ways />
          {slots.carts}
        </aside>
        <div className="col g5">
          {slots.visits}
          <DayList start={slots.start} plan={slots.plan} orders={viewer.orders} />
        </div>
      </div>
    </>
  )
}
const WORDS = { prevista: 'comissão prevista', faturada: 'faturada', paga: 'paga' } as const
function Month() {
  const here = useKeptHome()
  const asked = useQuery({ queryKey: ['home', 'seller'], queryFn: () => call(readSellerHome), enabled: here === null })
  const read = { ...asked, data: here?.month ?? asked.data }
  if (read.isError && !read.data)
    return (
      <div className="panel">
        <Failed what={t('Não conseguimos carregar o seu mês.')} error={read.error} retry={() => void read.refetch()} />
      </div>
    )
  if (!read.data)
    return (
      <div className="panel pad month" role="status">
        <span className="sr">{t('Carregando')}</span>
        <span className="sk big">&nbsp;</span>
        <span className="sk xs">&nbsp;</span>
      </div>
    )
  const { month, today, days, days_before } = read.data
  return (
    <>
      <Link href="/comissoes" className="panel pad month">
        <span className="row between">
          <span className="row wrap grow">
            <span className="sm t2">{t('Seu mês')}</span>
            <b className="big">
              {month.total === undefined ? tn(month.orders, '{n} pedido', '{n} pedidos') : showCents(month.total)}
            </b>
          </span>
          <Icon name="right" size="s" />
        </span>
        <TargetBar sums={month} />
        <span className="xs t2">
          {month.total !== undefined && `${tn(month.orders, '{n} pedido', '{n} pedidos')} · `}
          {t('{n} hoje', { n: today.orders })}
        </span>
        {month.prevista !== undefined && (
          <span className="three">
            {STANDINGS.map((standing) => (
              <span key={standing}>
                <b className="sm block">{showCents(month[standing] ?? 0)}</b>
                <span className="xs t2 block">{t(WORDS[standing])}</span>
              </span>
            ))}
          </span>
        )}
      </Link>
      <MonthCurve days={days} before={days_before} />
    </>
  )
}
