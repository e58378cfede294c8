// The catalogue: the one screen of the first file. Every other comes with the table (screens.tsx).
import { type ComponentType, Suspense, useMemo } from 'react'
import { useCurrency } from '#features/carts/web/index.ts'
import { CataloguePage } from '#features/catalogue/web/index.ts'
import type { Company, Seller } from '#features/companies/contract.ts'
// Not by the front door: behind it stands what follows orders.
import { keptReceipts } from '#features/orders/web/receipts.ts'
import { chatLink } from '#shared/phone.ts'
import { t } from '#web/i18n.ts'
import { lazy, lazyPart } from '#web/lazy.tsx'
import { planted } from './boot.ts'
import { chatHref, chatPhone, currentViewer, type Viewer } from './viewer.ts'

const LastOrderCard = lazyPart(() => import('#features/carts/web/LastOrder.tsx'))
const loadAskPrices = () => import('#features/price_requests/web/AskPrices.tsx')
let AskPrices: ComponentType<{ viewer: Viewer }> = lazy(loadAskPrices)
const asksPrices = (v: Viewer | null) => v?.level === 3 && v.hide_price && v.company?.price_approval === true
/** What stands in the middle of the first screen and has a file of its own is here before the screen is drawn. */
export async function fetchFirst(): Promise<void> {
  if (planted && asksPrices(currentViewer()))
    await loadAskPrices().then(
      (m) => {
        AskPrices = m.default
      },
      () => {},
    )
}

interface Props {
  viewer: Viewer
  company: Company
  sellers: Seller[]
  title: string
}
export function Catalogue({ viewer, company, sellers, title }: Props) {
  const { hide_price, orders } = viewer
  const currency = useCurrency(viewer.currency)
  const uses = {
    subs: company.has_sub_categories,
    tag_active: company.tag_active,
    variations_active: company.variations_active,
  }
  const asks = viewer.level >= 2
  // The seller of a link may be known after the cards are drawn.
  const phone = chatPhone(viewer, sellers)
  const askLink = useMemo(
    () =>
      asks
        ? ({ name, code }: { name: string; code: string }) =>
            chatLink(phone, t('Olá! Qual o preço de {name} ({code})?', { name, code }))
        : undefined,
    [asks, phone],
  )
  const notice = (
    <>
      <LastOrder viewer={viewer} />
      {asksPrices(viewer) && (
        <Suspense>
          <AskPrices viewer={viewer} />
        </Suspense>
      )}
    </>
  )
  return (
    <>
      <h1 className="sr">{title}</h1>
      <CataloguePage
        currency={currency}
        hide_price={hide_price}
        orders={orders}
        planted={planted}
        uses={uses}
        notice={notice}
        chatHref={asks && phone !== '' ? (words) => chatHref(viewer, sellers, words) : undefined}
        presents={viewer.level <= 2}
        askLink={askLink}
      />
    </>
  )
}
/** For buyers who have ordered before, where orders are taken. */
export function LastOrder({ viewer: v }: { viewer: Viewer }) {
  if (v.level !== 3 || !v.orders || (v.isPublic && keptReceipts().length === 0)) return null
  return (
    <Suspense>
      <LastOrderCard company={v.isPublic ? null : (v.company?.id ?? 0)} />
    </Suspense>
  )
}
