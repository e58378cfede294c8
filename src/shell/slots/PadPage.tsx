import { Redirect } from 'wouter'
import { useCurrency } from '#features/carts/web/index.ts'
import { ClientStanding } from '#features/carts/web/ClientStanding.tsx'
import ClientStrip from '#features/carts/web/ClientStrip.tsx'
import { findLine } from '#features/carts/web/line.ts'
import type { Company } from '#features/companies/contract.ts'
import Page from '#features/pad/web/PadPage.tsx'
import type { Viewer } from '../viewer.ts'

/** The order pad; without the digital order, or where nothing is ordered, the catalogue. */
export default function PadPage({ viewer, company }: { viewer: Viewer; company: Company }) {
  const currency = useCurrency(viewer.currency)
  if (!viewer.orders || !company.pedido_pro)
    return <Redirect to={`/dashboard/products${viewer.level === 1 ? '?view=vitrine' : ''}`} replace />
  return (
    <Page
      level={viewer.level}
      company={company}
      own_limit={viewer.user.discount_limit}
      earner={viewer.isSeller && !viewer.hide_price ? viewer.user.id : null}
      currency={currency}
      hide_price={viewer.hide_price}
      findLine={findLine}
      strip={<ClientStrip company={company} />}
      standing={<ClientStanding currency={currency} hide_price={viewer.hide_price} />}
    />
  )
}
