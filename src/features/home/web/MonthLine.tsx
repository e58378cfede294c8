import { useQuery } from '@tanstack/react-query'
import { showCents } from '#shared/money.ts'
import { call } from '#web/api.ts'
import { t, tn } from '#web/i18n.ts'
import { readCompanyHome, readSellerHome, type Sold } from '../contract.ts'
import { Change } from './Change.tsx'

/** What this month has brought, above the orders: the company's against the month before, or the seller's own. */
export default function MonthLine({ admin }: { admin: boolean }) {
  const company = useQuery({ queryKey: ['home', 'company'], queryFn: () => call(readCompanyHome), enabled: admin })
  const seller = useQuery({ queryKey: ['home', 'seller'], queryFn: () => call(readSellerHome), enabled: !admin })
  const month: Sold | undefined = admin ? company.data?.month : seller.data?.month
  // Without a network the list stands without it.
  if (!month) return company.isError || seller.isError ? null : <p className="sm t2">{t('Este mês')}: …</p>
  return (
    <p className="sm t2">
      {t('Este mês')}:{' '}
      {month.total !== undefined && (
        <>
          <b>{showCents(month.total)}</b> ·{' '}
        </>
      )}
      {tn(month.orders, '{n} pedido', '{n} pedidos')}
      {company.data && (
        <>
          {' '}
          <Change now={company.data.month} before={company.data.before} />
        </>
      )}
    </p>
  )
}
