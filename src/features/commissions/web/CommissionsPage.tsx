import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Seller } from '#features/companies/contract.ts'
import { addMonths, daysBetween } from '#shared/day.ts'
import { formatCents } from '#shared/money.ts'
import { call } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Queries, renew } from '#web/queries.tsx'
import { useListState } from '#web/useListState.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'
import { Empty, FailedPage, Loading } from '#web/ui/states.tsx'
import { readCommissions, type SellerSums, setTarget } from '../contract.ts'
import { EarnedOrders } from './EarnedOrders.tsx'
import { monthName, monthToday } from './months.ts'
import { Rates } from './Rates.tsx'
import { SellerCard } from './SellerCard.tsx'
import '#web/styles/kit.css'
import '#web/styles/manage.css'
import './CommissionsPage.css'

interface Props {
  company: number
  admin: boolean
  hide_price: boolean
  sellers: Seller[]
}
/** What the month sold and brings, by seller; the admin sets percentages and targets and says what was paid. */
export default function CommissionsPage(props: Props) {
  return (
    <Queries>
      <Commissions {...props} />
    </Queries>
  )
}
const SPAN = 36

function Commissions({ company, admin, hide_price, sellers }: Props) {
  const shown = useListState()
  const today = monthToday()
  const asked = shown.of('month')
  const month = /^\d{4}-\d{2}$/.test(asked) ? asked : today
  const seller = shown.of('seller')
  const [aiming, setAiming] = useState<SellerSums | null>(null)
  const read = useQuery({
    queryKey: ['commissions', month],
    queryFn: () => call(readCommissions, { query: { month } }),
    placeholderData: (before) => before,
  })
  const go = (by: number) => {
    const next = addMonths(`${month}-01`, by).slice(0, 7)
    shown.set({ month: next === today ? '' : next })
  }
  const title = admin ? t('Comissões e metas') : t('Suas comissões')
  if (read.isError && !read.data)
    return (
      <FailedPage
        title={title}
        what={t('Não conseguimos carregar as comissões.')}
        error={read.error}
        retry={() => void read.refetch()}
      />
    )
  const rows = read.data?.sellers ?? []
  const picked = admin ? rows.find((s) => String(s.id) === seller) : rows[0]
  return (
    <div className="page narrow commissions">
      <div className="head">
        <h1 className="h1">{title}</h1>
        <div className="months row" role="group" aria-label={t('Mês')}>
          <button
            type="button"
            className="ib"
            aria-label={t('Mês anterior')}
            disabled={daysBetween(`${month}-01`, `${today}-01`) > SPAN * 31}
            onClick={() => go(-1)}
          >
            <Icon name="left" />
          </button>
          <b aria-live="polite">{monthName(month)}</b>
          <button
            type="button"
            className="ib"
            aria-label={t('Mês seguinte')}
            disabled={month >= addMonths(`${today}-01`, 12).slice(0, 7)}
            onClick={() => go(1)}
          >
            <Icon name="right" />
          </button>
        </div>
      </div>
      {read.isPending ? (
        <Loading rows={3} />
      ) : (
        <ul className="sellercards">
          {rows.map((s) => (
            <SellerCard
              key={s.id}
              sums={s}
              own={!admin}
              picked={admin && s === picked}
              {...(admin && {
                onPick: () => shown.set({ seller: s === picked ? '' : String(s.id) }),
                onTarget: () => setAiming(s),
              })}
            />
          ))}
        </ul>
      )}
      {admin && rows.length === 0 && read.data && (
        <Empty icon="people">
          <p>{t('Ainda não há vendedores. Eles aparecem aqui com metas e comissões.')}</p>
        </Empty>
      )}
      <EarnedOrders
        key={`${month}${picked?.id ?? ''}`}
        company={company}
        admin={admin}
        hide_price={hide_price}
        month={month}
        seller={picked ?? null}
      />
      {admin && <Rates sellers={sellers} />}
      {aiming && (
        <FormDialog
          name={`target:${aiming.id}:${month}`}
          title={t('Meta de {name}', { name: aiming.name })}
          text={t('Vale de {month} em diante, até você mudar.', { month: monthName(month) })}
          fields={[
            {
              key: 'target',
              label: t('Vendas por mês (R$)'),
              first: aiming.target ? formatCents(aiming.target) : '',
              kind: 'decimal',
              hint: t('Vazio: sem meta.'),
              wide: true,
            },
          ]}
          save={async (typed) => {
            await call(setTarget, { typed: { ...typed, seller_id: aiming.id, month } })
            renew('commissions')
            notify(t('Meta de {name} guardada.', { name: aiming.name }))
          }}
          onClose={() => setAiming(null)}
        />
      )}
    </div>
  )
}
