import { Link, useLocation } from 'wouter'
import { readClient } from '#features/clients/contract.ts'
import Page from '#features/home/web/HomePage.tsx'
import type { HomeViewer } from '#features/home/web/parts.ts'
import { call, isFailure } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/snack.tsx'

/** The home with the orders that were begun on this device. */
export default function HomePage({ viewer }: { viewer: HomeViewer }) {
  const [, navigate] = useLocation()
  const start = async (id: number) => {
    try {
      await call(readClient, { params: { id } })
      navigate('/dashboard/products')
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      notify(failure.message)
    }
  }
  const newOrder = (
    <Link href="/dashboard/products" className="btn pri">
      <Icon name="plus" />
      {t('Novo pedido')}
    </Link>
  )
  return <Page viewer={viewer} newOrder={newOrder} carts={null} start={start} />
}
