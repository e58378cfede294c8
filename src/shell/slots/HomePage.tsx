import { NewOrder, useStart } from '#features/carts/web/NewOrder.tsx'
import { OpenCarts } from '#features/carts/web/OpenCarts.tsx'
import { clientCard } from '#features/clients/web/index.ts'
import Page from '#features/home/web/HomePage.tsx'
import type { HomeViewer } from '#features/home/web/parts.ts'
import { PlanVisit } from '#features/visits/web/index.ts'
import TodayVisits from '#features/visits/web/TodayVisits.tsx'
import { isFailure } from '#web/api.ts'
import { notify } from '#web/ui/snack.tsx'

/** The home with the orders that were begun on this device. */
export default function HomePage({ viewer }: { viewer: HomeViewer & { currency: string; hide_price: boolean } }) {
  const begin = useStart(viewer.level)
  const start = async (id: number) => {
    try {
      begin(await clientCard(id))
    } catch (failure) {
      if (!isFailure(failure)) throw failure
      notify(failure.message)
    }
  }
  const carts = <OpenCarts all currency={viewer.currency} hide_price={viewer.hide_price} to="/dashboard/shoppingcart" />
  return (
    <Page
      viewer={viewer}
      newOrder={<NewOrder />}
      carts={carts}
      visits={<TodayVisits />}
      plan={({ client_id, name, phone, interval_days }) => (
        <PlanVisit bare of={{ client_id, client_name: name, phone, place: '', lat: null, lng: null, interval_days }} />
      )}
      start={start}
    />
  )
}
